"""A fight that is imported again: later moments, files without numbers, and what was taken out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.service.service import OPERATOR, Service
from api.transfer.file_report import FileReport, Wanted
from api.transfer.import_file import bring_in, read_file
from domain import commands as c
from domain.state.combat import Combat
from tests.support.playing_service import say
from tests.support.timelines.installation import installation

LIST = """\
Current initiative: 15 (round 2)
================================
  20: Kara <20/24 HP> (AC 16, Bless [9 rounds])
# 15: Ogre <30/59 HP> (AC 11, Hexed [3 rounds])
"""
LATER = """\
Current initiative: 20 (round 3)
================================
# 20: Kara <11/24 HP> (AC 16, Prone)
  15: Ogre <12/59 HP> (AC 11, Hexed [2 rounds])
"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that knows any game."""
    with installation(tmp_path / "here") as opened:
        yield opened


def brought(service: Service, text: str, combat: str = "") -> FileReport:
    """Import a text."""
    return bring_in(service, combat, read_file(text.encode()), Wanted(OPERATOR))


def written(*lines: dict[str, Any]) -> str:
    """Return lines as a file."""
    return "\n".join(map(json.dumps, lines))


def round_of(head: Combat) -> str:
    """Return the number of the round."""
    return getattr(head.clock.span("round"), "name", "")


def moment(round_: int, turn: int, **ann: Any) -> str:
    """A combat of Foundry VTT at one moment."""
    people = [
        {"_id": "a", "name": "Ann", "initiative": 15, **ann},
        {"_id": "b", "name": "Bo", "initiative": 9},
    ]
    return json.dumps({"_id": "f17", "round": round_, "turn": turn, "combatants": people})


def test_a_later_list_brings_everybody_to_where_they_are_now(service: Service):
    name = brought(service, LIST).combat
    again = brought(service, LATER, name)
    head = service.combat(name).head
    assert again.repeated == 0
    assert {who: pools["hp"] for who, pools in head.pools.of.items()} == {"Kara": 11, "Ogre": 12}
    assert [(each.name, each.left) for each in head.conditions.all.values()] == [
        ("Hexed", 2),
        ("Prone", 0),
    ]
    assert (round_of(head), head.clock.actors) == ("3", ("Kara",))
    assert brought(service, LATER, name).reported == 0


def test_who_is_no_longer_in_a_list_stays_and_the_report_says_so(service: Service):
    name = brought(service, LIST).combat
    again = brought(service, LATER.replace("  15: Ogre", "  15: Elf"), name)
    assert list(service.combat(name).head.roster.members) == ["Kara", "Ogre", "Elf"]
    assert any(each.said.startswith("combatants.Ogre is missing") for each in again.findings)


def test_a_list_that_says_again_what_was_so_before_is_taken(service: Service):
    name = brought(service, LIST).combat
    brought(service, LATER, name)
    brought(service, LIST.replace("round 2", "round 4"), name)
    head = service.combat(name).head
    assert (head.pools.of["Kara"]["hp"], round_of(head), head.clock.actors) == (20, "4", ("Ogre",))


def test_a_later_moment_of_a_combat_says_who_is_defeated(service: Service):
    name = brought(service, moment(1, 0)).combat
    assert brought(service, moment(3, 1, defeated=True)).combat == name
    head = service.combat(name).head
    assert head.facts.of["a"] == {"defeated>": True}
    assert (round_of(head), head.clock.actors) == ("3", ("b",))


def test_the_chat_log_of_a_second_evening_comes_in(service: Service):
    first = "[3/1/2026, 7:04:12 PM] Ogre\n1d20 = 11 = 11\n---------------------------\n"
    second = "[3/8/2026, 8:04:12 PM] Kara\n1d20 = 19 = 19\n---------------------------\n"
    name = brought(service, first).combat
    again = brought(service, second, name)
    assert (again.reported, again.repeated) == (2, 0)
    assert brought(service, first + second, name).repeated == 4


