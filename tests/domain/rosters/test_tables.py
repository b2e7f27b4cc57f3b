"""Rosters as CSV with a header."""

from __future__ import annotations

from decimal import Decimal

import pytest

from domain.rosters.combatants import Amount
from domain.rosters.parse import parse


@pytest.mark.parametrize("gap", [";", ",", "\t"])
def test_cells_may_be_apart_by_three_signs(gap: str):
    rows = ["Name;HP;AC;Init;Side;Count;Note", "Orc;12/15 +3 temp;13;17;foes;2;big"]
    found = parse("\n".join(rows).replace(";", gap))
    assert found.remarks == ()
    assert [(who.name, who.side, who.notes) for who in found.combatants] == [
        ("Orc 1", "foes", ("big",)),
        ("Orc 2", "foes", ("big",)),
    ]
    orc = found.combatants[0]
    assert (orc.hp, orc.ac, orc.score) == (Amount(12, 15, 3), 13, Decimal(17))


def test_columns_that_are_not_known_are_said_once():
    found = parse("name,hp,speed,kind\nOrc,15,30,brute\nElf,9,6/8,")
    assert [(who.pools, who.notes) for who in found.combatants] == [
        ({"speed": Amount(30)}, ("kind: brute",)),
        ({"speed": Amount(6, 8)}, ()),
    ]
    says = (
        "is no known column. Its numbers become pools, its words become notes."
        " Known columns are name, ac, count, hp, init, note, side."
    )
    assert [str(remark) for remark in found.remarks] == [
        f'Line 1, column 9: "speed" {says}',
        f'Line 1, column 15: "kind" {says}',
    ]


def test_a_cell_that_does_not_fit_or_has_no_column_is_said():
    found = parse("name;hp\nOrc;lots;more\n;7")
    assert [who.name for who in found.combatants] == ["Orc"]
    assert [str(remark) for remark in found.remarks] == [
        'Line 2, column 5: Not understood: "lots". Orc is taken without it.'
        " Write a note after two hyphens, as in: -- behind the door.",
        'Line 2, column 10: Not understood: "more". Orc is taken without it.'
        " Write a note after two hyphens, as in: -- behind the door.",
        'Line 3, column 2: There is no name before "7". Nothing is taken of ";7".'
        ' Begin with a name: Goblin HP 7. Quote a name such as "Dead Man".',
    ]


def test_a_table_ends_with_a_blank_line_or_a_line_that_is_no_row():
    found = parse('name,hp\n"Orc, old",7\n# half\n3 Rats HP 1\n\nBat, 2 HP').combatants
    assert [(who.name, who.hp) for who in found] == [
        ("Orc, old", Amount(7, 7)),
        ("Rats 1", Amount(1, 1)),
        ("Rats 2", Amount(1, 1)),
        ("Rats 3", Amount(1, 1)),
        ("Bat", Amount(2, 2)),
    ]


def test_a_heading_says_the_side_of_the_rows_below_it():
    found = parse("name;hp\nOrc;7\nHeroes:\nKara;24").combatants
    assert [(who.name, who.side) for who in found] == [("Orc", ""), ("Kara", "Heroes")]


def test_a_cell_between_quotes_may_go_on_below():
    rows = ["name;hp;note", 'Orc;15;"big', "", 'and; ugly"', "Gob;7;x", "Troll;30;"]
    found = parse("\n".join(rows))
    assert [(who.name, who.notes) for who in found.combatants] == [
        ("Orc", ("big and; ugly",)),
        ("Gob", ("x",)),
        ("Troll", ()),
    ]
    assert found.remarks == ()
    assert found.continued == {3, 4}


def test_a_quote_in_a_comment_opens_nothing():
    found = parse('name;hp\n# said; "nobody\nGob;7\n')
    assert [who.name for who in found.combatants] == ["Gob"]


def test_a_doubled_quote_ends_no_cell():
    [orc, _] = parse('name,hp,note\nOrc,15,"says ""hi"", then\nleaves"\nGob,7,x').combatants
    assert orc.notes == ('says "hi", then leaves',)


def test_a_quote_that_never_ends_is_remarked_and_loses_no_row():
    found = parse('name;hp;note\nOrc;15;"big\nGob;7;x\nTroll;30;\n')
    assert [who.name for who in found.combatants] == ["Orc", "Gob", "Troll"]
    [remark] = found.remarks
    assert (remark.line, remark.column, remark.words) == (2, 8, '"big')
    assert remark.why.startswith("A quote begins here that does not end")
