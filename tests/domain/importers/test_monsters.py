"""Monsters of Open5e, in both versions, and of 5e.tools."""

from __future__ import annotations

from typing import Any

import pytest

from domain.importers.roster_files import fivetools, open5e
from domain.rosters.combatants import Amount, Combatant
from tests.domain.importers.accounting import read, told

OLD = {
    "slug": "mud-ogre",
    "name": "Mud Ogre",
    "size": "Large",
    "type": "giant",
    "subtype": "",
    "alignment": "any",
    "armor_class": 11,
    "armor_desc": "hide",
    "hit_points": 59,
    "hit_dice": "7d10+21",
    "speed": {"walk": 40},
    "strength": 19,
    "dexterity": 8,
    "challenge_rating": "1/4",
    "cr": 0.25,
    "actions": [{"name": "Club", "desc": "It hits."}],
    "document__slug": "our-book",
    "document__title": "Our Book",
    "document__license_url": "http://license",
}
NEW = {
    "key": "our_mud-ogre",
    "name": "Mud Ogre",
    "type": {"name": "Giant", "key": "giant"},
    "size": {"name": "Large", "key": "large"},
    "armor_class": 11,
    "hit_points": 59,
    "initiative_bonus": 3,
    "challenge_rating": 0.25,
    "challenge_rating_decimal": "0.250",
    "ability_scores": {"strength": 19, "dexterity": 8},
    "modifiers": {"strength": 4, "dexterity": -1},
    "document": {"name": "Our Book", "key": "our"},
}


def only(importer: Any, value: Any) -> Combatant:
    [found] = read(importer, value).combatants
    return found


def test_every_number_of_version_1():
    assert only(open5e.IMPORTER, OLD) == Combatant(
        line=1,
        name="Mud Ogre",
        id="mud-ogre",
        hp=Amount(59, 59),
        ac=11,
        bonus=-1,
        facts={
            "strength": 19,
            "dexterity": 8,
            "challenge rating": "1/4",
            "size": "Large",
            "type": "giant",
            "alignment": "any",
            "hit dice": "7d10+21",
            "armor desc": "hide",
            "document": "Our Book",
        },
    )


def test_every_number_of_version_2():
    assert only(open5e.IMPORTER, NEW) == Combatant(
        line=1,
        name="Mud Ogre",
        id="our_mud-ogre",
        hp=Amount(59, 59),
        ac=11,
        bonus=3,
        facts={
            "strength": 19,
            "dexterity": 8,
            "challenge rating": "0.25",
            "size": "Large",
            "type": "Giant",
            "document": "Our Book",
        },
    )


def test_a_bonus_that_is_not_written_is_said():
    found = read(open5e.IMPORTER, OLD)
    assert told(found, "interpreted") == {
        "dexterity": "The bonus to initiative is -1, that of dexterity."
    }
    assert set(told(found, "left out")) == {
        "speed",
        "cr",
        "actions",
        "document__slug",
        "document__license_url",
    }


def test_a_page_of_results_and_a_list():
    page = {"count": 2, "next": None, "results": [OLD, NEW]}
    assert [each.line for each in read(open5e.IMPORTER, page).combatants] == [1, 2]
    assert len(read(open5e.IMPORTER, [OLD]).combatants) == 1


def monster(**more: Any) -> dict[str, Any]:
    usual = {
        "name": "Mud Ogre",
        "source": "OUR",
        "size": ["L"],
        "type": {"type": "giant", "tags": ["mud"]},
        "alignment": ["C", "E"],
        "ac": [{"ac": 11, "from": ["hide"]}, {"ac": 13, "condition": "with a shield"}],
        "hp": {"average": 59, "formula": "7d10 + 21"},
        "str": 19,
        "dex": 8,
        "cr": {"cr": "1/4", "lair": "1/2"},
        "action": [{"name": "Club", "entries": ["It hits."]}],
    }
    return {"_meta": {"sources": []}, "monster": [usual | more]}


def test_every_number_of_5e_tools():
    assert only(fivetools.IMPORTER, monster()) == Combatant(
        line=1,
        name="Mud Ogre",
        id="Mud Ogre|OUR",
        hp=Amount(59, 59),
        ac=11,
        bonus=-1,
        facts={
            "source": "OUR",
            "hit dice": "7d10 + 21",
            "strength": 19,
            "dexterity": 8,
            "challenge rating": "1/4",
            "type": "giant",
            "size": "L",
            "alignment": "C/E",
        },
    )
    left = told(read(fivetools.IMPORTER, monster()), "left out")
    assert set(left) == {
        "monster[0].type.tags",
        "monster[0].ac[0].from",
        "monster[0].ac[1]",
        "monster[0].cr.lair",
        "monster[0].action",
    }


@pytest.mark.parametrize(
    ("more", "hp", "ac"),
    [
        ({"hp": {"special": "40"}, "ac": [15]}, Amount(40, 40), 15),
        ({"hp": {"special": "as its master"}, "ac": [{"special": "as armour"}]}, None, None),
        ({"ac": [{"special": "12 + level"}, 14]}, Amount(59, 59), 14),
        ({"cr": "5"}, Amount(59, 59), 11),
    ],
)
def test_what_is_special_is_no_number(more: dict[str, Any], hp: Amount | None, ac: int | None):
    found = only(fivetools.IMPORTER, monster(**more))
    assert (found.hp, found.ac) == (hp, ac)


def test_a_copy_of_another_entry_does_not_join():
    found = read(fivetools.IMPORTER, monster(_copy={"name": "Ogre", "source": "X"}))
    assert found.combatants == ()
    assert told(found, "left out")["monster[0]"].startswith("It is a copy")


def test_a_bonus_of_its_own_is_not_worked_out():
    found = read(fivetools.IMPORTER, monster(initiative={"proficiency": 1}))
    assert found.combatants[0].bonus is None
    assert "monster[0].initiative" in told(found, "left out")
