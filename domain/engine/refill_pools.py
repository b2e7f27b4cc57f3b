"""Pools come back: the stage `refill`, which a game names where its round or turn begins."""

from __future__ import annotations

from domain.step.step import Step


def refill(step: Step) -> None:
    """The pools of whose turn it is, or of everybody, are filled to what they came in with."""
    for who in step.actors() or step.present():
        for pool, amount in step.rules.opening(step.combat.roster.members[who].traits).items():
            step.fill(who, pool, amount)
