"""Two sides of a roster: with `vs` or an empty line between them."""

from __future__ import annotations

import pytest

from domain.rosters.parse import parse
from domain.rosters.sides import split_sides


def sides(text: str) -> list[tuple[str, str]]:
    found = parse(text)
    assert found.remarks == ()
    return [(one.name, one.side) for one in found.combatants]


@pytest.mark.parametrize("versus", ["vs", "VS.", "versus", "-- vs --", "against"])
def test_those_before_and_after_are_two_sides(versus: str):
    found = sides(f"Aria HP 24\n{versus}\nGoblin HP 7")
    assert found == [("Aria", "Heroes"), ("Goblin", "Enemies")]


def test_more_than_two_sides_are_counted():
    found = sides("Aria HP 24\nvs\nGoblin HP 7\nvs\nOgre HP 9")
    assert [side for _, side in found] == ["Heroes", "Enemies", "Side 3"]


def test_a_side_that_is_named_keeps_its_name():
    found = sides("Watch:\nAria HP 24\nvs\nThieves:\nRat HP 7")
    assert [side for _, side in found] == ["Watch", "Thieves"]


def test_an_empty_line_parts_two_groups_and_keeps_the_numbers_of_lines():
    text = "Aria HP 24\r\n\r\nGoblin HP few"
    assert split_sides(text) == "Aria HP 24\nvs\nGoblin HP few"
    assert [each.line for each in parse(split_sides(text)).remarks] == [3]


@pytest.mark.parametrize(
    "text",
    [
        "Aria\nBorin",
        "Aria\n\nBorin\n\nGoblin",
        "Heroes:\nAria\n\nGoblin",
        "Aria\n\nvs\n\nGoblin",
        "name;hp\nAria;24\n\nGoblin HP 7",
    ],
)
def test_any_other_text_stays_as_it_is(text: str):
    assert split_sides(text) == text


def test_a_number_between_name_and_armour_class_is_the_hit_points():
    found = parse('Aria 24 AC 16\n3 x Goblin 7 AC 13\n"Goblin 9" AC 13\nRat 2\nOgre 1 HP 59 AC 11')
    told = [(one.name, one.hp.current if one.hp else None) for one in found.combatants]
    assert told == [
        ("Aria", 24),
        *((f"Goblin {n}", 7) for n in (1, 2, 3)),
        ("Goblin 9", None),
        ("Rat 2", None),
        ("Ogre 1", 59),
    ]
