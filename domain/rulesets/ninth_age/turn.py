"""The clock: whose Player Turn comes next, and the loops in which a phase is played."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import END, Asking, Refused, Slot
from domain.ruleset.scene import Scene
from domain.step.step import Step

from . import units
from .ruleset import RULES


@RULES.stage("next player")
def next_player(step: Step) -> str | None:
    """1: Each player has one Player Turn in a Game Turn, always in the same order."""
    gone = step.combat.clock.path[-1].done
    for side in step.combat.clock.order("player turns"):
        if side not in gone:
            step.begin_turn(side)
            return None
    return END


def player_turns(scene: Scene) -> tuple[str, ...]:
    """4: Decided at the end of the deployment; from then on the sides in the order that stands."""
    order = scene.combat.clock.order("player turns")
    if not order:
        why = "who has the first Player Turn is decided at the end of the deployment"
        raise Refused("4", why, None, "/change/scope")
    return order


def initiative_steps(scene: Scene) -> tuple[str, ...]:
    """9: Not by an order, but step by step from 10 down to 0."""
    why = "blows fall by Agility, all of one step at once: there is no order to set"
    raise Refused("9", why, None, "/change/scope")


RULES.orders.update({"player turns": player_turns, "initiative": initiative_steps})


def actor(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The Active Player."""
    return units.each(scene.actors())


def _again(about: str) -> Callable[[Step], str | None]:
    """1: Ask the Active Player again, until they do no more."""

    def again(step: Step) -> str | None:
        return about if any(reply.how != "answered" for _, reply in step.replies()) else None

    return again


for _about in ("charges", "moves", "shots", "casts"):
    RULES.stage(f"{_about} again")(_again(_about))
