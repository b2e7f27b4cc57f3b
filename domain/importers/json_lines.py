"""JSON documents one a line, as NeDB appends them: the last line of an id counts."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from domain.importers.file import text_lines
from domain.importers.json_text import loaded


class JsonLine(NamedTuple):
    """A line that holds an object: its number from 1, and the object."""

    number: int
    value: dict[str, Any]


class JsonLines(NamedTuple):
    """The objects that stand in the end, and each line that does not count, with the reason."""

    lines: tuple[JsonLine, ...]
    replaced: tuple[tuple[int, str, str], ...] = ()


def objects_of_lines(text: str) -> JsonLines:
    """Return the objects of a text; a later line of an `_id` replaces or deletes an earlier one."""
    standing: dict[str, JsonLine] = {}
    dropped: list[tuple[int, str, str]] = []
    for number, words in enumerate(text_lines(text), 1):
        if not words.strip():
            continue
        value = _object(words)
        if value is None:
            dropped.append((number, words, "It is no object of JSON."))
            continue
        key = str(value.get("_id", f"line {number}"))
        if earlier := standing.pop(key, None):
            why = f"Line {number} of the same id replaces it."
            dropped.append((earlier.number, json.dumps(earlier.value, ensure_ascii=False), why))
        if value.get("$$deleted"):
            dropped.append((number, words, "It says that this id was deleted."))
        else:
            standing[key] = JsonLine(number, value)
    return JsonLines(tuple(standing.values()), tuple(sorted(dropped)))


def _object(words: str) -> dict[str, Any] | None:
    value = loaded(words)
    return value if isinstance(value, dict) else None
