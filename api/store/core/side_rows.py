"""The rows that are written beside the entries of a step, in the same transaction.

Every statement here is understood by SQLite and by PostgreSQL alike; parameters are question marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from api.store.core.row_seals import (
    CATALOGUE,
    FINGERPRINTS,
    KEYS,
    PEOPLE,
    RULINGS,
    SECRETS,
    TEXTS,
    R,
    SealedTable,
    insertion,
)
from api.store.core.rows import (
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

_OPENING: Final = insertion("openings", OpeningRow._fields)
_COUNT: Final = (
    "UPDATE heads SET {table} = {table} + 1 WHERE combat = ?"
    " AND NOT EXISTS (SELECT 1 FROM {table} WHERE combat = ? AND {id} = ?)"
)
_UNCOUNT: Final = "UPDATE heads SET {table} = {table} - 1 WHERE combat = ?"
_FORGET: Final = "DELETE FROM {table} WHERE combat = ? AND id = ?"
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
            yield KEYS.insert, KEYS.sealed_row(self.key)
        if self.catalogue:
            yield CATALOGUE.upsert, CATALOGUE.sealed_row(self.catalogue)
        yield from _counting_statements(TEXTS, self.texts)
        yield from _counting_statements(PEOPLE, self.people)
        yield from _forgotten(self.forgotten)
        if self.opening:
            yield _OPENING, self.opening
        if self.fingerprint:
            yield FINGERPRINTS.upsert, FINGERPRINTS.sealed_row(self.fingerprint)
        yield from _counting_statements(RULINGS, self.rulings)
        for secret in self.secrets:
            gone = secret.token_hash is None
            yield (_NO_SECRET, secret[:2]) if gone else (SECRETS.upsert, SECRETS.sealed_row(secret))


NOTHING: Final = Beside()


def head_after(records: Sequence[Record], keys: int = 0) -> Iterator[Statement]:
    """Move the head of a combat to the last of its new entries; refused where it was elsewhere.

    So many `keys` come with them.
    """
    if records:
        last = records[-1]
        yield _HEAD, (last.combat, last.seq, last.chain, keys, records[0].seq - 1)


def _counting_statements(table: SealedTable[R], rows: Iterable[R]) -> Iterator[Statement]:
    """Put rows, and count at the heads of their combats those that were not there."""
    for row in rows:
        yield _COUNT.format(table=table.name, id=table.key[1]), (row[0], *row[:2])
        yield table.upsert, table.sealed_row(row)


def _forgotten(rows: Iterable[TextRow | PersonRow]) -> Iterator[Statement]:
    """Delete rows, and count them no longer at the heads of their combats."""
    for row in rows:
        table = "texts" if isinstance(row, TextRow) else "people"
        yield _UNCOUNT.format(table=table), (row.combat,)
        yield _FORGET.format(table=table), row[:2]
