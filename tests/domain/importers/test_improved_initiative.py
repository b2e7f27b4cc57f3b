"""Improved Initiative: exports, old storage, running fights, and what other tools hand over."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from domain.importers.importer import NotReadable
from domain.importers.joining import choose
from domain.importers.roster_files.improved_initiative import IMPORTER
from domain.rosters.combatants import Amount, Combatant, State
from tests.domain.importers.accounting import read, told

BLOCK = {
    "Id": "b1",
    "Name": "Ogre",
    "Source": "ours",
    "Type": "giant",
    "HP": {"Value": 59, "Notes": "(7d10+21)"},
    "AC": {"Value": 11, "Notes": ""},
    "InitiativeModifier": 2,
    "InitiativeSpecialRoll": "advantage",
    "Abilities": {"Str": 19, "Dex": 8},
    "Challenge": "2",
    "Actions": [{"Name": "Club", "Content": "It hits."}],
}


def member(id: str, **more: Any) -> dict[str, Any]:
    usual = {"Id": id, "StatBlock": BLOCK, "Alias": "", "IndexLabel": 1, "Initiative": 9}
    return {**usual, "CurrentHP": 30, "TemporaryHP": 4, "Hidden": False, "Tags": [], **more}


def encounter(*members: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"Id": "e1", "Name": "Ford", "Path": "", "Combatants": list(members), **more}


def saved(*members: dict[str, Any]) -> dict[str, Any]:
    return {"SavedEncounters": ["e1"], "SavedEncounters.e1": encounter(*members)}


def only(value: Any) -> Combatant:
    [found] = read(IMPORTER, value).combatants
    return found


def test_every_number_of_a_combatant():
    assert only(saved(member("c1"))) == Combatant(
        line=1,
        name="Ogre",
        id="e1/c1",
        part="Ford",
        hp=Amount(30, 59, 4),
        ac=11,
        bonus=1,
        score=Decimal(9),
        facts={
            "hit points notes": "(7d10+21)",
            "strength": 19,
            "dexterity": 8,
            "initiative roll": "advantage",
            "challenge rating": 2,
            "type": "giant",
            "source": "ours",
        },
    )


def test_what_is_left_out_is_said():
    left = told(read(IMPORTER, saved(member("c1", Color="red", RevealedAC=True))), "left out")
    at = "SavedEncounters.e1.Combatants[0]"
    assert set(left) == {
        "SavedEncounters",
        f"{at}.StatBlock.Id",
        f"{at}.StatBlock.Actions",
        f"{at}.Color",
        f"{at}.RevealedAC",
    }


def test_names_are_aliases_or_numbered_where_there_are_several():
    three = (member("c1"), member("c2", IndexLabel=2), member("c3", Alias="Grum", IndexLabel=3))
    found = read(IMPORTER, saved(*three))
    assert [each.name for each in found.combatants] == ["Ogre 1", "Ogre 2", "Grum"]


def test_an_old_file_has_its_json_in_strings_and_other_names():
    old = {
        "Id": "e1",
        "Name": "Ford",
        "ActiveCreatureIndex": 0,
        "Creatures": [
            {"Id": "c1", "Statblock": BLOCK, "MaxHP": 70, "CurrentHP": 40, "Tags": ["Prone"]}
        ],
    }
    value = {
        "ImprovedInitiative.SavedEncounters": json.dumps(["e1"]),
        "ImprovedInitiative.SavedEncounters.e1": json.dumps(old),
        "ImprovedInitiative.Spells": json.dumps(["s1"]),
        "ImprovedInitiative.Spells.s1": json.dumps({"Id": "s1", "Name": "Web"}),
        "ImprovedInitiative.Creatures": json.dumps([]),
    }
    found = IMPORTER.read(_file(value))
    [ogre] = found.combatants
    assert (ogre.hp, ogre.states, ogre.id) == (Amount(40, 70), (State("Prone"),), "e1/c1")
    left = told(found, "left out")
    assert "Spells" in left["ImprovedInitiative.Spells.s1"]
    assert "ImprovedInitiative.SavedEncounters.e1.ActiveCreatureIndex" in left


def _file(value: Any):
    from domain.importers.file import File

    return File(json.dumps(value))


@pytest.mark.parametrize(
    ("tag", "state"),
    [
        (
            {
                "Text": "Bane",
                "DurationRemaining": 2,
                "DurationTiming": "StartOfTurn",
                "DurationCombatantId": "c2",
            },
            State("Bane", 2, "turn", "begin", "e1/c2"),
        ),
        (
            {
                "Text": "Prone",
                "DurationRemaining": 1,
                "DurationTiming": "EndOfTurn",
                "DurationCombatantId": "c1",
            },
            State("Prone", 1, "turn", "end", "e1/c1"),
        ),
        (
            {
                "Text": "Dazed",
                "DurationRemaining": -1,
                "DurationTiming": "EndOfTurn",
                "DurationCombatantId": "",
            },
            State("Dazed"),
        ),
        ({"Text": "Plain", "DurationRemaining": 0, "DurationTiming": None}, State("Plain")),
        ("Marked", State("Marked")),
        ({"Text": "Secret", "Hidden": True}, None),
    ],
)
def test_tags_are_conditions_with_their_end(tag: Any, state: State | None):
    assert only(saved(member("c1", Tags=[tag]))).states == ((state,) if state else ())


def test_a_tag_that_ends_with_the_turn_that_runs_is_said():
    tag = {"Text": "Prone", "DurationRemaining": 2, "DurationTiming": "EndOfTurn"}
    running = encounter(
        member("c1", Tags=[tag | {"DurationCombatantId": "c1"}]),
        ActiveCombatantId="c1",
        RoundCounter=3,
    )
    found = read(IMPORTER, {"AutoSavedEncounters.default": running})
    at = "AutoSavedEncounters.default.Combatants[0].Tags[0].DurationCombatantId"
    assert "The end of the turn that runs" in told(found, "interpreted")[at]
    assert "RoundCounter" in " ".join(told(found, "left out"))
    assert found.combatants[0].part == "the running fight"


def test_a_score_of_nought_was_not_rolled():
    found = read(IMPORTER, saved(member("c1", Initiative=0)))
    assert found.combatants[0].score is None
    for written, score in ((15.14, "15.14"), (-2, "-2"), (15.123456, "15.1235"), (1e400, None)):
        one = only(saved(member("c1", Initiative=written)))
        assert one.score == (None if score is None else Decimal(score)), written


def test_parts_of_an_export_are_chosen():
    value = saved(member("c1")) | {
        "Creatures.b1": BLOCK,
        "PersistentCharacters.p1": {
            "Id": "p1",
            "Name": "Kara",
            "CurrentHP": 20,
            "Notes": "limps",
            "StatBlock": {"Name": "Kara", "HP": {"Value": 24}, "AC": {"Value": 16}, "Player": "me"},
        },
    }
    found = read(IMPORTER, value)
    with pytest.raises(NotReadable) as refused:
        choose(found)
    assert '"Ford" (1), "the library" (1), "the players" (1)' in str(refused.value)
    [kara] = choose(found, ["The Players"]).combatants
    assert (kara.name, kara.id, kara.hp) == ("Kara", "p1", Amount(20, 24))
    assert (kara.played, kara.notes) == (True, ("limps",))
    left = told(choose(found, ["Kara"]), "left out")
    assert left["Creatures.b1.HP.Value"] == "It was not chosen."
    with pytest.raises(NotReadable):
        choose(found, ["Nobody"])


def test_what_other_tools_hand_over():
    posted = {
        "Combatants": [
            {
                "Name": "Wolf",
                "HP": {"Value": 11},
                "AC": {"Value": 13},
                "TotalInitiativeModifier": 2,
                "Player": "npc",
            },
            {"Name": "Wolf", "HP": {"Value": 11}, "AC": {"Value": 13}, "Id": "w2"},
        ]
    }
    one, two = read(IMPORTER, posted).combatants
    assert (one.hp, one.ac, one.bonus, one.played) == (Amount(11, 11), 13, 2, False)
    assert (one.id, two.id, two.bonus) == ("Wolf 1", "w2", None)


def test_a_stat_block_by_itself():
    assert only(BLOCK).id == only({"StatBlock": BLOCK}).id == "b1"
    assert only(BLOCK).hp == Amount(59, 59)


def test_notes_and_hiding():
    hidden = only(saved(member("c1", Hidden=True, CurrentNotes="by the door")))
    assert (hidden.hidden, hidden.notes) == (True, ("by the door",))
