"""Tables whose rows end with a hash, so that one that was damaged is never believed.

It tells damage, not forgery: who may write to the database could make it anew.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from api.store.core import rows

Row = tuple[Any, ...]
R = TypeVar("R", bound=Row)


class SealedTable(NamedTuple, Generic[R]):
    """A table of rows with a seal: its columns, and which of them are the same in no two rows.

    `row` makes a row of stored values, `values` the reverse. `what` is what it holds of a combat.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    row: Callable[..., R]
    what: str = ""
    values: Callable[[R], Row] = tuple

    @property
    def select(self) -> str:
        """The query for all rows, their seals at the end."""
        return f"SELECT {', '.join(self.columns)}, seal FROM {self.name}"

    @property
    def upsert(self) -> str:
        """The statement that adds a row, or puts it in the place of the one with its key."""
        return replacement(self.name, (*self.columns, "seal"), self.key)

    def sealed_row(self, row: R) -> Row:
        """A row as it is stored, with its seal at the end."""
        values = self.values(row)
        return *values, seal_of(self.name, values)

    def is_whole(self, stored: Row) -> bool:
        """Whether a stored row is as it was written."""
        *values, seal = stored
        return bool(seal == seal_of(self.name, values))

    def unsealed_row(self, stored: Row) -> R:
        """A stored row without its seal."""
        return self.row(*stored[:-1])


def seal_of(table: str, values: Sequence[Any]) -> bytes:
    """The hash at the end of a row."""
    # SQLite has numbers where PostgreSQL has true and false.
    plain = [int(value) if isinstance(value, bool) else value for value in values]
    return hashlib.sha256(ascii((table, *plain)).encode()).digest()


def insertion(table: str, columns: Sequence[str]) -> str:
    """The statement that adds a row to a table."""
    marks = ", ".join("?" for _ in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def replacement(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    """The statement that adds a row, or puts it in the place of the one with the same key."""
    rest = ", ".join(f"{each} = excluded.{each}" for each in columns if each not in key)
    return f"{insertion(table, columns)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {rest}"


def searchable(text: str) -> str:
    """A text such that what people take for the same word is the same: case and width folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _listing(row: rows.CatalogueRow) -> Row:
    return *row, searchable(f"{row.title} {row.members}")


def _catalogue_row(*values: Any) -> rows.CatalogueRow:
    row = rows.CatalogueRow(*values[:-1])
    return row._replace(sample=bool(row.sample))


def _text(row: rows.TextRow) -> Row:
    return row._replace(mentions=json.dumps(row.mentions))  # type: ignore[arg-type]


def _text_of(*values: Any) -> rows.TextRow:
    text = rows.TextRow(*values)
    return text._replace(mentions=tuple(json.loads(values[3])))


def _origins(row: rows.OriginsRow) -> Row:
    return row.combat, json.dumps(row.origins)


def _origins_row(combat: str, origins: str) -> rows.OriginsRow:
    return rows.OriginsRow(combat, tuple(json.loads(origins)))


_ID: Final = ("combat", "id")
_SEAT: Final = ("combat", "seat")

KEYS: Final = SealedTable(
    "keys", rows.KeyRow._fields, (*_SEAT, "key", "line"), rows.KeyRow, "the keys of its commands"
)
CATALOGUE: Final = SealedTable(
    "catalogue",
    (*rows.CatalogueRow._fields, "words"),
    ("combat",),
    _catalogue_row,
    "its line in the catalogue",
    _listing,
)
TEXTS: Final = SealedTable("texts", rows.TextRow._fields, _ID, _text_of, "its words", _text)
PEOPLE: Final = SealedTable(
    "people", rows.PersonRow._fields, _ID, rows.PersonRow, "the names at its table"
)
SECRETS: Final = SealedTable(
    "secrets", rows.SecretRow._fields, _SEAT, rows.SecretRow, "the tokens of its seats"
)
RULINGS: Final = SealedTable(
    "rulings", rows.RulingRow._fields, ("combat", "number"), rows.RulingRow, "its rulings"
)
JOINING: Final = SealedTable("joining", rows.JoiningRow._fields, ("combat",), rows.JoiningRow)
CAMPAIGNS: Final = SealedTable("campaigns", rows.CampaignRow._fields, ("combat",), rows.CampaignRow)
ORIGINS: Final = SealedTable(
    "origins", rows.OriginsRow._fields, ("combat",), _origins_row, values=_origins
)
FINGERPRINTS: Final = SealedTable(
    "fingerprints", rows.FingerprintRow._fields, ("key",), rows.FingerprintRow
)
