"""Equal names get numbers, and ids are new."""

from __future__ import annotations

import pytest

from domain.rosters.names import id_after, unique_ids
from domain.rosters.parse import parse


def test_equal_ids_get_a_number_that_nobody_else_has():
    ids = ["Goblin", "Goblin", "Goblin 2", "Goblin", "Orc"]
    assert unique_ids(ids) == ["Goblin", "Goblin 3", "Goblin 2", "Goblin 4", "Orc"]


@pytest.mark.parametrize(
    ("text", "here", "names"),
    [
        ("Goblin\nGoblin", (), ["Goblin 1", "Goblin 2"]),
        ("Goblin\ngoblin", (), ["Goblin 1", "goblin 2"]),
        ("Goblin", ("Goblin",), ["Goblin 1"]),
        ("2 x Goblin\nGoblin", (), ["Goblin 1", "Goblin 2", "Goblin 3"]),
        ("2 x Goblin\nGoblin 2", (), ["Goblin 1", "Goblin 3", "Goblin 2"]),
        ("2 x Goblin", ("Goblin 1",), ["Goblin 2", "Goblin 3"]),
        ("Goblin 2\nGoblin 2", (), ["Goblin 2", "Goblin 3"]),
    ],
)
def test_names_are_numbered(text: str, here: tuple[str, ...], names: list[str]):
    assert [who.name for who in parse(text, here).combatants] == names


def test_a_number_that_nobody_wrote_is_said():
    assert [str(remark) for remark in parse("Goblin HP 7\nGoblin HP 7").remarks] == [
        'Line 1, column 1: "Goblin" is the name of another one as well.'
        ' It is taken as "Goblin 1". Write different names, if these do not suit you.',
        'Line 2, column 1: "Goblin" is the name of another one as well.'
        ' It is taken as "Goblin 2". Write different names, if these do not suit you.',
    ]
    assert parse("2 x Goblin\n2 x Wolf").remarks == ()


def test_ids_are_made_of_names_and_differ():
    assert id_after("Urlik", {"urlik"}) == "urlik-2"
    assert id_after("Élan of the 2 lakes", ()) == "elan-of-the-2-lakes"
    assert id_after("龍", {"somebody"}) == "somebody-2"
