"""Forgetting beside other processes on one PostgreSQL: no other keeps what one has destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api import texts
from api.forgetting import forget
from api.service import Service
from api.store import Conflict, Settings, Unavailable, migrate, open_log
from api.texts import UNREADABLE, seal_text
from api.vault import Vault
from api.words import person_name
from domain import commands as c
from domain.ruleset import Refused
from tests.api.carried import lines_of
from tests.api.table import rules
from tests.api.test_forgetting import NAME, read, spoken
from tests.play import say
from tests.postgres import Dsn, url_of

CUT = "SELECT pg_terminate_backend(pid, 30000) FROM pg_locks WHERE locktype = 'advisory'"
"""Ends the sessions that are here, and waits until they have let go of what they held."""


@pytest.fixture
def two(postgres_database: Dsn, tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    """Two servers on one PostgreSQL, with the same keys."""
    url = url_of(postgres_database)
    migrate(Settings(url))
    services = [Service(open_log(Settings(url)), Vault(tmp_path / "keys"), rules) for _ in "ab"]
    yield services[0], services[1]
    for service in services:
        service.close()


def test_nobody_is_forgotten_while_another_server_has_the_log_open(two: tuple[Service, Service]):
    ours, theirs = two
    name = spoken(ours)
    for service in two:
        with pytest.raises(Refused, match="other processes have this log open") as refused:
            forget(service, name, person="p1")
        assert refused.value.numbers == {"others": 1}
        assert person_name(service, name, "p1") == NAME
    say(theirs, name, c.Note(note="from over here"))
    assert "from over here" in read(ours, name)
    theirs.close()
    assert forget(ours, name, person="p1").words == 3
    assert person_name(ours, name, "p1") == "" and "from over here" in read(ours, name)


def test_who_opens_the_log_amid_forgetting_waits_for_the_new_key(
    postgres_database: Dsn, tmp_path: Path
):
    url = url_of(postgres_database)
    migrate(Settings(url))
    ours = Service(open_log(Settings(url)), Vault(tmp_path / "keys"), rules)
    with ours.log.alone(), pytest.raises(Unavailable):
        open_log(Settings(url, wait=0.2))
    with ours.log.alone(), ours.log.alone():
        pass
    open_log(Settings(url, wait=0.2)).close()
    assert forget(ours, spoken(ours), person="p1").words == 3
    ours.close()


def test_who_was_cut_off_is_there_again_before_he_writes_words(two: tuple[Service, Service]):
    ours, theirs = two
    name = spoken(ours)
    ours.log.tables.fetch(CUT)
    say(theirs, name, c.Note(note="here again"))
    with pytest.raises(Refused, match="other processes"):
        forget(ours, name, person="p1")
    theirs.close()
    assert forget(ours, name, person="p1").words == 3


def test_who_only_reads_is_in_nobodys_way(two: tuple[Service, Service], postgres_database: Dsn):
    ours, theirs = two
    name = spoken(ours)
    theirs.close()
    reading = open_log(Settings(url_of(postgres_database)), writing=False)
    assert forget(ours, name, person="p1").words == 3
    assert len(reading.texts(name)) == 5
    reading.close()


# --- one that was cut off --------------------------------------------------------------------


def cut_off(service: Service, by: Service) -> None:
    """The database loses the session of a server, which does not know it yet."""
    presence: Any = service.log.presence
    by.log.tables.fetch(f"{CUT} AND pid = ?", presence._connection.info.backend_pid)


def test_whoever_was_cut_off_reads_nothing_of_who_was_forgotten_elsewhere(
    two: tuple[Service, Service],
):
    ours, theirs = two
    name = spoken(ours)
    assert person_name(theirs, name, "p1") == NAME
    old, kept = theirs.log.people(name), theirs.vault.text_key
    cut_off(theirs, ours)
    assert forget(ours, name, person="p1").words == 3
    assert person_name(theirs, name, "p1") == "" and person_name(theirs, name, "p2") == "Björk Ó"
    assert sorted(read(theirs, name)) == sorted(read(ours, name))
    assert theirs.vault.text_key == ours.vault.text_key != kept
    assert kept not in [value for value in vars(theirs.vault).values() if isinstance(value, bytes)]
    for row in old:
        with pytest.raises(UNREADABLE):
            texts.open_text(row.ciphertext, row.wrapped_key, theirs.vault.text_key)


def test_what_the_one_who_was_cut_off_writes_can_be_read(two: tuple[Service, Service]):
    ours, theirs = two
    name = spoken(ours)
    cut_off(theirs, ours)
    forget(ours, name, person="p1")
    say(theirs, name, c.Note(note="from over here"))
    assert "from over here" in read(ours, name)
    assert lines_of(theirs, name) == lines_of(ours, name)


def test_words_sealed_before_somebody_was_forgotten_are_sealed_again(
    two: tuple[Service, Service], monkeypatch: Any
):
    """He is cut off between sealing his words and storing them, and meanwhile a key goes."""
    ours, theirs = two
    name = spoken(ours)
    keys = []

    def seals(whose: str, text: str, key: bytes) -> texts.Sealed:
        sealed = seal_text(whose, text, key)
        keys.append(key)
        if len(keys) == 1:
            cut_off(theirs, ours)
            forget(ours, name, person="p1")
        return sealed

    monkeypatch.setattr("api.apart.texts.seal_text", seals)
    say(theirs, name, c.Note(note="Late, and still there"))
    assert len(set(keys)) == 2 and keys[1] == ours.vault.text_key
    assert "Late, and still there" in read(ours, name)


def test_who_is_cut_off_while_he_forgets_forgets_nobody(
    two: tuple[Service, Service], monkeypatch: Any
):
    """Another one may have come in the meantime: so nothing is stored, and it is done again."""
    ours, theirs = two
    name = spoken(ours)
    theirs.close()
    make, before = ours.vault.make_text_key, ours.vault.text_key

    def cut() -> bytes:
        cut_off(ours, ours)
        return make()

    monkeypatch.setattr(ours.vault, "make_text_key", cut)
    with pytest.raises(Conflict, match="cut off"):
        forget(ours, name, person="p1")
    assert person_name(ours, name, "p1") == NAME
    assert (ours.vault.text_key, ours.vault.coming_text_key) == (before, None)
    monkeypatch.undo()
    assert forget(ours, name, person="p1").words == 3
