"""Frames of a replay as data: where each one ends, what changed, how everybody stood.

What people read is drawn by the templates of the replay page, as pieces of HTML. Each piece is kept
once, and everything else names pieces by their numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain, pairwise, zip_longest
from typing import Any, NamedTuple

from flask import current_app

from api.pages.table.summary import look
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import Viewer
from projections.changes.replay_frames import By
from projections.changes.whole_course import Stop, Stops, WholeCourse

_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<\u2028\u2029"}
"""Signs that begin a tag or end a line, as JSON may write them instead; others do no harm."""


class WayStops(NamedTuple):
    """The stops of one way to go, past what was undone and through it.

    A stop is its place, then the pieces of what changed, then those of how often things were done.
    """

    by: By
    past: list[list[Any]]
    through: list[list[Any]]


class FrameData(NamedTuple):
    """Everything that is drawn: pieces, and the moments and ways that name them.

    A moment is the piece of its clock, that of who has left, then a piece for each fighter. It is
    kept as how many those are, then each place and piece that differ from the moment before.
    """

    pieces: list[str]
    moments: list[list[int]]
    ways: list[WayStops]

    def script_json(self) -> str:
        """Return it as JSON that is safe within a script element."""
        rows = {**self._asdict(), "ways": [way._asdict() for way in self.ways]}
        found = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
        return found.translate(_ESCAPES)


def frame_data(course: WholeCourse, rules: Ruleset, viewer: Viewer) -> FrameData:
    """Return all frames of a course, by every way that there is."""
    pieces, stops = _Pieces(), Stops(course, rules)
    ways = [
        WayStops(by, *(_rows(pieces, stops.of(by, through)) for through in (False, True)))
        for by in course.ways()
    ]
    moments = _moments(pieces, course, rules, viewer)
    return FrameData(pieces.texts, moments, ways)


class _Pieces:
    """Pieces of HTML by their numbers; the same text gets the same number."""

    def __init__(self) -> None:
        self._numbers = dict[str, int]()
        self.moments: Any = current_app.jinja_env.get_template("moments.html").module
        self.changes: Any = current_app.jinja_env.get_template("changes.html").module

    @property
    def texts(self) -> list[str]:
        return list(self._numbers)

    def number(self, html: object) -> int:
        return self._numbers.setdefault(str(html).strip(), len(self._numbers))


def _rows(pieces: _Pieces, stops: Iterable[Stop]) -> list[list[Any]]:
    return [[stop.place, *_changes(pieces, stop)] for stop in stops]


def _changes(pieces: _Pieces, stop: Stop) -> tuple[list[int], list[int]]:
    """What changed, and apart from it how often things were done."""
    found: tuple[list[int], list[int]] = ([], [])
    for each in stop.changes:
        found[each.kind == "times"].append(pieces.number(pieces.changes.change(each)))
    return found


def _moments(
    pieces: _Pieces, course: WholeCourse, rules: Ruleset, viewer: Viewer
) -> list[list[int]]:
    """How everybody stood right after each entry."""
    known = dict[int, list[int]]()
    nodes = [course.line.node_after(place) for place in range(1, len(course) + 1)]
    for node in nodes:
        if node not in known:
            seen = look(course.moment(node), rules, viewer, drawn=False)
            drawn = pieces.moments
            parts = drawn.clock(seen), drawn.gone(seen.gone), *map(drawn.fighter, seen.fighters)
            known[node] = list(map(pieces.number, parts))
    rows = [known[node] for node in nodes]
    return [_differing(before, row) for before, row in pairwise([[], *rows])]


def _differing(before: list[int], row: list[int]) -> list[int]:
    """Return how long a row is, then each place and piece that differ from the row before."""
    pairs = zip_longest(before[: len(row)], row)
    found = ((place, piece) for place, (was, piece) in enumerate(pairs) if was != piece)
    return [len(row), *chain.from_iterable(found)]
