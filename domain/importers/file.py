"""The file that an importer reads: its name, text, lines and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain.importers.findings import Finding, left_out
from domain.importers.json_text import loaded
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.lines import LINE_END


def text_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text; a sign such as U+2028, which JSON may hold, ends none."""
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    return tuple(lines if lines[-1] else lines[:-1])


@dataclass(frozen=True)
class File:
    """A file of another program, as text. `name` is without its folder; a pasted one has none.

    `known` are the names that the game of its combat declares.
    """

    text: str
    name: str = ""
    known: KnownNames = NOTHING_KNOWN

    @cached_property
    def json(self) -> Any:
        """Return the text as one JSON value; None where it is none."""
        if not self.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return None
        return loaded(self.text)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines without their ends; the first has number 1."""
        return text_lines(self.text)

    @cached_property
    def first_object(self) -> dict[str, Any]:
        """Return the first line as a JSON object, for NDJSON; empty where it is none."""
        first = next((line for line in self.lines if line.strip()), "")
        found = loaded(first) if first.startswith("{") else None
        return found if isinstance(found, dict) else {}

    @cached_property
    def lost_values(self) -> tuple[Finding, ...]:
        """Name each value that counts for nothing: its name stands again in the same object."""
        if self.json is not None:
            return tuple(_lost_values("the whole file", self.text))
        numbered = ((n, line) for n, line in enumerate(self.lines, 1) if line.startswith("{"))
        return tuple(lost for n, line in numbered for lost in _lost_values(f"line {n}", line))


def _lost_values(at: str, text: str) -> Iterator[Finding]:
    lost: list[str] = []

    def named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        said = dict(pairs)
        if len(said) < len(pairs):
            last = {name: nth for nth, (name, _) in enumerate(pairs)}
            again = (pair for nth, pair in enumerate(pairs) if last[pair[0]] != nth)
            lost.extend(f"{name}: {json.dumps(value)}" for name, value in again)
        return said

    if loaded(text, named) is None:
        return
    for words in lost:
        name = words.partition(":")[0]
        yield left_out(at, words, f"{name} stands there again, and the last one counts.")
