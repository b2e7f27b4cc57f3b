"""The rows that are written beside the entries of a step, in the same transaction.

Every statement here is understood by SQLite and by PostgreSQL alike; parameters are question marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from api.store.core import row_seals as seals
from api.store.core import rows

Statement = tuple[str, tuple[Any, ...]]
"""SQL with question marks, and what stands in for them."""

_OPENING: Final = seals.insertion("openings", rows.OpeningRow._fields)
_KEY: Final = seals.insertion("keys", (*seals.KEYS.columns, "seal"))
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
_MORE_KEYS: Final = "UPDATE heads SET keys = keys + ? WHERE combat = ?"
_NO_SECRET: Final = "DELETE FROM secrets WHERE combat = ? AND seat = ?"


class Beside(NamedTuple):
    """Everything that one step writes beside its entries; `records` are those entries.

    `forgotten` are rows to delete, each of which is there.
    """

    keys: Sequence[rows.KeyRow] = ()
    catalogue: rows.CatalogueRow | None = None
    texts: Sequence[rows.TextRow] = ()
    people: Sequence[rows.PersonRow] = ()
    secrets: Sequence[rows.SecretRow] = ()
    opening: rows.OpeningRow | None = None
    rulings: Sequence[rows.RulingRow] = ()
    fingerprint: rows.FingerprintRow | None = None
    forgotten: Sequence[rows.TextRow | rows.PersonRow] = ()
    campaign: rows.CampaignRow | None = None
    records: Sequence[rows.Record] = ()

    @classmethod
    def together(cls, parts: Sequence[Beside]) -> Beside:
        """What several steps write, one after the other, in one transaction."""
        return cls(
            keys=[row for part in parts for row in part.keys],
            catalogue=next((part.catalogue for part in reversed(parts) if part.catalogue), None),
            texts=[row for part in parts for row in part.texts],
            people=[row for part in parts for row in part.people],
            secrets=[row for part in parts for row in part.secrets],
            rulings=[row for part in parts for row in part.rulings],
            records=[row for part in parts for row in part.records],
        )

    def statements(self) -> Iterator[Statement]:
        """What to execute, in order."""
        if self.records:
            # The head moves to the last of the new entries; refused where it was elsewhere.
            last, keys, before = self.records[-1], len(self.keys), self.records[0].seq - 1
            yield _HEAD, (last.combat, last.seq, last.chain, keys, before)
        elif self.keys:
            yield _MORE_KEYS, (len(self.keys), self.keys[0].combat)
        yield from ((_KEY, seals.KEYS.sealed_row(key)) for key in self.keys)
        if self.catalogue:
            yield seals.CATALOGUE.upsert, seals.CATALOGUE.sealed_row(self.catalogue)
        yield from _counting_statements(seals.TEXTS, self.texts)
        yield from _counting_statements(seals.PEOPLE, self.people)
        yield from _forgotten(self.forgotten)
        yield from self._of_the_opening()
        yield from _counting_statements(seals.RULINGS, self.rulings)
        for secret in self.secrets:
            gone = secret.token_hash is None
            yield (
                (_NO_SECRET, secret[:2])
                if gone
                else (seals.SECRETS.upsert, seals.SECRETS.sealed_row(secret))
            )

    def _of_the_opening(self) -> Iterator[Statement]:
        if self.opening:
            yield _OPENING, self.opening
        if self.fingerprint:
            yield seals.FINGERPRINTS.upsert, seals.FINGERPRINTS.sealed_row(self.fingerprint)
        if self.campaign:
            yield seals.CAMPAIGNS.upsert, seals.CAMPAIGNS.sealed_row(self.campaign)


NOTHING: Final = Beside()


def _counting_statements(
    table: seals.SealedTable[seals.R], counted: Iterable[seals.R]
) -> Iterator[Statement]:
    """Put rows, and count at the heads of their combats those that were not there."""
    for row in counted:
        yield _COUNT.format(table=table.name, id=table.key[1]), (row[0], *row[:2])
        yield table.upsert, table.sealed_row(row)


def _forgotten(gone: Iterable[rows.TextRow | rows.PersonRow]) -> Iterator[Statement]:
    """Delete rows, and count them no longer at the heads of their combats."""
    for row in gone:
        table = "texts" if isinstance(row, rows.TextRow) else "people"
        yield _UNCOUNT.format(table=table), (row.combat,)
        yield _FORGET.format(table=table), row[:2]
