"""The log in PostgreSQL: any number of processes write, each step in one round trip.

What the library does well stays: tables, statements, notifications, its pool. Replaced is how it
writes. It locks the whole table against everything but reading, vacuum included, takes several
round trips, and tries ten times whatever fails, which makes ten timeouts out of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from inspect import unwrap
from itertools import chain
from threading import local
from time import monotonic, sleep
from typing import Any, Final

from eventsourcing import postgres as library
from eventsourcing.persistence import StoredEvent
from eventsourcing.utils import Environment, EnvType
from psycopg import ClientCursor, Connection, Error
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Identifier

from api.store.core.error_messages import translate_errors
from api.store.core.errors import Unavailable, WrongSettings
from api.store.core.migrations import ERASABLE, EVENTS
from api.store.core.side_rows import NOTHING, Beside, Statement
from api.store.postgres.connection import refuse_warnings, with_limit
from api.store.postgres.datastore import Datastore

# Positions must be visible in their order, or subscribers pass over the ones that come late. So
# writers take turns from the first position until the commit. One turn for each combat would not
# do; nor would it be faster, since PostgreSQL commits what notifies one at a time anyway.
_TURN: Final = f"SELECT pg_advisory_xact_lock(hashtextextended('{EVENTS}', 0))"
_INSERT: Final = f"INSERT INTO {EVENTS} (originator_id, originator_version, topic, state) VALUES "
_NOTIFY: Final = f"NOTIFY {EVENTS}"

# Whoever appends shares the lock of a stream; one that lost a race takes it for itself alone,
# and then nobody comes between its reading the stream and its appending to it.
_STREAM: Final = f"hashtextextended('{EVENTS} ' || ?, 0)"
_SHARED: Final = f"SELECT pg_advisory_xact_lock_shared({_STREAM})"
_ALONE: Final = f"SELECT pg_advisory_lock({_STREAM})"
_RELEASE: Final = f"SELECT pg_advisory_unlock({_STREAM})"

# Deleted rows stay in the files for as long as a transaction lasts that may still see them.
_NOW: Final = "SELECT clock_timestamp()"
_OLDER: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND xact_start < ?"
)
_PAUSE: Final = 0.02

# Any commit waits for the standby that has to have it, and with it all commits before it. One that
# writes nothing would not wait.
_AWAIT_STANDBY: Final = "SELECT pg_logical_emit_message(true, 'combatlog', '')"

PULSE: Final = 1.0
"""Seconds between two questions to the server on the connection that listens, which may be dead."""


class PostgresRecorder(library.PostgresApplicationRecorder):
    """The library's recorder with the rows beside the entries, in one round trip."""

    datastore: Datastore
    is_shared = True
    """Other processes may write to this log while it is open here."""

    def __init__(
        self, datastore: library.PostgresDatastore, events_table_name: str = EVENTS
    ) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._kept = local()
        """The connection of each thread that has the turn of a stream."""

    # Without the library's ten tries: who calls decides what is worth trying again.
    select_events = unwrap(library.PostgresApplicationRecorder.select_events)
    select_notifications = unwrap(library.PostgresApplicationRecorder.select_notifications)
    max_notification_id = unwrap(library.PostgresApplicationRecorder.max_notification_id)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, beside: Beside = NOTHING, **_: Any
    ) -> Sequence[int] | None:
        """Store events and what stands beside them; raises the library's errors."""
        locks = list(_locks(stored_events))
        statements = [*locks, *_insertion(stored_events), *beside.statements()]
        if not statements:
            return None
        # Several statements in one message are one transaction.
        statement = ";".join(statement for statement, _ in statements)
        values = [value for _, given in statements for value in given]
        with self._open_connection() as connection, refuse_warnings(connection):
            cursor = ClientCursor(connection, row_factory=tuple_row)
            cursor.execute(with_placeholders(statement), values)
            if not stored_events:
                return []
            for _lock in locks:
                cursor.nextset()
            return [row[0] for row in cursor.fetchall()]

    def fetch(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """All rows of a query; raises the library's errors."""
        with self._open_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row, binary=True)
            return cursor.execute(with_placeholders(statement), values).fetchall()

    def execute(self, statement: str, values: Sequence[Any]) -> None:
        """Execute one statement in a transaction of its own; raises the library's errors."""
        with self._open_connection() as connection:
            connection.execute(with_placeholders(statement), values)

    def await_standby(self) -> None:
        """Return once a standby has everything that can be read here, where it has to.

        A step whose acknowledgement was lost may be on this server alone.
        """
        with self._open_connection() as connection, refuse_warnings(connection):
            connection.execute(_AWAIT_STANDBY.encode())

    @contextmanager
    def turn(self, stream: str) -> Iterator[None]:
        """Let nobody else append to a stream; this thread keeps one connection meanwhile."""
        with self._open_connection() as connection:
            connection.execute(with_placeholders(_ALONE), (stream,))
            self._kept.connection = connection
            try:
                yield
            finally:
                del self._kept.connection
                with suppress(Error):  # a connection that is lost has let go of it
                    connection.execute(with_placeholders(_RELEASE), (stream,))

    @contextmanager
    def _open_connection(self) -> Iterator[Connection[DictRow]]:
        """A connection: the one that this thread keeps, if it does."""
        if (kept := getattr(self._kept, "connection", None)) is not None:
            with translate_errors(Error):
                yield kept
            return
        with self.datastore.get_connection() as connection:
            yield connection

    def make_room(self) -> None:
        """Nothing: the database's server sees to that."""

    def erase_deleted(self) -> None:
        """Write the tables anew from which rows are deleted, once no session may see those rows.

        A plain vacuum leaves bytes in their pages. Raises the library's errors, and `Unavailable`
        where such a session lasts.
        """
        [(now,)] = self.fetch(_NOW, ())
        deadline = monotonic() + self.datastore.wait
        while self.fetch(_OLDER, (now,)) != [(0,)]:
            if monotonic() > deadline:
                raise Unavailable(
                    "Another session has had a transaction open since before the rows were deleted,"
                    " a backup for instance, so traces of them are left. Try again when it is done."
                )
            sleep(_PAUSE)
        with self._open_connection() as connection, with_limit(connection, None):
            for table in ERASABLE:
                connection.execute(f"VACUUM (FULL) {table}".encode())

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription:
        """Notifications after `gt` as they come, from all processes."""
        return Subscription(self, gt, topics)


