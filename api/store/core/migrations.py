"""The tables, as numbered migrations: what a database lacks is applied once, in order, for good.

A migration is never edited: a change is a new one at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from api.store.core.errors import WrongSchema
from api.store.core.side_rows import Statement

EVENTS: Final = "combatlog_events"
"""The table of the entries, named as the library names it on PostgreSQL."""

ERASABLE: Final = ("texts", "people")
"""Tables whose deleted rows must leave nothing in any file."""


class Dialect(NamedTuple):
    """Where SQLite and PostgreSQL call the same thing by different names."""

    blob: str
    position: str
    compact: str


class Migration(NamedTuple):
    """What one version of the program changed in the tables."""

    name: str
    statements: tuple[str, ...]


MIGRATIONS: Final = (
    Migration(
        "the log and what stands beside it",
        (
            # The position of an entry among all entries is a real column: a hidden row id would be
            # numbered anew when the database is dumped and restored. Numbers come first, where
            # PostgreSQL needs no padding before them.
            f"CREATE TABLE {EVENTS} ("
            "{position}, originator_version BIGINT NOT NULL, originator_id TEXT NOT NULL,"
            " topic TEXT NOT NULL, state {blob} NOT NULL,"
            " UNIQUE (originator_id, originator_version))",
            # The last entry of each combat, so that one that is missing is missed, and how many
            # rows stand beside its entries.
            "CREATE TABLE heads ("
            "combat TEXT PRIMARY KEY NOT NULL, seq BIGINT NOT NULL, chain {blob} NOT NULL,"
            " keys BIGINT NOT NULL DEFAULT 0, texts BIGINT NOT NULL DEFAULT 0,"
            " people BIGINT NOT NULL DEFAULT 0, rulings BIGINT NOT NULL DEFAULT 0) {compact}",
            # Of a batch every line has a row; a command alone is a batch of one line.
            "CREATE TABLE keys ("
            "combat TEXT NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL, mac {blob} NOT NULL,"
            " step BIGINT NOT NULL, line BIGINT NOT NULL, problem TEXT NOT NULL,"
            " seal {blob} NOT NULL, PRIMARY KEY (combat, seat, key, line)) {compact}",
            "CREATE TABLE catalogue ("
            "combat TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, ruleset TEXT NOT NULL,"
            " status TEXT NOT NULL CHECK (status IN ('open', 'ended')), members TEXT NOT NULL,"
            " opened_at BIGINT NOT NULL, changed_at BIGINT NOT NULL, origin TEXT NOT NULL,"
            " origin_entry BIGINT NOT NULL, maker TEXT NOT NULL, sample BOOLEAN NOT NULL,"
            " words TEXT NOT NULL, seal {blob} NOT NULL)",
            "CREATE INDEX catalogue_by_change ON catalogue (changed_at)",
            "CREATE INDEX catalogue_by_origin ON catalogue (origin, opened_at)",
            "CREATE TABLE texts ("
            "combat TEXT NOT NULL, id TEXT NOT NULL, author TEXT NOT NULL, mentions TEXT NOT NULL,"
            " salt {blob} NOT NULL, words {blob} NOT NULL, seal {blob} NOT NULL,"
            " PRIMARY KEY (combat, id))",
            "CREATE TABLE people ("
            "combat TEXT NOT NULL, id TEXT NOT NULL, salt {blob} NOT NULL, name {blob} NOT NULL,"
            " seal {blob} NOT NULL, PRIMARY KEY (combat, id))",
            "CREATE TABLE secrets ("
            "combat TEXT NOT NULL, seat TEXT NOT NULL, token_hash {blob} NOT NULL UNIQUE,"
            " seal {blob} NOT NULL, PRIMARY KEY (combat, seat))",
            "CREATE TABLE checkpoints ("
            "combat TEXT NOT NULL, seq BIGINT NOT NULL, fold_version BIGINT NOT NULL,"
            " chain {blob} NOT NULL, data {blob} NOT NULL,"
            " PRIMARY KEY (combat, seq, fold_version))",
            "CREATE TABLE lines ("
            "combat TEXT PRIMARY KEY NOT NULL, seq BIGINT NOT NULL, chain {blob} NOT NULL,"
            " data {blob} NOT NULL)",
            # What opens the entries of combats that came without their keys.
            "CREATE TABLE openings (combat TEXT PRIMARY KEY NOT NULL, nonces {blob} NOT NULL)",
            "CREATE TABLE rulings ("
            "combat TEXT NOT NULL, number BIGINT NOT NULL, ruleset TEXT NOT NULL,"
            " clause TEXT NOT NULL, remedy TEXT NOT NULL, at BIGINT NOT NULL, seal {blob} NOT NULL,"
            " PRIMARY KEY (combat, number))",
            "CREATE INDEX rulings_by_clause ON rulings (ruleset, clause, at)",
            "CREATE TABLE joining ("
            "combat TEXT PRIMARY KEY NOT NULL, role TEXT NOT NULL,"
            " code_hash {blob} NOT NULL UNIQUE, until BIGINT NOT NULL, seal {blob} NOT NULL)",
            # Which pages of other sites may call the API for a combat.
            "CREATE TABLE origins ("
            "combat TEXT PRIMARY KEY NOT NULL, origins TEXT NOT NULL, seal {blob} NOT NULL)",
            "CREATE TABLE presence ("
            "combat TEXT NOT NULL, seat TEXT NOT NULL, at BIGINT NOT NULL,"
            " PRIMARY KEY (combat, seat)) {compact}",
            # Which keys the database was made with.
            "CREATE TABLE fingerprints (key TEXT PRIMARY KEY NOT NULL, hash {blob} NOT NULL,"
            " seal {blob} NOT NULL)",
        ),
    ),
    Migration(
        "campaigns",
        (
            "CREATE TABLE campaigns (combat TEXT PRIMARY KEY NOT NULL, campaign TEXT NOT NULL,"
            " seal {blob} NOT NULL)",
            "CREATE INDEX campaigns_by_name ON campaigns (campaign)",
        ),
    ),
)
NEWEST: Final = len(MIGRATIONS)

TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS combatlog_migrations"
    " (number BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL, applied_at BIGINT NOT NULL)"
)
APPLIED: Final = "SELECT MAX(number) FROM combatlog_migrations"
_APPLY: Final = "INSERT INTO combatlog_migrations (number, name, applied_at) VALUES (?, ?, ?)"


def pending(applied: int, dialect: Dialect, clock: Callable[[], float]) -> Iterator[Statement]:
    """The statements that bring a database from migration `applied` to the newest."""
    for number in range(applied + 1, NEWEST + 1):
        migration = MIGRATIONS[number - 1]
        for statement in migration.statements:
            yield statement.format(**dialect._asdict()), ()
        yield _APPLY, (number, migration.name, int(clock() * 1000))


def check(applied: int) -> None:
    """Raise `WrongSchema` unless a database at migration `applied` fits this program."""
    if applied < NEWEST:
        raise WrongSchema(
            f"The database is at migration {applied} and this program needs {NEWEST}."
            " Run `combatlog admin migrate` once, then start again."
        )
    refuse_newer(applied)


def refuse_newer(applied: int) -> None:
    """Raise `WrongSchema` if a newer version of the program has migrated this database."""
    if applied > NEWEST:
        raise WrongSchema(
            f"The database is at migration {applied} and this program knows only {NEWEST}."
            " Use the newer combatlog that ran `combatlog admin migrate` on it."
        )
