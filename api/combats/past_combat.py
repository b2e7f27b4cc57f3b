"""A combat as it was right after one of its entries: the same log, read up to there and no further.

States belong to nodes, so they are those of the whole combat, and found in its caches.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from itertools import chain

from api.combats.open_combat import OpenCombat
from domain.log.codec import Entry
from domain.state.combat import Combat
from domain.state.viewer import Viewer
from domain.table.table import Table, sit


class PastCombat(OpenCombat):
    """A combat up to entry `upto`; only to be read, behind the lock of the `whole` combat."""

    def __init__(self, whole: OpenCombat, upto: int):
        self.__dict__.update(whole.__dict__)
        del self.__dict__["table"]
        self.whole = whole
        self.line, self.numbers = whole.line.upto(upto), whole.numbers.upto(upto)
        self.chain = whole.chain_at(upto)
        self.origin = copy(whole.origin)
        self.origin.combat = self

    @cached_property
    def table(self) -> Table:  # type: ignore[override]
        """The table right after that entry."""
        return sit(Table(), self._table_entries())

    def _table_entries(self) -> Iterator[Entry]:
        """Entries beside play; those of play too where rounds have mixed salts into the dice."""
        line, salts = self.line, self.whole.table.salts
        if salts.mixed or salts.committed or salts.opened:
            return self.entries(1, line.entries)
        talk = (step for step in range(1, line.steps + 1) if not line.is_play(step))
        return chain.from_iterable(self.entries(line.first(s), line.last(s)) for s in talk)

    @cached_property
    def looked_at(self) -> int:  # type: ignore[override]
        """The time of that entry."""
        if not self.line.entries:
            return self.listed.opened_at if self.listed else 0
        [last] = self.entries(self.line.entries, self.line.entries)
        return last.meta.at

    @property
    def was_stopped(self) -> bool:
        """Whether it may have been: known of the whole combat, without the table of that time."""
        return self.whole.was_stopped

    def view(self, viewer: Viewer, seq: int | None = None) -> Combat:
        """The state at a node as somebody can know it."""
        return self.whole.view(viewer, self.node if seq is None else seq)
