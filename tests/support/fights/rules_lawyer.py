"""The rows of the rules lawyers: what is tried where, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from domain.ruleset.ruleset import Refused, Ruleset
from tests.support.refusals import lacks, legal

Played = TypeVar("Played")
"""What a game is played on in its tests."""


class Try(NamedTuple, Generic[Played]):
    """Where it is tried, and what."""

    position: Callable[[], Played]
    tried: Callable[[Played], object]


class Refusal(NamedTuple):
    """All that is told: clause, reason, numbers, what is missing, what is legal, and where.

    What is missing and what is legal are written as `tests.support.refusals` does.
    """

    clause: str
    why: str = ""
    numbers: Mapping[str, Any] = {}
    lacks: str = ""
    legal: str = ""
    at: str = ""


def check_refused(refused: Refused, said: Refusal, rules: Ruleset) -> None:
    """Check that a command was refused as is said, by a clause that has a title."""
    told = (refused.clause, refused.why, refused.numbers)
    found = Refusal(*told, lacks(refused), legal(refused), refused.pointer)
    assert found == said, found
    assert not refused.clause or rules.clause_title(refused.clause)


Tries = dict[str, tuple[Try[Played], Refusal]]
"""Tries by their names, each with its refusal."""
