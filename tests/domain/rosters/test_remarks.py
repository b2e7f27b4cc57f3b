"""Remarks on pasted rosters: what was not taken as it stands, and what to write instead."""

from __future__ import annotations

import pytest

from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.parse import parse
from tests.domain.rosters.test_parse import FULL_7, each, one

ASK_FOR_NAME = 'Begin with a name: Goblin HP 7. Quote a name such as "Dead Man".'

REMARKED: list[tuple[str, tuple[Combatant, ...], str]] = [
    (
        "Bandit Captain HP 9d8+18 AC 15",
        (one("Bandit Captain", dice="9d8+18", ac=15),),
        "Line 1, column 16: The hit points wait for a roll of 9d8+18. Bandit Captain is taken"
        " without hit points. Roll in the log, or write a number, as in: HP 7.",
    ),
    (
        "Kara 30/24 AC 16",
        (one("Kara", hp=Amount(30, 24), ac=16),),
        "Line 1, column 6: 30 is more than 24. Kara is taken with 30/24."
        " Write the current number first and the most second, as in: 24/30.",
    ),
    (
        "Dragon HP lots AC 19",
        (one("Dragon", ac=19),),
        'Line 1, column 8: Not understood: "HP lots". Dragon is taken without it.'
        " Write a whole number behind it, as in: HP 7.",
    ),
    (
        "HP 7 AC 13",
        (),
        'Line 1, column 1: There is no name before "HP 7". Nothing is taken of "HP 7 AC 13". '
        + ASK_FOR_NAME,
    ),
    (
        "Goblin 7 13",
        (),
        'Line 1, column 8: Which is "7", which is "13"? Nothing is taken of "Goblin 7 13".'
        " Write HP and AC, as in: Goblin HP 7 AC 13.",
    ),
    (
        "500 x Rat HP 1",
        (),
        'Line 1, column 1: "500 x": at most 50 at once. Nothing is taken of "500 x Rat HP 1".'
        " Write a number from 1 to 50, as in: 3 x Goblin.",
    ),
    # What follows is read by the same rules, where people write it in other ways.
    (
        "Kara hp 7 hp 9",
        (one("Kara", hp=FULL_7),),
        'Line 1, column 11: "hp 9" says hit points a second time. Kara is taken with the first.'
        " Leave one out.",
    ),
    (
        "2 Goblin x3",
        (),
        'Line 1, column 10: "2" and "x3" both say how many there are.'
        ' Nothing is taken of "2 Goblin x3". Leave one out.',
    ),
    (
        "0 x Rat",
        (),
        'Line 1, column 1: "0 x": at least 1. Nothing is taken of "0 x Rat".'
        " Write a number from 1 to 50, as in: 3 x Goblin.",
    ),
    (
        "Goblin, 7",
        (),
        'Line 1, column 9: Which is "7"? Nothing is taken of "Goblin, 7".'
        " Write HP and AC, as in: Goblin HP 7 AC 13.",
    ),
    (
        "Dead Man HP 7",
        (),
        'Line 1, column 1: There is no name before "Dead". Nothing is taken of "Dead Man HP 7". '
        + ASK_FOR_NAME,
    ),
    (
        "Wolf, Dire Wolf",
        (one("Wolf"),),
        'Line 1, column 7: Not understood: "Dire Wolf". Wolf is taken without it.'
        " Write a note after two hyphens, as in: -- behind the door.",
    ),
    (
        "Kara stealth: +5",
        (one("Kara"),),
        'Line 1, column 6: Not understood: "stealth: +5". Kara is taken without it.'
        " Write a whole number behind it, as in: HP 7.",
    ),
    (
        "Imp +4 temp",
        (one("Imp"),),
        'Line 1, column 5: Not understood: "+4 temp". Imp is taken without it.'
        " Write the hit points before them, as in: 40/67 +10 temp.",
    ),
    (
        "Imp (hp 7, small)",
        (one("Imp", notes=("hp 7, small",)),),
        'Line 1, column 6: "hp 7" stands in brackets together with other words. All of'
        " (hp 7, small) is taken as a note. Write numbers outside of the brackets of a note.",
    ),
    (
        "Imp [exhaustion 3]",
        (one("Imp", states=(State("exhaustion 3"),)),),
        'Line 1, column 6: "3" counts neither rounds nor turns. Imp is taken with a condition'
        ' called "exhaustion 3". Write [exhaustion 3 rounds], if it ends.',
    ),
    (
        "3xorn HP 9",
        each("orn", 3, hp=Amount(9, 9)),
        'Line 1, column 1: "3xorn" has no blanks. It is taken as 3 times "orn".'
        " Write a blank behind the count if the x belongs to the name: 3 xorn.",
    ),
    (
        "Enemies:",
        (),
        'Line 1, column 1: Nobody stands below "Enemies:". The side is not taken.'
        " Write the combatants of a side on the lines below it.",
    ),
    (
        "Kara (hp 7",
        (one("Kara"),),
        'Line 1, column 6: Not understood: "(hp 7". Kara is taken without it.'
        " Write a note after two hyphens, as in: -- behind the door.",
    ),
    (
        "Imp\x07 7/7",
        (one("Imp", hp=FULL_7),),
        "Line 1, column 4: The sign U+0007 cannot be seen. It is taken as a blank. Leave it out.",
    ),
]


