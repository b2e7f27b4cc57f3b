"""The one connection that writes to an SQLite file, and group commit on it.

A commit costs a flush of the disk, so the steps that pile up while others are written share one.
Each still stands alone: where one is refused, every step is written in a transaction of its own.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final, Literal, NamedTuple

from eventsourcing.sqlite import SQLiteCursor

from api.store.core.error_messages import translate_errors
from api.store.core.errors import Unavailable
from api.store.core.migrations import ERASABLE
from api.store.sqlite.connection import Files, connect
from api.store.sqlite.file_lock import writer_lock

_ROOM: Final = 4096
_PAGE: Final = 4096
_FEW: Final = 10
"""Pages of the write-ahead log that a server has at once; bytes of one; how few in memory."""

_REWRITE: Final = tuple(
    statement.format(table=table)
    for table in ERASABLE
    for statement in (
        "CREATE TABLE kept AS SELECT * FROM {table}",
        "DELETE FROM {table}",
        "INSERT INTO {table} SELECT * FROM kept",
        "DROP TABLE kept",
    )
)

Positions = Sequence[int] | None


class Step(NamedTuple):
    """What inserts the events of one step, and how that ended."""

    insert: Callable[[SQLiteCursor], Positions]
    outcome: Future[Positions]


class Writer:
    """A kept connection; threads take turns. It holds the lock that keeps other writers out.

    Raises `DatabaseBusy` if another process writes to the file, and the library's errors.
    """

    def __init__(self, path: Path, wait: float) -> None:
        self._turn, self.wait = Lock(), wait
        self._waiting = deque[Step]()
        self._lock = writer_lock(path)
        self._closed, self._has_room = False, False
        try:
            with translate_errors(sqlite3.Error):
                self._connection = durable(connect(path, wait))
                self._connection.executescript("BEGIN IMMEDIATE; ROLLBACK")  # makes the -wal file
                self.files = Files(path)
        except BaseException:
            self._lock.close()
            raise

    def write(self, insert: Callable[[SQLiteCursor], Positions]) -> Positions:
        """Write a step, with all others that wait; return once it is on the disk.

        Raises the library's errors, and `Unavailable` if other threads take too long.
        """
        step = Step(insert, Future())
        self._waiting.append(step)
        try:
            with self.turn():
                if not step.outcome.done():
                    self._write(self._take_steps())
        except Unavailable:
            # Where another thread is writing it just now, how that ends has to be known.
            if step.outcome.cancel():
                raise
        return step.outcome.result()

    def _take_steps(self) -> list[Step]:
        """Return the steps that wait, and that nobody has given up."""
        taken = [self._waiting.popleft() for _ in range(len(self._waiting))]
        return [step for step in taken if step.outcome.set_running_or_notify_cancel()]

    def _write(self, steps: list[Step]) -> None:
        """Write all in one transaction, or each in its own."""
        try:
            with self._begin_transaction() as cursor:
                positions = [step.insert(cursor) for step in steps]
        except BaseException as error:
            if len(steps) == 1:
                steps[0].outcome.set_exception(error)
                return
            for step in steps:
                self._write([step])
        else:
            for step, found in zip(steps, positions, strict=True):
                step.outcome.set_result(found)

    @contextmanager
    def transaction(self) -> Iterator[SQLiteCursor]:
        """Yield a cursor in a transaction that may write, when its turn has come.

        Raises the library's errors, and `Unavailable` if other threads take too long.
        """
        with self.turn(), self._begin_transaction() as cursor:
            yield cursor

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Let no other thread write; raises `Unavailable` if others take too long."""
        if not self._turn.acquire(timeout=self.wait):
            raise Unavailable(
                f"Other threads have been writing for {self.wait:g} s. Try again; if this goes on,"
                " see what slows the disk down."
            )
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _begin_transaction(self) -> Iterator[SQLiteCursor]:
        """Yield a cursor in a transaction that is committed at the end, or rolled back.

        It begins as a writer: one that began as a reader could not wait for its turn later. Raises
        the library's errors.
        """
        try:
            with translate_errors(sqlite3.Error):
                cursor = self._connection.execute("BEGIN IMMEDIATE")
                if self.files.have_shrunk():
                    must_be_sound(self._connection)
                yield SQLiteCursor(cursor)
                cursor.execute("COMMIT")
                self.files.must_be_there()
        finally:
            if not self._closed and self._connection.in_transaction:
                self._connection.rollback()

    def make_room(self) -> None:
        """Let long stretches be written before they are copied into the file; for a server.

        A commit that copies takes milliseconds, and so do some after it. So the write-ahead log
        may grow to 16 MiB, and does so here at once: to extend it again and again takes long as
        well. Where the disk has no room for it everything stays as it was.
        """
        with self.turn(), suppress(sqlite3.Error):
            kept = self._connection.execute("PRAGMA cache_size").fetchone()[0]
            try:
                self._written_in_vain()
            finally:
                self._connection.execute(f"PRAGMA cache_size = {kept}")
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {_ROOM}")
            self._has_room = True

    def _written_in_vain(self) -> None:
        """Write so much that nothing keeps, with so little memory that it goes to the file."""
        self._connection.execute(f"PRAGMA cache_size = {_FEW}")
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.execute("CREATE TABLE room (bytes BLOB)")
            self._connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM * _PAGE,))
        finally:
            self._connection.rollback()

    def erase_deleted(self) -> None:
        """Write their tables anew and cut off the write-ahead log, where deleted rows linger.

        What leaves a page is overwritten (`secure_delete`), but not what was moved inside of it. To
        vacuum would do as well, yet everybody would wait for the whole file to be written. Raises
        the library's errors, and `Unavailable` while somebody reads an older state.
        """
        with self.turn():
            with self._begin_transaction() as cursor:
                for statement in _REWRITE:
                    cursor.execute(statement)
            with translate_errors(sqlite3.Error):
                checkpoint = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                is_busy = checkpoint.fetchone()[0]
            self.files.have_shrunk()
        if self._has_room:
            self.make_room()
        if is_busy:
            raise Unavailable(
                "Another program reads the database, a backup for instance, so its write-ahead log"
                " could not be emptied of what is deleted. Try again when it is done."
            )

    def close(self) -> None:
        """Close the connection and let another process write."""
        with self._turn:
            self._closed = True
            self._connection.close()
            self._lock.close()


Check = Literal["quick_check(1)", "integrity_check"]
"""The checks of SQLite: of its pages and their order, or of its indexes too."""


def must_be_sound(connection: sqlite3.Connection, check: Check = "quick_check(1)") -> None:
    """Raise `sqlite3.DatabaseError` where a check of SQLite finds damage."""
    said = connection.execute(f"PRAGMA {check}").fetchone()[0]
    if said != "ok":
        error = sqlite3.DatabaseError(said)
        error.sqlite_errorname = "SQLITE_CORRUPT"
        raise error


def durable(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection whose commits outlast a loss of power, whatever SQLite's defaults are.

    Raises `sqlite3.OperationalError` if the file cannot have a write-ahead log.
    """
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise sqlite3.OperationalError(f"no write-ahead log here, only journal mode {mode}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    return connection
