"""A server that freezes, warns or comes back: nothing hangs, and no success is made up."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from api.store.core.errors import Unavailable
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.open_log import open_log
from api.store.postgres.connection import limited_to
from api.store.postgres.database import conninfo, environment
from tests.api.store.postgres.test_recorder import log, other, settings
from tests.api.store.test_log import entries, key_row, postgres_settings
from tests.cluster.patroni import until
from tests.support.postgres import shut
from tests.sweeps import so_many

__all__ = ["log", "other", "settings"]

BACKENDS = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
WAITS = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname ="
WAITS += " current_database()"


@contextmanager
def frozen(other) -> Iterator[None]:
    """All sessions of the database but one do not answer meanwhile; their sockets stay open."""
    found = [pid for (pid,) in other.execute(BACKENDS).fetchall()]
    for pid in found:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in found:
            os.kill(pid, signal.SIGCONT)


class TestFrozen:
    def test_a_command_ends_and_the_next_one_works(self, settings, other):
        with open_log(settings._replace(wait=0.2)) as log:
            log.append(entries())
            with frozen(other):
                began = time.monotonic()
                with pytest.raises(Unavailable, match="did not answer within 1 s"):
                    log.append(entries(first=2), Beside(keys=[key_row()]))
                assert time.monotonic() - began < 3
                log.append(entries(first=2), Beside(keys=[key_row()]))
            assert log.last_seq("c-1") == 2

    def test_a_subscriber_notices_within_five_seconds(self, log, other):
        with log.follow(0) as following:
            log.append(entries())
            next(iter(following))
            with frozen(other), ThreadPoolExecutor(1) as thread:
                began = time.monotonic()
                with pytest.raises(Exception, match="did not answer"):
                    thread.submit(next, iter(following)).result(10)
                assert time.monotonic() - began < 5

    def test_erasing_may_take_long(self, settings, other, monkeypatch):
        nobody = "SELECT count(*) FROM pg_stat_activity WHERE xact_start < ? AND false"
        monkeypatch.setattr("api.store.postgres.recorder._OLDER", nobody)
        url = f"{settings.database}&options=-c%20lock_timeout%3D9000"
        other.execute("LOCK TABLE texts IN ACCESS SHARE MODE")
        with open_log(Settings(url, wait=0.1)) as log, ThreadPoolExecutor(1) as thread:
            erasing = thread.submit(log.erase_deleted)
            with pytest.raises(TimeoutError):
                erasing.result(2)
            other.rollback()
            erasing.result(10)


class TestAway:
    def test_no_queue_builds_up_while_it_is_away(self, settings):
        with open_log(settings) as log:
            log.append(entries())
            with shut(settings.database):
                with pytest.raises(Unavailable):
                    log.last_seq("c-1")
                with pytest.raises(Unavailable):
                    log.last_seq("c-1")
                began = time.monotonic()
                for _ in range(4):
                    with pytest.raises(Unavailable):
                        log.last_seq("c-1")
                assert time.monotonic() - began < 2

    def test_it_is_found_again_soon_however_long_it_was_away(self, settings):
        with open_log(settings) as log:
            log.append(entries())
            with shut(settings.database):
                until = time.monotonic() + so_many(12, 4)
                while time.monotonic() < until:
                    with pytest.raises(Unavailable):
                        log.last_seq("c-1")
                    time.sleep(0.1)
            back = time.monotonic()
            while time.monotonic() < back + 10:
                try:
                    assert log.last_seq("c-1") == 1
                    break
                except Unavailable:
                    time.sleep(0.1)
            assert time.monotonic() - back < 2.5


class TestStandby:
    """A standby has to have every commit, and none is there."""

    @pytest.fixture
    def alone(self, settings) -> Iterator[Settings]:
        url = f"{settings.database}&options=-c%20synchronous_commit%3Don"
        with psycopg.connect(settings.database, autocommit=True) as admin:
            admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            admin.execute("SELECT pg_reload_conf()")
            self.see_that_it_holds(url, admin)
            try:
                yield Settings(url, wait=0.5)
            finally:
                admin.execute("ALTER SYSTEM RESET synchronous_standby_names")
                admin.execute("SELECT pg_reload_conf()")

    def see_that_it_holds(self, url: str, admin: psycopg.Connection) -> None:
        """Commit in vain until a commit waits."""
        with suppress(psycopg.OperationalError), limited_to(0.3).connect(url) as probe:
            pid = probe.info.backend_pid
            while True:
                probe.execute("SELECT pg_logical_emit_message(true, 'probe', '')")
                probe.commit()
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))

    def cancel_the_wait(self, url: str) -> None:
        with psycopg.connect(url, autocommit=True) as admin:
            while not (found := admin.execute(WAITS).fetchone()):
                time.sleep(0.01)
            admin.execute("SELECT pg_cancel_backend(%s)", found)

    def test_a_success_that_no_standby_has_is_no_success(self, alone, settings):
        with open_log(alone) as log:
            cancelling = Thread(target=self.cancel_the_wait, args=(settings.database,))
            cancelling.start()
            with pytest.raises(Unavailable, match="on this server alone"):
                log.append(entries(), Beside(keys=[key_row()]))
            cancelling.join()
            # It can be read here by now. A retry is not told so before a standby has it.
            assert log.last_seq("c-1") == 1
            for find in (log.find_key, log.find_lines):
                with pytest.raises(Unavailable, match="Whether the step is safe"):
                    find("c-1", key_row().seat, key_row().key)


def test_a_server_that_vanished_is_noticed_by_who_merely_listens(settings):
    told = conninfo_to_dict(environment(settings, writing=True)["POSTGRES_CONNINFO"])
    idle, pause, count = (int(str(told[f"keepalives_{n}"])) for n in ("idle", "interval", "count"))
    assert idle + pause * count < 5
    chosen = settings._replace(database=f"{settings.database}&keepalives_idle=60")
    told = conninfo_to_dict(environment(chosen, writing=True)["POSTGRES_CONNINFO"])
    assert told["keepalives_idle"] == "60"


@pytest.fixture
def silent_host(settings) -> Iterator[str]:
    """A database URL whose first host accepts connections and never says a word."""
    told = conninfo_to_dict(settings.database)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        both = {"host": f"127.0.0.1,{told['host']}", "port": f"{silent.getsockname()[1]},5432"}
        query = "&".join(f"{name}={value}" for name, value in both.items())
        yield f"{settings.database}&{query}"


def test_a_new_process_waits_for_as_many_hosts_as_there_are(settings, silent_host):
    with open_log(settings._replace(database=silent_host)) as log:
        assert log.append(entries())


def test_a_host_that_does_not_answer_holds_up_only_once(silent_host):
    url = make_conninfo(silent_host, connect_timeout="2")
    took = []
    for _ in range(3):
        began = time.monotonic()
        limited_to(5).connect(url).close()
        took.append(time.monotonic() - began)
    assert took[0] >= 2 and took[1] + took[2] < 1


def test_a_host_that_was_silent_is_found_when_no_other_takes_writes(settings):
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.socket() as refusing:
        refusing.bind(("127.0.0.1", 0))
        ports = f"{silent.getsockname()[1]},{refusing.getsockname()[1]}"
        both = {"host": "127.0.0.1,127.0.0.1", "port": ports, "connect_timeout": "2"}
        url = make_conninfo(settings.database, **both)
        took = []
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(psycopg.OperationalError, match="refused"):
                limited_to(5).connect(url)
            took.append(time.monotonic() - began)
        assert took[0] >= 2 and took[1] < 1.5, "it held up the second attempt too"
        with answered_by(silent, settings.database):
            until(lambda: connects(url), 5, "it is asked again, and answers")


def connects(url: str) -> bool:
    """Whether one of the hosts is connected to, at once."""
    began = time.monotonic()
    with suppress(psycopg.OperationalError), limited_to(5).connect(url):
        return True
    assert time.monotonic() - began < 1.5
    return False


def connected_to(database: str) -> socket.socket:
    """A socket of the server of a database."""
    told = conninfo_to_dict(database)
    host, port = str(told["host"]), int(told.get("port") or 5432)
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    found = socket.socket(socket.AF_UNIX)
    found.connect(f"{host}/.s.PGSQL.{port}")
    return found


@contextmanager
def answered_by(listening: socket.socket, database: str) -> Iterator[None]:
    """Pass connections on to the server of a database meanwhile."""

    def pipe(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError), ExitStack() as opened:
            while True:
                client = opened.enter_context(listening.accept()[0])
                server = opened.enter_context(connected_to(database))
                for pair in ((client, server), (server, client)):
                    Thread(target=pipe, args=pair, daemon=True).start()

    accepting = Thread(target=accept)
    accepting.start()
    try:
        yield
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        accepting.join()


def test_of_several_hosts_the_primary_is_taken_for_reading_too(postgres_database, settings):
    host = postgres_database["host"]
    twice = postgres_settings({**postgres_database, "host": f"{host},{host}"})
    for query in ("", "&target_session_attrs=read-write"):
        several = twice._replace(database=twice.database + query)
        open_log(several, writing=False).close()
        assert "target_session_attrs=primary" in conninfo(several, {})
    assert "target_session_attrs=any" in conninfo(settings, {})


def test_who_waited_in_vain_makes_others_wait_shortly(settings):
    """One that was answered just after it began does not count for it."""
    with open_log(settings._replace(wait=3)) as log:
        log.append(entries())
        datastore = log.tables.ground.datastore  # type: ignore[attr-defined]
        datastore._answered = time.monotonic() - 3.5
        datastore._note_loss(began=time.monotonic() - 4, replace=False)
        assert datastore.pool.timeout < 3
        datastore._answered = time.monotonic()
        datastore.pool.timeout = 3
        datastore._note_loss(began=time.monotonic() - 4, replace=False)
        assert datastore.pool.timeout == 3
