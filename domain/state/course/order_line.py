"""Who comes when: places in a line, their scores, and where a new score belongs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from domain.events import Score

Groups = tuple[tuple[str, ...], ...]
"""Who comes when; those who share a place are one group."""


class Place(NamedTuple):
    """A place in a line; without a score where it was given by hand."""

    who: str
    score: Score | None = None


Line = tuple[tuple[Place, ...], ...]
"""Places one after the other; those of a tie that stands share one."""


class TieRule(NamedTuple):
    """How equal scores are told apart: the smaller key comes first, or `together` they share."""

    key: Callable[[str], tuple[int, ...]]
    together: bool = False


class Order(NamedTuple):
    """Who comes when; ties that stand are inner tuples; scores and a reason say why.

    `more` are the scores of the further places of who stands there several times.
    """

    order: Groups
    scores: Mapping[str, Score]
    why: str
    more: Mapping[str, tuple[Score, ...]] = {}

    def line(self) -> tuple[str, ...]:
        """Everybody in order, ties as they were written."""
        return tuple(who for group in self.order for who in group)

    def scores_of(self, who: str) -> tuple[Score, ...]:
        """The scores of somebody's places, the first place first."""
        return (self.scores[who], *self.more.get(who, ())) if who in self.scores else ()

    @property
    def whole_scores(self) -> dict[str, int]:
        """The score of everybody's first place, where it is a whole number."""
        return {who: score for who, score in self.scores.items() if isinstance(score, int)}

    def places(self) -> Line:
        """Every place with its score."""
        return scored_places(self.order, {who: self.scores_of(who) for who in self.line()})


def scored_places(order: Groups, scores: Mapping[str, tuple[Score, ...]]) -> Line:
    """Give each place of an order the next score of who stands there."""
    before = Counter[str]()

    def place(who: str) -> Place:
        nth, own = before[who], scores.get(who, ())
        before[who] += 1
        return Place(who, own[nth] if nth < len(own) else None)

    return tuple(tuple(place(who) for who in group) for group in order)


def by_fighter(line: Line) -> dict[str, tuple[Score, ...]]:
    """Return the scores in a line by who has them, in the order of their places."""
    found: dict[str, tuple[Score, ...]] = {}
    for who, score in (place for group in line for place in group):
        if score is not None:
            found[who] = (*found.get(who, ()), score)
    return found


def without_places(line: Line, who: Iterable[str]) -> Line:
    """Return a line without the places of some."""
    gone = set(who)
    kept = (tuple(place for place in group if place.who not in gone) for group in line)
    return tuple(filter(None, kept))


def with_scores(line: Line, scores: Mapping[str, tuple[Score, ...]], ties: TieRule) -> Line:
    """Return a line with more places, each where its score belongs; the others stay."""
    new = (Place(who, score) for who, own in scores.items() for score in own)
    for place in sorted(new, key=lambda place: (-(place.score or 0), *ties.key(place.who))):
        line = _insert(line, place, ties)
    return line


def _insert(line: Line, place: Place, ties: TieRule) -> Line:
    for nth, group in enumerate(line):
        share = ties.together and place.who not in [other.who for other in group]
        if share and group[0].score == place.score:
            return (*line[:nth], (*group, place), *line[nth + 1 :])
        if _comes_before(place, group[0], ties):
            return (*line[:nth], (place,), *line[nth:])
    return (*line, (place,))


def _comes_before(place: Place, other: Place, ties: TieRule) -> bool:
    if place.score is None or other.score is None or place.score < other.score:
        return False
    return place.score > other.score or ties.key(place.who) < ties.key(other.who)


def without_place(line: Line, gone: Place) -> Line:
    """Return a line without one place."""
    return tuple(filter(None, (tuple(p for p in group if p is not gone) for group in line)))


def moved_behind(line: Line, moved: Place, behind: Place) -> Line:
    """Return a line in which a place stands alone behind another."""
    rest = without_place(line, moved)
    at = [any(place is behind for place in group) for group in rest].index(True) + 1
    return (*rest[:at], (moved,), *rest[at:])
