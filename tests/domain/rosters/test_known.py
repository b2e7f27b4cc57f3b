"""Rosters for a game with a preset: its fields are understood by all of their names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.joins import begin_conditions, sheet
from domain.rosters.known import KnownNames
from domain.rosters.parse import parse
from domain.rulesets.open.presets import preset as presets

DND = KnownNames(json.loads((Path(presets.__file__).parent / "dnd-5e.json").read_text("utf-8")))
MINE = KnownNames(
    {
        "sheet": {
            "hp": {"is": "pool", "says": "grit"},
            "spell slots": {"is": "pool", "also": ["slots"]},
            "calling": {"is": "word"},
            "flies": {"is": "yes or no"},
            "dc": {"is": "number"},
            "save dc": {"is": "number"},
        }
    }
)


def read(line: str, known: KnownNames = DND) -> Combatant:
    found = parse(line, known=known)
    assert not found.remarks
    [who] = found.combatants
    return who


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Kara HP 24 AC 16 +3 speed 30", {"hp": 24, "ac": 16, "initiative": 3, "speed": 30}),
        ("Kara HP 24 armor class 16 PP 12", {"hp": 24, "ac": 16, "passive perception": 12}),
        ("Kara hit points 20/24, save dc: 14", {"hp": (20, 24), "spell save dc": 14}),
        ("Kara spell save DC 14 (speed=30)", {"spell save dc": 14, "speed": 30}),
        ("Kara initiative bonus 2 DC 9", {"initiative": 2, "spell save dc": 9}),
    ],
)
def test_names_and_other_names_are_understood(line: str, said: dict[str, object]):
    who = read(line)
    amounts = {"hp": {"current": 20, "most": 24}} if "20/24" in line else {}
    assert (who.name, sheet(who)) == ("Kara", said | amounts)


def test_each_field_takes_what_it_holds():
    who = read('Bo grit 7 Slots 2/4 calling: "Night Owl" flies yes save dc -1 dc 3', MINE)
    assert (who.name, who.hp, who.pools) == ("Bo", Amount(7, 7), {"spell slots": Amount(2, 4)})
    assert who.facts == {"calling": "Night Owl", "flies": True, "save dc": -1, "dc": 3}
    assert read("Working calling Bo HP 3", MINE).name == "Working calling Bo"


def test_what_does_not_fit_keeps_its_remark():
    found = parse("Kara HP 24 speed fast pp 12 speed 30 speed 40\nBo HP 3 reach 5", known=DND)
    assert [(one.code, one.words) for one in found.remarks] == [
        ("not-understood", "speed fast"),
        ("said-twice", "speed 40"),
        ("not-understood", "reach 5"),
    ]
    assert found.combatants[0].facts == {"passive perception": 12, "speed": 30}
    assert [one.words for one in parse("Kara HP 24 speed 30").remarks] == ["speed 30"]


def test_columns_of_the_preset_are_known():
    found = parse("name;hp;ac;pp;Armor Class;tail\nKara;24;16;12;;3", known=DND)
    [remark], [kara] = found.remarks, found.combatants
    assert (remark.code, remark.words) == ("unknown-column", "tail")
    assert remark.instead.startswith("Known columns are name, ac, count, hp, init, note, side, arm")
    assert sheet(kara) == {"hp": 24, "ac": 16, "passive perception": 12, "pools": {"tail": 3}}


def test_a_cell_that_does_not_fit_a_column_of_the_preset_is_said():
    found = parse('Name;Calling;dc\nBo;"Night Owl";3\nAl;owl;many\nCy;;3/4', known=MINE)
    assert [(one.code, one.words) for one in found.remarks] == [("not-understood", "many")]
    assert [sheet(who) for who in found.combatants] == [
        {"calling": "Night Owl", "dc": 3},
        {"calling": "owl"},
        {"pools": {"dc": {"current": 3, "most": 4}}},
    ]


def test_a_number_behind_a_condition_of_the_preset_is_its_level():
    who = read("Kara HP 24 [Exhaustion 2, bless 3 rounds] [hex 2 for 5 rounds]")
    assert who.states == (
        State("exhaustion", level=2),
        State("bless", 3, "round"),
        State("hex", 5, "round", level=2),
    )
    assert begin_conditions(who, "kara")[0]["change"]["level"] == 2


def test_a_number_behind_another_condition_and_one_too_high_keep_a_remark():
    found = parse("Kara HP 24 [wet 2] [exhaustion 9]", known=DND)
    assert [one.words for one in found.remarks] == ["wet 2", "exhaustion 9"]
    assert found.remarks[1].taken == "Kara is taken with level 6."
    assert found.combatants[0].states == (State("wet 2"), State("exhaustion", level=9))
