"""Moments of a viewer's own log, kept so that any of them is a short fold away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from api.moments import AtMoments
from projections.moment import START, Moment, advance

if TYPE_CHECKING:
    from api.sight import Sight

LATEST = 256
"""How many of the latest are kept."""


class SeenMoments(AtMoments[Moment]):
    """The moments at the ends of a viewer's own steps."""

    def __init__(self, sight: Sight):
        super().__init__(sight, START, LATEST)
        self._sight = sight

    def _fold(self, state: Moment, after: int, seq: int) -> Iterator[tuple[int, Moment]]:
        for first, last in self._sight.line.entries_between(after, seq):
            for each in range(first, last + 1):
                state = advance(state, self._sight.entry(each))
                yield each, state
