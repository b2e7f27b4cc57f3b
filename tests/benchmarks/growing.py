"""A long combat, grown fast: real commands, decided and sealed by the service, stored in batches.

What takes so long otherwise is one flush to the disk a step, and moves of the head that cross the
whole log. Here a thousand steps go into one transaction, and heads move within reach of what is in
memory. The entries are those of any other combat: whoever opens the log finds its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from api.service.service import Service
from api.store.core.rows import CatalogueRow, Record
from api.store.core.side_rows import NOTHING, Beside
from api.store.log import CombatLog
from tests.support.playing_service import play

AT_ONCE = 1_000
"""Steps of one transaction."""

REACH = 200
"""Entries that a jump goes back at most: fewer than a combat keeps in memory."""


class _Batch:
    """Steps that are not stored yet, of one combat; whoever reads the log has them stored first."""

    def __init__(self, log: CombatLog):
        self._append, self._read = log.append, log.read
        self._records: list[Record] = []
        self._listed: CatalogueRow | None = None
        self._steps = 0

    def append(self, records: Sequence[Record], beside: Beside = NOTHING) -> Sequence[int]:
        """Keep a step for later; what else stands beside a step is not grown here."""
        assert not any(beside._replace(catalogue=None, records=())), beside
        self._records += records
        self._listed, self._steps = beside.catalogue or self._listed, self._steps + 1
        if self._steps >= AT_ONCE:
            self.flush()
        return ()

    def read(self, combat: str, first: int = 1, last: int | None = None) -> Iterator[Record]:
        """The entries of a combat, those that waited among them."""
        self.flush()
        return self._read(combat, first, last)

    def flush(self) -> None:
        """Store what waits, in one transaction."""
        if self._records:
            self._append(self._records, Beside(catalogue=self._listed))
        self._records, self._steps = [], 0


@contextmanager
def batched(log: CombatLog) -> Iterator[None]:
    """While this lasts, steps are stored a thousand at a time; at its end all are."""
    batch, its_own = _Batch(log), (log.append, log.read)
    log.append, log.read = batch.append, batch.read  # type: ignore[method-assign]
    try:
        yield
        batch.flush()
    finally:
        log.append, log.read = its_own  # type: ignore[method-assign]


def grow(service: Service, name: str, size: int, chance: Random) -> None:
    """Random legal play, undone and redone now and then, until a combat has so many entries."""
    with batched(service.log):
        while service.combat(name).line.entries < size:
            play(service, name, chance, 50, reach=REACH)
