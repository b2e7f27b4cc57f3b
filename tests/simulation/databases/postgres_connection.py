"""Connections as the PostgreSQL recorder uses them, on the model of a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NoReturn

import psycopg
from psycopg.rows import tuple_row

from api.store.postgres.connection import LimitedConnection
from tests.simulation.databases.postgres_server import Rows, Session


class Connection(LimitedConnection):
    """A connection whose answers may be lost, late, or come with a warning."""

    def __init__(self, session: Session, limit: float | None):
        self.session, self.limit = session, limit
        self._on_notice: list[Callable[[Any], None]] = []

    @property
    def broken(self) -> bool:
        """Whether the connection was lost."""
        return self.session.is_closed

    def cursor(self, *_: Any, row_factory: Any = None, **__: Any) -> Any:
        """A cursor, whose rows are dictionaries where nothing else is asked for."""
        return Cursor(self, row_factory)

    def execute(self, query: Any, params: Any = (), **_: Any) -> Any:
        """Execute statements in a transaction of their own."""
        return Cursor(self).execute(query, params)

    def notifies(self, *, timeout: float | None = None, stop_after: int | None = None) -> Any:
        """Notifications that come within a time."""
        faults = self.session.server.faults
        if faults.happens("cut"):
            self.session.close()
        if faults.happens("silent"):
            self.session.is_silent = True
        # To look ten times a second, whether to go on, costs more than all else.
        if self.session.notifications(max(timeout or 0.0, 1.0)):
            yield None

    def add_notice_handler(self, callback: Callable[[Any], None]) -> None:
        """Tell somebody what the server warns of."""
        self._on_notice.append(callback)

    def remove_notice_handler(self, callback: Callable[[Any], None]) -> None:
        """Tell them no more."""
        self._on_notice.remove(callback)

    def warn(self) -> None:
        """Warn that a step may be on this server alone."""
        warning = "canceling wait for synchronous replication due to user request"
        notice = SimpleNamespace(severity_nonlocalized="WARNING", message_primary=warning)
        for callback in self._on_notice:
            callback(notice)

    def give_up(self) -> NoReturn:
        """Close a connection on which no answer came in time, and raise OperationalError."""
        self.session.close()
        raise psycopg.OperationalError(f"the server did not answer within {self.limit} s")


class Cursor:
    """The rows of one statement after another."""

    def __init__(self, connection: Connection, row_factory: Any = None):
        self._connection, self._as_tuples = connection, row_factory is tuple_row
        self._session = connection.session
        self._results: list[Rows] = []

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing: there is nothing to close."""

    def execute(self, query: Any, values: Sequence[Any] = (), prepare: bool = False) -> Cursor:
        """Send a message to the server; raises the driver's errors."""
        text = _text(query)
        self._send(_short(text))
        if text.startswith("LISTEN"):
            self._session.listens = True
        elif text.startswith("SELECT clock_timestamp"):
            self._results = [[(self._session.server.scheduler.now,)]]
        elif text.startswith("SELECT count(*) FROM pg_stat_activity"):
            self._results = [[(0,)]]
        elif text.startswith("SELECT") and "SELECT pg_" not in text:
            self._read(text, values)
        elif text and not text.startswith("VACUUM"):
            self._results = self._transact(text, values)
        return self

    def _send(self, what: str) -> None:
        """Send something; the server may never get it."""
        faults = self._session.server.faults
        faults.effect(f"asks: {what}")
        self._session.check()
        if faults.happens("unsent"):
            self._session.close()
            self._session.check()
        if self._session.is_silent:
            self._session.waiters.wait_for(lambda: self._session.is_closed, self._connection.limit)
            self._connection.give_up()

    def _read(self, text: str, values: Sequence[Any]) -> None:
        cursor = self._session.read(text, values)
        rows: Rows = cursor.fetchall()
        if not self._as_tuples:
            # PostgreSQL calls what a function gives by the name of the function.
            names = [each[0].partition("(")[0].lower() for each in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in rows]
        # What was found may be long on its way, and old when it comes.
        self._session.server.faults.delay()
        self._session.check()
        self._results = [rows]

    def _transact(self, text: str, values: Sequence[Any]) -> list[Rows]:
        server = self._session.server
        outcome = server.begin(self._session, list(_statements(text, values)))
        if server.faults.happens("unanswered"):
            # The connection breaks at some time; the server goes on with it.
            server.faults.delay()
            self._session.close()
            self._session.check()
        try:
            found: list[Rows] = outcome.result(self._connection.limit)
        except TimeoutError:
            self._connection.give_up()
        server.faults.effect("has its answer")
        self._session.check()
        if server.faults.happens("warned"):
            self._connection.warn()
        return found

    def nextset(self) -> bool:
        """Go on to the rows of the next statement."""
        del self._results[0]
        return bool(self._results)

    def fetchall(self) -> Rows:
        """The rows of a statement."""
        return self._results[0] if self._results else []

    def fetchone(self) -> Any:
        """The first row of a statement."""
        return next(iter(self.fetchall()), None)


def client_cursor(connection: Connection, row_factory: Any) -> Cursor:
    """A cursor that puts the values into a message of several statements."""
    return Cursor(connection, row_factory)


def _statements(text: str, values: Sequence[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """The statements of a message, each with its values."""
    left = list(values)
    for statement in text.split(";"):
        taken = statement.count("%s")
        yield statement, left[:taken]
        del left[:taken]


def _text(query: Any) -> str:
    if isinstance(query, bytes):
        return query.decode()
    return query if isinstance(query, str) else str(query.as_string(None))


def _short(text: str) -> str:
    """The statements of a message, each by its first words."""
    return "; ".join(" ".join(each.split()[:4]) for each in text.split(";"))[:100]
