"""5: captives and sleepers: woken, freed, held for another round, strangled."""

from __future__ import annotations

from domain.ruleset import Deed
from domain.ruleset import Stage
from domain.ruleset import Until
from domain.ruleset import Window
from domain.ruleset import by_name
from domain.scene import Scene
from domain.step import Step
from .actions import active_action
from .actions import by_ruling
from .actions import referee
from .checks import refuse
from domain.ruleset import Manoeuvre
from . import arms
from .allowed import no_attack
from .allowed import swift_attack
from .allowed import thrust_counts
from .attack import STRUCK
from .attack import circumstances


def _asleep(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return tuple(w for w in scene.present() if scene.has(w, "asleep") and w != deed.who)


def _trapped(scene: Scene, deed: Deed) -> None:
    if not scene.has(deed.who, "trapped"):
        raise refuse("5", f"{by_name(deed.who)} is in no trap")


def _my_trapped(scene: Scene, deed: Deed) -> tuple[str, ...]:
    held = (c for c in scene.combat.conditions.all.values() if c.name == "trapped")
    return tuple(c.subject for c in held if c.toward == deed.who and c.subject in scene.present())


def woken(step: Step) -> None:
    """5: The sleeper wakes."""
    for asleep in step.combat.conditions.on(step.act.targets[0], "asleep"):
        step.end_condition(asleep, "woken")


def freed(step: Step) -> None:
    """5: Whether the trap gives way is the table's word."""
    for _, reply in step.replies():
        step.resolve(reply.value, stage="escape", basis="ruled")
        if reply.value == "free":
            for held in step.combat.conditions.on(step.act.who, "trapped"):
                step.end_condition(held, "free")


def kept(step: Step) -> None:
    """5: The trap is held for the round."""
    step.begin_condition(step.act.who, "kept", key="trap", until=Until(span="round"))


MANOEUVRES = (
    active_action("wake", "wake a sleeper", 2, "woken", target=True, targets=_asleep),
    active_action("escape", "try to get out of a trap", 2, "escape", "freed", allows=_trapped),
    active_action(
        "maintain trap", "hold whom one has caught", 2, "kept", target=True, targets=_my_trapped
    ),
    active_action(
        "strangle", "strangle whom one has caught", 2, "ruling-of", target=True, targets=_my_trapped
    ),
)

WINDOWS = (Window("escape", "does the trap give way?", "5", referee, by_ruling("free", "held")),)

STAGES: dict[str, Stage] = {"woken": woken, "freed": freed, "kept": kept}


def _at_point(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.5: whom one holds at one's weapon's point."""
    held = (c for c in scene.combat.conditions.all.values() if c.name == "at weapon's point")
    return tuple(c.subject for c in held if c.toward == deed.who and c.subject in scene.present())


def _thrusts(scene: Scene, deed: Deed) -> None:
    """8.5: a Swift action; whoever has Surprise over the holder acts first."""
    if clause := no_attack(scene, deed.who):
        why = f"{by_name(deed.who)} makes no other attack this round"
        raise refuse(clause, why, legal="block, dodge")
    if thrust_counts(scene) and not scene.left(deed.who, "attacks"):
        raise refuse(
            "8.5",
            f"{by_name(deed.who)} has no attack left",
            left=0,
            legal="the Attack intention, and one of its attacks",
        )
    if first := [c.toward for c in scene.combat.conditions.on(deed.who, "surprised")]:
        why = f"{by_name(first[0])} has surprised {by_name(deed.who)} and acts first"
        raise refuse("8.5", why, first=first[0])


def _thrust_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    return {"attacks": 1} if thrust_counts(scene) else {}


def _pointed(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.5: what is in hand; where it is no attack of the round, any weapon for hand to hand."""
    ready = arms.ready(scene, deed.who)
    return ready if ready or thrust_counts(scene) else arms.for_hand_to_hand(scene, deed.who)


def thrust(step: Step) -> None:
    """8.5: Attacking ends the state."""
    for held in step.combat.conditions.on(step.act.targets[0], "at weapon's point"):
        step.end_condition(held, "the attack is made")


MANOEUVRES = (
    Manoeuvre(
        "thrust",
        "strike whom one holds at weapon's point",
        "8.5",
        ("action",),
        ("thrust", *STRUCK),
        target=True,
        targets=_at_point,
        usings=_pointed,
        blanks=circumstances,
        cost=_thrust_cost,
        moment=swift_attack,
        allows=_thrusts,
        any_time=True,
        swift=True,
    ),
)

STAGES: dict[str, Stage] = {"thrust": thrust}
