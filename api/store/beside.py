"""The rows that are written beside the entries of a step, in the same transaction.

Every statement here is understood by SQLite and by PostgreSQL alike; parameters are question marks.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from api.store.row_seals import sealed
from api.store.rows import (
    CatalogueRow,
    FingerprintRow,
    KeyRow,
    OpeningRow,
    PersonRow,
    Record,
    RulingRow,
    SecretRow,
    TextRow,
)

Statement = tuple[str, tuple[Any, ...]]
"""SQL with question marks, and what stands in for them."""

_KEY: Final = "INSERT INTO keys (combat, seat, key, mac, step, seal) VALUES (?, ?, ?, ?, ?, ?)"
_CATALOGUE: Final = (
    "INSERT INTO catalogue"
    " (combat, title, ruleset, status, members, opened_at, changed_at, origin, origin_entry, maker,"
    " sample, words, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (combat) DO UPDATE SET"
    " title = excluded.title, ruleset = excluded.ruleset, status = excluded.status,"
    " members = excluded.members, opened_at = excluded.opened_at,"
    " changed_at = excluded.changed_at, origin = excluded.origin,"
    " origin_entry = excluded.origin_entry, maker = excluded.maker,"
    " sample = excluded.sample, words = excluded.words, seal = excluded.seal"
)
_TEXT: Final = (
    "INSERT INTO texts (combat, id, author, mentions, salt, words, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (combat, id) DO UPDATE SET"
    " author = excluded.author, mentions = excluded.mentions, seal = excluded.seal,"
    " salt = excluded.salt, words = excluded.words"
)
_PERSON: Final = (
    "INSERT INTO people (combat, id, salt, name, seal) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (combat, id) DO UPDATE SET"
    " salt = excluded.salt, name = excluded.name, seal = excluded.seal"
)
_SECRET: Final = (
    "INSERT INTO secrets (combat, seat, token_hash, seal) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (combat, seat) DO UPDATE SET"
    " token_hash = excluded.token_hash, seal = excluded.seal"
)
_OPENING: Final = "INSERT INTO openings (combat, nonces) VALUES (?, ?)"
_RULING: Final = (
    "INSERT INTO rulings (combat, number, ruleset, clause, remedy, at, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (combat, number) DO UPDATE SET"
    " clause = excluded.clause, remedy = excluded.remedy,"
    " at = excluded.at, ruleset = excluded.ruleset, seal = excluded.seal"
)
_COUNT: Final = (
    "UPDATE heads SET {table} = {table} + 1 WHERE combat = ?"
    " AND NOT EXISTS (SELECT 1 FROM {table} WHERE combat = ? AND {id} = ?)"
)
_UNCOUNT: Final = "UPDATE heads SET {table} = {table} - 1 WHERE combat = ?"
_FORGET: Final = "DELETE FROM {table} WHERE combat = ? AND id = ?"
_FINGERPRINT: Final = (
    "INSERT INTO fingerprints (key, hash, seal) VALUES (?, ?, ?)"
    " ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, seal = excluded.seal"
)
_HEAD: Final = (
    # Where the last entry is another than was thought, no chain is left, which is refused.
    "INSERT INTO heads (combat, seq, chain, keys) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (combat) DO UPDATE SET"
    " seq = excluded.seq, keys = heads.keys + excluded.keys,"
    " chain = CASE WHEN heads.seq = ? THEN excluded.chain END"
)
_NO_SECRET: Final = "DELETE FROM secrets WHERE combat = ? AND seat = ?"


class Beside(NamedTuple):
    """Everything that one step writes beside its entries; `records` are those entries.

    `forgotten` are rows to delete, each of which is there.
    """

    key: KeyRow | None = None
    catalogue: CatalogueRow | None = None
    texts: Sequence[TextRow] = ()
    people: Sequence[PersonRow] = ()
    secrets: Sequence[SecretRow] = ()
    opening: OpeningRow | None = None
    rulings: Sequence[RulingRow] = ()
    fingerprint: FingerprintRow | None = None
    forgotten: Sequence[TextRow | PersonRow] = ()
    records: Sequence[Record] = ()

    def statements(self) -> Iterator[Statement]:
        """What to execute, in order."""
        yield from head_after(self.records, keys=int(self.key is not None))
        if self.key:
            yield _KEY, sealed("keys", self.key)
        if self.catalogue:
            yield _CATALOGUE, sealed("catalogue", _listing(self.catalogue))
        for text in self.texts:
            yield _counted("texts", text.combat, "id", text.id)
            yield _TEXT, sealed("texts", _text(text))
        for person in self.people:
            yield _counted("people", person.combat, "id", person.id)
            yield _PERSON, sealed("people", person)
        yield from _forgotten(self.forgotten)
        if self.opening:
            yield _OPENING, self.opening
        if self.fingerprint:
            yield _FINGERPRINT, sealed("fingerprints", self.fingerprint)
        for ruling in self.rulings:
            yield _counted("rulings", ruling.combat, "number", ruling.number)
            yield _RULING, sealed("rulings", ruling)
        for secret in self.secrets:
            gone = secret.token_hash is None
            yield (_NO_SECRET, secret[:2]) if gone else (_SECRET, sealed("secrets", secret))


NOTHING: Final = Beside()


def head_after(records: Sequence[Record], keys: int = 0) -> Iterator[Statement]:
    """Move the head of a combat to the last of its new entries; refused where it was elsewhere.

    So many `keys` come with them.
    """
    if records:
        last = records[-1]
        yield _HEAD, (last.combat, last.seq, last.chain, keys, records[0].seq - 1)


def _counted(table: str, combat: str, name: str, id: str | int) -> Statement:
    """Count a row at the head of its combat, unless it is there already."""
    return _COUNT.format(table=table, id=name), (combat, combat, id)


def _forgotten(rows: Iterable[TextRow | PersonRow]) -> Iterator[Statement]:
    """Delete rows, and count them no longer at the heads of their combats."""
    for row in rows:
        table = "texts" if isinstance(row, TextRow) else "people"
        yield _UNCOUNT.format(table=table), (row.combat,)
        yield _FORGET.format(table=table), row[:2]


def searchable(text: str) -> str:
    """A text such that what people take for the same word is the same: case and width folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _listing(row: CatalogueRow) -> tuple[Any, ...]:
    return *row, searchable(f"{row.title} {row.members}")


def _text(row: TextRow) -> tuple[Any, ...]:
    *before, mentions, salt, words = row
    return *before, json.dumps(mentions), salt, words
