"""The file that an importer reads: its name, text, lines and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class File:
    """A file of another program, as text. `name` is without its folder; a pasted one has none."""

    text: str
    name: str = ""

    @cached_property
    def json(self) -> Any:
        """Return the text as one JSON value; None where it is none."""
        if not self.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return None
        return _loaded(self.text)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines without their ends; the first has number 1."""
        return tuple(self.text.removeprefix("\ufeff").splitlines())

    @cached_property
    def first_object(self) -> dict[str, Any]:
        """Return the first line as a JSON object, for NDJSON; empty where it is none."""
        first = next((line for line in self.lines if line.strip()), "")
        found = _loaded(first) if first.startswith("{") else None
        return found if isinstance(found, dict) else {}


def _loaded(text: str) -> Any:
    """Return the value of a JSON text; None where it is none."""
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
