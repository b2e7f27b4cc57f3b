"""Backup and restore: database and keys, while everybody plays on; whole, or not at all."""

from __future__ import annotations

import io
import json
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from threading import Event, Thread
from typing import Any

import pytest

from api.store.core.settings import Settings
from api.store.open_log import copy_to_file, open_log
from api.vault.key_files import MEANINGS
from tests.api.store.test_log import entries
from tests.support.clients.cli_runner import Typed, served_in
from tests.support.postgres import Dsn, database, url_of

KEYS = ("keys/master.key", "keys/operator.token", "keys/server.key", "keys/signing.key")


def test_what_is_restored_is_what_was_there(typed: Typed):
    said = typed.says("admin backup evening.tar")
    file = typed.folder / "evening.tar"
    assert file.stat().st_mode & 0o777 == 0o600
    with tarfile.open(file) as tar:
        assert tar.getnames() == ["manifest.json", "combats.db", *KEYS]
        assert {member.mode for member in tar} == {0o600}
    for name, meaning in MEANINGS.items():
        assert (f"{name}: {meaning}" in said) == (name != "combats/")
    assert "there is restored: 1 combat," in typed.says("admin restore evening.tar --data there")
    for line in (
        "show combats",
        "show state last",
        "show log last",
        "transfer export last --keys",
        "seats list last",
    ):
        assert typed.says(f"{line} --data there") == typed.says(line)
    for key in KEYS:
        here, there = typed.folder / ".combatlog" / key, typed.folder / "there" / key
        assert here.read_bytes() == there.read_bytes()
        assert there.stat().st_mode & 0o777 == 0o600
    typed.says("play more.jsonl --into last --data there")


def test_a_backup_of_a_newer_database_says_that_its_keys_were_not_checked(typed: Typed):
    assert "not checked" not in typed.says("admin backup evening.tar")
    with closing(sqlite3.connect(typed.folder / ".combatlog" / "combats.db")) as newer:
        newer.execute("UPDATE combatlog_migrations SET number = 9999 WHERE number = 1")
        newer.commit()
    said = " ".join(typed.says("admin backup newer.tar").split())
    assert "It was not checked that the keys fit. The database is at migration 9999" in said
    assert "Use the newer combatlog" in said and (typed.folder / "newer.tar").exists()


def test_the_help_says_what_losing_each_key_means(typed: Typed):
    said = typed.says("admin backup --help")
    assert all(f"\n   {name} " in said for name in MEANINGS)


def test_keys_of_combats_from_elsewhere_are_in_it(typed: Typed):
    typed.says("transfer export last --keys -o moving.ndjson")
    typed.says("transfer import moving.ndjson --data other")
    assert "combats/" in typed.json("admin backup other.tar --data other")["keys"]
    typed.says("admin restore other.tar --data there")
    typed.says("transfer go-on last --data there")
    typed.says("play more.jsonl --into last --data there")


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_it_is_taken_while_others_play_and_is_one_moment(typed: Typed):
    with served_in(typed.folder) as server:
        combat, _ = server.combat()
        player = server.client(server.operator.token, combat)

        def play() -> None:
            for _ in range(150):
                player.says(type="roll", who="ana", sides=20)

        playing = Thread(target=play)
        playing.start()
        backups = [typed.json(f"admin backup {n}.tar") for n in range(3)]
        playing.join()
        assert len(backups) == 3
    for n in range(3):
        found = typed.json(f"admin restore {n}.tar --data there{n}")
        assert found["combats"] >= 2
        assert not any(
            item["flaws"] for item in typed.json(f"admin rebuild --check --data there{n}")["items"]
        )


def test_nothing_is_ever_written_over(typed: Typed):
    typed.says("admin backup evening.tar")
    before = (typed.folder / "evening.tar").read_bytes()
    assert "is there already" in typed.fails("admin backup evening.tar")["detail"]
    assert (typed.folder / "evening.tar").read_bytes() == before
    assert "is not empty" in typed.fails("admin restore evening.tar")["detail"]
    (typed.folder / "there").mkdir()
    assert typed.says("admin restore evening.tar --data there")


def test_an_empty_folder_that_has_to_stay_is_filled(typed: Typed, monkeypatch):
    typed.says("admin backup evening.tar")
    (typed.folder / "disk").mkdir()
    (typed.folder / "link").symlink_to("disk")
    whose = (typed.folder / "disk").stat().st_ino
    assert "link is restored: 1 combat," in typed.says("admin restore evening.tar --data link")
    assert (typed.folder / "disk").stat().st_ino == whose
    assert typed.says("show log last --data link") == typed.says("show log last")
    (typed.folder / "here").mkdir()
    monkeypatch.chdir(typed.folder / "here")
    assert typed.run(f"admin restore {typed.folder / 'evening.tar'} --data .").exit_code == 0


