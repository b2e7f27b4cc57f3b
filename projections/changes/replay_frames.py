"""Frames of a combat: a reader steps on and back through it, and sees what changed in each.

A place is an own entry, 0 before everything. A reader goes by entry, by step, or to where the next
turn, phase or round began; past what was undone (along the line of play alone) or through it (along
the whole log, moves of the head among it). A frame tells what happened since the stop before it, in
the game's words, and what stands differently for it; it is the same from whichever side one comes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from domain.log.history import Line
from domain.ruleset.ruleset import Ruleset
from projections.changes.differences import Change, changes
from projections.state.turn_order import stretches
from projections.visibility.snapshot import Moment, advance
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NOTHING, Telling
from projections.wording.events import kind_of, sentence

By = Literal["entry", "step", "turn", "phase", "round"]
"""How far a reader goes at once."""


class Course(Protocol):
    """A log as somebody sees it, with its line of play and the states on it."""

    line: Line

    def __len__(self) -> int:
        """How many entries there are."""

    def entry(self, seq: int) -> SeenEntry:
        """An entry."""

    def moment(self, seq: int) -> Moment:
        """The moment right after an entry of play, 0 for before everything."""

    def began(self, span: str) -> Sequence[int]:
        """The entries at which turns, phases or rounds began, in order."""


class Shot(NamedTuple):
    """One entry in a frame."""

    number: str
    text: str
    kind: str
    undone: bool


class Frame(NamedTuple):
    """Where a reader stops: the last entry, what happened up to it, and what changed by that.

    `path` is where the clock stands then, in the game's words; `undone` is true where the frame
    ends beside the line of play.
    """

    number: str
    step: int
    path: tuple[str, ...]
    undone: bool
    shots: tuple[Shot, ...]
    changes: tuple[Change, ...]


class Reader:
    """Steps through a course. `through` goes through what was undone as well.

    `apart` gives the words that stand apart from the log, by the names of their texts.
    """

    def __init__(
        self,
        course: Course,
        by: By = "step",
        through: bool = False,
        apart: Mapping[str, str] = NOTHING,
    ):
        self.course, self.line, self.by, self.through = course, course.line, by, through
        self.apart = apart

    @property
    def last(self) -> int:
        """The last stop."""
        return len(self.course) if self.through else self.line.last(self.line.head)

    def after(self, place: int) -> int | None:
        """The next stop; None behind the last one."""
        if place >= self.last:
            return None
        if self.by in ("entry", "step"):
            return self._next(place, whole=self.by == "step")
        began = self.course.began(self.by)
        later = (began[n] for n in range(bisect_right(began, place), len(began)))
        return next(filter(self._stands, later), self.last)

    def before(self, place: int) -> int | None:
        """The stop before; None before the first one."""
        if self.by in ("entry", "step"):
            return self._previous(place, whole=self.by == "step") or None
        began = self.course.began(self.by)
        earlier = (began[n] for n in range(bisect_left(began, place) - 1, -1, -1))
        return next(filter(self._stands, earlier), None)

    def _stands(self, place: int) -> bool:
        return self.through or self.line.standing(self.line.step_of(place))

    def _next(self, place: int, whole: bool) -> int:
        """The entry after a place, or the end of the step that it is in."""
        line, step = self.line, self.line.step_of(place)
        if not (self._on_the_way(step) and place < line.last(step)):
            step = self._step(step, 1)
            place = line.first(step) - 1
        return line.last(step) if whole else place + 1

    def _previous(self, place: int, whole: bool) -> int:
        """The entry before a place, or the end of the step before the one that it is in."""
        line, step = self.line, self.line.step_of(place)
        if not whole and self._on_the_way(step) and place > line.first(step):
            return place - 1
        before = self._step(step, -1)
        return line.last(before) if before else 0

    def _on_the_way(self, step: int) -> bool:
        return step > 0 and (self.through or (self.line.is_play(step) and self.line.standing(step)))

    def _step(self, step: int, way: int) -> int:
        """The next step on the way after a step, or the one before it; 0 before all."""
        if self.through:
            return step + way
        line, low, high = self.line, 0, self.line.depth(self.line.head)
        if self._on_the_way(step):
            return line.ancestor(line.head, line.depth(step) + way)
        # The deeper on the line of play, the later in the log.
        while low < high:
            middle = (low + high + 1) // 2
            at = line.ancestor(line.head, middle)
            low, high = (middle, high) if at < step + (way > 0) else (low, middle - 1)
        depth = low + 1 if way > 0 else low
        return line.ancestor(line.head, depth)

    def stop(self, place: int) -> int:
        """The stop at a place: itself, if a frame ends there, else the end of its frame."""
        return self.after(max(place, 1) - 1) or self.last

    def frame(self, stop: int, rules: Ruleset) -> Frame:
        """What happened since the stop before, and what changed by it."""
        since = self.before(stop) or 0
        was, becomes = self._moment(since), self._moment(stop)
        seen = self.course.entry(stop)
        return Frame(
            seen.number,
            seen.entry.meta.step,
            stretches(becomes.combat, rules),
            self._undone(stop),
            tuple(self._shots(since, stop, rules)),
            changes(was, becomes, rules),
        )

    def _moment(self, place: int) -> Moment:
        return self.course.moment(self.line.node_after(place))

    def _undone(self, place: int) -> bool:
        step = self.line.step_of(place)
        return self.line.is_play(step) and not self.line.standing(step)

    def _shots(self, since: int, stop: int, rules: Ruleset) -> Iterator[Shot]:
        """Every entry of a frame in words."""
        known: dict[int, Moment] = {}
        for place in self._entries(since, stop):
            seen = self.course.entry(place)
            before, after = self._around(place, seen, known)
            t = Telling(rules, before.combat, after.combat, seen, apart=self.apart)
            text = sentence(t) + t.written()
            kind = kind_of(seen.event)
            yield Shot(seen.number, text, kind, self._undone(place))

    def _around(
        self, place: int, seen: SeenEntry, known: dict[int, Moment]
    ) -> tuple[Moment, Moment]:
        """The moments before and after an entry; one of play is known from then on."""
        parent = seen.entry.meta.parent
        if parent is None:
            return self._moment(place - 1), self._moment(place)
        before = known[parent] if parent in known else self.course.moment(parent)
        known[place] = advance(before, seen)
        return before, known[place]

    def _entries(self, since: int, stop: int) -> Iterator[int]:
        if self.through:
            yield from range(since + 1, stop + 1)
            return
        for first, last in self.line.entries_between(since, stop):
            yield from range(first, last + 1)
