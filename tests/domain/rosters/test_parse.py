"""Pasted rosters: every kind of line that people paste, with its exact result and report."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from domain.rosters.combatants import Amount, Combatant, Comment, State
from domain.rosters.parse import parse


def one(name: str, *, line: int = 1, **said: Any) -> Combatant:
    return Combatant(line=line, name=name, **said)


def each(name: str, count: int, **said: Any) -> tuple[Combatant, ...]:
    return tuple(one(f"{name} {number}", **said) for number in range(1, count + 1))


FULL_7, FULL_24 = Amount(7, 7), Amount(24, 24)
ASK_FOR_NAME = 'Begin with a name: Goblin HP 7. Quote a name such as "Dead Man".'

LINES: list[tuple[str, tuple[Combatant, ...]]] = [
    ("3 x Goblin HP 7 AC 13", each("Goblin", 3, hp=FULL_7, ac=13)),
    ("Goblin 7/7 AC13 +2", (one("Goblin", hp=FULL_7, ac=13, bonus=2),)),
    ("Goblin x3, 7hp, ac13", each("Goblin", 3, hp=FULL_7, ac=13)),
    ("3 Goblins (hp 7, ac 13, init +2)", each("Goblins", 3, hp=FULL_7, ac=13, bonus=2)),
    ("- Ogre, HP: 30/59, AC: 11", (one("Ogre", hp=Amount(30, 59), ac=11),)),
    ("1. Kara 24/24 AC 16 @17", (one("Kara", hp=FULL_24, ac=16, score=Decimal(17)),)),
    ("17: Kara 24/24", (one("Kara", hp=FULL_24, score=Decimal(17)),)),
    ("Kara init 17", (one("Kara", score=Decimal(17)),)),
    ("Kara init +3", (one("Kara", bonus=3),)),
    ("Wraith 40/67 +10 temp", (one("Wraith", hp=Amount(40, 67, 10)),)),
    (
        "Wizard HP 22 slots=4/4 ki: 3",
        (one("Wizard", hp=Amount(22, 22), pools={"slots": Amount(4, 4), "ki": Amount(3)}),),
    ),
    (
        "Thug HP 32 [prone] [poisoned 3 rounds]",
        (one("Thug", hp=Amount(32, 32), states=(State("prone"), State("poisoned", 3, "round"))),),
    ),
    ("Cultist x4 hidden", each("Cultist", 4, hidden=True)),
    ("2x Wolf, 1x Dire Wolf", (*each("Wolf", 2), one("Dire Wolf"))),
    (
        "Troll HP 84 (regenerates) -- behind the door",
        (one("Troll", hp=Amount(84, 84), notes=("regenerates", "behind the door")),),
    ),
    ("name;hp;ac;init\nOrc;15;13;+1", (one("Orc", line=2, hp=Amount(15, 15), ac=13, bonus=1),)),
]

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


@pytest.mark.parametrize(("text", "combatants"), LINES)
def test_a_line_says_this_and_nothing_is_remarked(text: str, combatants: tuple[Combatant, ...]):
    found = parse(text)
    assert found.combatants == combatants
    assert found.remarks == ()


@pytest.mark.parametrize(("text", "combatants", "says"), REMARKED)
def test_a_line_is_remarked_on(text: str, combatants: tuple[Combatant, ...], says: str):
    found = parse(text)
    assert found.combatants == combatants
    assert [str(remark) for remark in found.remarks] == [says]


def test_a_comment_is_skipped_and_kept():
    found = parse("# the bridge\n// at night")
    assert found[:3] == ((), (), (Comment(1, "# the bridge"), Comment(2, "// at night")))


def test_those_below_a_heading_are_on_its_side():
    found = parse("Kara 24/24\nEnemies:\n2 x Goblin\nThe old guard:\nOgre").combatants
    assert [(who.name, who.side) for who in found] == [
        ("Kara", ""),
        ("Goblin 1", "Enemies"),
        ("Goblin 2", "Enemies"),
        ("Ogre", "The old guard"),
    ]


def test_a_flag_is_the_side_of_a_heading_that_means_the_same():
    found = parse("Kara ally pc\nOrc enemy\nImp npc dead\nEnemies:\nRat hidden")
    assert [(who.side, who.played, who.dead) for who in found.combatants] == [
        ("ally", True, False),
        ("Enemies", None, False),
        ("", False, True),
        ("Enemies", None, False),
    ]
    assert found.remarks == ()


def test_a_flag_against_its_heading_is_said():
    found = parse("Enemies:\nKara ally\nRat hidden")
    assert [who.side for who in found.combatants] == ["ally", "Enemies"]
    assert [str(remark) for remark in found.remarks] == [
        'Line 2, column 1: "ally" stands below the heading "Enemies:".'
        ' Kara is taken to the side "ally". Leave one of the two out.'
    ]


def test_other_crosses_minus_signs_blanks_and_quotes_are_the_same():
    found = parse("3\u00a0× Goblin HP\u202f7 init −1\n“Dead Man” HP 7\n2 ×Imp")
    assert found.remarks == ()
    assert found.combatants == (
        *each("Goblin", 3, hp=FULL_7, bonus=-1),
        one("Dead Man", line=2, hp=FULL_7),
        one("Imp 1", line=3),
        one("Imp 2", line=3),
    )


@pytest.mark.parametrize(
    ("text", "hp", "ac"),
    [
        ("Goblin 7 HP, 13 AC", 7, 13),
        ("Goblin 7 HP 13 AC", 7, 13),
        ("Goblin - HP 7 - AC 13", 7, 13),
        ("GOBLIN | hp=7 | ac=13", 7, 13),
        ("Goblin\t7/7 hp\tac:13", 7, 13),
        ("* Goblin (7 hp; 13 ac)", 7, 13),
    ],
)
def test_marks_may_stand_before_or_behind_their_numbers(text: str, hp: int, ac: int):
    found = parse(text)
    assert [(who.name.lower(), who.hp, who.ac) for who in found.combatants] == [
        ("goblin", Amount(hp, hp), ac)
    ]
    assert found.remarks == ()


def test_a_number_behind_a_name_stays_with_it_before_marks():
    [who] = parse("Goblin 2 HP 7 AC 13").combatants
    assert (who.name, who.hp, who.ac) == ("Goblin 2", FULL_7, 13)


def test_an_x_may_begin_a_name():
    assert [who.name for who in parse("2 xorn").combatants] == ["xorn 1", "xorn 2"]


def test_scores_may_be_exact_and_a_bonus_goes_with_one():
    [who] = parse("15.14: Kara init +3").combatants
    assert (who.score, who.bonus) == (Decimal("15.14"), 3)


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


def test_a_list_under_creatures_counts_before_the_colon():
    found = parse("creatures:\n  - 3: Goblin\n  - Ogre\n\nKara:\n7: Orc")
    names = ["Goblin 1", "Goblin 2", "Goblin 3", "Ogre", "Orc"]
    assert [who.name for who in found.combatants] == names
    assert [who.score for who in found.combatants] == [None] * 4 + [Decimal(7)]
    assert str(found.remarks[0]) == (
        'Line 1, column 1: "creatures:" begins a list of another program.'
        " A number before a colon is taken as a count. Write 3 x Goblin for a count."
    )


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


def test_a_bonus_behind_words_that_are_none_of_a_list_is_no_initiative():
    roster = parse("Ogre HP 59 AC 11 STR +4 init -1\nGoblin HP 7 Stealth +6")
    assert [(each.bonus, each.hp.current if each.hp else None) for each in roster.combatants] == [
        (-1, 59),
        (None, 7),
    ]
    assert [remark.words for remark in roster.remarks] == ["STR +4", "Stealth +6"]
