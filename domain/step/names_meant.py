"""Names in a change that somebody says, as the game keeps them: `hit points` as `hp`."""

from __future__ import annotations

from typing import TypeVar

from domain import commands as c
from domain import events as e
from domain.ruleset.scene import Scene

Change = TypeVar("Change", bound=e.Fact)


def change_meant(scene: Scene, change: Change) -> Change:
    """Return a change with its pool, fact or condition under the name that the game keeps."""
    meant = _names(scene, change)
    if all(getattr(change, part) == name for part, name in meant.items()):
        return change
    return change.model_copy(update=meant)


def _names(scene: Scene, change: e.Fact) -> dict[str, str]:
    """The names in a change that are the game's own, by the part of the change."""
    rules = scene.rules
    match change:
        case c.PoolFix() | c.ReportedPool():
            pool, key = rules.pool_meant(scene, change.subject, change.pool, change.key)
            return {"pool": pool, "key": key}
        case c.FactFix() | c.ReportedFact():
            return {"name": rules.fact_meant(change.name)}
        case c.ConditionFix(begin=True):
            return {"name": rules.condition_meant(change.name)}
        case c.ReportedConditionChange(called=called) if called:
            name = _standing(scene, change.subject, change.name)
            return {"name": name, "called": rules.condition_meant(called)}
        case c.ConditionFix() | c.ConditionChange():
            return {"name": _standing(scene, change.subject, change.name)}
    return {}


def _standing(scene: Scene, bearer: str, name: str) -> str:
    """The name, or the id, of a condition that stands; else the name that the game keeps."""
    standing = scene.combat.conditions.on(bearer)
    if any(name in (each.name, each.id, each.external) for each in standing):
        return name
    return scene.rules.condition_meant(name)
