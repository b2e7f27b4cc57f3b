"""The fingerprints of the keys that a database was made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from api.store.errors import Damaged
from api.store.row_seals import FINGERPRINTS
from api.store.rows import FingerprintRow
from api.store.tables import Row, Tables

_BIND: Final = "INSERT INTO fingerprints (key, hash, seal) VALUES "
_RELEASE: Final = "DELETE FROM fingerprints WHERE key = ?"
_UNLESS_BOUND: Final = " ON CONFLICT (key) DO NOTHING"


class Fingerprints:
    """A part of the log: which keys it is bound to. Everything raises `Unavailable`, `Damaged`."""

    tables: Tables

    def fingerprints(self) -> dict[str, bytes]:
        """The hashes of the keys, by the names of their files; empty where none is bound yet."""
        return dict(map(_whole, self.tables.fetch(FINGERPRINTS.select)))

    def fingerprint(self, key: str) -> bytes | None:
        """The hash of one key; None where it is not bound."""
        row = self.tables.first(f"{FINGERPRINTS.select} WHERE key = ?", key)
        return _whole(row).hash if row else None

    def bind_keys(self, hashes: Mapping[str, bytes]) -> None:
        """Bind the database to keys, all or none; those that another process has bound stay."""
        rows = [FingerprintRow(*row) for row in hashes.items()]
        values = [value for row in rows for value in FINGERPRINTS.sealed(row)]
        places = ", ".join(["(?, ?, ?)"] * len(hashes))
        self.tables.put(f"{_BIND}{places}{_UNLESS_BOUND}", *values)

    def release_key(self, key: str) -> None:
        """Bind the database no longer to a key that is lost for good."""
        self.tables.put(_RELEASE, key)


def _whole(row: Row) -> FingerprintRow:
    if not FINGERPRINTS.is_whole(row):
        raise Damaged(
            "The database is damaged: a fingerprint of its keys is not as it was written. Restore"
            " it from a backup."
        )
    return FINGERPRINTS.opened(row)
