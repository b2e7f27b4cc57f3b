"""The log in one SQLite file: one connection writes, any number read.

What the library does well stays: tables, statements, notifications, its pool for readers. Replaced
is how it writes. Its transactions begin as readers, and fail at once when they turn to writing
after another commit; each takes a connection from the pool. Here a single kept connection writes,
every transaction announces that at its beginning, and every commit is on the disk.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from eventsourcing import sqlite as library
from eventsourcing.persistence import ConnectionPoolClosedError as PoolClosed
from eventsourcing.persistence import ListenNotifySubscription, StoredEvent
from eventsourcing.utils import Environment, EnvType

from api.store.core.error_messages import translate_errors
from api.store.core.errors import Unavailable
from api.store.core.migrations import EVENTS
from api.store.core.row_seals import insertion
from api.store.core.side_rows import NOTHING, Beside
from api.store.sqlite.connection import Files, connect
from api.store.sqlite.writer import Writer

_PAUSE: Final = 0.02
"""Seconds between two looks for what other connections have committed."""


class Readers(library.SQLiteConnectionPool):
    """The library's pool, with connections that only read.

    The library closes those in use as well, and the process crashes if a thread is reading on one.
    Here such a connection is closed by its thread, when it comes back.
    """

    def __init__(self, path: Path, wait: float, files: Files | None) -> None:
        """`files` is what the writer has open, so that nobody reads another file."""
        super().__init__(db_name=str(path), pool_timeout=wait)
        self._path, self._wait, self._files = path, wait, files

    def _create_connection(self) -> library.SQLiteConnection:
        if self._files is not None:
            self._files.must_be_there()
        with translate_errors(sqlite3.Error):
            connection = connect(self._path, self._wait)
            connection.execute("PRAGMA query_only = ON")
        connection.row_factory = sqlite3.Row
        return library.SQLiteConnection(connection, self.max_age)

    def put_connection(self, conn: library.SQLiteConnection) -> None:
        """Take a connection back, or close it if the pool was closed meanwhile."""
        try:
            super().put_connection(conn)
        except PoolClosed:
            conn.close()

    def close(self) -> None:
        """Close what nobody uses; doing so twice is harmless."""
        with self._put_condition:
            self._in_use.clear()
            super().close()


class Datastore(library.SQLiteDatastore):
    """The library's datastore, whose writing transactions go through one `Writer`."""

    writer: Writer | None = None
    """The one connection that writes; none where the log is open for reading only."""

    def __init__(self, path: Path, *, wait: float, writing: bool) -> None:
        super().__init__(str(path), originator_id_type="text")
        self.path = path
        self.writer = Writer(path, wait) if writing else None
        self.pool = Readers(path, wait, self.writer.files if self.writer else None)

    def must_write(self) -> Writer:
        """Return the writer; raises `Unavailable` where the log is open for reading only."""
        if self.writer is None:
            raise Unavailable("The log is open for reading only. Open it for writing.")
        return self.writer

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[library.SQLiteCursor]:
        """Yield a cursor in a transaction: to write if `commit`, else on a reader's connection.

        Raises the library's errors, and `Unavailable` where the log is open for reading only.
        """
        reading = super().transaction
        with self.must_write().transaction() if commit else reading(commit=False) as cursor:
            yield cursor

    def close(self) -> None:
        """Close all connections and let another process write; doing so twice is harmless."""
        super().close()
        if self.writer:
            self.writer.close()


class SQLiteRecorder(library.SQLiteApplicationRecorder):
    """The library's recorder with the rows beside the entries, and with subscriptions."""

    datastore: Datastore

    def __init__(self, datastore: library.SQLiteDatastore, events_table_name: str = EVENTS) -> None:
        super().__init__(datastore, events_table_name)
        columns = ("originator_id", "originator_version", "topic", "state")
        self.insert_events_statement = insertion(events_table_name, columns)
        self.waiting: set[Event] = set()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to this log while it is open here."""
        return self.datastore.writer is None

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Store events and what stands beside them; wakes subscribers of this process.

        Raises the library's errors, and `Unavailable` where the log is open for reading only.
        """
        writer = self.datastore.must_write()
        positions = writer.write(lambda c: self._insert_events(c, stored_events, **kwargs))
        for subscriber in tuple(self.waiting):
            subscriber.set()
        return positions

    def _insert_events(
        self, c: library.SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        beside: Beside = kwargs.pop("beside", NOTHING)
        positions = super()._insert_events(c, stored_events, **kwargs)
        for statement in beside.statements():
            c.execute(*statement)
        return positions

    def fetch(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """All rows of a query, on a reader's connection; raises the library's errors."""
        reading = self.datastore.get_connection(commit=False)
        with reading as connection, translate_errors(sqlite3.Error):
            cursor = connection.cursor().sqlite_cursor
            cursor.row_factory = None
            return cursor.execute(statement, values).fetchall()

    def execute(self, statement: str, values: Sequence[Any]) -> None:
        """Execute one statement in a transaction of its own; raises the library's errors."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(statement, values)

    def turn(self, stream: str) -> AbstractContextManager[None]:
        """Nothing: no other process writes to this file."""
        return nullcontext()

    def await_standby(self) -> None:
        """Nothing: what can be read is on this disk."""

    def make_room(self) -> None:
        """Get ready to be written to for long."""
        if self.datastore.writer is not None:
            self.datastore.writer.make_room()

    def erase_deleted(self) -> None:
        """Leave nothing of deleted rows in the file, its free pages and its write-ahead log.

        Raises the library's errors, and `Unavailable` where another program reads for too long.
        """
        self.datastore.must_write().erase_deleted()

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription:
        """Notifications after `gt` as they come, from this process and from others."""
        return Subscription(self, gt, topics)


class Subscription(ListenNotifySubscription[SQLiteRecorder]):
    """Notifications as they come: woken at once by this process, within a moment by others."""

    def __init__(
        self, recorder: SQLiteRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder, gt, topics)
        recorder.waiting.add(self._has_been_notified)
        # Else a commit between the first look and this line would be seen only with the next one.
        self._has_been_notified.set()
        self._watch_thread = Thread(target=self._watch, daemon=True)
        self._watch_thread.start()

    def stop(self) -> None:
        """End the subscription."""
        self._recorder.waiting.discard(self._has_been_notified)
        super().stop()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._watch_thread.join()

    def _watch(self) -> None:
        try:
            self._watch_other_connections()
        except Exception as error:
            self._thread_error = self._thread_error or error
            self.stop()

    def _watch_other_connections(self) -> None:
        """Look now and then whether another connection has committed; this costs no disk access."""
        seen = None
        with closing(connect(self._recorder.datastore.path, _PAUSE)) as connection:
            while not self._has_been_stopped:
                version = connection.execute("PRAGMA data_version").fetchone()
                if version != seen:
                    self._has_been_notified.set()
                seen = version
                time.sleep(_PAUSE)


class Factory(library.SQLiteFactory):
    """The library's factory, making the above."""

    application_recorder_class = SQLiteRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.datastore: Datastore = Datastore(
            Path(self.datastore.pool.db_name),
            wait=float(self.env.get("WAIT", "2")),
            writing=self.env.get("WRITING", "y") == "y",
        )
