"""People can be forgotten, facts cannot: nothing of them is found, and every proof still holds."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.read.entries import person_name, words
from api.service.privacy import Forgotten, Mention, all_forgotten, forget
from api.service.service import Service
from api.transfer.import_combat import take_in
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.state.combat import state_hash
from tests.api.server.test_log_setup import logged
from tests.support.clients.cli_runner import typed_in
from tests.support.clients.http_client import Table, json_of, rules
from tests.support.combats.carried import ANNA, elsewhere, fought, lines_of
from tests.support.combats.proven import EYES, noted
from tests.support.playing_service import opened, say
from tests.support.tampering.searched import forms, found_in

NAME, WORDS = "Anna Berg", 'What a "parry"!\nWell…'
SECRETS = (NAME, "for luck", WORDS, "Schöne Grüße, Zoë")


def spoken(service: Service) -> str:
    """A fight in which Anna wrote three texts, and somebody else wrote of her."""
    name = fought(service)
    say(service, name, c.Note(note="Schöne Grüße, Zoë"), ANNA)
    say(service, name, c.Note(note="anna was late again", about=3))
    say(service, name, c.Note(note="Hannah was not"))
    return name


def read(service: Service, name: str) -> list[str]:
    """All texts of a combat that are left."""
    return [words(service, name, row.id) for row in service.log.texts(name)]


def test_a_person_is_forgotten_and_what_happened_stays(either_service: Service):
    service = either_service
    name = spoken(service)
    heads, before = noted(service, name), [r.chain for r in service.log.read(name)]
    combat = service.combat(name)
    state = (state_hash(combat.head), combat.table.seats)
    assert forget(service, name, person="p1").words == 3
    assert person_name(service, name, "p1") == "" and person_name(service, name, "p2") == "Björk Ó"
    assert sorted(read(service, name)) == ["Hannah was not", "anna was late again"]
    assert [r.chain for r in service.log.read(name)] == before
    assert (state_hash(combat.head), combat.table.seats) == state
    for eyes in EYES.values():
        assert check_archive(bundle(service, name, eyes), heads).flaws == []
    assert Kept(service.log, service.vault, rules()).check_combat(name).flaws == ()


def test_play_goes_on_and_new_words_can_be_written(service: Service):
    name = spoken(service)
    forget(service, name, person="p1")
    say(service, name, c.Roll(who="ana", sides=20, note="once more"), ANNA)
    assert "once more" in read(service, name)
    assert [each.words for each in all_forgotten(service, name)] == [4]
    assert forget(service, name, person="p1").words == 1
    assert "once more" not in read(service, name)


def test_an_export_made_afterwards_is_taken_in_elsewhere(service: Service, tmp_path: Path):
    name = spoken(service)
    forget(service, name, person="p1")
    lines = lines_of(service, name, keyed=True)
    with elsewhere(tmp_path) as there:
        assert take_in(there, lines).keyed
        assert (person_name(there, name, "p1"), person_name(there, name, "p2")) == ("", "Björk Ó")
        assert all_forgotten(there, name) == all_forgotten(service, name)


# --- nothing is found ----------------------------------------------------------------------


def test_nothing_of_a_person_is_found_anywhere(service: Service, tmp_path: Path):
    with logged() as said:
        table = Table(service, spoken(service), dict.fromkeys(("ana", "bert", "sue", "rita"), "x"))
        assert found_in(tmp_path, WORDS) == ["combats.db", "combats.db-wal"]
        table.operator.post("forget", {"person": "p1"})
        (tmp_path / "server.log").write_text(said.getvalue())
    name = table.combat
    (tmp_path / "after.ndjson").write_bytes(b"".join(lines_of(service, name, keyed=True)))
    (tmp_path / "after.zip").write_bytes(bundle(service, name))
    shutil.make_archive(str(tmp_path / "again"), "gztar", tmp_path, "keys")
    for text in SECRETS:
        assert found_in(tmp_path, text) == [], text
    # What is in entries, which are compressed in the database, is found as well.
    for text in ("combat.noted/1", '"basis":"table"'):
        assert found_in(tmp_path, text) == ["after.ndjson", "after.zip", "combats.db"]


def test_nothing_is_left_between_and_behind_what_others_wrote(service: Service, tmp_path: Path):
    """Rows that were moved from page to page, and those that filled pages of their own."""
    name = opened(service)
    for n in range(120):
        say(service, name, c.Note(note=f"Nothing of this is left. {'x' * (n * 16)}"), ANNA)
        if n % 3 == 0:
            say(service, name, c.Note(note=f"Stays {n}"))
    with sqlite3.connect(tmp_path / "combats.db") as database:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    database.close()
    assert found_in(tmp_path, "Nothing of this") == ["combats.db", "combats.db-wal"]
    assert forget(service, name, person="p1").words == 120
    assert found_in(tmp_path, "Nothing of this") == []
    assert len(read(service, name)) == 40


def test_the_search_finds_what_is_there(tmp_path: Path):
    """The search is no idle one: in whatever form a text was left, it is found."""
    for number, form in enumerate(sorted(forms(NAME))):
        (tmp_path / f"{number}.bin").write_bytes(b"\x00\x01" + form + b"\x02")
    count = len(forms(NAME))
    shutil.make_archive(str(tmp_path.parent / "packed"), "gztar", tmp_path)
    assert len(found_in(tmp_path, NAME)) == count > 20
    shutil.move(tmp_path.parent / "packed.tar.gz", tmp_path / "packed.tar.gz")
    assert "packed.tar.gz" in found_in(tmp_path, NAME)


def test_a_copy_that_was_made_before_still_has_it(service: Service, tmp_path: Path):
    """The limit that is stated: what was backed up or exported before is out of reach."""
    name = spoken(service)
    (tmp_path / "before.ndjson").write_bytes(b"".join(lines_of(service, name)))
    forget(service, name, person="p1")
    assert found_in(tmp_path, NAME) == ["before.ndjson"]


# --- who mentions whom ---------------------------------------------------------------------


def test_the_referee_is_told_which_texts_mention_the_person(service: Service):
    name = spoken(service)
    number = service.combat(name).numbers.number(service.combat(name).line.entries) - 1
    step = service.combat(name).line.step_of(service.combat(name).line.entries) - 1
    mention = Mention(f"t{step}", "p0", str(number))
    assert forget(service, name, person="p1") == Forgotten("p1", 3, (mention,))
    assert all_forgotten(service, name) == (Forgotten("p1", 3, (mention,)),)
    assert forget(service, name, text=mention.text) == Forgotten("", 1, ())
    assert all_forgotten(service, name) == (Forgotten("p1", 3, ()),)
    assert "anna was late again" not in read(service, name)
    assert "Hannah was not" in read(service, name)


@pytest.mark.parametrize("called", ["J. R.", "@b!"])
def test_a_name_that_ends_in_a_sign_is_found_where_it_is_mentioned(service: Service, called: str):
    name = opened(service)
    say(service, name, c.SeatOpen(person=called, role="player"))
    person = [seat.person for seat in service.combat(name).table.seats.values()][-1]
    say(service, name, c.Note(note=f"ask {called} again"), ANNA)
    say(service, name, c.Note(note=f"x{called}x is another"), ANNA)
    [mention] = forget(service, name, person=person).mentions
    forget(service, name, text=mention.text)
    assert read(service, name) == [f"x{called}x is another"]


def test_texts_of_other_combats_are_left_alone(service: Service):
    name, other = spoken(service), opened(service)
    say(service, other, c.Note(note="Anna is here as well"), ANNA)
    forget(service, name, person="p1")
    assert read(service, other) == ["Anna is here as well"]
    assert person_name(service, other, "p1") == NAME


def test_whoever_is_not_there_cannot_be_forgotten(service: Service):
    name = spoken(service)
    for who in ({"person": "p9"}, {"text": "t999"}):
        with pytest.raises(Refused, match="nobody and no text of that name"):
            forget(service, name, **who)
    assert person_name(service, name, "p1") == NAME


def test_over_http_a_player_may_forget_himself_and_the_referee_anybody(table: Table):
    table.ana.says("note", note="Sue, look!")
    table.bert.says("note", note="mine")
    assert table.ana.post("forget", {"person": "p2"}).status_code == 409
    assert table.ana.post("forget", {"text": "t1"}).status_code == 409
    assert table.sue.post("forget", {"person": "p3"}).status_code == 403
    assert table.nobody.post("forget", {"person": "p1"}).status_code == 401
    assert table.ana.read("forgotten")["status"] == 403
    assert table.bert.post("forget", {"person": "p2"}).json == {
        "person": "p2",
        "words": 1,
        "mentions": [],
    }
    told = table.rita.post("forget", {"person": "p3"}).json or {}
    assert [m["author"] for m in told["mentions"]] == ["p1"]
    people = table.rita.read("forgotten")["items"]
    assert [each["person"] for each in people] == ["p2", "p3"]
    names = {seat["person"]: seat["name"] for seat in table.rita.read("")["seats"]}
    assert names == {"p1": "Anna Berg", "p2": "", "p3": "", "p4": "Rita Eck"}
    assert table.rita.post("forget", {"person": "p9"}).status_code == 409
    for caller in (table.ana, table.bert, table.sue):
        assert b"Bert Cole" not in caller.get("events").data + caller.get("").data


def test_a_text_is_forgotten_by_the_name_that_the_entries_give_it(table: Table):
    """Each pair of eyes counts texts for itself, and the log counts steps."""
    for said in ("one", "two", "Berg was late"):
        table.rita.says("note", note=said)
    names = {text["words"]: text["id"] for text in texts(table)}
    told = table.rita.post("forget", {"person": "p1"}).json or {}
    assert [m["text"] for m in told["mentions"]] == [names["Berg was late"]]
    forgotten = [table.rita.post("forget", {"text": names[said]}) for said in ("two", "two")]
    assert [json_of(each)["words"] for each in forgotten] == [1, 0]
    assert [text["words"] for text in texts(table)] == ["one", "", "Berg was late"]
    assert table.rita.read("forgotten")["items"][0]["mentions"] == told["mentions"]
    assert table.rita.post("forget", {"text": "t9"}).status_code == 409


def texts(table: Table) -> list[Any]:
    """The texts that the entries show to the referee."""
    rows = table.rita.read("events?limit=200")["items"]
    return [row["note"] for row in rows if row.get("note")]


def test_of_a_combat_that_there_is_not_nobody_is_forgotten(table: Table):
    assert table.operator.post("/v1/combats/c-0/forget", {"person": "p1"}).status_code == 404
    assert table.operator.get("/v1/combats/c-0/forgotten").status_code == 404
    assert table.operator.get("/v1/combats/c-0/evidence as application/zip").status_code == 404
    assert table.operator.get("/v1/combats/c-0/evidence").status_code == 404


def test_on_the_command_line(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        typed.says("play more.jsonl --into last")
        said = typed.says("admin forget last p1 --yes")
        assert "p1 is forgotten, with 0 texts. What happened stays." in said
        assert "Backups, exports and replicas that were made before still have it all" in said
        assert "Anna" not in typed.says("seats list last") and "as it should be" in typed.says(
            "admin rebuild --check"
        )
        assert typed.fails("admin forget last p7 --yes")["status"] == 409
