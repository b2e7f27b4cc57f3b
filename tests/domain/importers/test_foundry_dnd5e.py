"""Actors of dnd5e, versions 1 to 5: every number comes in, or the report says why not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.importers.file import File
from domain.importers.roster_files.foundry_actor import IMPORTER
from domain.rosters.combatants import Amount, Combatant, State
from tests.domain.importers.accounting import read, told

HP, AC, INIT = "system.attributes.hp", "system.attributes.ac", "system.attributes.init"


def actor(**attributes: Any) -> dict[str, Any]:
    """An actor of ours, as version 5 exports it."""
    usual = {
        "hp": {"value": 30, "max": 59, "temp": 4, "tempmax": 0, "formula": "7d10+21"},
        "ac": {"flat": 11, "calc": "flat"},
        "init": {"ability": "", "bonus": "2"},
        "exhaustion": 2,
        "death": {"success": 1, "failure": 0},
    }
    return {
        "name": "Old Ogre",
        "type": "npc",
        "img": "ogre.webp",
        "system": {
            "attributes": usual | attributes,
            "abilities": {"str": {"value": 19, "proficient": 0}, "dex": {"value": 8}},
            "details": {"cr": 0.25, "alignment": "any", "type": {"value": "giant"}},
            "resources": {"legact": {"max": 3, "spent": 1}},
        },
        "items": [{"name": "Club", "type": "weapon"}],
        "effects": [],
        "prototypeToken": {"name": "Old Ogre", "disposition": -1, "texture": {"src": "ogre"}},
        "_stats": {"systemId": "dnd5e", "exportSource": {"uuid": "Actor.a1B2"}},
    }


def only(value: Any, name: str = "") -> Combatant:
    [found] = read(IMPORTER, value, name).combatants
    return found


def test_every_number_that_counts_in_a_fight():
    assert only(actor()) == Combatant(
        line=1,
        name="Old Ogre",
        id="Actor.a1B2",
        side="enemy",
        hp=Amount(30, 59, 4),
        ac=11,
        bonus=1,
        played=False,
        facts={
            "actor": "a1B2",
            "strength": 19,
            "dexterity": 8,
            "challenge rating": "0.25",
            "type": "giant",
            "alignment": "any",
        },
        pools={"death save success": Amount(1, 3), "legendary actions": Amount(2, 3)},
        states=(State("exhaustion", level=2),),
    )


def test_the_report_says_what_was_interpreted_and_left_out():
    found = read(IMPORTER, actor())
    assert told(found, "interpreted") == {
        "system.abilities.dex.value": "The bonus to initiative is +1, with that of dexterity.",
        "prototypeToken.disposition": "The side is enemy, by the disposition of its token.",
    }
    left = told(found, "left out")
    assert left["items"].startswith("Attacks, spells and gear are not brought in")
    assert set(left) == {
        "img",
        "items",
        "prototypeToken.texture",
        f"{HP}.formula",
        "system.abilities.str.proficient",
    }
    assert {each.who for each in found.findings} == {"Old Ogre"}


def test_the_oldest_form_has_its_numbers_under_data():
    old = actor(
        hp={"value": 12, "min": 0, "max": 20, "temp": None, "tempmax": None},
        ac={"value": 15},
        init={"value": 1, "bonus": 2},
    )
    old["data"], old["token"] = old.pop("system"), old.pop("prototypeToken")
    old["data"]["resources"] = {"legact": {"value": 2, "max": 3}}
    del old["_stats"]
    old["flags"] = {"exportSource": {"world": "w", "system": "dnd5e", "coreVersion": "9"}}
    found = only(old, "fvtt-Actor-old-ogre-x9Y8.json")
    assert (found.hp, found.ac, found.bonus) == (Amount(12, 20), 15, 2)
    assert (found.pools["legendary actions"], found.side) == (Amount(2, 3), "enemy")
    assert found.id == "Actor.x9Y8"


def test_an_id_is_that_of_the_export_the_document_or_the_file():
    value = actor()
    del value["_stats"]["exportSource"]
    assert only(value, "fvtt-Actor-old-ogre-x9Y8.json").id == "Actor.x9Y8"
    assert only(value | {"_id": "q1"}, "fvtt-Actor-old-ogre-x9Y8.json").id == "Actor.q1"
    assert only(value, "ogre.json").id == "Old Ogre"


@pytest.mark.parametrize(
    ("hp", "amount"),
    [
        ({"value": 30, "max": None, "temp": None}, Amount(30)),
        ({"value": None, "max": 59, "temp": None}, Amount(59, 59)),
        ({"value": None, "max": None, "temp": 5}, None),
        ({"value": 30, "max": 59, "tempmax": -10}, Amount(30, 49)),
        ({"value": 65, "max": 59, "tempmax": 10}, Amount(65, 69)),
        ({"value": 0, "max": 9, "temp": 0}, Amount(0, 9)),
    ],
)
def test_hit_points_that_are_not_stored_are_not_made_up(hp: dict[str, Any], amount: Amount | None):
    assert only(actor(hp=hp)).hp == amount


def test_a_maximum_that_is_worked_out_is_said():
    said = told(read(IMPORTER, actor(hp={"value": 30, "max": None})), "interpreted")
    assert "does not store it: set it" in said[f"{HP}.value"]
    said = told(read(IMPORTER, actor(hp={"value": None, "max": 59})), "interpreted")
    assert "no current hit points" in said[f"{HP}.max"]


@pytest.mark.parametrize(
    ("ac", "number", "how", "where"),
    [
        ({"flat": 11, "calc": "flat"}, 11, "imported", f"{AC}.flat"),
        ({"flat": 13, "calc": "natural"}, 13, "interpreted", f"{AC}.flat"),
        ({"flat": 11, "calc": "default", "formula": ""}, None, "left out", AC),
        ({"flat": None, "calc": "custom", "formula": "10 + @mod"}, None, "left out", AC),
        ({"value": 14}, 14, "imported", f"{AC}.value"),
    ],
)
def test_an_armour_class_counts_only_as_a_number_of_its_own(
    ac: dict[str, Any], number: int | None, how: str, where: str
):
    found = read(IMPORTER, actor(ac=ac))
    assert found.combatants[0].ac == number
    assert where in told(found, how)


@pytest.mark.parametrize(
    ("init", "bonus"),
    [
        ({"ability": "", "bonus": ""}, -1),
        ({"ability": "str", "bonus": "1"}, 5),
        ({"ability": "", "bonus": "@prof"}, None),
        ({"bonus": 0, "value": 0}, -1),
    ],
)
def test_a_bonus_with_a_formula_in_it_is_not_known(init: dict[str, Any], bonus: int | None):
    found = read(IMPORTER, actor(init=init))
    assert found.combatants[0].bonus == bonus
    assert (f"{INIT}.bonus" in told(found, "left out")) == (bonus is None)


def effect(**more: Any) -> dict[str, Any]:
    return {"name": "Bless", "disabled": False, "origin": "Item.x", "changes": [], **more}


@pytest.mark.parametrize(
    ("said", "state"),
    [
        (effect(duration={"rounds": 10, "startRound": 1}), State("Bless", 10, "round")),
        (effect(duration={"turns": 3}), State("Bless", 3, "turn")),
        (effect(duration={"seconds": 60}), State("Bless", 10, "round")),
        (effect(duration={}), State("Bless")),
        ({"label": "Bane", "duration": {"rounds": None}}, State("Bane")),
        (
            effect(duration={"value": 2, "units": "rounds", "expiry": "turnStart"}),
            State("Bless", 2, "turn", "begin"),
        ),
        (
            effect(duration={"value": 2, "units": "rounds", "expiry": None}),
            State("Bless", 2, "round"),
        ),
        (effect(duration={"value": 1, "units": "months"}), State("Bless")),
        (effect(disabled=True), None),
        (effect(duration={"value": 1, "units": "rounds", "expired": True}), None),
    ],
)
def test_effects_are_conditions_with_their_end(said: dict[str, Any], state: State | None):
    found = only(actor(exhaustion=0) | {"effects": [said]})
    assert found.states == ((state,) if state else ())


def test_a_player_plays_a_character():
    assert only(actor() | {"type": "character"}).played is True
    assert only(actor() | {"type": "vehicle"}).facts["kind"] == "vehicle"


def test_a_list_and_the_lines_of_a_world():
    one = actor() | {"_id": "a", "name": "Ann"}
    two = actor() | {"_id": "b", "name": "Bo"}
    for each in (one, two):
        del each["_stats"]["exportSource"]
    assert [each.name for each in read(IMPORTER, [one, two]).combatants] == ["Ann", "Bo"]
    lines = [one, two, one | {"name": "Ann the Elder"}, {"_id": "b", "$$deleted": True}]
    text = "\n".join(map(json.dumps, lines))
    found = IMPORTER.read(File(text, "actors.db"))
    assert [(who.name, who.id, who.line) for who in found.combatants] == [
        ("Ann the Elder", "Actor.a", 3)
    ]
    assert [each.at for each in found.findings if each.at.startswith("line ")][:3] == [
        "line 1",
        "line 2",
        "line 4",
    ]
    assert found.findings[3].at == "line 3: name"


def test_another_game_of_foundry_gives_hit_points_and_says_so():
    value = actor() | {"_stats": {"systemId": "other"}}
    found = read(IMPORTER, value)
    assert (found.combatants[0].hp, found.combatants[0].ac) == (Amount(30, 59), None)
    assert "this game of Foundry is not known" in told(found, "interpreted")[f"{HP}.value"]


def test_an_actor_without_a_name_does_not_join():
    found = read(IMPORTER, actor() | {"name": " "})
    assert found.combatants == ()
    assert told(found, "left out")["the whole file"] == "It has no name, so nobody joins."
