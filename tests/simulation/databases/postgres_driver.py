"""What the PostgreSQL recorder needs of its driver and its library, on the model of a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.utils import Environment
from psycopg.rows import tuple_row

from api.store.core.error_messages import translate_errors
from api.store.core.migrations import EVENTS
from api.store.log import CombatLog
from api.store.postgres.recorder import PostgresRecorder
from tests.simulation.databases.postgres_server import Rows, Server, Session
from tests.simulation.scheduling.scheduler import Process


class Connection:
    """A connection as the recorder uses it."""

    def __init__(self, session: Session):
        self.session = session

    def cursor(self, row_factory: Any = None, binary: bool = False) -> Cursor:
        """A cursor, whose rows are dictionaries where nothing else is asked for."""
        return Cursor(self, row_factory)

    def execute(self, query: Any, values: Sequence[Any] = (), prepare: bool = False) -> Cursor:
        """Execute statements in a transaction of their own."""
        return Cursor(self).execute(query, values)

    def notifies(self, timeout: float, stop_after: int) -> Iterator[None]:
        """Notifications that come within a time."""
        if self.session.server.faults.happens("cut"):
            self.session.close()
        # To look ten times a second, whether to go on, costs more than all else.
        if self.session.notifications(max(timeout, 1.0)):
            yield None


class Cursor:
    """The rows of one statement after another."""

    def __init__(self, connection: Connection, row_factory: Any = None):
        self._session, self._as_tuples = connection.session, row_factory is tuple_row
        self._results: list[Rows] = []

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing: there is nothing to close."""

    def execute(self, query: Any, values: Sequence[Any] = (), prepare: bool = False) -> Cursor:
        """Send a message to the server; raises the driver's errors."""
        text = _text(query)
        server = self._session.server
        server.faults.effect(f"asks: {_short(text)}")
        self._session.check()
        if server.faults.happens("unsent"):
            self._session.close()
            self._session.check()
        if text.startswith("LISTEN"):
            self._session.listens = True
        elif text.startswith("SELECT clock_timestamp"):
            self._results = [[(server.scheduler.now,)]]
        elif text.startswith("SELECT count(*) FROM pg_stat_activity"):
            self._results = [[(0,)]]
        elif text.startswith("SELECT") and "pg_advisory" not in text:
            self._read(text, values)
        elif not text.startswith("VACUUM"):
            self._results = self._transact(text, values)
        return self

    def _read(self, text: str, values: Sequence[Any]) -> None:
        cursor = self._session.read(text, values)
        rows: Rows = cursor.fetchall()
        if not self._as_tuples:
            # PostgreSQL calls what a function gives by the name of the function.
            names = [each[0].partition("(")[0].lower() for each in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in rows]
        self._results = [rows]

    def _transact(self, text: str, values: Sequence[Any]) -> list[Rows]:
        server, left = self._session.server, list(values)
        statements = []
        for statement in text.split(";"):
            taken = statement.count("%s")
            statements.append((statement, left[:taken]))
            del left[:taken]
        outcome = server.begin(self._session, statements)
        if server.faults.happens("unanswered"):
            # The connection breaks at some time; the server goes on with it.
            server.faults.delay()
            self._session.close()
            self._session.check()
        found: list[Rows] = outcome.result()
        server.faults.effect("has its answer")
        self._session.check()
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


def _text(query: Any) -> str:
    if isinstance(query, bytes):
        return query.decode()
    return query if isinstance(query, str) else query.as_string(None)


def _short(text: str) -> str:
    """The statements of a message, each by its first words."""
    return "; ".join(" ".join(each.split()[:4]) for each in text.split(";"))[:100]


class Pool:
    """The pool of connections, of which there are always enough."""

    timeout = 2.0

    def __init__(self) -> None:
        self.idle: list[Session] = []

    def check(self) -> None:
        """Drop the connections that are lost."""
        self.idle = [session for session in self.idle if not session.is_closed]


class Datastore:
    """The library's datastore, over the model of a server."""

    schema, originator_id_type, lock_timeout = "public", "text", 2
    enable_db_functions = False

    def __init__(self, server: Server, process: Process):
        self._server, self._process, self.pool = server, process, Pool()
        self.db_type_names: set[str] = set()

    def register_type_adapters(self) -> None:
        """Nothing: no type of ours is stored."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection]:
        """A connection of the pool; raises the library's errors."""
        with translate_errors(psycopg.Error):
            idle = self.pool.idle
            session = idle.pop() if idle else self._server.connect(self._process)
            try:
                yield Connection(session)
            finally:
                if session.listens:
                    session.close()
                elif not session.is_closed:
                    idle.append(session)


class Factory(InfrastructureFactory[Any]):
    """The library's factory, which makes the recorder of the product and no other."""

    datastore: Datastore

    def application_recorder(self) -> PostgresRecorder:
        """The recorder of the product."""
        return PostgresRecorder(self.datastore, EVENTS)  # type: ignore[arg-type]

    def aggregate_recorder(self, purpose: str = "events") -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def process_recorder(self) -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def close(self) -> None:
        """End all connections that nobody uses."""
        for session in self.datastore.pool.idle:
            session.close()


class ModelLog(CombatLog):
    """The log of a process, on the model of a server."""

    name = CombatLog.name

    def __init__(self, server: Server, process: Process):
        self._datastore = Datastore(server, process)
        super().__init__()

    def construct_factory(self, env: Environment) -> Factory:
        """The factory above."""
        factory = Factory(env)
        factory.datastore = self._datastore
        return factory


def open_model(server: Server, process: Process) -> CombatLog:
    """The log of a process; its sessions end when it dies."""
    process.at_death.append(lambda: server.close_sessions(process))
    return ModelLog(server, process)
