"""Tables as CSV, and rosters as text: every cell and word is in the report, line by line."""

from __future__ import annotations

from decimal import Decimal

import pytest

from domain.importers.file import File
from domain.importers.roster_files import plain_text
from domain.importers.roster_files.csv_table import IMPORTER
from domain.rosters.combatants import Amount

TABLE = "\n".join(
    [
        "name;hp;ac;init;ki;gear",
        "Orc;15/20;13;+1;2/3;axe",
        "Kara;24;16;17.5;;",
        ";9;9;;;",
        "Elf;lots;12;;;bow",
        "Orc;15;13;+1;;",
        "# the end",
    ]
)


def test_every_line_of_a_cell_is_in_the_report():
    read = IMPORTER.read(File('name;hp;note\nOrc;15;"big\nand ugly"\nGob;7;x\n'))
    said = {each.at: each.said for each in read.findings}
    assert said["line 3"] == "It goes on with the row above."
    assert list(said) == ["line 1", "line 2", "line 3", "line 4"]


def test_every_number_and_every_line():
    file = File(TABLE)
    assert IMPORTER.recognises(file)
    found = IMPORTER.read(file)
    orc, kara, elf, other = found.combatants
    assert (orc.name, orc.id, orc.hp, orc.ac, orc.bonus) == ("Orc 1", "Orc", Amount(15, 20), 13, 1)
    assert (dict(orc.pools), orc.notes) == ({"ki": Amount(2, 3)}, ("gear: axe",))
    assert (kara.score, kara.hp, elf.hp, other.name) == (
        Decimal("17.5"),
        Amount(24, 24),
        None,
        "Orc 2",
    )
    assert [(each.at, each.how) for each in found.findings if "," not in each.at] == [
        ("line 1", "imported"),
        ("line 2", "imported"),
        ("line 3", "imported"),
        ("line 5", "imported"),
        ("line 6", "imported"),
        ("line 7", "left out"),
    ]
    assert found.findings[3].said == "Orc 1: hp 15/20, ki 2/3, ac 13, initiative +1, gear: axe."
    left = {each.at: each.words for each in found.findings if each.how == "left out"}
    assert left == {"line 4, column 2": ";9;9", "line 5, column 5": "lots", "line 7": "# the end"}


def test_a_text_without_a_header_is_no_table():
    for text in ("Orc HP 7", "", "name\nOrc", '{"name": "hp"}'):
        assert not IMPORTER.recognises(File(text)), text
    assert IMPORTER.recognises(File("\n\nHP\tName\n7\tOrc"))


ROSTER = "\n".join(
    [
        "Enemies:",
        "2 x Goblin HP 7 AC 13 +2 [prone 2 rounds]",
        "",
        "# the ogre sleeps",
        "17: Ogre 30/59 hidden -- behind the door",
    ]
)


def test_a_text_with_a_fighter_on_each_line():
    file = File(ROSTER)
    assert plain_text.IMPORTER.recognises(file)
    found = plain_text.IMPORTER.read(file)
    one, two, ogre = found.combatants
    assert (one.name, two.id, one.hp, one.bonus) == ("Goblin 1", "Goblin 2", Amount(7, 7), 2)
    assert (ogre.hp, ogre.score, ogre.hidden, ogre.side) == (
        Amount(30, 59),
        Decimal(17),
        True,
        "Enemies",
    )
    assert [(each.at, each.how) for each in found.findings] == [
        ("line 1", "imported"),
        ("line 2", "imported"),
        ("line 2, column 5", "interpreted"),
        ("line 4", "left out"),
        ("line 5", "imported"),
    ]
    assert found.findings[1].said == (
        "Goblin 1: hp 7/7, ac 13, side Enemies, initiative +2, prone 2 rounds;"
        " Goblin 2: hp 7/7, ac 13, side Enemies, initiative +2, prone 2 rounds."
    )


@pytest.mark.parametrize(
    "text",
    [
        "Once upon a time",
        "Goblin HP lots",
        "Kara HP 7\nand then she left",
        "Current initiative: 15 (round 2)\n=====\n# 15: Kara <20/24 HP>",
        "[3/1/2026, 7:04:12 PM] Old Ogre\n1d20 + 6 = 11 + 6 = 17\n---------------------------",
        TABLE,
    ],
)
def test_other_texts_are_no_roster(text: str):
    assert not plain_text.IMPORTER.recognises(File(text))
    plain_text.IMPORTER.read(File(text))
