"""What spares folding a whole log: caches, written after the commit, that may be deleted."""

from __future__ import annotations

import logging
from typing import Any, Final

from api.store.errors import Unavailable
from api.store.rows import LineDump, Mark
from api.store.tables import FAILURES, Tables

_log = logging.getLogger(__name__)

_MARKS: Final = (
    "SELECT seq, chain FROM checkpoints WHERE combat = ? AND fold_version = ? ORDER BY seq DESC"
)
_CHECKPOINT: Final = (
    "SELECT data FROM checkpoints WHERE combat = ? AND seq = ? AND fold_version = ? AND chain = ?"
)
_PUT_CHECKPOINT: Final = (
    "INSERT INTO checkpoints (combat, seq, fold_version, chain, data) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (combat, seq, fold_version) DO UPDATE SET"
    " chain = excluded.chain, data = excluded.data"
)
_TABLES: Final = ("checkpoints", "lines", "rulings")
_LINE: Final = "SELECT seq, chain, data FROM lines WHERE combat = ?"
_PUT_LINE: Final = (
    "INSERT INTO lines (combat, seq, chain, data) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (combat) DO UPDATE SET"
    " seq = excluded.seq, chain = excluded.chain, data = excluded.data"
)


class Caches:
    """A part of the log: checkpoints and dumped lines.

    What puts one never fails; what reads one raises `Unavailable`.
    """

    tables: Tables

    def checkpoints(self, combat: str, fold_version: int) -> list[Mark]:
        """Where this fold has checkpoints, the latest entry first."""
        return [Mark(*row) for row in self.tables.fetch(_MARKS, combat, fold_version)]

    def checkpoint(self, combat: str, seq: int, chain: bytes, fold_version: int) -> bytes | None:
        """The state that this fold had stored at an entry; None if there is none for this chain.

        Numbers of entries recur where a log was restored from a backup; chains never do.
        """
        row = self.tables.first(_CHECKPOINT, combat, seq, fold_version, chain)
        return row[0] if row else None

    def put_checkpoint(
        self, combat: str, seq: int, chain: bytes, fold_version: int, data: bytes
    ) -> bool:
        """Store the state at an entry; tells whether that worked."""
        return self._put(_PUT_CHECKPOINT, combat, seq, fold_version, chain, data)

    def line(self, combat: str) -> LineDump | None:
        """The stored index of a combat's line of play, if any."""
        row = self.tables.first(_LINE, combat)
        return LineDump(*row) if row else None

    def put_line(self, combat: str, seq: int, chain: bytes, data: bytes) -> bool:
        """Store the index up to an entry in place of the one before; tells whether that worked."""
        return self._put(_PUT_LINE, combat, seq, chain, data)

    def drop_caches(self, combat: str) -> bool:
        """Delete what is made of a combat's entries; tells whether that worked."""
        return all(self._put(f"DELETE FROM {table} WHERE combat = ?", combat) for table in _TABLES)

    def _put(self, statement: str, *values: Any) -> bool:
        try:
            self.tables.ground.put(statement, values)
        except (*FAILURES, Unavailable) as error:
            _log.warning("A cache was not written, so the next start takes longer: %s", error)
            return False
        return True
