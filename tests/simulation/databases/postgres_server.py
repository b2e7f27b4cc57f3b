"""A PostgreSQL server as far as the log makes use of it, in memory and on the scheduler.

Modelled is what several processes can tell apart: transactions that are committed whole or not at
all, positions that are drawn before the commit and never drawn again, advisory locks, the
notifications of a commit, and sessions that end. A transaction is carried out by the server, which
goes on with it also where the client is gone. The rows themselves are in an SQLite database in
memory: what a transaction writes is executed when it is committed. `test_postgres_server.py` holds
the model against a real server.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

import psycopg

from api.store.core import migrations
from tests.simulation.databases.advisory_locks import AdvisoryLocks, Request
from tests.simulation.faults import Faults
from tests.simulation.scheduling.primitives import Future, Waiters
from tests.simulation.scheduling.scheduler import Process, Scheduler

PATIENCE: Final = 2.0
"""Seconds that a session waits for a lock."""

_DIALECT: Final = migrations.Dialect("BLOB", "notification_id INTEGER PRIMARY KEY", "")
_LOCK: Final = re.compile(
    r"SELECT pg_advisory_(xact_)?(lock|unlock)(_shared)?"
    r"\(hashtextextended\('(.*?)'( \|\| %s)?, 0\)\)"
)
_EMIT: Final = "SELECT pg_logical_emit_message("
_INSERT: Final = f"INSERT INTO {migrations.EVENTS} "
_POSITIONED: Final = (
    f"INSERT INTO {migrations.EVENTS}"
    " (originator_id, originator_version, topic, state, notification_id) VALUES (?, ?, ?, ?, ?)"
)

Rows = list[Any]


class Lock(NamedTuple):
    """A statement that takes or gives up an advisory lock."""

    name: str
    takes_value: bool
    of_transaction: bool
    gives_up: bool
    shared: bool


@lru_cache(500)
def _parsed(statement: str) -> tuple[Lock | None, str, int]:
    """A statement as a lock, as SQLite understands it, and how many values it takes."""
    found = _LOCK.fullmatch(statement)
    values = statement.count("%s")
    plain = statement.replace("%s", "?").replace('"public".', "")
    if found is None:
        return None, plain, values
    of_transaction, kind, shared, name, more = found.groups()
    lock = Lock(name, bool(more), bool(of_transaction), kind == "unlock", bool(shared))
    return lock, plain, values


class Server:
    """The server; its transactions are tasks of a process of its own."""

    def __init__(self, scheduler: Scheduler, faults: Faults):
        self.scheduler, self.faults = scheduler, faults
        self.process = Process("database")
        self.locks = AdvisoryLocks()
        self.tables = sqlite3.connect(":memory:", isolation_level=None)
        self.tables.deserialize(_empty())
        self.sessions: dict[int, Session] = {}
        self.is_away = False
        self._sessions, self._transactions, self._positions = count(1), count(1), 0

    def connect(self, process: Process) -> Session:
        """A new session; raises OperationalError where the server is away."""
        if self.is_away:
            raise psycopg.OperationalError("connection refused")
        session = Session(self, next(self._sessions), process)
        self.sessions[session.number] = session
        return session

    def close_sessions(self, process: Process | None = None) -> None:
        """End the sessions of a process that is gone, or all."""
        for session in list(self.sessions.values()):
            if process in (None, session.process):
                session.close()

    def outage(self, seconds: float) -> None:
        """Be away for so long: all sessions end, and what was not committed is given up."""
        self.is_away = True
        for session in list(self.sessions.values()):
            session.is_aborted = True
            session.close()

        def come_back() -> None:
            self.scheduler.sleep(seconds)
            self.is_away = False

        self.scheduler.spawn("comes back", come_back, self.process)

    def positions(self, number: int) -> range:
        """Draw so many positions; they are never drawn again."""
        first = self._positions + 1
        self._positions += number
        return range(first, self._positions + 1)

    def begin(self, session: Session, statements: Statements) -> Future:
        """Carry statements out in one transaction, whatever becomes of the client."""
        outcome, transaction = Future(), Transaction(self, session, next(self._transactions))
        session.is_busy = True

        def run() -> None:
            try:
                outcome.set_result(transaction.carry_out(statements))
            except psycopg.Error as error:
                outcome.set_exception(error)

        self.scheduler.spawn(f"transaction {transaction.number}", run, self.process)
        return outcome


Statements = Sequence[tuple[str, Sequence[Any]]]


class Session:
    """A connection with the server; a process has several."""

    def __init__(self, server: Server, number: int, process: Process):
        self.server, self.number, self.process = server, number, process
        self.is_closed = self.is_aborted = self.is_busy = False
        self.listens, self.notified = False, False
        self.is_silent = False
        """Whether nothing comes from the server any more, and nobody says so."""
        self.waiters = Waiters()

    def check(self) -> None:
        """Raise OperationalError where the connection is lost."""
        if self.is_closed:
            raise psycopg.OperationalError("the connection is lost")

    def close(self) -> None:
        """End the session; a transaction in it goes on, and its locks with it."""
        self.is_closed = True
        if not self.is_busy:
            self.end()
        self.waiters.wake_all()

    def end(self) -> None:
        """Let go of everything."""
        self.server.locks.end_session(self.number)
        self.server.sessions.pop(self.number, None)

    def read(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Rows as they are committed."""
        self.check()
        _, plain, _ = _parsed(statement)
        try:
            return self.server.tables.execute(plain, tuple(values))
        except sqlite3.Error as error:
            raise _translated(error) from error

    def notify(self) -> None:
        """Tell a session that listens."""
        if self.listens and not self.is_silent:
            self.notified = True
            self.waiters.wake_all()

    def notifications(self, timeout: float) -> bool:
        """Wait for a notification; whether there was one."""
        found = self.waiters.wait_for(lambda: self.notified or self.is_closed, timeout)
        self.check()
        self.notified = False
        return found


