"""Coming out of hiding: what befell somebody in secret is told as it stands now."""

from __future__ import annotations

from domain import events as e
from domain.facets.conditions import Condition
from domain.step import Step


def publish(step: Step, subject: str) -> None:
    """Tell everybody the facts, conditions, pools and place of somebody who has come out."""
    combat = step.combat
    for of, mine in combat.facts.of.items():
        for key, value in mine.items():
            name, _, toward = key.partition(">")
            if subject in (of, toward):
                step.emit(e.FactSet(of=of, name=name, toward=toward, value=value), basis="table")
    for condition in combat.conditions.all.values():
        if subject in (condition.subject, condition.toward):
            step.emit(_again(condition), basis="table")
    for key, balance in combat.pools.of.get(subject, {}).items():
        pool, _, colour = key.partition("/")
        step.set_pool(subject, pool, balance, colour)
    if place := combat.places.of(subject):
        step.emit(e.Moved(subject=subject, place=place), basis="table")


def _again(condition: Condition) -> e.ConditionBegan:
    """A condition that stands, as it would begin now."""
    until = condition.until
    left = until.model_copy(update={"left": condition.left}) if until else None
    said = {k: v for k, v in condition._asdict().items() if k not in ("left", "until")}
    return e.ConditionBegan(**said, until=left)
