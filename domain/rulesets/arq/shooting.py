"""Shooting: the shooter's missile against the movement of whoever is shot at."""

from __future__ import annotations

from domain.step import Step

from .book import RULES
from .trial import decided


@RULES.stage("shot")
def shot(step: Step) -> str | None:
    """1.5: A shot that wins hits; one that loses has missed."""
    victor, loser = decided(step)
    if victor != step.act.who:
        return None
    return step.ask("harm", params={"who": loser})
