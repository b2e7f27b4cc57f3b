"""Timelines: NDJSON with one happening a line, the form that every fight is brought in by."""

from __future__ import annotations

from typing import Any

from domain.importers.file import File
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.json_text import loaded
from domain.importers.words import plain

KINDS = {
    "meta",
    "join",
    "left",
    "order",
    "clock",
    "pool",
    "cond_began",
    "cond_ended",
    "cond_ticked",
    "cond_changed",
    "attr",
    "act",
    "act_end",
    "roll",
    "note",
    "state",
}
"""Every kind of line that there is."""


def recognises(file: File) -> bool:
    """Return whether the first line of a file is a line of a timeline."""
    return file.first_object.get("k") in KINDS


def read(file: File) -> Imported:
    """Read the lines; one that is no JSON object stays in its place, and is reported as such."""
    lines = tuple(_line(text) for text in file.lines)
    meta = next((line for line in lines if line.get("k") == "meta"), {})
    if not any(line.get("k") in KINDS for line in lines):
        raise NotReadable("No line of this file is one of a timeline.")
    source = _words(meta, "source")
    title = _words(meta, "title") or (f"A fight from {source}" if source else "")
    return Imported(lines=lines, fight=_words(meta, "fight"), title=title[:80])


def _line(text: str) -> dict[str, Any]:
    found = loaded(text) if text.strip() else {}
    return found if isinstance(found, dict) else {"k": "no line of a timeline", "text": text}


def _words(meta: Any, name: str) -> str:
    return plain(str(meta.get(name) or ""))[:80]


IMPORTER = Importer(
    name="timeline",
    reads="timelines: a recorded fight, one happening a line (NDJSON)",
    gives="timeline",
    source="",
    recognises=recognises,
    read=read,
)
