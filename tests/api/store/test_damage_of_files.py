"""The database's file damaged, removed or replaced under a real server: nothing more is acked."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.store.core.errors import Damaged
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.open_log import check, migrate, open_log
from tests.api.store.test_log import entries, key_row
from tests.support.clients.real_server import Client, Served

pytestmark = pytest.mark.sweep(of="damage of files", share=4)

PAGE = 4096


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    running = Served(tmp_path)
    yield running
    running.close()


def files(server: Served) -> tuple[Path, Path]:
    """The database and its write-ahead log."""
    return server.data / "combats.db", server.data / "combats.db-wal"


def removed(path: Path) -> None:
    path.unlink()


def moved_away(path: Path) -> None:
    path.rename(path.with_suffix(".away"))


def replaced(path: Path) -> None:
    copy = path.with_suffix(".copy")
    shutil.copyfile(path, copy)
    copy.replace(path)


def rolls(client: Client, key: str) -> tuple[int, str]:
    body = {"type": "roll", "who": "ana"}
    reply = client.send("POST", "commands", body, Idempotency_Key=key)
    assert "retry-after" not in reply.headers or reply.status == 503
    return reply.status, reply.json.get("type", "")


@pytest.mark.parametrize("which", [0, 1], ids=["the database", "its write-ahead log"])
@pytest.mark.parametrize("change", [removed, moved_away, replaced])
def test_a_file_that_goes_is_noticed_before_the_next_acknowledgement(
    server: Served, change: Callable[[Path], None], which: int
):
    combat, (ana, _) = server.combat()
    client = server.client(ana, combat)
    assert rolls(client, "one")[0] == 200
    change(files(server)[which])
    for key in ("two", "two", "three"):
        assert rolls(client, key) == (500, "/problems/damaged")
    reply = client.send("POST", "commands", {"type": "roll", "who": "ana"})
    assert "removed or replaced" in reply.json["detail"]


@pytest.mark.parametrize("which", [0, 1], ids=["the database", "its write-ahead log"])
def test_a_file_that_is_cut_off_is_noticed_before_the_next_acknowledgement(
    server: Served, which: int
):
    combat, (ana, _) = server.combat()
    client = server.client(ana, combat)
    assert rolls(client, "one")[0] == 200
    os.truncate(files(server)[which], 0)
    status, kind = rolls(client, "two")
    assert (status, kind) == (500, "/problems/damaged")


def test_a_log_that_is_tidied_up_by_another_program_is_no_damage(server: Served):
    combat, (ana, _) = server.combat()
    client = server.client(ana, combat)
    with closing(sqlite3.connect(files(server)[0])) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert rolls(client, "one")[0] == 200


def spoil(path: Path, page: int) -> None:
    """Write over one page of a file."""
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(os.urandom(PAGE))


def page_of(path: Path, name: str) -> int:
    """The page, counted from 0, at which a table or an index begins."""
    with closing(sqlite3.connect(path)) as found:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return int(found.execute(query, (name,)).fetchone()[0]) - 1


def test_a_start_finds_a_destroyed_page_and_says_what_to_do(server: Served):
    assert server.stop() == 0
    spoil(files(server)[0], page_of(files(server)[0], "combatlog_events"))
    process = server.run(0)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "the database is damaged; restore it from a backup" in said, said
    assert "try again" not in said


def test_a_destroyed_page_is_not_answered_with_try_again(server: Served):
    combat, (ana, _) = server.combat()
    path = files(server)[0]
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for page in range(1, path.stat().st_size // PAGE):
        spoil(path, page)
    replies = [
        server.client(ana, combat).send("POST", "commands", {"type": "roll", "who": "ana"}),
        server.operator.send("GET", f"/v1/combats/{combat}/export"),
        server.operator.send("GET", "/v1/combats"),
    ]
    for reply in replies:
        assert (reply.status, reply.json["type"]) == (500, "/problems/damaged"), reply.data
        assert "retry-after" not in reply.headers
        assert "Trying again does not help" in reply.json["detail"]


def test_the_quick_check_says_what_it_finds(tmp_path: Path):
    settings = Settings(f"sqlite:///{tmp_path}/combats.db")
    migrate(settings)
    with open_log(settings) as log:
        log.append(entries(count=50), Beside(keys=[key_row()]))
    check(settings)
    spoil(settings.path, page_of(settings.path, "keys"))
    with pytest.raises(Damaged, match="restore it from a backup"):
        check(settings)
