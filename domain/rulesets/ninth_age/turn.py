"""The clock: whose Player Turn comes next, and the loops in which a phase is played."""

from __future__ import annotations

from domain.ruleset import END, Asking, Slot
from domain.scene import Scene
from domain.step import Step

from .book import RULES


@RULES.stage("next-player")
def next_player(step: Step) -> str | None:
    """1: Each player has one Player Turn in a Game Turn, always in the same order."""
    gone = step.combat.clock.path[-1].done
    for side in step.combat.clock.order("player turns"):
        if side not in gone:
            step.begin_turn(side)
            return None
    return END


def actor(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The Active Player."""
    return tuple(Slot(id=side, who=side) for side in scene.actors())


def goes_on(step: Step) -> bool:
    """True where the question that just closed was filled by a deed, and not by "no more"."""
    return any(reply.how != "answered" for _, reply in step.replies())
