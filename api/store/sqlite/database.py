"""An SQLite file as the database of a log: made and brought up to date here, and nowhere else."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from api.store.core import migrations
from api.store.core.error_messages import explain_failure, translate_errors
from api.store.core.settings import Settings
from api.store.sqlite.connection import connect
from api.store.sqlite.file_lock import writer_lock
from api.store.sqlite.recorder import Factory
from api.store.sqlite.writer import durable, must_be_sound

DIALECT: Final = migrations.Dialect(
    blob="BLOB", position="rowid INTEGER PRIMARY KEY", compact="WITHOUT ROWID"
)
_HAS_TABLE: Final = "SELECT 1 FROM sqlite_master WHERE name = 'combatlog_migrations'"


def environment(settings: Settings, *, writing: bool) -> dict[str, str]:
    """The settings as the library's factory reads them; raises `WrongSettings`."""
    return {
        "PERSISTENCE_MODULE": f"{Factory.__module__}:{Factory.__qualname__}",
        "SQLITE_DBNAME": str(settings.path),
        "WAIT": str(settings.wait),
        "WRITING": "y" if writing else "n",
    }


def applied_migration(settings: Settings) -> int:
    """The newest migration that the file has, 0 if there is no such file; raises `Unavailable`."""
    if not settings.path.exists():
        return 0
    with _report_errors(), closing(connect(settings.path, settings.wait)) as connection:
        return _migration_of(connection)


def migrate(settings: Settings) -> None:
    """Apply what is missing, with no other process writing; raises `DatabaseBusy`, `Unavailable`.

    A process that migrates at the same time is waited for.
    """
    lock = writer_lock(settings.path, settings.wait)
    try:
        with _report_errors(), closing(connect(settings.path, settings.wait, "rwc")) as connection:
            _apply(durable(connection))
    finally:
        lock.close()


def check(settings: Settings) -> None:
    """Run SQLite's quick check; raises `Damaged` with what it finds, and `Unavailable`."""
    with _report_errors(), closing(connect(settings.path, settings.wait)) as connection:
        must_be_sound(connection)


def risks(_: Settings) -> list[str]:
    """None: each commit is flushed to the disk, and nothing fails over."""
    return []


def _migration_of(connection: sqlite3.Connection) -> int:
    if not connection.execute(_HAS_TABLE).fetchone():
        return 0
    return connection.execute(migrations.APPLIED).fetchone()[0] or 0


def _apply(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(migrations.TABLE)
        for statement, values in migrations.pending(_migration_of(connection), DIALECT, time.time):
            connection.execute(statement, values)


@contextmanager
def _report_errors() -> Iterator[None]:
    opening = explain_failure("The database could not be opened")
    with opening, translate_errors(sqlite3.Error):
        yield
