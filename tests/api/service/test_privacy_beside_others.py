"""Forgetting on PostgreSQL, beside other processes: nothing is left in its tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg
import pytest

from api.read.entries import person_name
from api.service.privacy import forget
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.store.core.settings import Settings
from domain import commands as c
from tests.api.service.test_privacy import NAME, SECRETS, read, spoken
from tests.support.clients.fixtures import services_over
from tests.support.combats.carried import ANNA, fought, lines_of
from tests.support.playing_service import say
from tests.support.postgres import Dsn, url_of
from tests.support.tampering.searched import forms


@pytest.fixture
def two(postgres_database: Dsn, tmp_path: Path) -> Iterator[tuple[Service, ...]]:
    """Two servers on one PostgreSQL, with the same keys."""
    with services_over(Settings(url_of(postgres_database), wait=0.5), tmp_path, 2) as services:
        yield services


class Tables:
    """The files of a database, as its server has them on disk."""

    def __init__(self, dsn: Dsn):
        self._admin = psycopg.connect(url_of(dsn), autocommit=True)
        found = self._admin.execute(
            "SELECT current_setting('data_directory'), oid FROM pg_database WHERE datname = %s",
            (dsn["dbname"],),
        ).fetchone()
        assert found is not None
        self.folder = Path(found[0]) / "base" / str(found[1])
        if not self.folder.is_dir():
            pytest.skip("the files of this PostgreSQL are elsewhere")

    def found(self, said: str) -> list[str]:
        """The files in which a text stands, once the server has written everything to them."""
        self._admin.execute("CHECKPOINT")
        files = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        return [name for name, data in files.items() if any(form in data for form in forms(said))]

    def close(self) -> None:
        self._admin.close()


@pytest.fixture
def tables(postgres_database: Dsn) -> Iterator[Tables]:
    found = Tables(postgres_database)
    yield found
    found.close()


def test_nothing_of_a_person_is_found_in_any_table(two: tuple[Service, ...], tables: Tables):
    ours, theirs = two
    name = spoken(ours)
    for text in SECRETS:
        assert tables.found(text), text
    assert forget(theirs, name, person="p1").words == 3
    for text in SECRETS:
        assert not tables.found(text), text
    assert tables.found("Hannah was not")


def test_what_one_server_forgets_the_others_cannot_read(two: tuple[Service, ...]):
    ours, theirs = two
    name = spoken(ours)
    assert person_name(theirs, name, "p1") == NAME
    assert forget(ours, name, person="p1").words == 3
    assert person_name(theirs, name, "p1") == "" and person_name(theirs, name, "p2") == "Björk Ó"
    assert sorted(read(theirs, name)) == ["Hannah was not", "anna was late again"]
    say(theirs, name, c.Note(note="from over here"), ANNA)
    assert "from over here" in read(ours, name)
    assert lines_of(theirs, name) == lines_of(ours, name)


def test_what_another_server_has_added_meanwhile_is_forgotten(
    two: tuple[Service, ...], monkeypatch: pytest.MonkeyPatch
):
    ours, theirs = two
    name, turn = fought(ours), theirs.log.turn
    new = ours.combat(name).line.steps + 1

    def turn_after_a_note(combat: str) -> AbstractContextManager[None]:
        say(ours, name, c.Note(note=NAME), ANNA)
        return turn(combat)

    monkeypatch.setattr(theirs.log, "turn", turn_after_a_note)
    assert forget(theirs, name, text=f"t{new}").words == 1
    assert NAME not in read(ours, name)


def test_two_who_are_forgotten_at_once_are_counted_rightly(two: tuple[Service, ...]):
    name = fought(two[0])
    with ThreadPoolExecutor(4) as threads:
        asked = [
            threads.submit(forget, service, name, person=who)
            for who in ("p1", "p2")
            for service in two
        ]
    assert sum(each.result().words for each in asked) == 2
    head = two[0].log.head(name)
    assert head is not None and (head.texts, head.people) == (0, 0)


def test_while_a_transaction_may_still_see_it_it_is_not_acknowledged(
    two: tuple[Service, ...], tables: Tables, postgres_database: Dsn
):
    """Such as that of a backup, for which PostgreSQL keeps what is deleted."""
    ours, _ = two
    name = spoken(ours)
    with psycopg.connect(url_of(postgres_database)) as other:
        other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        other.execute("SELECT COUNT(*) FROM keys")
        with pytest.raises(Unavailable, match="Try again when it is done"):
            forget(ours, name, person="p1")
    assert person_name(ours, name, "p1") == "" and tables.found(NAME)
    assert forget(ours, name, person="p1").words == 0
    assert not tables.found(NAME)
