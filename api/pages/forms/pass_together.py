"""The button by which all pass at once: whom it passes for, where others are here to answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.legality.option import Option
from domain.ruleset.scene import Scene
from projections.wording.game_words import capital, join_with_and, name_of

MOST_NAMED = 4
"""How many of those who pass together are named on the button."""


def is_on_behalf(option: Option) -> bool:
    """True for what the referee says in place of a player who is here."""
    return bool(option.command.get("on_behalf"))


def pass_all_words(option: Option, found: Mapping[str, Iterable[Option]], scene: Scene) -> str:
    """Return `Pass for all who are away: Erik and Wat`; where nobody is here, that all pass."""
    question, name = scene.question(), name_of(scene.combat)
    away = [name(who) for who, options in found.items() if any(map(_lets_pass, options))]
    if not away or question is None or len(away) == len(question.open()):
        return capital(option.says)
    more = len(away) - MOST_NAMED
    whom = (*away[:MOST_NAMED], *([f"{more} more"] if more > 0 else []))
    return f"Pass for all who are away: {join_with_and(whom)}"


def _lets_pass(option: Option) -> bool:
    """True for the pass of one who has no player here to say it."""
    return option.command.get("choice") == "pass" and not is_on_behalf(option)
