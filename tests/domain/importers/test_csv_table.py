"""Tables as CSV: every cell is in the report, line by line."""

from __future__ import annotations

from decimal import Decimal

from domain.importers.file import File
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


def test_every_number_and_every_line():
    file = File(TABLE)
    assert IMPORTER.recognises(file)
    found = IMPORTER.read(file)
    orc, kara, elf, other = found.combatants
    assert (orc.name, orc.id, orc.hp, orc.ac, orc.bonus) == (
        "Orc 1",
        "Orc 1",
        Amount(15, 20),
        13,
        1,
    )
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
