"""One URL says where the log is; its tables are made by `migrate` and by nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from api.store.core import migrations
from api.store.core.errors import StoreError, Unavailable, WrongSchema, WrongSettings
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from tests.api.store.test_log import entries, is_whole, log, settings

__all__ = ["log", "settings"]

ROOT = Path(__file__).parents[4]

STARTED = """
import sys
from api.store.core.rows import Record
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
settings, combat = Settings(sys.argv[1], 30.0), sys.argv[2]
print("ready", flush=True)
input()
migrate(settings)
with open_log(settings, writing=settings.is_postgres) as log:
    if settings.is_postgres:
        log.append([Record(combat, 1, "combat.noted/1", b"", b"", bytes(32), bytes(32))])
    print(log.last_seq(combat))
"""


def started_together(settings: Settings, count: int) -> list[str]:
    """What several processes say that migrate and open the same database at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", STARTED, settings.database, f"c-{number}"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for number in range(count)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return [process.communicate(timeout=60)[0].strip() for process in processes]


class TestUrl:
    def test_three_slashes_are_a_relative_path_and_four_an_absolute_one(self):
        assert Settings("sqlite:///combats.db").path == Path.cwd() / "combats.db"
        assert Settings("sqlite:////srv/combats.db").path == Path("/srv/combats.db")

    @pytest.mark.parametrize("url", ["postgresql://gm@host/combats", "postgres:///combats"])
    def test_both_spellings_of_postgres_are_understood(self, url):
        assert Settings(url).is_postgres

    @pytest.mark.parametrize("url", ["", "combats.db", "mysql://gm:s3cret@host/combats"])
    def test_any_other_url_is_refused_without_being_shown(self, url):
        with pytest.raises(WrongSettings, match="The database URL is of no known kind") as caught:
            open_log(Settings(url))
        assert "s3cret" not in str(caught.value)

    @pytest.mark.parametrize("url", ["sqlite:///", "sqlite:///:memory:", "sqlite:///file:x?a=b"])
    def test_a_log_is_kept_in_a_file(self, url):
        with pytest.raises(WrongSettings, match="needs a file"):
            migrate(Settings(url))

    def test_sqlite_needs_no_driver_of_postgres(self):
        code = (
            "import sys; sys.modules['psycopg'] = None\n"
            "from api.store.core.errors import WrongSettings\n"
            "from api.store.core.settings import Settings\n"
            "from api.store.open_log import open_log\n"
            "try: open_log(Settings('postgresql:///combats'))\n"
            "except WrongSettings as error: print(error)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert "pip install 'combatlog[postgres]'" in done.stdout

    def test_a_strange_file_name_is_just_a_name(self, tmp_path):
        settings = Settings(f"sqlite:///{tmp_path}/a b?mode=ro#100%25.db")
        migrate(settings)
        with open_log(settings) as log:
            log.append(entries())
        assert settings.path.exists()


class TestEnvironment:
    def test_a_stray_variable_does_not_move_the_log(self, settings, monkeypatch):
        migrate(settings)
        monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
        monkeypatch.setenv("COMBATLOG_PERSISTENCE_MODULE", "eventsourcing.popo")
        monkeypatch.setenv("COMBATLOG_SQLITE_DBNAME", "elsewhere.db")
        monkeypatch.setenv("POSTGRES_DBNAME", "elsewhere")
        with open_log(settings) as log:
            log.append(entries())
        with open_log(settings) as log:
            assert log.last_seq("c-1") == 1

    @pytest.mark.parametrize(
        ("variable", "value"),
        [
            ("COMPRESSOR_TOPIC", "eventsourcing.compressor:ZlibCompressor"),
            ("CIPHER_TOPIC", "eventsourcing.persistence:Cipher"),
        ],
    )
    def test_nothing_is_put_around_sealed_entries(self, settings, monkeypatch, variable, value):
        migrate(settings)
        monkeypatch.setenv(variable, value)
        monkeypatch.setattr("eventsourcing.persistence.Cipher.__abstractmethods__", frozenset())
        with pytest.raises(WrongSettings, match=variable):
            open_log(settings)


class TestMigrations:
    def test_a_database_that_was_not_migrated_is_not_opened_nor_made(self, settings):
        with pytest.raises(WrongSchema, match="combatlog admin migrate"):
            open_log(settings)
        with pytest.raises(WrongSchema, match="combatlog admin migrate"):
            open_log(settings, writing=False)
        assert settings.is_postgres or not settings.path.exists()

    def test_migrating_again_changes_nothing(self, log, settings):
        log.append(entries(count=2))
        migrate(settings)
        migrate(settings)
        assert is_whole(list(log.read("c-1")))

    def test_each_migration_is_recorded(self, log):
        rows = log.tables.fetch("SELECT number, name FROM combatlog_migrations ORDER BY number")
        names = [migration.name for migration in migrations.MIGRATIONS]
        assert rows == list(enumerate(names, start=1))

    def test_a_row_beside_the_entries_is_not_stored_without_its_seal(self, log):
        person = "INSERT INTO people (combat, id, salt, name) VALUES (?, ?, ?, ?)"
        with pytest.raises(Unavailable, match="seal"):
            log.tables.execute(person, "c-1", "p1", b"salt", b"name")

    def test_a_database_of_a_newer_version_is_left_alone(self, log, settings):
        log.tables.execute(
            "INSERT INTO combatlog_migrations (number, name, applied_at) VALUES (?, ?, ?)",
            *(migrations.NEWEST + 1, "from the future", 0),
        )
        log.close()
        for attempt in (open_log, migrate):
            with pytest.raises(WrongSchema, match="Use the newer combatlog"):
                attempt(settings)

    def test_a_migration_that_fails_leaves_nothing_behind(self, settings, monkeypatch):
        broken = migrations.Migration("broken", ("CREATE TABLE half (n BIGINT)", "CREATE NONSENSE"))
        with monkeypatch.context() as patched:
            patched.setattr(migrations, "MIGRATIONS", (broken,))
            with pytest.raises(Unavailable, match="NONSENSE"):
                migrate(settings)
        migrate(settings)
        with open_log(settings) as log, pytest.raises(StoreError, match="half"):
            log.tables.fetch("SELECT * FROM half")

    def test_the_next_migration_is_applied_to_what_is_there(self, log, settings, monkeypatch):
        log.append(entries())
        log.close()
        more = migrations.Migration("more", ("CREATE TABLE more (n BIGINT)",))
        monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, more))
        monkeypatch.setattr(migrations, "NEWEST", len(migrations.MIGRATIONS))
        with pytest.raises(WrongSchema, match=f"needs {migrations.NEWEST}"):
            open_log(settings)
        migrate(settings)
        with open_log(settings) as again:
            assert again.last_seq("c-1") == 1
            assert again.tables.fetch("SELECT * FROM more") == []

    def test_processes_that_start_together_do_not_disturb_one_another(self, settings):
        expected = "1" if settings.is_postgres else "0"
        assert started_together(settings, 6) == [expected] * 6
