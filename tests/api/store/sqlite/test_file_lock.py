"""Who may write to an SQLite file, who waits for whom, and what they are told."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from threading import Thread

import pytest

from api.store.core.errors import DatabaseBusy, Unavailable, WrongSettings
from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.store.sqlite.file_lock import writer_lock
from tests.api.store.sqlite.test_recorder import ROOT, log, settings
from tests.api.store.test_log import entries

__all__ = ["log", "settings"]


class TestLocks:
    def test_a_lock_whose_holder_cannot_be_noted_is_given_up_all_the_same(
        self, log, settings, monkeypatch
    ):
        log.close()

        def full(*_: object) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as disk:
            disk.setattr(os, "pwrite", full)
            writer_lock(settings.path).close()
        writer_lock(settings.path).close()

    def test_a_lock_held_by_another_program_is_told(self, log, settings):
        with closing(sqlite3.connect(settings.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="another program holds the database locked"):
                log.append(entries())
            other.execute("ROLLBACK")
        log.append(entries())

    def test_a_transaction_that_reads_before_it_writes_is_not_overtaken(self, log, settings):
        log.append(entries())
        with (
            closing(sqlite3.connect(settings.path, timeout=0)) as other,
            log.recorder.datastore.transaction(commit=True) as cursor,
        ):
            cursor.execute("SELECT COUNT(*) FROM combatlog_events")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("DELETE FROM catalogue")
            cursor.execute("DELETE FROM catalogue")

    def test_a_thread_waits_its_turn_only_so_long(self, log):
        with log.recorder.datastore.transaction(commit=True):
            said: list[str] = []
            thread = Thread(target=lambda: said.append(refused(log)))
            thread.start()
            thread.join()
        assert "Other threads have been writing for 0.1 s" in said[0]

    def test_readers_who_use_up_all_connections_are_told(self, log):
        with ExitStack() as stack:
            for _ in range(15):
                stack.enter_context(log.recorder.datastore.get_connection(commit=False))
            with pytest.raises(Unavailable, match="all connections are in use"):
                log.last_seq("c-1")
        assert log.last_seq("c-1") == 0

    def test_a_transaction_that_fails_lets_the_next_one_in(self, log):
        with pytest.raises(ZeroDivisionError), log.recorder.datastore.transaction(commit=True):
            raise ZeroDivisionError
        log.append(entries())


def refused(log: CombatLog) -> str:
    with pytest.raises(Unavailable) as caught:
        log.append(entries())
    return str(caught.value)


HOLDER = """
import sys
from api.store.core.settings import Settings
from api.store.open_log import open_log
with open_log(Settings(sys.argv[1])):
    print("open", flush=True)
    input()
"""


class TestOneWriter:
    @pytest.fixture
    def holder(self, settings: Settings) -> Iterator[subprocess.Popen[str]]:
        """Another process that has the log open for writing."""
        migrate(settings)
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, settings.database],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            yield process
            process.kill()

    def test_a_second_writing_process_learns_who_writes_and_what_to_do(self, holder, settings):
        with pytest.raises(DatabaseBusy, match=rf"Process {holder.pid} .* over HTTP") as caught:
            open_log(settings)
        assert caught.value.pid == holder.pid

    def test_reading_is_possible_meanwhile(self, holder, settings):
        with open_log(settings, writing=False) as reader:
            assert reader.last_seq("c-1") == 0

    def test_what_is_up_to_date_can_be_migrated_meanwhile(self, holder, settings):
        migrate(settings)

    def test_when_the_writer_is_killed_the_next_one_may_write(self, holder, settings):
        holder.kill()
        holder.wait()
        with open_log(settings) as log:
            log.append(entries())

    def test_the_same_process_cannot_open_it_twice_for_writing(self, log, settings):
        with pytest.raises(DatabaseBusy) as caught:
            open_log(settings)
        assert caught.value.pid == os.getpid()
        log.close()
        open_log(settings).close()

    def test_a_log_that_could_not_be_opened_leaves_no_lock(self, settings, monkeypatch):
        migrate(settings)
        with monkeypatch.context() as patched:
            patched.setenv("COMPRESSOR_TOPIC", "eventsourcing.compressor:ZlibCompressor")
            with pytest.raises(WrongSettings, match="COMPRESSOR_TOPIC"):
                open_log(settings)
        open_log(settings).close()

    def test_a_writer_that_cannot_begin_leaves_no_lock_either(self, settings, monkeypatch):
        migrate(settings)
        with monkeypatch.context() as patched:
            patched.setattr("api.store.sqlite.writer.durable", in_vain)
            with pytest.raises(Unavailable, match="The log could not be opened"):
                open_log(settings)
        open_log(settings).close()

    def test_who_migrates_waits_for_another_who_does_so(self, settings):
        lock = writer_lock(settings.path)
        with ThreadPoolExecutor(1) as thread:
            migrated = thread.submit(migrate, settings._replace(wait=30))
            with suppress(TimeoutError):
                migrated.result(0.05)
            lock.close()
            migrated.result(30)
        open_log(settings).close()

    def test_who_cannot_migrate_for_a_writer_learns_who_it_is(self, settings):
        lock = writer_lock(settings.path)
        with pytest.raises(DatabaseBusy, match=f"Process {os.getpid()}"):
            migrate(settings)
        lock.close()
        lock.close()


def in_vain(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.close()
    raise sqlite3.OperationalError("unable to open database file")


CLOSED_AMID_READING = """
import sys
from threading import Thread
from time import sleep
from api.store.core.errors import Unavailable
from api.store.core.settings import Settings
from api.store.open_log import open_log

def read_on(log):
    try:
        while True:
            assert sum(1 for _ in log.read("c-1")) == 2000
    except Unavailable as error:
        said.append(str(error))

said, times = [], 40
sys.setswitchinterval(1e-5)
for _ in range(times):
    log = open_log(Settings(sys.argv[1], 30.0))
    readers = [Thread(target=read_on, args=(log,)) for _ in range(4)]
    for reader in readers:
        reader.start()
    sleep(0.01)
    log.close()
    for reader in readers:
        reader.join()
assert len(said) == 4 * times and all("the log was closed" in each for each in said), set(said)
"""


class TestClosing:
    def test_threads_that_are_reading_are_told_and_the_process_does_not_crash(self, log, settings):
        log.append(entries(count=2000))
        log.close()
        child = subprocess.run(
            [sys.executable, "-c", CLOSED_AMID_READING, settings.database],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert child.returncode == 0, child.stderr
