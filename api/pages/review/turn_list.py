"""List of the turns and rounds of a replay, each with what fell in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from api.combats.viewers.viewer_log import Sight
from domain.ruleset.ruleset import Ruleset
from projections.story.landmarks import Kind, Landmark
from projections.wording.game_words import capital, word

COUNTED: Mapping[Kind, str] = {"roll": "roll", "wound": "wound", "undo": "undo", "ruling": "ruling"}
"""The marks that the list of turns counts, each with its word."""


class TurnSpan(NamedTuple):
    """A turn or round in the list of turns: its entries, whose it is, and what it had in it."""

    place: int
    number: str
    last: str
    says: str
    inside: str
    is_round: bool


def turns_of(sight: Sight, marks: tuple[Landmark, ...], rules: Ruleset) -> Iterator[TurnSpan]:
    """Yield the turns and rounds that stand, in order, each with what fell in it."""
    says = {mark.place: mark.says for mark in marks if mark.kind == "turn"}
    says |= {place: capital(f"{word(rules, 'round')}") for place in sight.began("round")}
    rounds = {place: n for n, place in enumerate(sight.began("round"), 1)}
    stands = [p for p in sorted(says) if sight.line.standing(sight.line.step_of(p))]
    for place, after in zip(stands, [*stands, len(sight) + 1][1:], strict=True):
        called = f"{says[place]} {rounds[place]}" if place in rounds else says[place]
        inside = [mark for mark in marks if place <= mark.place < after]
        numbers = sight.number(place), sight.number(after - 1)
        yield TurnSpan(place, *numbers, called, _inside(inside), place in rounds)


def _inside(marks: list[Landmark]) -> str:
    """Return what marks come to: `3 rolls, 1 wound`."""
    counts = Counter(mark.kind for mark in marks if mark.kind in COUNTED)
    kinds = ((kind, counts[kind]) for kind in COUNTED if counts[kind])
    return ", ".join(f"{n} {COUNTED[kind]}{'s' if n > 1 else ''}" for kind, n in kinds)
