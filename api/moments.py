"""States at moments, kept so that any of them is a short fold away.

They are immutable and kept at the ends of steps: the latest ones, and one about every thirty
entries of a path. Nothing here goes stale after an undo, for a state belongs to a node.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from domain.combat import EMPTY, Combat, evolve
from domain.line import Line

if TYPE_CHECKING:
    from api.open_combat import OpenCombat

SPACING = 32
"""Entries of a path between two states that are kept for long."""

LATEST, KEPT = 64, 4096
"""How many of the latest are kept, and how many for long."""

Key = TypeVar("Key")
State = TypeVar("State")
Value = TypeVar("Value")


class Lined(Protocol):
    """A log with a line of play."""

    @property
    def line(self) -> Line:
        """Which entry follows which."""


class AtMoments(Generic[State]):
    """What is folded along the paths of a log, at any of its nodes. A kind of it says how."""

    def __init__(self, log: Lined, start: State, latest: int):
        self._log, self._start, self._most = log, start, latest
        self._latest: OrderedDict[int, tuple[State, int]] = OrderedDict()
        self._spaced: OrderedDict[int, State] = OrderedDict()

    def _fold(self, state: State, after: int, seq: int) -> Iterator[tuple[int, State]]:
        """Each entry of the path from one to another, and the state right after it."""
        raise NotImplementedError

    def _stored(self, step: int) -> State | None:
        """What is kept of the end of a step elsewhere than in memory."""
        return None

    def at(self, seq: int) -> State:
        """The state right after an entry of play; 0 is before everything."""
        line = self._log.line
        step = line.step_of(seq)
        whole = seq == line.last(step)
        if whole and (known := self._known(step)) is not None:
            return known
        state = self._folded(*self._nearest(line.parent(step)), seq)
        if whole:
            self.keep(step, state)
        return state

    def keep(self, step: int, state: State) -> None:
        """Keep the state at the end of a step; now and then for long."""
        line = self._log.line
        _, before = self._latest.get(line.parent(step), (None, 0))
        since = before + line.last(step) - line.first(step) + 1
        put(self._latest, step, (state, since if since < SPACING else 0), self._most)
        if since >= SPACING:
            put(self._spaced, step, state, KEPT)

    def _known(self, step: int) -> State | None:
        if not step:
            return self._start
        latest = self._latest.get(step)
        return latest[0] if latest else self._spaced.get(step)

    def _nearest(self, step: int) -> tuple[int, State]:
        """The nearest state on the path at or above a step, in memory or stored."""
        while (known := self._known(step)) is None:
            if (stored := self._stored(step)) is not None:
                return step, stored
            step = self._log.line.parent(step)
        return step, known

    def _folded(self, base: int, state: State, seq: int) -> State:
        """Fold the path from the end of a step to an entry, keeping states on the way."""
        line, since = self._log.line, 0
        for at, after in self._fold(state, line.last(base), seq):
            state, since = after, since + 1
            if since >= SPACING and at == line.last(step := line.step_of(at)):
                since = 0
                put(self._spaced, step, state, KEPT)
        return state


class Moments(AtMoments[Combat]):
    """The states of one combat, as it was."""

    def __init__(self, combat: OpenCombat):
        super().__init__(combat, EMPTY, LATEST)
        self._combat = combat

    def _fold(self, state: Combat, after: int, seq: int) -> Iterator[tuple[int, Combat]]:
        for entry in self._combat.path(after, seq):
            state = evolve(state, entry.event, entry.meta.answers)
            yield entry.seq, state

    def _stored(self, step: int) -> Combat | None:
        return self._combat.stored_state(step)


def put(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Keep a value for a step, say; the one put longest ago goes when there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
