"""Detection: which importer a file is for."""

from __future__ import annotations

from collections.abc import Mapping

from domain.importers.file import File
from domain.importers.importer import Importer, NotReadable

_OWN = "This is an export of combatlog itself. Take it in by `combatlog transfer import`."


def find_importer(file: File, known: Mapping[str, Importer], name: str = "") -> Importer:
    """Return the importer of a name, or the one that recognises a file; raise NotReadable."""
    if name:
        return _named(known, name)
    found = [importer for importer in known.values() if importer.recognises(file)]
    if len(found) == 1:
        return found[0]
    if found:
        kinds = " or ".join(f"{each.name} ({each.reads})" for each in found)
        raise NotReadable(f"This file may be {kinds}. Say which one it is.")
    if file.first_object.get("line") == "header":
        raise NotReadable(_OWN)
    raise NotReadable(f"{_looks_like(file)} Say what it is: one of {', '.join(known)}.")


def _named(known: Mapping[str, Importer], name: str) -> Importer:
    if name not in known:
        raise NotReadable(f'No importer is called "{name}". There are {", ".join(known)}.')
    return known[name]


def _looks_like(file: File) -> str:
    """Return what a file is that nobody recognises."""
    if not file.text.strip():
        return "The file is empty."
    kind = "JSON" if file.json is not None or file.first_object else "text"
    return f"This is {kind}, but of no program that is known here."
