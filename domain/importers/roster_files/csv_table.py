"""Tables as CSV: a header with `name` and a known column, and a row for each entry."""

from __future__ import annotations

from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.roster_files.roster_text import has_header, read_roster


def recognises(file: File) -> bool:
    """Return whether a file begins with the header of a table."""
    return has_header(file)


def read(file: File) -> Imported:
    """Read a table; each name is the id of its combatant."""
    if not has_header(file):
        raise NotReadable("There is no header with `name` and a known column, such as `name;hp`.")
    return read_roster(file)


IMPORTER = Importer(
    name="csv",
    reads="tables with a header, apart by tabs, semicolons or commas",
    gives="roster",
    source="csv",
    recognises=recognises,
    read=read,
)
