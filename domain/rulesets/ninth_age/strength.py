"""What is left of a unit in models, kept beside its Health Points for all to see."""

from __future__ import annotations

from domain.ruleset import PoolChanged
from domain.step import Step

from .book import RULES
from .units import HP, carried, models


@RULES.stage("models-counted")
def models_counted(step: Step) -> None:
    """10: How many models a unit has left, and what is lost of the next, once that changes."""
    event = step.event
    if not isinstance(event, PoolChanged) or event.pool != HP:
        return
    unit = event.subject
    _keep(step, "models", unit, models(step, unit), step.trait(unit, "Models", 1))
    _keep(step, "carried", unit, carried(step, unit), 0)


def _keep(step: Step, name: str, unit: str, now: int, first: int) -> None:
    known = step.fact(name, unit)
    if now != (known if isinstance(known, int) else first):
        step.set_fact(name, unit, now)
