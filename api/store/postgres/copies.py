"""Copies of a PostgreSQL log as an SQLite file and back: one state, whatever is written meanwhile.

The tables of both are the same, so that a copy is read and verified as any other log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

from api.store.core.error_messages import explain_failure, translate_errors
from api.store.core.errors import WrongSettings
from api.store.core.migrations import EVENTS
from api.store.core.settings import Settings
from api.store.postgres.database import conninfo

_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    " AND name <> 'combatlog_migrations' ORDER BY name"
)
_POSITION: Final = "notification_id"
_GO_ON: Final = (
    f"SELECT setval(pg_get_serial_sequence('{EVENTS}', '{_POSITION}'),"
    f" (SELECT coalesce(max({_POSITION}), 0) + 1 FROM {EVENTS}), false)"
)
_SOME: Final = 500
"""Rows that are held in memory at once."""


class _Table(NamedTuple):
    """A table by its name, with its columns in SQLite and which of them are true or false."""

    name: str
    columns: tuple[str, ...]
    booleans: frozenset[int]

    @property
    def there(self) -> sql.Composed:
        """The columns in PostgreSQL."""
        names = (_POSITION if name == "rowid" else name for name in self.columns)
        return sql.SQL(", ").join(map(sql.Identifier, names))

    def row(self, found: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row of SQLite as PostgreSQL takes it."""
        return tuple(bool(v) if n in self.booleans else v for n, v in enumerate(found))


def copy_to_file(settings: Settings, file: Path) -> None:
    """Copy all rows into a migrated, empty SQLite file; raises `Unavailable`, `WrongSettings`."""
    with _both(settings, file) as (there, here), here:
        there.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        there.read_only = True
        for table in _tables(here):
            _insert(here, table, _rows(there, table))


def copy_from_file(file: Path, settings: Settings) -> None:
    """Copy all rows of an SQLite file into a migrated, empty database, or none of them.

    Raises `Unavailable`, and `WrongSettings` where the database has combats.
    """
    with _both(settings, file) as (there, here):
        if there.execute(f"SELECT 1 FROM {EVENTS} LIMIT 1".encode()).fetchone():
            raise WrongSettings("There are combats in this database. Name an empty one.")
        for table in _tables(here):
            into = sql.SQL("COPY {} ({}) FROM STDIN").format(
                sql.Identifier(table.name), table.there
            )
            with there.cursor().copy(into) as copy:
                for row in here.execute(f"SELECT {', '.join(table.columns)} FROM {table.name}"):
                    copy.write_row(table.row(row))
        there.execute(_GO_ON.encode())


@contextmanager
def _both(
    settings: Settings, file: Path
) -> Iterator[tuple[psycopg.Connection[tuple[Any, ...]], sqlite3.Connection]]:
    copying = explain_failure("The database could not be copied")
    with (
        copying,
        translate_errors(psycopg.Error),
        translate_errors(sqlite3.Error),
        psycopg.connect(conninfo(settings, {})) as there,
        closing(sqlite3.connect(file)) as here,
    ):
        yield there, here


def _tables(here: sqlite3.Connection) -> Iterator[_Table]:
    for (name,) in here.execute(_TABLES).fetchall():
        told = here.execute(f"PRAGMA table_info({name})").fetchall()
        booleans = frozenset(n for n, column in enumerate(told) if column[2] == "BOOLEAN")
        yield _Table(name, tuple(column[1] for column in told), booleans)


def _rows(there: psycopg.Connection[Any], table: _Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, some at a time."""
    with there.cursor(name="copy") as cursor:
        cursor.itersize = _SOME
        cursor.execute(sql.SQL("SELECT {} FROM {}").format(table.there, sql.Identifier(table.name)))
        yield from cursor


def _insert(here: sqlite3.Connection, table: _Table, rows: Iterator[tuple[Any, ...]]) -> None:
    places = ", ".join("?" * len(table.columns))
    here.executemany(
        f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})", rows
    )
