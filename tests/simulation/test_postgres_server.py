"""The model of a PostgreSQL server and a real one: in each scene both do the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from random import Random
from typing import Any, Protocol

import psycopg
import pytest

from api.store.core.settings import Settings
from api.store.open_log import migrate
from api.store.postgres import recorder
from api.store.postgres.recorder import with_placeholders
from tests.simulation.databases.postgres_server import Server as ModelServer
from tests.simulation.databases.postgres_server import Transaction
from tests.simulation.faults import Faults
from tests.simulation.scheduling.scheduler import Stuck, running
from tests.support.postgres import Dsn, url_of

Statement = tuple[str, tuple[Any, ...]]

TURN: Statement = (recorder._TURN, ())
NOTIFY: Statement = (recorder._NOTIFY, ())
POSITIONS = "SELECT notification_id FROM combatlog_events ORDER BY notification_id"
PATIENCE = 0.3
"""Seconds after which something is taken to wait."""


def entry(combat: str, seq: int) -> Statement:
    return f"{recorder._INSERT}(?, ?, ?, ?) RETURNING notification_id", (combat, seq, "a", b"b")


def shared(combat: str) -> Statement:
    return recorder._SHARED, (combat,)


def alone(combat: str) -> Statement:
    return recorder._ALONE, (combat,)


def release(combat: str) -> Statement:
    return recorder._RELEASE, (combat,)


class Session(Protocol):
    """A connection that holds a transaction open; each call tells how it went.

    That is `done`, `waits`, or the name of the error.
    """

    def send(self, *statements: Statement) -> str: ...
    def commit(self) -> str: ...
    def close(self) -> None: ...
    def state(self) -> str: ...
    def listen(self) -> None: ...
    def is_notified(self) -> bool: ...


class Database(Protocol):
    """A database with sessions."""

    def session(self) -> Session: ...
    def positions(self) -> list[int]: ...


# --- a real server ---------------------------------------------------------------------------


class RealSession:
    """A session of a real server."""

    def __init__(self, url: str):
        self._connection = psycopg.connect(url)
        self._thread, self._last = ThreadPoolExecutor(1), Future[Any]()

    def send(self, *statements: Statement) -> str:
        return self._begin(lambda: [self._execute(*each) for each in statements])

    def _execute(self, statement: str, values: tuple[Any, ...]) -> Any:
        return self._connection.execute(with_placeholders(statement), values)

    def commit(self) -> str:
        return self._begin(self._connection.commit)

    def _begin(self, run: Callable[[], Any]) -> str:
        self._last = self._thread.submit(run)
        return self.state()

    def state(self) -> str:
        wait([self._last], PATIENCE)
        if not self._last.done():
            return "waits"
        error = self._last.exception()
        return type(error).__name__ if error else "done"

    def listen(self) -> None:
        self._connection.execute("LISTEN combatlog_events")
        self._connection.commit()

    def is_notified(self) -> bool:
        return bool(list(self._connection.notifies(timeout=PATIENCE, stop_after=1)))

    def close(self) -> None:
        with suppress(psycopg.Error):
            self._connection.cancel()
        self._connection.close()
        self._thread.shutdown()


class RealDatabase:
    """A database of a real server."""

    def __init__(self, dsn: Dsn):
        self._stack, self._url = ExitStack(), url_of(dsn)
        migrate(Settings(self._url))

    def session(self) -> RealSession:
        made = RealSession(self._url)
        made._connection.execute("SET lock_timeout = '2s'")
        made._connection.commit()
        self._stack.callback(made.close)
        return made

    def positions(self) -> list[int]:
        with psycopg.connect(self._url) as connection:
            return [row[0] for row in connection.execute(POSITIONS)]

    def close(self) -> None:
        self._stack.close()


# --- the model -------------------------------------------------------------------------------


class ModelSession:
    """A session of the model."""

    def __init__(self, server: ModelServer):
        self._server, self._session = server, server.connect(server.process)
        self._begin_transaction()
        self._state = "done"

    def _begin_transaction(self) -> None:
        number = next(self._server._transactions)
        self._transaction = Transaction(self._server, self._session, number)

    def send(self, *statements: Statement) -> str:
        return self._begin(lambda: [self._execute(*each) for each in statements])

    def _execute(self, statement: str, values: tuple[Any, ...]) -> Any:
        return self._transaction._execute(with_placeholders(statement).decode(), values)

    def commit(self) -> str:
        return self._begin(self._commit)

    def _commit(self) -> None:
        try:
            self._transaction._commit()
        finally:
            self._server.locks.end_transaction(self._transaction.number)
            self._begin_transaction()

    def _begin(self, run: Callable[[], Any]) -> str:
        self._state = "waits"

        def task() -> None:
            try:
                run()
                self._state = "done"
            except psycopg.Error as error:
                self._state = type(error).__name__

        self._server.scheduler.spawn("session", task, self._server.process)
        return self.state()

    def state(self) -> str:
        scheduler = self._server.scheduler
        with suppress(Stuck):
            scheduler.run(lambda: False, scheduler.now + PATIENCE)
        scheduler.now += PATIENCE
        return self._state

    def listen(self) -> None:
        self._session.listens = True

    def is_notified(self) -> bool:
        found, self._session.notified = self._session.notified, False
        return found

    def close(self) -> None:
        self._session.close()
        self._server.locks.end_transaction(self._transaction.number)
        self.state()


class ModelDatabase:
    """A database of the model, in which nothing goes wrong."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        scheduler = self._stack.enter_context(running(Random(1)))
        faults = Faults(scheduler)
        faults.end()
        self._server = ModelServer(scheduler, faults)

    def session(self) -> ModelSession:
        return ModelSession(self._server)

    def positions(self) -> list[int]:
        return [row[0] for row in self._server.tables.execute(POSITIONS)]

    def close(self) -> None:
        self._server.scheduler.end()
        self._stack.close()


