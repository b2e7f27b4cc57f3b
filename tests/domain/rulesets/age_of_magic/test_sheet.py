"""The sheet: numbers in halves, weapons, armour, and what is refused with a pointer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.rulesets.age_of_magic.sheet import POINTS, SHEET
from tests.support.fights.age_of_magic import COGAN, RULES, SWORD, Fight, refused


@pytest.mark.parametrize(
    ("given", "halves"),
    [
        (4, 8),
        (-2, -4),
        (0, 0),
        (6.5, 13),
        (-0.5, -1),
        (7.0, 14),
        ("6", 12),
        ("6 1/2", 13),
        ("6.5", 13),
        ("6.0", 12),
        ("1/2", 1),
        ("-1/2", -1),
        ("-2 1/2", -5),
        ("+1", 2),
        ("6½", 13),
        ("½", 1),
        (" 3 ", 6),
        (1000, 2000),
    ],
)
def test_numbers_are_read_as_people_write_them(given: Any, halves: int):
    assert POINTS.read(given, "") == halves


@pytest.mark.parametrize(
    "given",
    [
        0.3,
        "6 1/3",
        "6.25",
        "",
        "many",
        True,
        None,
        [6],
        {},
        float("nan"),
        float("inf"),
        1e9,
        "1 /2",
        "--1",
        1001,
        "9999",
        10**30,
    ],
)
def test_what_is_no_whole_number_of_halves_is_refused_with_a_pointer(given: Any):
    no = refused(lambda: SHEET.read({"ST": given}))
    assert no.pointer == "/traits/ST"


@given(st.integers(-2000, 2000))
def test_every_half_is_exact(halves: int):
    assert POINTS.read(halves / 2, "") == halves
    assert POINTS.read(str(halves / 2), "") == halves


def test_a_sheet_becomes_flat_half_points():
    assert SHEET.read(COGAN) == {
        "ST": 8,
        "CO": 1,
        "PE": 1,
        "Helmet": -2,
        "WP": 5,
        "Combat": 13,
        "Combat speed": 2,
        "Soak": 2,
        "Tactics": 4,
        "Initiative": 2,
        "Melee": 10,
        "weapon hand-&-half skill": "Melee",
        "weapon hand-&-half specialism": 7,
        "weapon hand-&-half attack": 6,
        "weapon hand-&-half parry": 4,
        "weapon hand-&-half damage": 20,
        "weapon hand-&-half ap": 4,
        "weapon hand-&-half type": "cutting",
        "weapon hand-&-half hand": "right",
        "weapon hand-&-half ready": True,
    }


def test_what_a_weapon_may_say_of_drawing_and_impaling():
    knife = {**SWORD, "size": "small", "worn": "concealed", "impales as": "knife"}
    traits = SHEET.read({"Sleight of hand": 2, "Medicine": "1/2", "weapons": {"knife": knife}})
    assert (traits["Sleight of hand"], traits["Medicine"]) == (4, 1)
    said = [traits[f"weapon knife {field}"] for field in ("size", "worn", "impales as")]
    assert said == ["small", "concealed", "knife"]


def test_armour_and_shield():
    traits = SHEET.read({"armour": {"chest": 6, "left leg": "1/2"}, "shield": "2 1/2"})
    assert (traits["armour chest"], traits["armour left leg"]) == (12, 1)
    assert (traits["weapon shield parry"], traits["weapon shield hand"]) == (5, "left")
    assert SHEET.read({"shield": {"parry": 2, "hand": "right"}})["weapon shield hand"] == "right"


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"Strength": 4}, "/traits/Strength"),
        ({"a/b~": 4}, "/traits/a~1b~0"),
        ({"weapons": 4}, "/traits/weapons"),
        ({"weapons": {"sword": 4}}, "/traits/weapons/sword"),
        ({"weapons": {"": SWORD}}, "/traits/weapons/"),
        ({"weapons": {"sword": {"damage": 10}}}, "/traits/weapons/sword"),
        ({"weapons": {"sword": {**SWORD, "ap": 5}}}, "/traits/weapons/sword/ap"),
        ({"weapons": {"sword": {**SWORD, "ap": "1/2"}}}, "/traits/weapons/sword/ap"),
        ({"weapons": {"sword": {**SWORD, "type": "magic"}}}, "/traits/weapons/sword/type"),
        ({"weapons": {"sword": {**SWORD, "adds ST": 1}}}, "/traits/weapons/sword/adds ST"),
        ({"weapons": {"sword": {**SWORD, "weight": 1}}}, "/traits/weapons/sword/weight"),
        ({"weapons": {"sword": {**SWORD, "skill": "Swords"}}}, "/traits/weapons/sword/skill"),
        (
            {"weapons": {"sword": {**SWORD, "impales as": "fork"}}},
            "/traits/weapons/sword/impales as",
        ),
        ({"weapons": {"sword": {**SWORD, "size": "tiny"}}}, "/traits/weapons/sword/size"),
        ({"weapons": {"sword": {**SWORD, "worn": "hat"}}}, "/traits/weapons/sword/worn"),
        ({"armour": {"chest": "thick"}}, "/traits/armour/chest"),
        ({"armour": {"tail": 4}}, "/traits/armour/tail"),
        ({"shield": {"damage": 4}}, "/traits/shield/damage"),
        ({"shield": "big"}, "/traits/shield"),
        ({"shield": {"parry": "big"}}, "/traits/shield/parry"),
    ],
)
def test_what_is_unknown_or_missing_is_refused_with_a_pointer(given: Any, pointer: str):
    assert refused(lambda: SHEET.read(given)).pointer == pointer


@pytest.mark.parametrize(
    ("given", "clause", "pointer", "why"),
    [
        (
            {"shield": 3, "weapons": {"shield": SWORD}},
            "6.2",
            "/traits/weapons/shield",
            "no weapon is called shield beside a shield: give it another name",
        ),
        (
            {"weapons": {"spear": SWORD, "spear thrown": SWORD}},
            "3.8",
            "/traits/weapons/spear thrown",
            "no weapon is called `X thrown` beside X: give X values of its own as `thrown`",
        ),
    ],
)
def test_names_that_would_overwrite_each_other_are_refused(
    given: Any, clause: str, pointer: str, why: str
):
    no = refused(lambda: SHEET.read(given))
    assert (no.clause, no.pointer, no.why) == (clause, pointer, why)


def test_names_that_do_not_meet_another_are_kept():
    traits = SHEET.read({"weapons": {"shield": SWORD, "spear thrown": SWORD}})
    assert (traits["weapon shield damage"], traits["weapon spear thrown parry"]) == (20, 4)


def test_a_stranger_is_told_the_names_that_are_known():
    found = refused(lambda: SHEET.read({"Weapon": {}}))
    assert "; known here: weapons, " in found.why
    assert found.legal is None


def test_a_join_is_refused_as_a_whole():
    fight = Fight()
    assert refused(lambda: fight.joins("ana", ST="strong")).pointer == "/traits/ST"
    assert fight.combat.roster.members == {}


def test_a_combatant_without_a_sheet_can_fight_on():
    fight = Fight().joins("ana").begins("ana")
    assert fight.left("ana", "ap") == 6
    assert RULES.scale == 2