class Transaction:
    """Statements that are carried out together; what they write is seen when it is committed."""

    def __init__(self, server: Server, session: Session, number: int):
        self._server, self._session, self.number = server, session, number
        self._writes: list[Callable[[sqlite3.Connection], Any]] = []
        self._notifies = False

    def carry_out(self, statements: Statements) -> list[Rows]:
        """The rows of each statement; raises the driver's errors, and then nothing is written."""
        try:
            found = [self._execute(*each) for each in statements]
            self._server.faults.delay()
            self._commit()
            return found
        finally:
            self._server.locks.end_transaction(self.number)
            self._session.is_busy = False
            if self._session.is_closed:
                self._session.end()

    def _execute(self, statement: str, values: Sequence[Any]) -> Rows:
        lock, plain, _ = _parsed(statement)
        if lock is not None:
            self._lock(lock, values)
            return [(None,)]
        if plain.startswith("NOTIFY "):
            self._notifies = True
            return []
        if plain.startswith(_INSERT):
            return self._insert(values)
        if plain.startswith(_EMIT):
            return [(None,)]
        self._writes.append(lambda tables: tables.execute(plain, tuple(values)))
        return []

    def _lock(self, lock: Lock, values: Sequence[Any]) -> None:
        key = lock.name + (values[0] if lock.takes_value else "")
        locks, session = self._server.locks, self._session.number
        if lock.gives_up:
            locks.release(key, session)
        else:
            transaction = self.number if lock.of_transaction else 0
            locks.take(key, Request(session, transaction, lock.shared), PATIENCE)
        self._server.faults.delay()

    def _insert(self, values: Sequence[Any]) -> Rows:
        rows = [values[n : n + 4] for n in range(0, len(values), 4)]
        positions = self._server.positions(len(rows))
        positioned = [(*row, at) for row, at in zip(rows, positions, strict=True)]
        self._writes.append(lambda tables: tables.executemany(_POSITIONED, positioned))
        self._server.faults.delay()
        return [(position,) for position in positions]

    def _commit(self) -> None:
        faults, tables = self._server.faults, self._server.tables
        if self._session.is_aborted or (self._writes and faults.happens("aborted")):
            raise psycopg.OperationalError("terminating connection due to administrator command")
        tables.execute("BEGIN")
        try:
            for write in self._writes:
                write(tables)
            tables.execute("COMMIT")
        except sqlite3.Error as error:
            tables.execute("ROLLBACK")
            raise _translated(error) from error
        self._server.scheduler.say("is committed")
        if self._notifies:
            for session in self._server.sessions.values():
                session.notify()


def _translated(error: sqlite3.Error) -> psycopg.Error:
    name = getattr(error, "sqlite_errorname", "")
    kinds = {
        "SQLITE_CONSTRAINT_NOTNULL": psycopg.errors.NotNullViolation,
        "SQLITE_CONSTRAINT_CHECK": psycopg.errors.CheckViolation,
    }
    if isinstance(error, sqlite3.IntegrityError):
        return kinds.get(name, psycopg.errors.UniqueViolation)(str(error))
    return psycopg.ProgrammingError(str(error))


@lru_cache(1)
def _empty() -> bytes:
    """An empty database with our tables."""
    tables = sqlite3.connect(":memory:", isolation_level=None)
    tables.execute(migrations.TABLE)
    for statement, values in migrations.pending(0, _DIALECT, lambda: 0.0):
        tables.execute(statement, values)
    return tables.serialize()
