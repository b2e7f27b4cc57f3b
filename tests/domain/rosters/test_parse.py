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


@pytest.mark.parametrize(("text", "combatants"), LINES)
def test_a_line_says_this_and_nothing_is_remarked(text: str, combatants: tuple[Combatant, ...]):
    found = parse(text)
    assert found.combatants == combatants
    assert found.remarks == ()


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


def test_a_list_under_creatures_counts_before_the_colon():
    found = parse("creatures:\n  - 3: Goblin\n  - Ogre\n\nKara:\n7: Orc")
    names = ["Goblin 1", "Goblin 2", "Goblin 3", "Ogre", "Orc"]
    assert [who.name for who in found.combatants] == names
    assert [who.score for who in found.combatants] == [None] * 4 + [Decimal(7)]
    assert str(found.remarks[0]) == (
        'Line 1, column 1: "creatures:" begins a list of another program.'
        " A number before a colon is taken as a count. Write 3 x Goblin for a count."
    )


def test_a_bonus_behind_words_that_are_none_of_a_list_is_no_initiative():
    roster = parse("Ogre HP 59 AC 11 STR +4 init -1\nGoblin HP 7 Stealth +6")
    assert [(each.bonus, each.hp.current if each.hp else None) for each in roster.combatants] == [
        (-1, 59),
        (None, 7),
    ]
    assert [remark.words for remark in roster.remarks] == ["STR +4", "Stealth +6"]
