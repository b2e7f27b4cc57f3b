"""The catalogue of all combats, and what else is looked up beside the entries of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from api.store.beside import Statement, searchable
from api.store.errors import Damaged
from api.store.row_seals import WHAT, is_whole
from api.store.rows import CatalogueRow, Head, KeyRow, PersonRow, RulingRow, Status, TextRow
from api.store.schema import EVENTS
from api.store.tables import Row, Tables

CATALOGUE: Final = (
    "SELECT combat, title, ruleset, status, members, opened_at, changed_at, origin, origin_entry,"
    " maker, sample, words, seal FROM catalogue"
)
_KEY: Final = (
    "SELECT combat, seat, key, mac, step, seal FROM keys WHERE combat = ? AND seat = ? AND key = ?"
)
_KEYS: Final = "SELECT combat, seat, key, mac, step, seal FROM keys WHERE combat = ?"
_SEAT: Final = "SELECT combat, seat, token_hash, seal FROM secrets WHERE token_hash = ?"
_TEXTS: Final = "SELECT combat, id, author, mentions, salt, words, seal FROM texts WHERE combat = ?"
_WHAT_IFS: Final = "SELECT combat FROM catalogue WHERE origin <> ''"
RULINGS: Final = "SELECT combat, number, ruleset, clause, remedy, at, seal FROM rulings"
_OPENINGS: Final = "SELECT nonces FROM openings WHERE combat = ?"
_NAMES: Final = f"SELECT DISTINCT originator_id FROM {EVENTS} ORDER BY originator_id"
_PEOPLE: Final = "SELECT combat, id, salt, name, seal FROM people WHERE combat = ?"
_HEAD: Final = "SELECT seq, chain, keys, texts, people, rulings FROM heads WHERE combat = ?"


class Lookups:
    """A part of the log: what stands beside the entries.

    Everything here raises `Unavailable`, and `Damaged` where a row is not as it was written.
    """

    tables: Tables
    damaged: dict[str, Damaged]

    def combats(
        self,
        search: str = "",
        *,
        status: Status | None = None,
        ruleset: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 50,
    ) -> list[CatalogueRow]:
        """A page of the catalogue, the newest change first.

        Every word of `search` occurs in the title or among the members, in any case. `after` is the
        cursor of the last row of the page before.
        """
        conditions = list(_conditions(search, status, ruleset, after))
        where = " AND ".join(condition for condition, _ in conditions) or "1 = 1"
        values = [value for _, given in conditions for value in given]
        order = "ORDER BY changed_at DESC, combat DESC LIMIT ?"
        rows = self._rows("catalogue", f"{CATALOGUE} WHERE {where} {order}", *values, limit)
        return list(map(_catalogue_row, rows))

    def catalogue_row(self, combat: str) -> CatalogueRow | None:
        """How the catalogue lists a combat; None if there is no such combat."""
        row = self._row("catalogue", f"{CATALOGUE} WHERE combat = ?", combat)
        return _catalogue_row(row) if row else None

    def names(self) -> list[str]:
        """Every combat that has entries, whether the catalogue lists it or not."""
        return [row[0] for row in self.tables.fetch(_NAMES)]

    def head(self, combat: str) -> Head | None:
        """The last entry that was appended to a combat, and the chain there; None if none was."""
        row = self.tables.first(_HEAD, combat)
        return Head(*row) if row else None

    def what_ifs(self, combat: str) -> list[CatalogueRow]:
        """The what-ifs that go on from a combat, the oldest first."""
        query = f"{CATALOGUE} WHERE origin = ? ORDER BY opened_at, combat"
        return list(map(_catalogue_row, self._rows("catalogue", query, combat)))

    def find_key(self, combat: str, seat: str, key: str) -> KeyRow | None:
        """The idempotency key of a step that was appended; None if it is new."""
        row = self._row("keys", _KEY, combat, seat, key)
        return KeyRow(*row) if row else None

    def check_rows(self, combat: str) -> None:
        """Raise Damaged unless what stands beside a combat is all there, as it was written.

        These are idempotency keys, texts and people, but for those that were forgotten.
        """
        for table, query in (("keys", _KEYS), ("texts", _TEXTS), ("people", _PEOPLE)):
            self._all(table, query, combat)

    def seat_of(self, token_hash: bytes) -> tuple[str, str] | None:
        """The combat and the seat that a bearer token opens; None if it opens nothing."""
        row = self._row("secrets", _SEAT, token_hash)
        return (row[0], row[1]) if row else None

    def texts(self, combat: str) -> list[TextRow]:
        """All texts of a combat."""
        return [_text(row) for row in self._all("texts", _TEXTS, combat)]

    def text(self, combat: str, id: str) -> TextRow | None:
        """One text; None if it was forgotten or never there."""
        row = self._row("texts", f"{_TEXTS} AND id = ?", combat, id)
        return _text(row) if row else None

    def rulings(self, combat: str) -> list[RulingRow]:
        """The rulings of a combat that are in the index, by the number of their dispute."""
        query = f"{RULINGS} WHERE combat = ? ORDER BY number"
        return [RulingRow(*row) for row in self._all("rulings", query, combat)]

    def precedents(self, ruleset: str, clause: str, limit: int = 20) -> list[RulingRow]:
        """The rulings of all combats of a game on a clause, the latest first; no what-ifs."""
        where = f"WHERE ruleset = ? AND clause = ? AND combat NOT IN ({_WHAT_IFS})"
        query = f"{RULINGS} {where} ORDER BY at DESC, combat, number LIMIT ?"
        rows = self._rows("rulings", query, ruleset, clause, limit)
        return [RulingRow(*row) for row in rows]

    def nonces(self, combat: str) -> bytes:
        """What opens the entries of a combat that came without its keys; else nothing."""
        row = self.tables.first(_OPENINGS, combat)
        return row[0] if row else b""

    def people(self, combat: str) -> list[PersonRow]:
        """All people of a combat."""
        return [PersonRow(*row) for row in self._all("people", _PEOPLE, combat)]

    def person(self, combat: str, id: str) -> PersonRow | None:
        """One person; None if they were forgotten or never there."""
        row = self._row("people", f"{_PEOPLE} AND id = ?", combat, id)
        return PersonRow(*row) if row else None

    # --- rows with a seal ------------------------------------------------------------------

    def broken(self, table: str, combat: str) -> Damaged:
        """The damage of a combat of which a row is missing, or not as it was written; kept."""
        said = f"Combat {combat} is damaged: the table {table} has not what was written"
        found = Damaged(f"{said}.", combat, what=WHAT[table])
        return self.damaged.setdefault(combat, found)

    def _all(self, table: str, query: str, combat: str) -> list[Row]:
        """All rows of a combat, as many as were counted or, since then, more."""
        head = self.head(combat)
        rows = self._rows(table, query, combat)
        if head and len(rows) < getattr(head, table):
            if self.head(combat) == head:
                raise self.broken(table, combat)
            return self._all(table, query, combat)  # meanwhile some were forgotten
        return rows

    def _rows(self, table: str, query: str, *values: Any) -> list[Row]:
        """Rows without their seals."""
        rows = self.tables.fetch(query, *values)
        for row in rows:
            if not is_whole(table, row):
                raise self.broken(table, row[0])
        return [row[:-1] for row in rows]

    def _row(self, table: str, query: str, *values: Any) -> Row | None:
        return next(iter(self._rows(table, query, *values)), None)


def _conditions(
    search: str, status: Status | None, ruleset: str | None, after: tuple[int, str] | None
) -> Iterator[Statement]:
    for word in searchable(search).split():
        yield "words LIKE ? ESCAPE '!'", (f"%{_literally(word)}%",)
    if status:
        yield "status = ?", (status,)
    if ruleset:
        yield "ruleset = ?", (ruleset,)
    if after:
        yield "(changed_at, combat) < (?, ?)", after


def _literally(word: str) -> str:
    """A word in a pattern where no character stands for others."""
    for sign in "!%_":
        word = word.replace(sign, f"!{sign}")
    return word


def _catalogue_row(row: Row) -> CatalogueRow:
    *listed, _words = row
    return CatalogueRow(*listed)._replace(sample=bool(listed[-1]))


def _text(row: Row) -> TextRow:
    text = TextRow(*row)
    return text._replace(mentions=tuple(json.loads(row[3])))
