"""5: the other Active actions, held attacks, and maneuvers."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset import Asking, Blank, Choice, Deed, Manoeuvre, Slot, Stage, Window, by_name
from domain.scene import Scene
from domain.step import Step

from . import arms
from .allowed import active, attacks_made, no_attack, once, swift, swift_attack
from .attack import STRUCK, aimed_at, circumstances, completely, in_hand, missile_weapons, striking
from .attack import all_attacks as every_attack
from .checks import refuse, said
from .declaring import ap
from .maneuvers import MANEUVERS, Maneuver

AIMED_AT_MOST = 3
Allows = Callable[[Scene, Deed], None]


# --- maneuvers -----------------------------------------------------------------------------


def _maneuver(name: str, maneuver: Maneuver) -> Manoeuvre:
    """A maneuver replaces an attack; sweeping is a Complete Attack."""
    sweeps = name == "sweeping"
    stages = STRUCK if maneuver.state or maneuver.harms else (*STRUCK, "ruling")
    return Manoeuvre(
        name,
        maneuver.says,
        "5",
        ("action",),
        stages,
        target=True,
        targets=aimed_at,
        usings=missile_weapons if name == "multiple missiles" else in_hand,
        blanks=_sweep if sweeps else _place if name == "directed" else circumstances,
        cost=_attack_and(maneuver.ap, sweeps),
        allows=_ALLOWS.get(name, striking),
        moment=_MOMENTS.get(name, active),
    )


def _attack_and(points: int, complete: bool) -> Callable[[Scene, Deed], dict[str, int]]:
    def cost(scene: Scene, deed: Deed) -> dict[str, int]:
        attacks = every_attack(scene, deed) if complete else {"attacks": 1}
        return {**({"ap": points} if points else {}), **attacks}

    return cost


def _sweep(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """8.4: the others, in the order in which they are struck at; nobody is struck at twice."""
    others = arms.engaged(scene, deed.who)
    most = scene.setting("sweep-most")
    more = 0 if most == "everybody" else int(most) - 1
    then = Blank(
        "then", "some", others, most=more, optional=True, says="and then at whom, in order"
    )
    return (then, *circumstances(scene, deed))


def _sunders(scene: Scene, deed: Deed) -> None:
    """12: a maneuver of a later edition, where the table has it."""
    if scene.setting("sunder") == "no":
        raise refuse("12", "no weapons are sundered at this table", legal="disarm")
    active(scene, deed)


_ALLOWS: dict[str, Allows] = {"sweeping": completely}


def _shoots(scene: Scene, deed: Deed) -> None:
    """5: this wants a missile weapon in hand."""
    active(scene, deed)
    if not missile_weapons(scene, deed):
        raise refuse(
            "5",
            f"{by_name(deed.who)} has no missile weapon in hand",
            legal="the Attack intention with one that shoots or is thrown",
        )


_MOMENTS: dict[str, Allows] = {"sunder": _sunders, "multiple missiles": _shoots}


def _place(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    places = ("head", "heart", "neck", "arm", "leg", "body")
    return (Blank("place", "one", places), *circumstances(scene, deed))


def ruling(step: Step) -> str | None:
    """5: What came of a maneuver that hit and puts nobody in a state is the referee's word."""
    hit = step.combat.exchange.outcome(step.on, "struck")
    return step.ask("ruling") if hit is not None and hit.outcome == "hit" else None


def ruled(step: Step) -> None:
    """5: The table's word, said of the act."""
    for _, reply in step.replies():
        step.resolve(said(reply.params, "what", reply.value), stage="ruled", basis="ruled")


# --- aiming and holding --------------------------------------------------------------


def _aims(scene: Scene, deed: Deed) -> None:
    """5: once, and not in a round with an Attack."""
    once(scene, deed)
    from_here = attacks_made(scene, deed.who, tuple(MANEUVERS))
    if from_here:
        raise refuse("5", "who has attacked does not take aim in the same round", attacks=from_here)


def aimed(step: Step) -> None:
    """5: One advantage more against the target, up to three."""
    who, target = step.act.who, step.act.targets[0]
    standing = step.combat.conditions.on(who, "aiming")
    same = [c for c in standing if c.toward == target]
    for other in standing:
        if other not in same:
            step.end_condition(other, "another target")
    if same:
        step.change_condition(same[0], min(AIMED_AT_MOST, same[0].level + 1), 0)
    else:
        step.begin_condition(who, "aiming", toward=target, level=1)


