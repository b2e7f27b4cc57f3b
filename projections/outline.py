"""The sequence of play as an indented text, in the words of the game."""

from __future__ import annotations

from domain.ruleset import Ruleset, Stretch
from projections.words import word


def outline(rules: Ruleset) -> str:
    """Every round, turn and phase, each with the stages at its beginning and its end."""
    return "\n".join(_lines(rules, rules.sequence, 0))


def _lines(rules: Ruleset, stretch: Stretch, depth: int) -> list[str]:
    stages = [f"opens: {stage}" for stage in stretch.opens]
    stages += [f"who: {stretch.next}"] if stretch.next else []
    stages += [f"closes: {stage}" for stage in stretch.closes]
    aside = f" ({', '.join(stages)})" if stages else ""
    lines = ["  " * depth + word(rules, stretch.name) + aside]
    for inside in stretch.inside:
        lines += _lines(rules, inside, depth + 1)
    return lines
