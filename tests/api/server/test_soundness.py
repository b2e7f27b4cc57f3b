"""`combatlog check`: ten lines, and what each of them finds where something is wrong."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from http.client import BadStatusLine

import pytest

from api.server import soundness
from api.server.serve import Installation, warn_of_risks
from api.store.core.settings import Settings
from api.store.open_log import migrate
from api.store.postgres.durability import Durability
from tests.support.clients.cli_runner import Typed
from tests.support.postgres import Dsn, url_of

SOUND = Durability(True, True, "on", True, 2)


def found(typed: Typed, options: str = "") -> dict[str, tuple[str, str]]:
    """The status and the sentence of each check."""
    checks = typed.json(f"check {options}")["checks"]
    return {each["name"]: (each["status"], each["says"]) for each in checks}


def found_wrong(typed: Typed) -> str:
    """What a look at something unsound prints."""
    done = typed.run("check")
    assert done.exit_code == 1
    return " ".join(done.output.split())


def test_a_sound_installation_has_ten_good_lines(typed: Typed):
    assert {status for status, _ in found(typed).values()} == {"ok"}
    assert len(found(typed)) == 10
    assert typed.says("check").count(" ok ") + typed.says("check").count("ok  ") >= 10
    assert "the newest fight holds, seal by seal" in found(typed)["newest fights"][1]


def test_what_is_wrong_is_said_and_fails(typed: Typed):
    keys = typed.folder / ".combatlog" / "keys"
    (keys / "master.key").chmod(0o644)
    (keys / "signing.key").write_bytes(bytes(32))
    done = typed.run("check")
    assert done.exit_code == 1
    assert "others may read master.key: run" in done.output.replace("\n", " ")
    assert "signing.key is not of this database" in " ".join(done.output.split())


def test_keys_of_an_imported_combat_that_did_not_come_along_are_said(typed: Typed):
    typed.says("transfer export last --keys -o moving.ndjson")
    typed.says("transfer import moving.ndjson --data other")
    shutil.rmtree(typed.folder / "other" / "keys" / "combats")
    done = typed.run("check --data other")
    assert done.exit_code == 1
    assert "missing: copy the folder of keys" in " ".join(done.output.split())


def test_a_list_that_lacks_fights_is_said(typed: Typed):
    with closing(sqlite3.connect(typed.folder / ".combatlog" / "combats.db")) as database:
        database.execute("DELETE FROM catalogue")
        database.commit()
    status, says = found(typed)["newest fights"]
    assert (status, says) == ("warning", "1 fight is not on the list: start the server once")


@pytest.mark.parametrize("token", [b"", b"\n", b"a", b"\xff\xfe", b"clt_short"])
def test_a_file_that_holds_no_token_opens_nothing(typed: Typed, token: bytes):
    (typed.folder / ".combatlog" / "keys" / "operator.token").write_bytes(token)
    assert "holds no token" in found_wrong(typed)
    assert "holds no token" in typed.fails("show combats")["detail"]


def test_a_link_to_the_database_is_followed(typed: Typed):
    here, there = typed.folder / ".combatlog" / "combats.db", typed.folder / "bigger.db"
    here.rename(there)
    here.symlink_to(there)
    assert {status for status, _ in found(typed).values()} == {"ok"}
    typed.says("play more.jsonl --into last")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"flushes": False}, "`fsync` is off"),
        ({"writes_full_pages": False}, "`full_page_writes` is off"),
        ({"synchronous_commit": "off"}, "`synchronous_commit` is off"),
        ({"synchronous_commit": "local"}, "Set `synchronous_mode: true` in Patroni"),
        ({"has_synchronous": False}, "Set `synchronous_mode: true` in Patroni"),
    ],
)
def test_what_could_lose_acknowledged_steps_is_said(changed, said):
    assert list(SOUND.risks()) == []
    [risk] = SOUND._replace(**changed).risks()
    assert said in risk


def test_a_server_alone_needs_no_standby():
    alone = SOUND._replace(has_synchronous=False, standbys=0)
    assert list(alone.risks()) == []


def test_a_start_warns_of_it(postgres_database: Dsn, tmp_path, caplog):
    url = url_of(postgres_database)
    migrate(Settings(url))
    with caplog.at_level(logging.WARNING, "combatlog.server"):
        warn_of_risks(Installation(tmp_path, f"{url}&options=-c%20synchronous_commit%3Doff"))
    assert "could lose acknowledged steps: `synchronous_commit` is off" in caplog.text


def test_a_look_at_something_that_is_no_web_server_fails(typed: Typed, monkeypatch):
    def looks(_: Installation) -> tuple[str, str]:
        raise BadStatusLine("SSH-2.0")

    monkeypatch.setitem(soundness.LOOKS, "server", looks)
    done = typed.run("check")
    assert done.exit_code == 1 and "SSH-2.0" in done.output
