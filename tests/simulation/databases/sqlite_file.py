"""An SQLite file whose one writing process may die between any two statements."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import quote

from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.store.sqlite.recorder import Datastore, SQLiteRecorder
from tests.simulation.faults import Faults
from tests.simulation.scheduling.scheduler import Process, scheduler

MEMORY = Path("/dev/shm")

PATIENCE = 0.5
"""Seconds that a thread waits until it may write."""


def folder_in_memory() -> Path:
    """A new folder, in memory where there is a place for that."""
    return Path(mkdtemp(prefix="combatlog-", dir=MEMORY if MEMORY.is_dir() else None))


class File:
    """The file, and the connections of the process that writes to it."""

    def __init__(self, folder: Path, faults: Faults):
        self.path, self.faults = folder / "combats.db", faults
        self.path.write_bytes(_empty())
        self._stores: list[Datastore] = []

    def open(self, process: Process, *, writing: bool) -> CombatLog:
        """The log of a process; when that dies, what it has not committed is gone."""
        log = open_log(Settings(f"sqlite:///{self.path}", PATIENCE), writing=writing)
        assert isinstance(log.recorder, SQLiteRecorder)
        store = log.recorder.datastore
        self._stores.append(store)
        process.at_death.append(lambda: _cut_off(store))
        return log

    def close(self) -> None:
        """Leave no connection open, whoever had it."""
        for store in self._stores:
            _cut_off(store)

    def connect(self, path: Path, wait: float, mode: str = "rw") -> sqlite3.Connection:
        """The connection of a writer, whose transactions are effects."""
        uri = f"file:{quote(str(path))}?mode={mode}"
        made = sqlite3.connect(
            uri,
            uri=True,
            timeout=0,
            isolation_level=None,
            check_same_thread=False,
            factory=_Connection,
        )
        made.faults = self.faults
        return made

    def connect_reader(self, path: Path, wait: float) -> sqlite3.Connection:
        """A connection of a reader, on which reading may fail."""
        made = sqlite3.connect(
            path, timeout=wait, isolation_level=None, check_same_thread=False, factory=_Reader
        )
        made.faults = self.faults
        return made


def _cut_off(store: Datastore) -> None:
    """End the connections of a process that is gone; what it has not committed is rolled back."""
    store.pool.close()
    writer, store.writer = store.writer, None
    if writer is None:
        return
    # Its statements would keep a connection open that is only closed.
    with suppress(sqlite3.ProgrammingError):
        writer._connection.rollback()
    writer._connection.close()
    writer._lock.close()


class _Cursor(sqlite3.Cursor):
    """A cursor that begins and commits as an effect."""

    connection: _Connection

    def execute(self, sql: str, values: Any = (), /) -> Any:
        if scheduler().task is None or sql not in ("BEGIN IMMEDIATE", "COMMIT"):
            return super().execute(sql, values)
        faults = self.connection.faults
        faults.effect(f"asks: {sql}")
        if sql == "COMMIT" and faults.happens("aborted"):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_WRITE"
            raise error
        done = super().execute(sql, values)
        faults.effect(f"has done: {sql}")
        return done


class _Connection(sqlite3.Connection):
    """A connection of such cursors."""

    faults: Faults

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        found: sqlite3.Cursor = self.cursor().execute(sql, values)
        return found


class _ReadingCursor(sqlite3.Cursor):
    """A cursor that reads as an effect."""

    connection: _Reader

    def execute(self, sql: str, values: Any = (), /) -> Any:
        if scheduler().task is not None and sql.startswith("SELECT"):
            faults = self.connection.faults
            faults.delay()
            if faults.happens("unread"):
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorname = "SQLITE_IOERR_READ"
                raise error
        return super().execute(sql, values)


class _Reader(sqlite3.Connection):
    """A connection of such cursors."""

    faults: Faults

    def cursor(self, factory: Any = _ReadingCursor) -> Any:
        return super().cursor(factory)


@lru_cache(1)
def _empty() -> bytes:
    """The bytes of an empty database with our tables."""
    folder = folder_in_memory()
    try:
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        open_log(settings).close()
        return settings.path.read_bytes()
    finally:
        shutil.rmtree(folder)
