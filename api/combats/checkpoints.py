"""States at moments, kept so that any of them is a short fold away.

They are immutable and kept at the ends of steps: the latest ones, and one about every thirty
entries of a path. Nothing here goes stale after an undo, for a state belongs to a node.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar
from weakref import proxy

from domain.log.codec import Entry
from domain.log.undo_tree import Line
from projections.visibility.visible_log import SeenEntry

SPACING = 32
"""Entries of a path between two states that are kept for long."""

LATEST, KEPT = 64, 4096
"""How many of the latest are kept, and how many for long."""

Key = TypeVar("Key")
State = TypeVar("State")
Value = TypeVar("Value")


One = TypeVar("One", Entry, SeenEntry, covariant=True)


class Lined(Protocol[One]):
    """A log with a line of play."""

    line: Line

    def path(self, below: int, to: int) -> Iterable[One]:
        """The entries of the path from one node (without it) to another below it on the tree."""


class Moments(Generic[One, State]):
    """What is folded along the paths of a log, at any of its nodes, while the log is there.

    `fold` gives the state after more entries, `stored` what is kept of the end of a step elsewhere
    than in memory.
    """

    def __init__(
        self,
        log: Lined[One],
        start: State,
        fold: Callable[[list[One], State], State],
        stored: Callable[[int], State | None] = lambda step: None,
        latest: int = LATEST,
    ):
        # A weak reference, so that a log is freed as soon as it is let go.
        self._log: Lined[One] = proxy(log)
        self._fold: Callable[[list[One], State], State] = fold
        self._start, self._stored, self._most = start, stored, latest
        self._latest: OrderedDict[int, tuple[State, int]] = OrderedDict()
        self._spaced: OrderedDict[int, State] = OrderedDict()

    def at(self, seq: int) -> State:
        """The state right after an entry of play; 0 is before everything."""
        line = self._log.line
        step = line.step_of(seq)
        whole = seq == line.last(step)
        if whole and (known := self._cached_state(step)) is not None:
            return known
        state = self._fold_path(*self._nearest(line.parent(step)), seq)
        if whole:
            self.keep(step, state)
        return state

    def keep(self, step: int, state: State) -> None:
        """Keep the state at the end of a step; now and then for long."""
        line = self._log.line
        _, before = self._latest.get(line.parent(step), (None, 0))
        since = before + line.last(step) - line.first(step) + 1
        cache_value(self._latest, step, (state, since if since < SPACING else 0), self._most)
        if since >= SPACING:
            cache_value(self._spaced, step, state, KEPT)

    def keep_only(self, step: int) -> None:
        """Let go of all states but that at the end of a step."""
        latest = self._latest.get(step)
        self._latest.clear()
        self._spaced.clear()
        if latest is not None:
            self._latest[step] = latest

    def _cached_state(self, step: int) -> State | None:
        if not step:
            return self._start
        latest = self._latest.get(step)
        return latest[0] if latest else self._spaced.get(step)

    def _nearest(self, step: int) -> tuple[int, State]:
        """The nearest state on the path at or above a step, in memory or stored."""
        while (known := self._cached_state(step)) is None:
            if (stored := self._stored(step)) is not None:
                return step, stored
            step = self._log.line.parent(step)
        return step, known

    def _fold_path(self, base: int, state: State, seq: int) -> State:
        """Fold the path from the end of a step to an entry, keeping states on the way."""
        line, run = self._log.line, list[One]()
        for entry in self._log.path(line.last(base), seq):
            run.append(entry)
            if len(run) >= SPACING and (at := entry.seq) == line.last(step := line.step_of(at)):
                state, run = self._fold(run, state), []
                cache_value(self._spaced, step, state, KEPT)
        return self._fold(run, state) if run else state


def cache_value(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Keep a value for a step, say; the one put longest ago goes when there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
