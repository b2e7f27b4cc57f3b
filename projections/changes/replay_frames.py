"""Frames of a combat: a reader steps on and back through it, and sees what changed in each.

A place is an own entry, 0 before everything. A reader goes by entry, by step, or to where the next
turn, phase or round began; past what was undone (along the line of play alone) or through it (along
the whole log, moves of the head among it). A frame tells what happened since the stop before it, in
the game's words, and what stands differently for it; it is the same from whichever side one comes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Ruleset
from projections.changes.differences import Change, changes
from projections.state.turn_order import stretches
from projections.visibility.snapshot import Moment, advance
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NO_TEXTS, Telling, Texts
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


Bisect = Callable[..., int]
"""`bisect_left` or `bisect_right`."""


class Reader:
    """Steps through a course. `through` goes through what was undone as well.

    `texts` gives the words that are stored outside the log, by the names of their texts.
    """

    def __init__(
        self, course: Course, by: By = "step", through: bool = False, texts: Texts = NO_TEXTS
    ):
        self.course, self.line, self.by, self.through = course, course.line, by, through
        self.texts = texts

    @property
    def last(self) -> int:
        """The last stop."""
        return len(self.course) if self.through else self.line.last(self.line.head)

    def after(self, place: int) -> int | None:
        """The next stop; None behind the last one."""
        if place >= self.last:
            return None
        if self.by in ("entry", "step"):
            line, passed = self.line, self._steps_before(bisect_right, place, self._end_of_step)
            step = self._step(passed + 1)
            return line.last(step) if self.by == "step" else max(place + 1, line.first(step))
        began = self.course.began(self.by)
        later = (began[n] for n in range(bisect_right(began, place), len(began)))
        return next(filter(self._stands, later), self.last)

    def before(self, place: int) -> int | None:
        """The stop before; None before the first one."""
        if self.by in ("entry", "step"):
            edge = self._end_of_step if self.by == "step" else self._start_of_step
            passed = self._steps_before(bisect_left, place, edge)
            return min(place - 1, self._end_of_step(passed)) if passed else None
        began = self.course.began(self.by)
        earlier = (began[n] for n in range(bisect_left(began, place) - 1, -1, -1))
        return next(filter(self._stands, earlier), None)

    def _stands(self, place: int) -> bool:
        return self.through or self.line.standing(self.line.step_of(place))

    @property
    def _steps(self) -> range:
        """The steps on the way, counted from 1."""
        line = self.line
        return range(1, 1 + (line.steps if self.through else line.depth(line.head)))

    def _steps_before(self, bisect: Bisect, place: int, edge: Callable[[int], int]) -> int:
        """How many steps on the way have their edge before a place, or at it (`bisect_right`)."""
        line, low, high = self.line, 0, len(self._steps)
        step = line.step_of(place) if place else 0
        # The step of the place is looked for only where it is not on the way.
        if step and (self.through or (line.is_play(step) and line.standing(step))):
            high = step if self.through else line.depth(step)
            low = high - 1
        return bisect(self._steps, place, low, high, key=edge)

    def _step(self, nth: int) -> int:
        return nth if self.through else self.line.ancestor(self.line.head, nth)

    def _start_of_step(self, nth: int) -> int:
        return self.line.first(self._step(nth))

    def _end_of_step(self, nth: int) -> int:
        return self.line.last(self._step(nth))

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
            if (parent := seen.entry.meta.parent) is None:
                before, after = self._moment(place - 1), self._moment(place)
            else:
                before = known.get(parent) or self.course.moment(parent)
                after = known[place] = advance(before, seen)
            t = Telling(rules, before.combat, after.combat, seen, texts=self.texts)
            text = sentence(t) + t.written()
            yield Shot(seen.number, text, kind_of(seen.event), self._undone(place))

    def _entries(self, since: int, stop: int) -> Iterator[int]:
        if self.through:
            yield from range(since + 1, stop + 1)
            return
        for first, last in self.line.entries_between(since, stop):
            yield from range(first, last + 1)
