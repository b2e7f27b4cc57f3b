"""Detection: which importer a file is for."""

from __future__ import annotations

from collections.abc import Mapping

from domain.importers.file import File
from domain.importers.importer import Importer, NotReadable
from domain.importers.json_text import MOST_DEPTH

_OWN = "This is an export of combatlog itself. Import it without naming another fight."


def find_importer(file: File, known: Mapping[str, Importer], name: str = "") -> Importer:
    """Return the importer of a name, or the one that recognises a file; raise NotReadable."""
    if name:
        return _named(file, known, name)
    found = [importer for importer in known.values() if importer.recognises(file)]
    if len(found) == 1:
        return found[0]
    if found:
        kinds = " or ".join(f"{each.name} ({each.reads})" for each in found)
        raise NotReadable(f"This file may be {kinds}. Say which one it is.")
    if file.first_object.get("line") == "header":
        raise NotReadable(_OWN)
    why = "No program that is known here writes it so."
    raise NotReadable(f"{_looks_like(file)} {why} Say what it is: one of {', '.join(known)}.")


def _named(file: File, known: Mapping[str, Importer], name: str) -> Importer:
    """Return the importer of a name; raise NotReadable where it cannot read the file."""
    found = known.get(name)
    if found is None:
        raise NotReadable(f'No importer is called "{name}". There are {", ".join(known)}.')
    if not found.reads_any and not found.recognises(file):
        why = f"It reads {found.reads}."
        raise NotReadable(f"{_looks_like(file)} {name} cannot read it. {why}")
    return found


def _looks_like(file: File) -> str:
    """Return what a file is that nobody recognises."""
    if not file.text.strip():
        return "The file is empty."
    if file.json is not None or file.first_object:
        return "This is JSON."
    if file.text.lstrip().startswith(("{", "[")):
        return f"This is no whole JSON, or it is nested deeper than {MOST_DEPTH}."
    return "This is text."
