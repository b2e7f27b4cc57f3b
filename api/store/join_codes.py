"""Who may come in without an invitation of his own, and who is there."""

from __future__ import annotations

from typing import Final

from api.store.core.row_seals import JOINING, replacement
from api.store.core.rows import JoiningRow
from api.store.core.tables import Tables

_DELETE: Final = "DELETE FROM joining WHERE combat = ?"
_SEEN: Final = replacement("presence", ("combat", "seat", "at"), ("combat", "seat"))
_PRESENT: Final = "SELECT seat, at FROM presence WHERE combat = ?"


class Doors:
    """A part of the log: who may come in, and who is there. Everything raises `Unavailable`."""

    tables: Tables

    def put_joining(self, row: JoiningRow) -> None:
        """Let people in with a code; the one before opens nothing any more."""
        self.tables.execute(JOINING.upsert, *JOINING.sealed_row(row))

    def end_joining(self, combat: str) -> None:
        """Let nobody in any more."""
        self.tables.execute(_DELETE, combat)

    def joining(self, combat: str) -> JoiningRow | None:
        """How a combat may be joined; None where it may not."""
        return self._door("combat", combat)

    def joining_by(self, code_hash: bytes) -> JoiningRow | None:
        """What a code opens; None if it opens nothing."""
        return self._door("code_hash", code_hash)

    def put_seen(self, combat: str, seat: str, at: int) -> None:
        """Note when somebody was last seen, for the other processes."""
        self.tables.execute(_SEEN, combat, seat, at)

    def last_seen(self, combat: str) -> dict[str, int]:
        """When each seat was last seen, as far as that was noted."""
        return {row[0]: row[1] for row in self.tables.fetch(_PRESENT, combat)}

    def _door(self, column: str, value: str | bytes) -> JoiningRow | None:
        """A row; one that is not as it was written opens nothing, as after the door was shut."""
        row = self.tables.first(f"{JOINING.select} WHERE {column} = ?", value)
        return JOINING.unsealed_row(row) if row and JOINING.is_whole(row) else None
