"""Detection: which importer a file is for."""

from __future__ import annotations

from collections.abc import Mapping

from domain.importers.file import File
from domain.importers.importer import Importer, NotReadable


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
    raise NotReadable(_unknown(file, known))


def _named(known: Mapping[str, Importer], name: str) -> Importer:
    if name not in known:
        raise NotReadable(f'No importer is called "{name}". There are {", ".join(known)}.')
    return known[name]


def _unknown(file: File, known: Mapping[str, Importer]) -> str:
    begins = " ".join(file.text[:60].split())
    first = f'It is not clear what this file is; it begins with "{begins}".'
    if not begins:
        first = "The file is empty."
    return f"{first} Say what it is: one of {', '.join(known)}."
