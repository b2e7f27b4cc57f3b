"""Forgetting where the database fails, the process crashes, or others write: all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.backup import write_backup
from api.forgetting import forget, settle
from api.service import Service
from api.serving import CannotServe, Installation
from api.store import Unavailable
from api.vault import Vault
from api.words import person_name
from domain import commands as c
from tests.api.table import rules
from tests.api.test_forgetting import NAME, read, spoken
from tests.play import say


def test_where_the_database_fails_nothing_is_forgotten(service: Service, monkeypatch: Any):
    name = spoken(service)
    before = read(service, name)

    def fails(*_: Any, **__: Any) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as broken, pytest.raises(Unavailable):
        broken.setattr(service.log, "append", fails)
        forget(service, name, person="p1")
    assert read(service, name) == before and person_name(service, name, "p1") == NAME
    assert service.vault.coming_text_key is None


@pytest.mark.parametrize("stored", [True, False], ids=["after the commit", "before the commit"])
def test_after_a_crash_the_key_that_counts_is_taken(
    service: Service, tmp_path: Path, monkeypatch: Any, stored: bool
):
    name = spoken(service)
    append: Callable[..., Any] = service.log.append

    class Crash(BaseException):
        pass

    def crashes(*given: Any, **more: Any) -> None:
        if stored:
            append(*given, **more)
        raise Crash

    monkeypatch.setattr(service.log, "append", crashes)
    monkeypatch.setattr("api.forgetting.settle", lambda *_: None)
    with pytest.raises(Crash):
        forget(service, name, person="p1")
    monkeypatch.undo()
    again = Service(service.log, Vault(tmp_path / "keys"), rules)
    assert again.vault.coming_text_key is not None
    settle(again.log, again.vault)
    assert again.vault.coming_text_key is None
    assert person_name(again, name, "p2") == "Björk Ó"
    assert person_name(again, name, "p1") == ("" if stored else NAME)


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


def test_a_backup_in_which_the_key_would_not_fit_is_not_made(
    service: Service, tmp_path: Path, monkeypatch: Any
):
    name = spoken(service)
    installation = Installation(tmp_path)
    monkeypatch.setattr("api.backup.must_be_sound", lambda _: forget(service, name, person="p1"))
    with pytest.raises(CannotServe, match="somebody was forgotten meanwhile"):
        write_backup(installation, tmp_path / "evening.tar")
    assert not (tmp_path / "evening.tar").exists()
