"""States of one combat at moments, kept so that any of them is a short fold away.

States are immutable and kept at the ends of steps: the latest ones, and one about every fifty
entries of a path. Nothing here goes stale after an undo, for a state belongs to a node.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from domain.combat import EMPTY, Combat, evolve
from domain.wire import Entry

if TYPE_CHECKING:
    from api.open_combat import OpenCombat

SPACING = 50
"""Entries of a path between two states that are kept in memory."""

_LATEST, _KEPT = 64, 4096
Value = TypeVar("Value")


class Moments:
    """The states of one combat as one pair of eyes sees it."""

    def __init__(self, combat: OpenCombat, sees: Callable[[Entry], bool] | None = None):
        self._combat, self._sees = combat, sees
        self._latest: OrderedDict[int, Combat] = OrderedDict()
        self._kept: OrderedDict[int, Combat] = OrderedDict()
        self._since: OrderedDict[int, int] = OrderedDict()

    def at(self, seq: int) -> Combat:
        """The state right after an entry of play; 0 is before everything."""
        line = self._combat.line
        if not seq:
            return EMPTY
        step = line.step_of(seq)
        whole = seq == line.last(step)
        if whole and (known := self._known(step)) is not None:
            return known
        base, combat = self._nearest(line.parent(step))
        combat = self._folded(base, seq, combat)
        if whole:
            self.keep(step, combat)
        return combat

    def keep(self, step: int, combat: Combat) -> None:
        """Keep the state at the end of a step; now and then for long."""
        line = self._combat.line
        since = self._since.get(line.parent(step), 0) + line.last(step) - line.first(step) + 1
        put(self._latest, step, combat, _LATEST)
        put(self._since, step, since if since < SPACING else 0, _LATEST)
        if since >= SPACING:
            put(self._kept, step, combat, _KEPT)

    def _known(self, step: int) -> Combat | None:
        if step == 0:
            return EMPTY
        return self._latest.get(step) or self._kept.get(step)

    def _nearest(self, step: int) -> tuple[int, Combat]:
        """The nearest state on the path at or above a step, in memory or stored."""
        line = self._combat.line
        while (known := self._known(step)) is None:
            if self._sees is None and (stored := self._combat.stored_state(step)) is not None:
                return step, stored
            step = line.parent(step)
        return step, known

    def _folded(self, base: int, seq: int, combat: Combat) -> Combat:
        """Fold the path from the end of a step to an entry, keeping states on the way."""
        line, since = self._combat.line, 0
        for entry in self._combat.path(line.last(base) if base else 0, seq):
            if self._sees is None or self._sees(entry):
                combat = evolve(combat, entry.event, entry.meta.answers)
            since += 1
            if since >= SPACING and entry.seq == line.last(entry.step):
                since = 0
                put(self._kept, entry.step, combat, _KEPT)
        return combat


def put(by_step: OrderedDict[int, Value], step: int, value: Value, most: int) -> None:
    """Keep a value for a step; the one put longest ago goes when there are too many."""
    by_step[step] = value
    by_step.move_to_end(step)
    if len(by_step) > most:
        by_step.popitem(last=False)
