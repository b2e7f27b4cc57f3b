"""JSON documents whose every value is accounted for: taken, read in a way, or left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.events.measures import DIGITS, MOST_POINTS
from domain.importers.findings import Finding, imported, interpreted, left_out

Path = tuple[str | int, ...]
_LEFT_OVER = "It is not part of what is imported."


class Document:
    """A JSON value, and what became of its places so far."""

    def __init__(self, value: Any, at: str = "") -> None:
        self._value, self._at = value, at
        self._said: dict[Path, list[Finding]] = {}
        self._above: set[Path] = set()
        self._who: dict[Path, tuple[str, str]] = {}
        self._reasons: dict[Path, str] = {}

    @property
    def root(self) -> Node:
        """Return the whole value."""
        return Node(self, (), self._value)

    def say(self, path: Path, finding: Finding) -> None:
        """Account for a place and everything within it."""
        self._said.setdefault(path, []).append(finding)
        self._above |= {path[:length] for length in range(len(path))}

    def name(self, path: Path, who: str, id: str) -> None:
        """Say which combatant a place is about."""
        self._who[path] = (who, id)

    def excuse(self, path: Path, why: str) -> None:
        """Say why a place is left out, if nothing else is said of it."""
        self._reasons[path] = why

    def place(self, path: Path) -> str:
        """Return a path as people write it: `items[2].name`."""
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        inside = "".join(parts).removeprefix(".")
        gap = " " if self._at.endswith(":") and inside else "." if self._at and inside else ""
        return f"{self._at}{gap}{inside}".removesuffix(":") or "the whole file"

    def findings(self) -> tuple[Finding, ...]:
        """Return the report in the order of the document; no value is missing in it."""
        return tuple(self._report((), self._value, ("", "")))

    def _report(self, path: Path, value: Any, who: tuple[str, str]) -> Iterator[Finding]:
        who = self._who.get(path, who)
        covered = path in self._said
        for found in self._said.get(path, ()):
            yield found._replace(who=who[0], id=who[1])
        if path in self._above:
            for key, part in _parts(value):
                if not covered or (*path, key) in self._above | self._said.keys():
                    yield from self._report((*path, key), part, who)
        elif not covered and not _is_empty(value):
            why = self._reasons.get(path, _LEFT_OVER)
            found = left_out(self.place(path), written(value), why)
            yield found._replace(who=who[0], id=who[1])


class Node(NamedTuple):
    """A place of a document; one that is not there has the value None."""

    document: Document
    path: Path
    value: Any

    def at(self, *keys: str | int) -> Node:
        """Return the place of some keys within this one."""
        node = self
        for key in keys:
            node = Node(self.document, (*node.path, key), _part(node.value, key))
        return node

    def first(self, *keys: str) -> Node:
        """Return the first of some keys that has a value, or else the first of all."""
        found = (each for key in keys if (each := self.at(key)).value is not None)
        return next(found, self.at(keys[0]))

    def parts(self) -> Iterator[Node]:
        """Yield the places within an object or a list."""
        return (self.at(key) for key, _ in _parts(self.value))

    def about(self, who: str, id: str) -> None:
        """Say that this place is about a combatant."""
        self.document.name(self.path, who, id)

    @property
    def words(self) -> str:
        """The text of this place; empty where it is none."""
        return " ".join(self.value.split()) if isinstance(self.value, str) else ""

    @property
    def number(self) -> int | None:
        """The whole number of this place, also one that is written as text."""
        return whole(self.value)

    def imported(self, said: str) -> None:
        """Say that this place was taken as it stands."""
        self.document.say(self.path, imported(self._place, written(self.value), said))

    def interpreted(self, said: str) -> None:
        """Say how this place was read."""
        self.document.say(self.path, interpreted(self._place, written(self.value), said))

    def left_out(self, said: str) -> None:
        """Say why this place is left out."""
        self.document.say(self.path, left_out(self._place, written(self.value), said))

    def excuse(self, why: str) -> None:
        """Say why this place is left out, if nothing else is said of it."""
        self.document.excuse(self.path, why)

    @property
    def _place(self) -> str:
        return self.document.place(self.path)


def whole(value: Any) -> int | None:
    """Return a value as a whole number: 7, 7.0 or "7"; None where it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return int(value.strip()) if len(value.strip()) <= DIGITS else None
    if isinstance(value, float) and value.is_integer() and abs(value) <= MOST_POINTS:
        return int(value)
    return value if isinstance(value, int) and abs(value) <= MOST_POINTS else None


def written(value: Any) -> str:
    """Return a value as it is written in the file: text bare, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _part(value: Any, key: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(key)
    inside = isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value)
    return value[key] if inside else None


def _parts(value: Any) -> Sequence[tuple[str | int, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _is_empty(value: Any) -> bool:
    """Return whether a value says nothing: null, no text, or nothing but such values."""
    if value is None or value == "":
        return True
    return isinstance(value, Mapping | list) and all(_is_empty(part) for _, part in _parts(value))
