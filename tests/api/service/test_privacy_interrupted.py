"""Forgetting where the database fails, the process crashes, or others read and write meanwhile."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.read.entries import person_name
from api.service.privacy import all_forgotten, forget
from api.service.service import Service
from api.store.core.errors import Unavailable
from domain import commands as c
from tests.api.service.test_privacy import NAME, SECRETS, read, spoken
from tests.support.playing_service import say
from tests.support.tampering.searched import found_in


def test_where_the_database_fails_nothing_is_forgotten(service: Service, monkeypatch: Any):
    name = spoken(service)
    before = read(service, name)

    def fails(*_: Any, **__: Any) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as broken, pytest.raises(Unavailable):
        broken.setattr(service.log, "append", fails)
        forget(service, name, person="p1")
    assert read(service, name) == before and person_name(service, name, "p1") == NAME


def test_while_somebody_reads_an_older_state_it_is_not_acknowledged(
    service: Service, tmp_path: Path
):
    name = spoken(service)
    with closing(sqlite3.connect(tmp_path / "combats.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM texts").fetchone()
        with pytest.raises(Unavailable, match="Try again when it is done"):
            forget(service, name, person="p1")
    assert person_name(service, name, "p1") == "" and found_in(tmp_path, NAME) != []
    assert forget(service, name, person="p1") == all_forgotten(service, name)[0]._replace(words=0)
    for text in SECRETS:
        assert found_in(tmp_path, text) == [], text


def test_after_a_crash_it_is_asked_for_again(service: Service, tmp_path: Path, monkeypatch: Any):
    name = spoken(service)

    class Crash(BaseException):
        pass

    def crashes() -> None:
        raise Crash

    with monkeypatch.context() as broken, pytest.raises(Crash):
        broken.setattr(service.log, "erase_deleted", crashes)
        forget(service, name, person="p1")
    assert person_name(service, name, "p1") == ""
    forget(service, name, person="p1")
    assert found_in(tmp_path, NAME) == []


def test_whoever_writes_meanwhile_loses_nothing(service: Service):
    name = spoken(service)
    said = [[f"{who} {n}" for n in range(12)] for who in ("one", "two")]

    def write(lines: list[str]) -> None:
        for line in lines:
            say(service, name, c.Note(note=line))

    threads = [threading.Thread(target=write, args=(lines,)) for lines in said]
    for thread in threads:
        thread.start()
    for _ in range(5):
        forget(service, name, person="p1")
    for thread in threads:
        thread.join()
    assert {line for lines in said for line in lines} <= set(read(service, name))