@pytest.fixture(params=["model", "server"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    real = request.param == "server"
    made: RealDatabase | ModelDatabase = (
        RealDatabase(request.getfixturevalue("postgres_database")) if real else ModelDatabase()
    )
    yield made
    made.close()


# --- scenes ----------------------------------------------------------------------------------


def test_what_is_not_committed_is_seen_by_nobody(database: Database):
    one = database.session()
    assert one.send(entry("c-1", 1)) == "done"
    assert database.positions() == []
    assert one.commit() == "done"
    assert database.positions() == [1]


def test_without_a_turn_positions_are_seen_in_another_order(database: Database):
    one, other = database.session(), database.session()
    assert one.send(shared("c-1"), entry("c-1", 1)) == "done"
    assert other.send(shared("c-2"), entry("c-2", 1)) == "done"
    other.commit()
    assert database.positions() == [2]
    one.commit()
    assert database.positions() == [1, 2]


def test_with_a_turn_who_comes_second_waits_for_the_commit(database: Database):
    one, other = database.session(), database.session()
    assert one.send(TURN, entry("c-1", 1)) == "done"
    assert other.send(TURN, entry("c-2", 1)) == "waits"
    one.commit()
    assert other.state() == "done"
    assert database.positions() == [1]
    other.commit()
    assert database.positions() == [1, 2]


def test_a_position_of_what_was_given_up_is_never_drawn_again(database: Database):
    one, other = database.session(), database.session()
    one.send(entry("c-1", 1))
    one.close()
    other.send(entry("c-1", 1))
    other.commit()
    assert database.positions() == [2]


def test_who_inserts_the_same_entry_second_is_refused_with_all_that_came_with_it(
    database: Database,
):
    one, other = database.session(), database.session()
    one.send(entry("c-1", 1))
    one.commit()
    said = other.send(entry("c-2", 1), entry("c-1", 1))
    assert "UniqueViolation" in (said, other.commit())
    assert database.positions() == [1]


def test_a_lock_that_is_shared_is_no_ones_alone(database: Database):
    one, other, third = database.session(), database.session(), database.session()
    assert one.send(shared("c-1")) == other.send(shared("c-1")) == "done"
    assert third.send(alone("c-1")) == "waits"
    one.commit()
    assert third.state() == "waits"
    other.commit()
    assert third.state() == "done"


def test_who_waits_for_a_lock_alone_is_not_passed_over(database: Database):
    one, other, third = database.session(), database.session(), database.session()
    one.send(shared("c-1"))
    assert other.send(alone("c-1")) == "waits"
    assert third.send(shared("c-1")) == "waits"
    one.commit()
    assert (other.state(), third.state()) == ("done", "waits")


def test_who_has_a_lock_alone_may_share_it_and_keeps_it_beyond_a_commit(database: Database):
    one, other = database.session(), database.session()
    assert one.send(alone("c-1")) == "done"
    one.commit()
    assert one.send(shared("c-1"), entry("c-1", 1)) == "done"
    assert other.send(shared("c-1")) == "waits"
    one.commit()
    assert other.state() == "waits"
    one.send(release("c-1"))
    assert other.state() == "done"


def test_a_session_that_ends_lets_go_of_its_locks(database: Database):
    one, other = database.session(), database.session()
    one.send(alone("c-1"))
    one.commit()
    assert other.send(shared("c-1")) == "waits"
    one.close()
    assert other.state() == "done"


def test_a_lock_that_never_comes_is_waited_for_two_seconds(database: Database):
    one, other = database.session(), database.session()
    one.send(TURN)
    said = [other.send(TURN), *(other.state() for _ in range(9))]
    assert said[0] == "waits" and said[-1] == "LockNotAvailable"


def test_a_notification_comes_with_the_commit(database: Database):
    one, listener = database.session(), database.session()
    listener.listen()
    one.send(entry("c-1", 1), NOTIFY)
    assert not listener.is_notified()
    one.commit()
    assert listener.is_notified()
    assert database.positions() == [1]
