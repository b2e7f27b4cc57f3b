"""Rosters as people type them: `3 x Goblin HP 7 AC 13`, one entry on each line."""

from __future__ import annotations

import re

from domain.importers.file import File
from domain.importers.importer import Imported, Importer
from domain.importers.roster_files.roster_text import has_header, read_roster
from domain.rosters.combatants import Combatant
from domain.rosters.parse import parse

_LONGEST = 20_000
"""Signs of a roster that is recognised; logs are longer."""
_OF_PROGRAMS = re.compile(r"[<>{}`]|^\s*[-=#]{3,}\s*$", re.MULTILINE)
"""Signs that programs print and people do not type."""


def recognises(file: File) -> bool:
    """Return whether every line is understood, and each entry has a number."""
    if len(file.text) > _LONGEST or _OF_PROGRAMS.search(file.text) or has_header(file):
        return False
    roster = parse(file.text, known=file.known)
    is_understood = not any(remark.left_out for remark in roster.remarks)
    return is_understood and bool(roster.combatants) and all(map(_has_number, roster.combatants))


def holds_fighter(file: File) -> bool:
    """Return whether some line of a text is an entry with a number, whatever the others are."""
    if len(file.text) > _LONGEST or _OF_PROGRAMS.search(file.text) or has_header(file):
        return False
    return any(map(_has_number, parse(file.text, known=file.known).combatants))


def _has_number(each: Combatant) -> bool:
    facts = any(type(value) is int for value in each.facts.values())
    return bool(each.hp or each.dice or each.pools or facts) or each.ac is not None


def read(file: File) -> Imported:
    """Read a roster; each name is the id of its combatant."""
    return read_roster(file)


IMPORTER = Importer(
    name="text",
    reads="a fighter on each line, such as 3 x Goblin HP 7 AC 13",
    gives="roster",
    source="text",
    recognises=recognises,
    read=read,
    reads_any=True,
)