@pytest.mark.parametrize(("text", "combatants", "says"), REMARKED)
def test_a_line_is_remarked_on(text: str, combatants: tuple[Combatant, ...], says: str):
    found = parse(text)
    assert found.combatants == combatants
    assert [str(remark) for remark in found.remarks] == [says]


def test_a_flag_against_its_heading_is_said():
    found = parse("Enemies:\nKara ally\nRat hidden")
    assert [who.side for who in found.combatants] == ["ally", "Enemies"]
    assert [str(remark) for remark in found.remarks] == [
        'Line 2, column 1: "ally" stands below the heading "Enemies:".'
        ' Kara is taken to the side "ally". Leave one of the two out.'
    ]


def test_a_score_for_some_only_is_said_once():
    found = parse("17: Kara\nOgre hidden\n2 x Rat init +1")
    assert [str(remark) for remark in found.remarks] == [
        "Line 2, column 1: Others have a score for the order, but not Ogre, Rat."
        " Who has none is asked for a roll. Write it as in: Kara init 17."
    ]


def test_fifty_come_in_and_the_next_do_not():
    found = parse("30 x Rat\n20 x Bat\nCat\n# end")
    assert len(found.combatants) == 50
    assert [str(remark) for remark in found.remarks] == [
        'Line 3, column 1: With "Cat" there would be 51: at most 50.'
        ' Nothing is taken of "Cat". Add the others in a second step.'
    ]


def test_numbers_that_no_sheet_holds_are_left_out_and_said():
    found = parse("Kara HP 1234567890123")
    assert found.combatants == (one("Kara"),)
    assert found.remarks[0].left_out == "HP 1234567890123"
    nines = "9" * 5000
    [remark] = parse(f"{nines} x Rat").remarks
    assert (remark.code, remark.left_out) == ("too-many", f"{nines} x Rat")


def test_names_and_notes_that_are_too_long_are_refused_with_all_their_words():
    found = parse(f"{'a' * 73} HP 7\nKara -- {'b' * 2001}")
    assert found.combatants == ()
    assert [remark.code for remark in found.remarks] == ["too-long", "too-long"]
    assert [remark.left_out for remark in found.remarks] == [
        f"{'a' * 73} HP 7",
        f"Kara -- {'b' * 2001}",
    ]


def test_lines_of_only_words_are_fighters_and_a_hint_says_so_once():
    found = parse("the one with the funny hat\nOgre HP 59\n2 x Wolf\nKara\nBo -- limps")
    assert len(found.combatants) == 6 and not found.is_doubtful
    assert [(one.code, one.line, one.left_out) for one in found.remarks] == [("no-numbers", 1, "")]
    assert "without numbers: the one with the funny hat, Kara." in found.remarks[0].why
    assert parse("Ogre HP lots\nKara").is_doubtful
    assert parse("Goblin 2").combatants == (one("Goblin 2"),)


def test_the_hint_on_a_quoted_name_stands_where_the_name_does():
    assert parse('" Dead Man"').remarks[0].column == 3


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("17: Aria 24\n12: Goblin 7", "Aria 24, Goblin 7"),
        ("Aria 24/24 +3\nGoblin 7 +1", "Goblin 7"),
        ("2 x Goblin 7 hidden", "Goblin 7"),
    ],
)
def test_a_number_behind_a_name_that_may_be_meant_as_hit_points_is_asked_about(
    text: str, names: str
):
    [remark] = parse(text).remarks
    assert (remark.code, remark.is_hint) == ("no-numbers", True)
    assert remark.why == f"The number is part of the name, and there are no hit points: {names}."


@pytest.mark.parametrize(
    "text", ["17: Goblin 2 HP 7", "Goblin 7 AC 13 +2", '"Agent 7" +1', "Orc 2 HP 2d6", "Kara +3"]
)
def test_nothing_is_asked_where_hit_points_are_said_or_the_name_is_quoted(text: str):
    assert {remark.code for remark in parse(text).remarks} <= {"waits"}
