"""Who may come in without an invitation of his own, and who is there."""

from __future__ import annotations

from typing import Final, NamedTuple

from api.store.row_seals import is_whole, sealed
from api.store.tables import Tables

_PUT: Final = (
    "INSERT INTO joining (combat, role, code_hash, until, seal) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (combat) DO UPDATE SET role = excluded.role,"
    " code_hash = excluded.code_hash, until = excluded.until, seal = excluded.seal"
)
_DELETE: Final = "DELETE FROM joining WHERE combat = ?"
_OF: Final = "SELECT combat, role, code_hash, until, seal FROM joining WHERE combat = ?"
_BY_CODE: Final = "SELECT combat, role, code_hash, until, seal FROM joining WHERE code_hash = ?"
_SEEN: Final = (
    "INSERT INTO presence (combat, seat, at) VALUES (?, ?, ?)"
    " ON CONFLICT (combat, seat) DO UPDATE SET at = excluded.at"
)
_PRESENT: Final = "SELECT seat, at FROM presence WHERE combat = ?"


class JoiningRow(NamedTuple):
    """That a combat may be joined: as what, the hash of its code, until when in milliseconds."""

    combat: str
    role: str
    code_hash: bytes
    until: int


class Doors:
    """A part of the log: who may come in, and who is there. Everything raises `Unavailable`."""

    tables: Tables

    def put_joining(self, row: JoiningRow) -> None:
        """Let people in with a code; the one before opens nothing any more."""
        self.tables.put(_PUT, *sealed("joining", row))

    def end_joining(self, combat: str) -> None:
        """Let nobody in any more."""
        self.tables.put(_DELETE, combat)

    def joining(self, combat: str) -> JoiningRow | None:
        """How a combat may be joined; None where it may not."""
        return self._door(_OF, combat)

    def joining_by(self, code_hash: bytes) -> JoiningRow | None:
        """What a code opens; None if it opens nothing."""
        return self._door(_BY_CODE, code_hash)

    def put_seen(self, combat: str, seat: str, at: int) -> None:
        """Note when somebody was last seen, for the other processes."""
        self.tables.put(_SEEN, combat, seat, at)

    def seen(self, combat: str) -> dict[str, int]:
        """When each seat was last seen, as far as that was noted."""
        return {row[0]: row[1] for row in self.tables.fetch(_PRESENT, combat)}

    def _door(self, query: str, value: str | bytes) -> JoiningRow | None:
        """A row; one that is not as it was written opens nothing, as after the door was shut."""
        row = self.tables.first(query, value)
        return JoiningRow(*row[:-1]) if row and is_whole("joining", row) else None
