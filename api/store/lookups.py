"""Rows beside the entries: catalogue, keys, texts, people, rulings, campaigns, join codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from api.store.core import row_seals as seals
from api.store.core import rows
from api.store.core.errors import Damaged
from api.store.core.migrations import EVENTS
from api.store.core.side_rows import Statement
from api.store.core.tables import Row, Tables
from api.store.memberships import Memberships, is_among

_NAMES: Final = f"SELECT DISTINCT originator_id FROM {EVENTS} ORDER BY originator_id"
_HEAD: Final = "SELECT seq, chain, keys, texts, people, rulings FROM heads WHERE combat = ?"
_OPENINGS: Final = "SELECT nonces FROM openings WHERE combat = ?"

_OF_KEY: Final = "WHERE combat = ? AND seat = ? AND key = ?"


_BIND: Final = "INSERT INTO fingerprints (key, hash, seal) VALUES "
_RELEASE: Final = "DELETE FROM fingerprints WHERE key = ?"
_UNLESS_BOUND: Final = " ON CONFLICT (key) DO NOTHING"

_END_JOINING: Final = "DELETE FROM joining WHERE combat = ?"
_SEEN: Final = seals.replacement("presence", ("combat", "seat", "at"), ("combat", "seat"))
_PRESENT: Final = "SELECT seat, at FROM presence WHERE combat = ?"


_Condition = tuple[str, Sequence[Any]]
"""What a row has to be, in SQL, and what stands in for its question marks."""


class Lookups(Memberships):
    """A part of the log: what stands beside the entries.

    Everything here raises `Unavailable`. A sealed row that is not as it was written raises
    `Damaged`; a damaged join code only opens nothing.
    """

    tables: Tables
    damaged: dict[str, Damaged]

    def combats(
        self,
        search: str = "",
        *,
        status: rows.Status | None = None,
        ruleset: str | None = None,
        origin: str | None = None,
        campaign: str | None = None,
        own: str | None = None,
        after: tuple[int, str] | None = None,
        limit: int = 50,
    ) -> list[rows.CatalogueRow]:
        """A page of the catalogue, the newest change first.

        Every word of `search` occurs in the title or among the members, in any case. `origin` is
        the combat that what-ifs go on from. With `own`, this combat and samples alone. `after` is
        the cursor of the last row of the page before. A damaged row holds up no other: it is left
        out, and its combat counts as damaged.
        """
        fixed = {"status": status, "ruleset": ruleset, "origin": origin}
        of_campaign = None if campaign is None else self.fights_of(campaign)
        conditions = list(_conditions(search, fixed, of_campaign, after))
        if own is not None:
            conditions.append(("(sample OR combat = ?)", (own,)))
        return self._whole_rows(conditions, limit)

    def _whole_rows(self, conditions: Sequence[_Condition], limit: int) -> list[rows.CatalogueRow]:
        """Rows of the catalogue; those that are damaged are noted, and left out."""
        left_out: list[str] = []
        while True:
            others = [(f"NOT {is_among(left_out)}", left_out)] if left_out else []
            found = self._listed([*conditions, *others], limit)
            broken = [row[0] for row in found if not seals.CATALOGUE.is_whole(row)]
            if not broken:
                return list(map(seals.CATALOGUE.unsealed_row, found))
            for combat in broken:
                self.broken(seals.CATALOGUE.name, combat, seals.CATALOGUE.what)
            left_out += broken

    def _listed(self, conditions: Iterable[_Condition], limit: int) -> list[Row]:
        conditions = [("1 = 1", ()), *conditions]
        where = " AND ".join(condition for condition, _ in conditions)
        values = [value for _, given in conditions for value in given]
        order = "ORDER BY changed_at DESC, combat DESC LIMIT ?"
        return self.tables.recall(f"{seals.CATALOGUE.select} WHERE {where} {order}", *values, limit)

    def catalogue_row(self, combat: str) -> rows.CatalogueRow | None:
        """How the catalogue lists a combat; None if there is no such combat."""
        return self._row(seals.CATALOGUE, "WHERE combat = ?", combat)

    def names(self) -> list[str]:
        """Every combat that has entries, whether the catalogue lists it or not."""
        return [row[0] for row in self.tables.fetch(_NAMES)]

    def head(self, combat: str) -> rows.Head | None:
        """The last entry that was appended to a combat, and the chain there; None if none was."""
        row = self.tables.first(_HEAD, combat)
        return rows.Head(*row) if row else None

    def find_key(self, combat: str, seat: str, key: str, line: int = 1) -> rows.KeyRow | None:
        """What became of a command under its key; None if the key is new.

        What was found is safe: a retry is told of it.
        """
        found = self._row(seals.KEYS, f"{_OF_KEY} AND line = ?", combat, seat, key, line)
        if found:
            self.tables.await_standby()
        return found

    def find_lines(
        self, combat: str, seat: str, key: str, after: int = 0, limit: int = 100
    ) -> list[rows.KeyRow]:
        """What became of some lines of a batch under its key, those after a line, in order."""
        where = f"{_OF_KEY} AND line > ? ORDER BY line LIMIT ?"
        found = self._rows(seals.KEYS, where, combat, seat, key, after, limit)
        if found:
            self.tables.await_standby()
        return found

    def check_rows(self, combat: str) -> None:
        """Raise Damaged unless what stands beside a combat is all there, as it was written.

        These are idempotency keys, texts and people, but for those that were forgotten.
        """
        tables: tuple[seals.SealedTable[Any], ...] = (seals.KEYS, seals.TEXTS, seals.PEOPLE)
        for table in tables:
            self._all(table, combat)

    def seat_of(self, token_hash: bytes) -> tuple[str, str] | None:
        """The combat and the seat that a bearer token opens; None if it opens nothing."""
        row = self._row(seals.SECRETS, "WHERE token_hash = ?", token_hash)
        return (row.combat, row.seat) if row else None

    def texts(self, combat: str) -> list[rows.TextRow]:
        """All texts of a combat."""
        return self._all(seals.TEXTS, combat)

    def text(self, combat: str, id: str) -> rows.TextRow | None:
        """One text; None if it was forgotten or never there."""
        return self._row(seals.TEXTS, "WHERE combat = ? AND id = ?", combat, id)

    def rulings(self, combat: str) -> list[rows.RulingRow]:
        """The rulings of a combat that are in the index, by the number of their dispute."""
        return sorted(self._all(seals.RULINGS, combat))

    def precedents(self, ruleset: str, clause: str, limit: int = 20) -> list[rows.RulingRow]:
        """The rulings of all combats of a game on a clause, the latest first; no what-ifs."""
        what_ifs = "SELECT combat FROM catalogue WHERE origin <> ''"
        where = f"WHERE ruleset = ? AND clause = ? AND combat NOT IN ({what_ifs})"
        order = "ORDER BY at DESC, combat, number LIMIT ?"
        return self._rows(seals.RULINGS, f"{where} {order}", ruleset, clause, limit)

    def nonces(self, combat: str) -> bytes:
        """What opens the entries of a combat that came without its keys; else nothing."""
        row = self.tables.first(_OPENINGS, combat)
        return row[0] if row else b""

    def people(self, combat: str) -> list[rows.PersonRow]:
        """All people of a combat."""
        return self._all(seals.PEOPLE, combat)

    def person(self, combat: str, id: str) -> rows.PersonRow | None:
        """One person; None if they were forgotten or never there."""
        return self._row(seals.PEOPLE, "WHERE combat = ? AND id = ?", combat, id)

    # --- the keys that the database was made with ---------------------------------------------

    def fingerprints(self) -> dict[str, bytes]:
        """The hashes of the keys, by the names of their files; empty where none is bound yet."""
        return dict(map(_whole, self.tables.fetch(seals.FINGERPRINTS.select)))

    def fingerprint(self, key: str) -> bytes | None:
        """The hash of one key; None where it is not bound."""
        row = self.tables.first(f"{seals.FINGERPRINTS.select} WHERE key = ?", key)
        return _whole(row).hash if row else None

    def bind_keys(self, hashes: Mapping[str, bytes]) -> None:
        """Bind the database to keys, all or none; those that another process has bound stay."""
        bound = (rows.FingerprintRow(*row) for row in hashes.items())
        values = [value for row in bound for value in seals.FINGERPRINTS.sealed_row(row)]
        places = ", ".join(["(?, ?, ?)"] * len(hashes))
        self.tables.execute(f"{_BIND}{places}{_UNLESS_BOUND}", *values)

    def release_key(self, key: str) -> None:
        """Bind the database no longer to a key that is lost for good."""
        self.tables.execute(_RELEASE, key)

    # --- who may come in, and who is there --------------------------------------------------

    def put_joining(self, row: rows.JoiningRow) -> None:
        """Let people in with a code; the one before opens nothing any more."""
        self.tables.execute(seals.JOINING.upsert, *seals.JOINING.sealed_row(row))

    def end_joining(self, combat: str) -> None:
        """Let nobody in any more."""
        self.tables.execute(_END_JOINING, combat)

    def joining(self, combat: str) -> rows.JoiningRow | None:
        """How a combat may be joined; None where it may not."""
        return self._door("combat", combat)

    def joining_by(self, code_hash: bytes) -> rows.JoiningRow | None:
        """What a code opens; None if it opens nothing."""
        return self._door("code_hash", code_hash)

    def put_origins(self, row: rows.OriginsRow) -> None:
        """Let the pages of these origins, and no others, call the API for a combat."""
        self.tables.execute(seals.ORIGINS.upsert, *seals.ORIGINS.sealed_row(row))

    def origins(self, combat: str) -> tuple[str, ...]:
        """The origins of the pages that may call the API for a combat."""
        return next((row.origins for row in self._pages("combat = ?", combat)), ())

    def is_origin_known(self, origin: str) -> bool:
        """Whether the pages of an origin may call the API for any combat."""
        return bool(self._pages("origins LIKE ? ESCAPE '!'", f'%"{_literally(origin)}"%'))

    def put_seen(self, combat: str, seat: str, at: int) -> None:
        """Note when somebody was last seen, for the other processes."""
        self.tables.execute(_SEEN, combat, seat, at)

    def last_seen(self, combat: str) -> dict[str, int]:
        """When each seat was last seen, as far as that was noted."""
        return {row[0]: row[1] for row in self.tables.recall(_PRESENT, combat)}

    def _pages(self, where: str, value: str) -> list[rows.OriginsRow]:
        """Rows of allowed origins; one that is not as it was written allows nothing."""
        found = self.tables.recall(f"{seals.ORIGINS.select} WHERE {where}", value)
        return [seals.ORIGINS.unsealed_row(row) for row in found if seals.ORIGINS.is_whole(row)]

    def _door(self, column: str, value: str | bytes) -> rows.JoiningRow | None:
        """A row; one that is not as it was written opens nothing, as after the door was shut."""
        found = self.tables.recall(f"{seals.JOINING.select} WHERE {column} = ?", value)
        row = next(iter(found), None)
        return seals.JOINING.unsealed_row(row) if row and seals.JOINING.is_whole(row) else None

    # --- rows with a seal ------------------------------------------------------------------

    def broken(self, table: str, combat: str, what: str) -> Damaged:
        """The damage of a combat of which a row is missing, or not as it was written; kept."""
        said = f"Combat {combat} is damaged: the table {table} has not what was written"
        return self.damaged.setdefault(combat, Damaged(f"{said}.", combat, what=what))

    def _all(self, table: seals.SealedTable[seals.R], combat: str) -> list[seals.R]:
        """All rows of a combat, as many as were counted or, since then, more."""
        head = self.head(combat)
        found = self._rows(table, "WHERE combat = ?", combat)
        if head and len(found) < getattr(head, table.name):
            if self.head(combat) == head:
                raise self.broken(table.name, combat, table.what)
            return self._all(table, combat)  # meanwhile some were forgotten
        return found

    def _rows(self, table: seals.SealedTable[seals.R], where: str, *values: Any) -> list[seals.R]:
        found = self.tables.recall(f"{table.select} {where}", *values)
        for row in found:
            if not table.is_whole(row):
                raise self.broken(table.name, row[0], table.what)
        return list(map(table.unsealed_row, found))

    def _row(self, table: seals.SealedTable[seals.R], where: str, *values: Any) -> seals.R | None:
        return next(iter(self._rows(table, where, *values)), None)


def _conditions(
    search: str,
    fixed: Mapping[str, str | None],
    among: Sequence[str] | None,
    after: tuple[int, str] | None,
) -> Iterator[Statement]:
    for word in seals.searchable(search).split():
        yield "words LIKE ? ESCAPE '!'", (f"%{_literally(word)}%",)
    for column, value in fixed.items():
        if value is not None:
            yield f"{column} = ?", (value,)
    if among is not None:
        yield is_among(among), tuple(among)
    if after:
        yield "(changed_at, combat) < (?, ?)", after


def _literally(word: str) -> str:
    """A word in a pattern where no character stands for others."""
    for sign in "!%_":
        word = word.replace(sign, f"!{sign}")
    return word


def _whole(row: Row) -> rows.FingerprintRow:
    if not seals.FINGERPRINTS.is_whole(row):
        raise Damaged(
            "The database is damaged: a fingerprint of its keys is not as it was written. Restore"
            " it from a backup."
        )
    return seals.FINGERPRINTS.unsealed_row(row)
