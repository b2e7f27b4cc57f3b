"""5: moving: Dash and Move; and who leaves hand to hand gives an opening."""

from __future__ import annotations

from domain.ruleset import Asking, Blank, Deed, Manoeuvre, Slot, Stage, Window, by_name
from domain.scene import Scene
from domain.step import Step

from . import arms
from .allowed import ATTACKS, active, barred_from_attack, no_attack, once, times
from .attack import STRUCK, circumstances, distance
from .checks import names, number, refuse

LONGER = ("run", "sprint", "charge intention")
"""5: the intentions that bring movement of their own, and keep out a Dash."""


# --- how far -------------------------------------------------------------------------------


def _dash(scene: Scene, deed: Deed) -> None:
    """5: once, and not beside a Run or Sprint."""
    once(scene, deed)
    for other in LONGER:
        if times(scene, deed.who, other):
            raise refuse("5", f"no Dash beside {other}", legal="move")
    if not distance(scene, deed.who, "dash"):
        raise refuse(
            "5",
            "the table has no dash for this Movement Value",
            value=scene.trait(deed.who, "agility"),
        )


def dashed(step: Step) -> None:
    """5: The distance of a Dash, to be spent on moves."""
    who = step.act.who
    step.fill(who, "movement", step.left(who, "movement") + distance(step, who, "dash"))


def _unbound(scene: Scene, deed: Deed) -> None:
    """9.6: who is caught, or held at a weapon's point, stays where he is."""
    active(scene, deed)
    for bound in ("trapped", "at weapon's point"):
        if scene.has(deed.who, bound):
            raise refuse("9.6", f"{by_name(deed.who)} is {bound} and cannot move")


def may_move(scene: Scene, deed: Deed) -> None:
    """5: a move spends feet, and wants some to spend; a withdrawal is part of moving."""
    _unbound(scene, deed)
    if not scene.left(deed.who, "movement"):
        walked = times(scene, deed.who, "dash", *LONGER)
        raise refuse(
            "5",
            f"{by_name(deed.who)} has no feet left to move",
            left=0,
            legal="other actions, or end the turn" if walked else "dash",
        )


def _where(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    left = max(0, scene.left(deed.who, "movement"))
    others = tuple(w for w in scene.present() if w != deed.who)
    return (
        Blank("feet", "number", (), 1, left, says="feet"),
        Blank("beside", "some", others, optional=True, says="hand to hand with"),
    )


def _distance(scene: Scene, deed: Deed) -> dict[str, int]:
    walked = number(deed.params, "feet")
    return {"movement": walked} if walked else {}


def leaving(step: Step) -> str | None:
    """8: Whoever is left hand to hand has an opening."""
    stays = names(step.act.params, "beside") if "beside" in step.act.params else None
    foes = arms.opposite(step, step.act.who)
    left = [w for w in foes if stays is not None and w not in stays]
    return step.ask("opening", then="arrived", params={"left": list(left)}) if left else None


def arrived(step: Step) -> None:
    """5: The mover is where the table says."""
    said = step.act.params.get("beside")
    if not isinstance(said, list):
        return
    for who in step.present():
        if who != step.act.who:
            tie = "yes" if who in said else "no"
            step.set_fact(arms.ENGAGED, step.act.who, tie, who, basis="table")


# --- an opening ----------------------------------------------------------------------------


def _openings(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """8: each once; not one whom the other surprises."""
    act, acts = scene.doing(asking.on), scene.combat.exchange.acts.values()
    back = {a.who for a in acts if a.on == asking.on and a.kind and a.manoeuvre in ATTACKS}
    return tuple(
        Slot(id=w, who=w, barred="8" if w in back else _barred(scene, w, act.who if act else ""))
        for w in names(asking.params, "left")
        if w in scene.present()
    )


def _barred(scene: Scene, who: str, toward: str) -> str:
    surprised = any(c.toward == toward for c in scene.combat.conditions.on(who, "surprised"))
    no = barred_from_attack(scene, who) or no_attack(scene, who)
    return no or ("2.3" if surprised else "")


def _is_open(scene: Scene, deed: Deed) -> None:
    """8: a foe leaves hand to hand, or shoots at somebody else."""
    question = scene.question()
    if question is None or question.about != "opening":
        raise refuse(
            "8",
            "there is no opening: nobody leaves hand to hand or shoots past you",
            open=question.about if question else "nothing",
        )


def _may_open(scene: Scene, deed: Deed) -> None:
    if clause := no_attack(scene, deed.who):
        raise refuse(clause, f"{by_name(deed.who)} makes no other attack this round")
    if scene.setting("counter-needs-intention") == "yes" and not scene.left(deed.who, "attacks"):
        raise refuse("8.2", f"{by_name(deed.who)} has no attack left", left=0)


def _leaver(scene: Scene, deed: Deed) -> tuple[str, ...]:
    act = scene.doing(deed.on)
    return (act.who,) if act else ()


def _blades(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return tuple(w for w in arms.ready(scene, deed.who) if not arms.is_ranged(scene, deed.who, w))


def _opening_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    needs = scene.setting("counter-needs-intention") == "yes"
    return {"ap": 1, "attacks": 1} if needs else {"ap": 1}


def slowed(step: Step) -> None:
    """8: Damage by an opening takes as much of the leaver's remaining movement."""
    hit, parent = step.combat.exchange.outcome(step.on, "struck"), step.doing(step.act.on)
    damage = number(hit.figures, "damage") if hit else 0
    if parent is not None and parent.manoeuvre in ("move", "withdraw") and damage:
        [leaver] = step.act.targets
        step.lose(leaver, "movement", min(damage, step.left(leaver, "movement")))


MANOEUVRES = (
    Manoeuvre(
        "dash",
        "dash",
        "5",
        ("action",),
        ("dashed",),
        moment=active,
        allows=_dash,
        cost=lambda scene, deed: {"ap": 3},
    ),
    Manoeuvre(
        "move",
        "move",
        "5",
        ("action",),
        ("leaving", "arrived"),
        moment=may_move,
        blanks=_where,
        cost=_distance,
    ),
    Manoeuvre(
        "attack an opening",
        "attack an opening",
        "8",
        ("reaction",),
        (*STRUCK, "slowed"),
        target=True,
        targets=_leaver,
        usings=_blades,
        blanks=circumstances,
        cost=_opening_cost,
        moment=_is_open,
        allows=_may_open,
    ),
)

WINDOWS = (
    Window(
        "opening",
        "attack the opening?",
        "8",
        _openings,
        takes=("reaction",),
        many=True,
        passes=True,
        stale=True,
    ),
)

STAGES: dict[str, Stage] = {
    "dashed": dashed,
    "leaving": leaving,
    "arrived": arrived,
    "slowed": slowed,
}