def _when(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("until", "text", says="what you wait for"),)


def _words(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("words", "text", says="what you say"),)


def _holds(scene: Scene, deed: Deed) -> None:
    """5: one attack is held at a time, and there must be one to hold."""
    if scene.has(deed.who, "holding") or not scene.left(deed.who, "attacks"):
        raise refuse(
            "5",
            f"{by_name(deed.who)} has no attack to hold",
            attacks=scene.left(deed.who, "attacks"),
        )


def prepared(step: Step) -> None:
    """5: An attack is held until its condition."""
    step.begin_condition(step.act.who, "holding", detail={"until": step.act.params.get("until")})


def _releases(scene: Scene, deed: Deed) -> None:
    """5: a held attack is let go at any time, by who may still attack."""
    swift_attack(scene, deed)
    if not scene.has(deed.who, "holding"):
        raise refuse("5", f"{by_name(deed.who)} holds no attack", legal="prepare")
    if clause := no_attack(scene, deed.who):
        why = f"{by_name(deed.who)} makes no other attack this round"
        raise refuse(clause, why, legal="block, dodge")
    if scene.has(deed.who, "flat-footed") or not scene.left(deed.who, "attacks"):
        raise refuse(
            "3.4", f"{by_name(deed.who)} cannot attack now", attacks=scene.left(deed.who, "attacks")
        )


def released(step: Step) -> None:
    """5: The held attack is let go."""
    for held in step.combat.conditions.on(step.act.who, "holding"):
        step.end_condition(held, "let go")


def by_ruling(*choices: str) -> Callable[[Scene, Asking, Slot], tuple[Choice, ...]]:
    """The choices of a ruling, each with room for words."""
    return lambda scene, asking, slot: tuple(
        Choice(c, "the table's word", (Blank("what", "text", optional=True),)) for c in choices
    )


def referee(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """One slot, for the referee."""
    return (Slot(id="referee", who="referee"),)


def active_action(name: str, says: str, points: int, *stages: str, **more: object) -> Manoeuvre:
    """5: an Active action of so many AP, done on one's own turn."""
    return Manoeuvre(
        name,
        says,
        "5",
        ("action",),
        stages,
        cost=ap(points),
        **{"moment": active, **more},  # type: ignore[arg-type]
    )


MANOEUVRES = (
    *(_maneuver(name, maneuver) for name, maneuver in MANEUVERS.items()),
    active_action(
        "aim",
        "take aim",
        3,
        "aimed",
        target=True,
        allows=_aims,
        targets=lambda scene, deed: scene.foes(deed.who),
    ),
    active_action("reload", "reload", 1, "done", usings=missile_weapons, moment=_shoots),
    active_action(
        "prepare",
        "hold an attack until something happens",
        0,
        "prepared",
        blanks=_when,
        allows=_holds,
    ),
    active_action("use power", "use another power", 0, "done", blanks=_when),
    Manoeuvre(
        "release",
        "let the held attack go",
        "5",
        ("action",),
        ("released", *STRUCK),
        target=True,
        targets=aimed_at,
        usings=in_hand,
        blanks=circumstances,
        cost=lambda scene, deed: {"attacks": 1},
        moment=_releases,
        any_time=True,
        swift=True,
    ),
    Manoeuvre(
        "talk",
        "say something",
        "5",
        ("action",),
        ("done",),
        blanks=_words,
        moment=swift,
        any_time=True,
        swift=True,
    ),
)

WINDOWS = (
    Window("ruling", "what comes of it?", "5", referee, by_ruling("as ruled"), then="ruled"),
)


def done(step: Step) -> None:
    """5: It is done; the rest is the table's word."""


def ruling_of(step: Step) -> str | None:
    """5: What comes of it is the referee's word."""
    return step.ask("ruling")


STAGES: dict[str, Stage] = {
    "ruling": ruling,
    "ruled": ruled,
    "aimed": aimed,
    "prepared": prepared,
    "released": released,
    "done": done,
    "ruling-of": ruling_of,
}