def test_what_is_restored_is_what_was_there_in_postgresql_as_well(
    typed: Typed, postgres_database: Dsn, other_database: Dsn
):
    urls = url_of(postgres_database), url_of(other_database)
    here, there = (
        f"--data {name} --database '{url}'" for name, url in zip("ab", urls, strict=True)
    )
    typed.says(f"admin migrate {here}")
    typed.says(f"play fight.jsonl {here}")
    typed.says(f"admin backup evening.tar {here}")
    with tarfile.open(typed.folder / "evening.tar") as tar:
        assert tar.getnames() == ["manifest.json", "combats.db", *KEYS]
    assert "b is restored: 1 combat," in typed.says(f"admin restore evening.tar {there}")
    typed.says("admin restore evening.tar --data file")
    for line in ("show combats", "show state last", "show log last", "transfer export last --keys"):
        said = typed.says(f"{line} {here}")
        assert said == typed.says(f"{line} {there}") == typed.says(f"{line} --data file")
    assert not (typed.folder / "b" / "combats.db").exists()
    typed.says(f"play more.jsonl --into last {there}")
    typed.says(f"admin rebuild --check {there}")
    problem = typed.fails(f"admin restore evening.tar --data c --database '{urls[0]}'")
    assert "There are combats in this database" in problem["detail"]
    assert not (typed.folder / "c").exists()


def test_a_backup_of_postgresql_is_one_moment(typed: Typed, postgres_database: Dsn):
    options = f"--data a --database '{url_of(postgres_database)}'"
    typed.says(f"admin migrate {options}")
    typed.says(f"play fight.jsonl {options}")
    settings, ended = Settings(url_of(postgres_database)), Event()

    def play_on() -> None:
        with open_log(settings) as log:
            for number in count():
                log.append(entries(combat=f"c-{number}"))
                if ended.is_set():
                    return

    player = Thread(target=play_on)
    player.start()
    try:
        copy_to_file(settings, typed.folder / "copy.db")
    finally:
        ended.set()
        player.join()
    with closing(open_log(Settings(f"sqlite:///{typed.folder / 'copy.db'}"), writing=False)) as log:
        assert all(log.last_seq(name) == log.head(name).seq for name in log.names())  # type: ignore[union-attr]


@pytest.fixture
def other_database(postgres_server: Dsn) -> Iterator[Dsn]:
    with database(postgres_server) as found:
        yield found


Spoils = Callable[[dict[str, bytes]], object]


def _bitten(name: str) -> Spoils:
    def spoil(files: dict[str, bytes]) -> None:
        data = bytearray(files[name])
        data[len(data) // 2] ^= 1
        files[name] = bytes(data)

    return spoil


def _told(change: Callable[[dict[str, Any]], None]) -> Spoils:
    def spoil(files: dict[str, bytes]) -> None:
        manifest = json.loads(files["manifest.json"])
        change(manifest)
        files["manifest.json"] = json.dumps(manifest).encode()

    return spoil


SPOILT: dict[str, tuple[Spoils, str]] = {
    "a bit of the database": (_bitten("combats.db"), "combats.db was altered"),
    "a bit of a key": (_bitten("keys/master.key"), "keys/master.key was altered"),
    "a missing key": (lambda files: files.pop("keys/server.key"), "keys/server.key"),
    "no manifest": (lambda files: files.pop("manifest.json"), "begin with a manifest"),
    "another format": (_told(lambda m: m.update(format="x")), "it is no combatlog-backup/1"),
    "no database": (_told(lambda m: m["files"].pop("combats.db")), "no database"),
    "a stranger": (lambda files: files.update({"keys/x": b"x"}), "keys/x is not in its manifest"),
    "a way out": (
        _told(lambda m: m["files"].update({"../out": m["files"]["keys/master.key"]})),
        "does not belong",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_backup_restores_nothing(typed: Typed, what: str):
    spoil, why = SPOILT[what]
    typed.says("admin backup evening.tar")
    with tarfile.open(typed.folder / "evening.tar") as tar:
        files = {m.name: tar.extractfile(m).read() for m in tar}  # type: ignore[union-attr]
    spoil(files)
    with tarfile.open(typed.folder / "spoilt.tar", "w") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    assert why in typed.fails("admin restore spoilt.tar --data there")["detail"]
    assert not (typed.folder / "there").exists()
    assert not list(typed.folder.glob(".restoring-*"))


def test_a_backup_that_was_cut_short_restores_nothing(typed: Typed):
    typed.says("admin backup evening.tar")
    data = (typed.folder / "evening.tar").read_bytes()
    for size in (0, 100, 5000, len(data) // 2):
        (typed.folder / "cut.tar").write_bytes(data[:size])
        assert "no whole backup" in typed.fails("admin restore cut.tar --data there")["detail"]
        assert not (typed.folder / "there").exists()


def test_keys_of_another_installation_do_not_fit(typed: Typed):
    typed.says("play fight.jsonl --data other")
    (typed.folder / ".combatlog/keys/master.key").write_bytes(
        (typed.folder / "other/keys/master.key").read_bytes()
    )
    refused = typed.fails("admin backup mixed.tar")["detail"]
    assert refused.startswith("master.key is not of this database")
    assert not (typed.folder / "mixed.tar").exists()
