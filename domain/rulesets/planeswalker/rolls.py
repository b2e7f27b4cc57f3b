"""What rolls are made of: dice by a stat, what was rolled, and whose turn it is."""

from __future__ import annotations

from domain.ruleset import Throw
from domain.scene import Scene
from domain.step import Step


def dice(scene: Scene, who: str, stat: str, purpose: str, sort: str, clause: str) -> Throw:
    """As many dice as somebody has of a stat, added up; none is no dice."""
    number = max(0, scene.trait(who, stat))
    return Throw(who, purpose, sort, sides=6, dice=number, clause=clause)


def totals(step: Step) -> dict[str, int]:
    """What was rolled in the question that just closed, by who rolled."""
    return {slot.who: reply.total for slot, reply in step.replies() if reply.how == "rolled"}


def whose(scene: Scene) -> str:
    """Whose turn it is."""
    return next(iter(scene.actors()), "")
