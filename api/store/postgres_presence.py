"""Which processes have the log of a PostgreSQL database open to write: each holds a shared lock.

Whoever has to be the only one takes the lock for himself alone, which nobody else's lets through;
and whoever opens the log meanwhile waits. The database lets go of a lock with its connection.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock
from typing import Any, Final

import psycopg
from eventsourcing.persistence import OperationalError

from api.store.errors import NotAlone
from api.store.failures import failure_of

_KEYS: Final = "hashtext('combatlog'), hashtext('open')"
_HERE: Final = f"SELECT pg_advisory_lock_shared({_KEYS})"
_ALONE: Final = f"SELECT pg_advisory_lock({_KEYS})"
_PATIENCE: Final = "SET lock_timeout = '2s'"
"""Whoever has just closed the log is still there for a moment."""

_NO_LONGER: Final = f"SELECT pg_advisory_unlock({_KEYS})"
_OTHERS: Final = """
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('combatlog')::bigint & 4294967295
    AND objid::bigint = hashtext('open')::bigint & 4294967295
"""

Connection = psycopg.Connection[tuple[Any, ...]]


class Presence:
    """This process, as one of those that have the log open; `close` ends it."""

    def __init__(self, conninfo: str):
        """Be there, once nobody is there alone; raises `Unavailable`."""
        self._conninfo, self._lock = conninfo, RLock()
        self._connection, self._arrivals = self._arrived(), 1

    def confirm(self) -> int:
        """Be there again where the connection was lost; raises `Unavailable`.

        Returns how often this process has come: while that stays, it was there all along.
        """
        with self._lock:
            try:
                self._connection.execute("SELECT 1")
            except psycopg.Error:
                self.close()
                self._connection = self._arrived()
                self._arrivals += 1
            return self._arrivals

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other process has the log open meanwhile; raises `NotAlone`, `Unavailable`."""
        with self._lock:
            self.confirm()
            try:
                self._connection.execute(_PATIENCE)
                self._first(_ALONE)
            except psycopg.errors.LockNotAvailable:
                raise NotAlone(max(1, self._first(_OTHERS))) from None
            try:
                yield
            finally:
                with suppress(psycopg.Error):  # a connection that is lost has let go of it
                    self._first(_NO_LONGER)

    def close(self) -> None:
        """Be there no longer."""
        self._connection.close()

    def _arrived(self) -> Connection:
        with ExitStack() as stack:
            try:
                connection = psycopg.connect(self._conninfo, autocommit=True)
                stack.callback(connection.close)
                connection.execute(_HERE.encode())
            except psycopg.Error as error:
                failure = OperationalError(str(error))
                failure.__cause__ = error
                raise failure_of("The database could not be opened", failure) from error
            stack.pop_all()
        return connection

    def _first(self, query: str) -> Any:
        row = self._connection.execute(query.encode()).fetchone()
        return row[0] if row else None
