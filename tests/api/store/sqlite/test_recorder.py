"""The log in an SQLite file: durable, one writing process, and clear about what is in its way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Thread
from typing import cast

import pytest

from api.store.core.errors import Unavailable
from api.store.core.rows import Record, TextRow
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.store.sqlite.recorder import SQLiteRecorder
from api.store.sqlite.writer import durable
from tests.api.store.test_log import catalogue_row, entries, is_whole, key_row, sqlite_settings

ROOT = Path(__file__).parents[4]


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


class TestErasing:
    WORDS = b"never said "

    def write(self, log: CombatLog, chance: Random) -> None:
        """Texts of one and of others, long and short, some of which grow or go later."""
        there: list[TextRow] = []
        for n in range(1, chance.randint(50, 400)):
            words = (self.WORDS if n % 2 else b"is told on ") * chance.choice((1, 2, 5, 20, 180))
            there.append(TextRow("c-1", f"t{n}", "p1", (), bytes(16), words))
            log.append([], Beside(texts=there[-1:]))
            if chance.random() < 0.2:
                grown = chance.choice(there)._replace(mentions=("p2",) * chance.randint(1, 300))
                log.append([], Beside(texts=[grown]))
            if chance.random() < 0.1:
                log.append([], Beside(forgotten=[there.pop(chance.randrange(len(there)))]))

    def found(self, settings: Settings, said: bytes) -> bool:
        files = settings.path.parent.glob("combats.db*")
        return any(said in file.read_bytes() for file in files)

    @pytest.mark.parametrize("seed", [29, 40, 44])
    def test_nothing_is_left_where_rows_were_moved(self, log, settings, seed):
        """With these seeds SQLite 3.40 leaves copies of moved rows, `secure_delete` or not."""
        log.append(entries())
        self.write(log, Random(seed))
        assert self.found(settings, self.WORDS)
        log.append([], Beside(forgotten=[row for row in log.texts("c-1") if int(row.id[1:]) % 2]))
        kept = sorted(log.texts("c-1"))
        log.erase_deleted()
        assert not self.found(settings, self.WORDS)
        assert sorted(log.texts("c-1")) == kept != []

    def test_a_server_has_room_afterwards_as_before(self, log, settings):
        waiting = settings.path.with_name(settings.path.name + "-wal")
        log.erase_deleted()
        assert waiting.stat().st_size == 0
        log.make_room()
        log.erase_deleted()
        assert waiting.stat().st_size > 16 * 1024 * 1024

    def test_who_only_reads_erases_nothing(self, log, settings):
        with (
            open_log(settings, writing=False) as reading,
            pytest.raises(Unavailable, match="reading only"),
        ):
            reading.erase_deleted()


class TestDurability:
    def test_every_commit_is_on_the_disk_before_it_is_acknowledged(self, log):
        assert pragma(log, "synchronous") == 2
        assert pragma(log, "journal_mode") == "wal"
        assert pragma(log, "foreign_keys") == 1

    def test_a_server_has_room_to_write_for_long_and_nothing_of_it_stays(self, log, settings):
        waiting = settings.path.with_name(settings.path.name + "-wal")
        assert waiting.stat().st_size < 1024 * 1024
        log.make_room()
        assert waiting.stat().st_size > 16 * 1024 * 1024
        assert pragma(log, "wal_autocheckpoint") == 4096
        assert pragma(log, "cache_size") == -2000
        assert log.tables.fetch("SELECT name FROM sqlite_master WHERE name = 'room'") == []
        log.append(entries(1, 3))
        assert is_whole(list(log.read("c-1")))

    def test_where_there_is_no_room_it_writes_as_before(self, log):
        pages = pragma(log, "page_count")
        pragma(log, f"max_page_count = {pages}")
        log.make_room()
        assert pragma(log, "wal_autocheckpoint") == 1000
        pragma(log, "max_page_count = 1000000")
        log.append(entries(1, 3))
        assert is_whole(list(log.read("c-1")))

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
        large = entries(first=2)[0]._replace(body=os.urandom(500_000))
        with pytest.raises(Unavailable, match=r"acknowledged.*the disk is full; free some space"):
            log.append([large], Beside(keys=[key_row()], catalogue=catalogue_row()))
        assert log.last_seq("c-1") == 1
        assert log.find_key("c-1", "s1", "k-1") is None
        pragma(log, "max_page_count = 1000000")
        log.append([large], Beside(keys=[key_row()], catalogue=catalogue_row()))
        assert log.last_seq("c-1") == 2

    def test_a_file_that_may_not_grow_loses_nothing_that_was_acknowledged(self, log, settings):
        log.close()
        child = subprocess.run(
            [sys.executable, "-c", UNTIL_IT_IS_FULL, settings.database],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
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
        log.tables.execute("DELETE FROM combatlog_events WHERE originator_version = 1")
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
from api.store.core.errors import Unavailable
from api.store.core.settings import Settings
from api.store.open_log import open_log
from tests.api.store.sqlite.test_recorder import record
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
log = open_log(Settings(sys.argv[1]))
try:
    for seq in range(1, 1000):
        log.append([record(seq)])
        print("safe", seq)
except Unavailable as error:
    print("Unavailable:", error)
"""


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
