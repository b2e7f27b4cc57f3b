"""The log in an SQLite file: durable, one writing process, and clear about what is in its way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Thread
from typing import cast

import pytest

from api.store import (
    CombatLog,
    DatabaseBusy,
    Record,
    Settings,
    Unavailable,
    WrongSettings,
    migrate,
    open_log,
)
from api.store.sqlite import SQLiteRecorder
from api.store.sqlite_lock import WriterLock
from api.store.sqlite_writer import durable
from tests.api.test_store import catalogue_row, entries, is_whole, key_row, sqlite_settings

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return sqlite_settings(tmp_path, wait=0.1)


@pytest.fixture
def log(settings: Settings) -> Iterator[CombatLog]:
    migrate(settings)
    with open_log(settings) as opened:
        yield opened


def pragma(log: CombatLog, name: str, *, commit: bool = True) -> object:
    datastore = cast(SQLiteRecorder, log.recorder).datastore
    with datastore.transaction(commit=commit) as cursor:
        cursor.execute(f"PRAGMA {name}")
        row = cursor.fetchone()
        return row[0] if row else None


class TestDurability:
    def test_every_commit_is_on_the_disk_before_it_is_acknowledged(self, log):
        assert pragma(log, "synchronous") == 2
        assert pragma(log, "journal_mode") == "wal"
        assert pragma(log, "foreign_keys") == 1

    def test_a_database_that_cannot_have_a_write_ahead_log_is_refused(self):
        with (
            closing(sqlite3.connect(":memory:")) as memory,
            pytest.raises(sqlite3.OperationalError, match="only journal mode memory"),
        ):
            durable(memory)

    def test_readers_cannot_write(self, log):
        assert pragma(log, "query_only", commit=False) == 1
        assert pragma(log, "query_only") == 0

    def test_a_full_disk_is_told_and_the_log_goes_on_once_there_is_space(self, log):
        log.append(entries())
        pragma(log, "max_page_count = 1")
        large = entries(first=2)[0]._replace(body=bytes(500_000))
        with pytest.raises(Unavailable, match=r"acknowledged.*the disk is full; free some space"):
            log.append([large], key=key_row(), catalogue=catalogue_row())
        assert log.last_seq("c-1") == 1
        assert log.find_key("c-1", "s1", "k-1") is None
        pragma(log, "max_page_count = 1000000")
        log.append([large], key=key_row(), catalogue=catalogue_row())
        assert log.last_seq("c-1") == 2

    def test_a_file_that_may_not_grow_loses_nothing_that_was_acknowledged(self, log, settings):
        log.close()
        child = subprocess.run(
            [sys.executable, "-c", UNTIL_IT_IS_FULL, settings.database],
            cwd=ROOT, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert "Unavailable: The step is not acknowledged" in child.stdout, child.stderr
        acknowledged = child.stdout.count("safe")
        with open_log(settings) as again:
            assert again.last_seq("c-1") == acknowledged > 0
            again.append([record(acknowledged + 1)])

    def test_a_write_to_a_database_that_is_read_only_is_refused(self, log):
        pragma(log, "query_only = ON")
        with pytest.raises(Unavailable, match="make its file and folder writable"):
            log.append(entries())

    def test_a_backup_can_be_taken_while_steps_are_appended(self, log, settings, tmp_path):
        steps = (entries(first=n)[0] for n in range(1, 201))
        log.append([next(steps)])
        writer = Thread(target=lambda: [log.append([step]) for step in steps])
        writer.start()
        with (
            closing(sqlite3.connect(settings.path)) as source,
            closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
        ):
            source.backup(copy)
        writer.join()
        with open_log(Settings(f"sqlite:///{tmp_path}/copy.db")) as copied:
            seqs = [r.seq for r in copied.read("c-1")]
        assert seqs == list(range(1, len(seqs) + 1)) != []
        assert log.last_seq("c-1") == 200

    def test_positions_outlast_a_vacuum_and_a_dump(self, log, settings, tmp_path):
        for seq in (1, 2, 3):
            log.append(entries(first=seq))
        log.tables.ground.put("DELETE FROM combatlog_events WHERE originator_version = 1", ())
        log.close()
        with closing(sqlite3.connect(settings.path)) as source:
            source.execute("VACUUM")
            dump = "\n".join(source.iterdump())
        with closing(sqlite3.connect(tmp_path / "restored.db")) as restored:
            restored.executescript(dump)
        for name in ("combats.db", "restored.db"):
            with open_log(Settings(f"sqlite:///{tmp_path}/{name}")) as again:
                assert [n.id for n in again.recorder.select_notifications(1, 10)] == [2, 3]


def record(seq: int) -> Record:
    return Record("c-1", seq, "combat.noted/1", bytes(2000), b"", bytes(32), bytes(32))


UNTIL_IT_IS_FULL = """
import resource, sys
from api.store import Settings, Unavailable, open_log
from tests.api.test_store_sqlite import record
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
log = open_log(Settings(sys.argv[1]))
try:
    for seq in range(1, 1000):
        log.append([record(seq)])
        print("safe", seq)
except Unavailable as error:
    print("Unavailable:", error)
"""


class TestLocks:
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
from api.store import Settings, open_log
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
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
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
            patched.setattr("api.store.sqlite_writer.durable", in_vain)
            with pytest.raises(Unavailable, match="The log could not be opened"):
                open_log(settings)
        open_log(settings).close()

    def test_who_migrates_waits_for_another_who_does_so(self, settings):
        lock = WriterLock(settings.path)
        with ThreadPoolExecutor(1) as thread:
            migrated = thread.submit(migrate, settings._replace(wait=30))
            with suppress(TimeoutError):
                migrated.result(0.05)
            lock.close()
            migrated.result(30)
        open_log(settings).close()

    def test_who_cannot_migrate_for_a_writer_learns_who_it_is(self, settings):
        lock = WriterLock(settings.path)
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
from api.store import Settings, Unavailable, open_log

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
            cwd=ROOT, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert child.returncode == 0, child.stderr


class TestTheFile:
    def test_a_folder_that_is_missing_is_told(self, tmp_path):
        settings = Settings(f"sqlite:///{tmp_path}/nowhere/combats.db")
        with pytest.raises(Unavailable, match="Make its folder exist"):
            migrate(settings)

    def test_a_file_that_is_no_database_is_told(self, settings):
        settings.path.write_bytes(b"Dear diary, " * 500)
        with pytest.raises(Unavailable, match="no SQLite database"):
            open_log(settings)

    def test_an_empty_file_is_a_database_that_was_not_migrated_yet(self, settings):
        settings.path.touch()
        migrate(settings)
        with open_log(settings) as log:
            log.append(entries(count=2))
            assert is_whole(list(log.read("c-1")))