class Subscription(library.PostgresSubscription):
    """The library's subscription; it looks once more after it has begun to listen.

    Else what was committed between its first look and then would be seen only with the next commit.
    """

    def _listen(self) -> None:
        try:
            self._listen_until_stopped()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()

    def _listen_until_stopped(self) -> None:
        datastore = self._recorder.datastore
        with datastore.get_connection() as connection, with_limit(connection, 2 * PULSE):
            connection.execute(SQL("LISTEN {0}").format(Identifier(self._recorder.channel_name)))
            self._has_been_notified.set()
            asked = monotonic()
            while not self._has_been_stopped:
                for _ in connection.notifies(timeout=0.1, stop_after=1):
                    self._has_been_notified.set()
                if monotonic() - asked > PULSE:
                    connection.execute(b"")
                    asked = monotonic()


def _locks(events: Sequence[StoredEvent]) -> Iterator[Statement]:
    """The locks under which events are inserted: of their streams, then of all positions."""
    for stream in sorted({str(event.originator_id) for event in events}):
        yield _SHARED, (stream,)
    if events:
        yield _TURN, ()


def _insertion(events: Sequence[StoredEvent]) -> Iterator[Statement]:
    if events:
        rows = ", ".join(["(?, ?, ?, ?)"] * len(events))
        values = [(e.originator_id, e.originator_version, e.topic, e.state) for e in events]
        yield f"{_INSERT}{rows} RETURNING notification_id", tuple(chain.from_iterable(values))
        yield _NOTIFY, ()


@lru_cache
def with_placeholders(statement: str) -> bytes:
    """A statement with the driver's marks for its parameters."""
    return statement.replace("?", "%s").encode()


class Factory(library.PostgresFactory):
    """The library's factory, making the above; raises `WrongSettings` for unsafe settings."""

    application_recorder_class = PostgresRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        if self.datastore.enable_db_functions:
            raise WrongSettings(
                "POSTGRES_ENABLE_DB_FUNCTIONS loses notifications. Unset it:"
                " combatlog writes in one round trip anyway."
            )
        conninfo, wait = self.env.get("POSTGRES_CONNINFO", ""), self.env.get("WAIT", "2")
        self.datastore = Datastore(self.datastore, conninfo, float(wait))