def test_files_without_numbers_are_known_by_what_they_say(service: Service):
    meta = {"k": "meta", "source": "sim"}
    note = {"k": "note", "text": "the bell"}
    ann = {"k": "join", "who": "ann", "name": "Ann"}
    bob = {"k": "join", "who": "bob", "name": "Bob"}
    name = brought(service, written(meta, ann, note, note)).combat
    other = brought(service, written(meta, bob, note), name)
    assert (other.reported, other.repeated) == (1, 1)
    assert list(service.combat(name).head.roster.members) == ["ann", "bob"]
    grown = brought(service, written(meta, ann, note, note, note), name)
    assert (grown.reported, grown.repeated) == (1, 3)


def test_a_sheet_without_numbers_that_has_other_points_is_taken_in_the_fight(service: Service):
    ann = {"k": "join", "who": "ann", "name": "Ann"}
    hp = {"k": "pool", "who": "ann", "pool": "hp", "from": None}
    name = brought(service, written(ann, {**hp, "to": {"cur": 9, "max": 9}})).combat
    again = brought(service, written(ann, {**hp, "to": {"cur": 4, "max": 9}}), name)
    assert service.combat(name).head.pools.of["ann"] == {"hp": 4}
    said = [each.said for each in again.findings if each.how == "interpreted"]
    assert said == ["Somebody of that id is here already, and is now as the source says."]


HP = {"k": "pool", "who": "kara", "pool": "hp"}
BLOWS = (
    {"k": "meta", "source": "sim", "fight": "f2"},
    {"n": 1, "k": "join", "who": "kara", "name": "Kara", "role": "unit"},
    {**HP, "n": 2, "from": None, "to": {"cur": 24}},
    {**HP, "n": 3, "from": {"cur": 24}, "to": {"cur": 20}},
    {**HP, "n": 4, "from": {"cur": 20}, "to": {"cur": 9}},
)
GROWN = (*BLOWS, {"n": 5, "k": "note", "text": "the bell"})


def test_a_line_that_a_correction_took_out_stays_out(service: Service):
    name = brought(service, written(*BLOWS)).combat
    combat = service.combat(name)
    reports = combat.reports
    blow = reports.step_of("sim", "f2 3", combat.line)
    assert blow
    say(service, name, c.Correct(step=blow, how="annul", note="that blow never was"))
    assert combat.head.pools.of["kara"] == {"hp": 9}
    grown = brought(service, written(*GROWN), name)
    assert (grown.reported, grown.repeated) == (1, 2)
    assert combat.head.pools.of["kara"] == {"hp": 9}
    [out] = [each for each in grown.findings if each.how == "left out"]
    assert (out.at, f"at step {blow}: it stays out" in out.said) == ("line 4", True)


def test_lines_that_were_undone_come_in_again(service: Service):
    name = brought(service, written(*BLOWS)).combat
    combat = service.combat(name)
    say(service, name, c.Rewind(how="undo"))
    say(service, name, c.Rewind(how="undo"))
    assert combat.head.pools.of["kara"] == {"hp": 24}
    grown = brought(service, written(*GROWN), name)
    assert (grown.reported, combat.head.pools.of["kara"]) == (3, {"hp": 9})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("name;hp\nGoblin;7\n", "name;hp\nGoblin;7\nGoblin;5\n"),
        ("Goblin HP 7\n", "2 x Goblin HP 7\n"),
    ],
)
def test_another_of_the_same_name_is_added_to_a_list(service: Service, first: str, second: str):
    name = brought(service, first).combat
    again = brought(service, second, name)
    assert [(each.subject, each.name) for each in again.joined] == [("goblin-2", "Goblin 2")]
    assert again.known == ("Goblin 1",)
    assert list(service.combat(name).head.roster.members) == ["goblin", "goblin-2"]
    assert brought(service, second, name).joined == ()
