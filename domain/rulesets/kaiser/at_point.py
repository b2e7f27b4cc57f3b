"""8.5: whoever is held at weapon's point may be struck at any time."""

from __future__ import annotations

from domain.ruleset import Deed, Manoeuvre, Stage, by_name
from domain.scene import Scene
from domain.step import Step

from . import arms
from .allowed import no_attack, swift_attack, thrust_counts
from .attack import STRUCK, circumstances
from .checks import refuse


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
