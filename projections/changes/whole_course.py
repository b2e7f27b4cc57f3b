"""A course read whole: entries, line and all moments at once, for a reader without its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Ruleset
from projections.changes.differences import Change, changes
from projections.changes.replay_frames import By, Reader
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry

SPANS: tuple[By, ...] = ("turn", "phase", "round")
"""Ways to go that a game may have no use for."""


class WholeCourse:
    """Course whose moments are folded once, in order, and all kept.

    `began` gives the entries at which turns, phases and rounds began.
    """

    def __init__(
        self, entries: Sequence[SeenEntry], line: Line, began: Mapping[Any, Sequence[int]]
    ):
        self.line, self._entries, self._began = line, entries, began
        self._moments = {0: START}
        for seen in entries:
            if (parent := seen.entry.meta.parent) is not None:
                self._moments[seen.seq] = advance(self._moments[parent], seen)

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, seq: int) -> SeenEntry:
        """Return an entry."""
        return self._entries[seq - 1]

    def moment(self, seq: int) -> Moment:
        """Return the moment right after an entry of play, 0 for before everything."""
        return self._moments[seq]

    def began(self, span: str) -> Sequence[int]:
        """Return the entries at which turns, phases or rounds began, in order."""
        return self._began[span]

    def ways(self) -> tuple[By, ...]:
        """Return how far a reader can go at once: by entry, by step, by spans that there were."""
        return ("entry", "step", *(span for span in SPANS if len(self._began[span])))


class Stop(NamedTuple):
    """Where a frame ends, and what changed since the stop before."""

    place: int
    changes: tuple[Change, ...]


class Stops:
    """Every stop of a course, by any way; what two ways have in common is compared once."""

    def __init__(self, course: WholeCourse, rules: Ruleset):
        self._course, self._rules = course, rules
        self._known = dict[tuple[int, int], tuple[Change, ...]]()

    def of(self, by: By, through: bool) -> Iterator[Stop]:
        """Yield the stops of one way, past what was undone or through it."""
        reader, place = Reader(self._course, by, through), 0
        while (stop := reader.after(place)) is not None:
            yield Stop(stop, self._changes(place, stop))
            place = stop

    def _changes(self, since: int, stop: int) -> tuple[Change, ...]:
        course = self._course
        nodes = course.line.node_after(since), course.line.node_after(stop)
        if nodes not in self._known:
            was, becomes = map(course.moment, nodes)
            self._known[nodes] = changes(was, becomes, self._rules)
        return self._known[nodes]
