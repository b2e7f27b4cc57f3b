"""Being set to aim: at whom, with what, and with which bonus; and what makes one lose it."""

from __future__ import annotations

from domain.scene import Scene
from domain.step import Step

from .tables import SCALE

UNSETTLING = ("stunned", "staggered", "unconscious", "dead", "prone")
"""The conditions under which nobody stays set."""


def is_set(scene: Scene, who: str) -> bool:
    """True while somebody is set: his defence comes to 0, without a roll."""
    return scene.has(who, "set")


def aimed_at(scene: Scene, who: str, weapon: str) -> str:
    """At whom somebody has set and aimed a weapon, or nobody."""
    return next((c.toward for c in scene.combat.conditions.on(who, "set") if c.key == weapon), "")


def aim_bonus(scene: Scene, who: str, weapon: str) -> int:
    """What somebody has gained by aiming a weapon."""
    return sum(c.level for c in scene.combat.conditions.on(who, "set") if c.key == weapon) * SCALE


def set_bonus(step: Step, who: str, level: int) -> None:
    """Keep a bonus of so many points."""
    for condition in step.combat.conditions.on(who, "set"):
        if condition.level != level:
            step.change_condition(condition, level, condition.left)


def unsettle(step: Step, who: str, why: str) -> None:
    """Somebody is set no longer."""
    for condition in step.combat.conditions.on(who, "set"):
        step.end_condition(condition, why)
