"""What spares folding a whole log: caches, written after the commit, that may be deleted."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, Final

from api.store.core.errors import Damaged, Unavailable
from api.store.core.row_seals import CATALOGUE, RULINGS, SealedTable, replacement
from api.store.core.rows import LineDump, Mark
from api.store.core.tables import Row, Tables

_log = logging.getLogger(__name__)

_MARKS: Final = (
    "SELECT seq, chain FROM checkpoints WHERE combat = ? AND fold_version = ? ORDER BY seq DESC"
)
_CHECKPOINT: Final = (
    "SELECT data FROM checkpoints WHERE combat = ? AND seq = ? AND fold_version = ? AND chain = ?"
)
_MARKED: Final = ("combat", "seq", "fold_version")
_PUT_CHECKPOINT: Final = replacement("checkpoints", (*_MARKED, "chain", "data"), _MARKED)
_DROP: Final = (
    "DELETE FROM checkpoints WHERE combat = ?",
    "DELETE FROM lines WHERE combat = ?",
    "DELETE FROM rulings WHERE combat = ?",
    "UPDATE heads SET rulings = 0 WHERE combat = ?",
)
_LINE: Final = "SELECT seq, chain, data FROM lines WHERE combat = ?"
_PUT_LINE: Final = replacement("lines", ("combat", "seq", "chain", "data"), ("combat",))


class Caches:
    """A part of the log: checkpoints and dumped lines.

    What puts one never fails; what reads one raises `Unavailable`.
    """

    tables: Tables

    def checkpoints(self, combat: str, fold_version: int) -> list[Mark]:
        """Where this fold has checkpoints, the latest entry first."""
        return [Mark(*row) for row in self._cached_rows(_MARKS, combat, fold_version)]

    def checkpoint(self, combat: str, seq: int, chain: bytes, fold_version: int) -> bytes | None:
        """The state that this fold had stored at an entry; None if there is none for this chain.

        Numbers of entries recur where a log was restored from a backup; chains never do.
        """
        rows = self._cached_rows(_CHECKPOINT, combat, seq, fold_version, chain)
        return rows[0][0] if rows else None

    def put_checkpoint(
        self, combat: str, seq: int, chain: bytes, fold_version: int, data: bytes
    ) -> bool:
        """Store the state at an entry; tells whether that worked."""
        return self._try_write(_PUT_CHECKPOINT, combat, seq, fold_version, chain, data)

    def line(self, combat: str) -> LineDump | None:
        """The stored index of a combat's line of play, if any."""
        rows = self._cached_rows(_LINE, combat)
        return LineDump(*rows[0]) if rows else None

    def put_line(self, combat: str, seq: int, chain: bytes, data: bytes) -> bool:
        """Store the index up to an entry in place of the one before; tells whether that worked."""
        return self._try_write(_PUT_LINE, combat, seq, chain, data)

    def drop_caches(self, combat: str) -> bool:
        """Delete what is made of a combat's entries; tells whether that worked."""
        return all(self._try_write(statement, combat) for statement in _DROP)

    def to_rebuild(self) -> list[str]:
        """The combats whose line in the catalogue, or some of whose rulings, are lost.

        Lines and rulings that are damaged are deleted.
        """
        listed, rulings = self._whole(CATALOGUE), self._whole(RULINGS)
        heads = self.tables.fetch("SELECT combat, rulings FROM heads")
        return [c for c, ruled in heads if not listed[c] or rulings[c] != ruled]

    def _whole(self, table: SealedTable[Any]) -> Counter[str]:
        """How many rows of each combat are as they were written; the others are deleted."""
        rows = self.tables.fetch(table.select)
        for row in rows:
            if not table.is_whole(row):
                self._try_write(f"DELETE FROM {table.name} WHERE seal = ?", row[-1])
        return Counter(row[0] for row in rows if table.is_whole(row))

    def _cached_rows(self, statement: str, *values: Any) -> list[Row]:
        """Rows of a cache; none where they are damaged, since the log has everything."""
        try:
            return self.tables.fetch(statement, *values)
        except Damaged as error:
            _log.warning("A cache was not read, so this start takes longer: %s", error)
            return []

    def _try_write(self, statement: str, *values: Any) -> bool:
        try:
            self.tables.execute(statement, *values)
        except (Damaged, Unavailable) as error:
            _log.warning("A cache was not written, so the next start takes longer: %s", error)
            return False
        return True
