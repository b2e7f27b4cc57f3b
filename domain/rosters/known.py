"""Names that a preset declares, as a roster may say them: fields of the sheet, and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from domain.rosters.fields import END, Field, N, read_field

_SEP = "[ \t]*[:=]?[ \t]*"
_OF_GRAMMAR = {"hp": "pool", "ac": "number", "init": "number", "initiative": "number"}
"""Names that mean the same in every game, and what such a field holds."""
_MARKS = {*_OF_GRAMMAR, "ini", "temp", "thp", "cr"}
_FLAGS = {"hidden", "dead", "pc", "npc", "ally", "enemy"}
_VALUES = {
    "number": re.compile(rf"{_SEP}(?P<value>[+-]?{N}){END}"),
    "pool": re.compile(rf"{_SEP}(?P<now>-?{N})(?:[ ]*/[ ]*(?P<most>{N}))?{END}"),
    "word": re.compile(
        rf"[ \t]*[:=][ \t]*(?P<value>\"[^\"]{{1,80}}\"|[^ \t,;|()\[\]\"]{{1,80}}){END}"
    ),
    "yes or no": re.compile(rf"{_SEP}(?P<value>yes|no|true|false){END}"),
}
"""What follows a name; words want a colon before them, since any word may be part of a name."""


class KnownField(NamedTuple):
    """A field of the sheet: the name under which it is kept, what it holds, other names."""

    name: str
    holds: str
    names: tuple[str, ...]

    @property
    def meant(self) -> str:
        """The field of the grammar that it is, such as `ac`; empty where it is none."""
        return next((n for n in self.names if _OF_GRAMMAR.get(n) == self.holds), "")


class KnownCondition(NamedTuple):
    """A usual condition: the name under which it is kept, and the highest level it may have."""

    name: str
    most: int | None


class KnownNames:
    """Names that a preset declares; without one, nothing is known but the grammar."""

    def __init__(self, preset: Mapping[str, Any] | None = None) -> None:
        self._preset = preset or {}

    @cached_property
    def _fields(self) -> dict[str, KnownField]:
        fields = list(_fields_of(self._preset))
        names = {name: field for field in fields for name in field.names}
        return {name: each for name, each in names.items() if name not in _MARKS | _FLAGS}

    @cached_property
    def _conditions(self) -> dict[str, KnownCondition]:
        usual = self._preset.get("conditions", {})
        found = {name: KnownCondition(name, said.get("most")) for name, said in usual.items()}
        by_words = {said["says"].lower(): found[n] for n, said in usual.items() if "says" in said}
        return by_words | {name.lower(): each for name, each in found.items()}

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        """The names of fields, the longest first."""
        longest_first = sorted(self._fields, key=len, reverse=True)
        texts = "|".join("[ ]+".join(map(re.escape, name.split())) for name in longest_first)
        return re.compile(rf"(?:{texts})(?=[ \t:=])") if texts else None

    @cached_property
    def _own_names(self) -> dict[str, str]:
        return {name: field.name for field in _fields_of(self._preset) for name in field.names}

    def own_name(self, name: str) -> str:
        """Return the name under which a pool or a fact is kept; any other as it is."""
        return self._own_names.get(" ".join(name.lower().split()), name)

    def own_condition(self, name: str) -> str:
        """Return the name under which a condition is kept; any other as it is."""
        found = self.condition(name)
        return found.name if found else name

    @cached_property
    def _limits(self) -> dict[str, dict[str, int]]:
        """The least and the most of each pool, by every name of its field."""
        ends = ((f, self._preset["sheet"][f.name]) for f in _fields_of(self._preset))
        found = {
            name: {end: said[end] for end in ("least", "most") if end in said}
            for field, said in ends
            if field.holds == "pool"
            for name in field.names
        }
        return {name: limits for name, limits in found.items() if limits}

    def limits(self, pool: str) -> dict[str, int]:
        """Return the `least` and the `most` of a pool by any of its names, as far as declared."""
        return self._limits.get(pool.lower(), {})

    @property
    def columns(self) -> set[str]:
        """Names of columns that are fields, in small letters."""
        return set(self._fields)

    def condition(self, name: str) -> KnownCondition | None:
        """Return the condition that is called so, in any letters; None where none is."""
        return self._conditions.get(name.lower())

    def column_text(self, column: str, cell: str) -> str:
        """Return a cell of a column as an entry would say it: `class: "arch mage"`."""
        words = self._fields[column].holds == "word"
        return f'{column}: "{cell}"' if words else f"{column}: {cell}"

    def field(self, text: str, at: int) -> Field | None:
        """Return the field of the sheet that begins at an offset of a folded text."""
        found = self._names.match(text, at) if self._names else None
        if found is None:
            return None
        known = self._fields[" ".join(found[0].split())]
        if known.meant in ("hp", "ac"):
            return _of_grammar(known.meant, text, found.end())
        value = _VALUES[known.holds].match(text, found.end())
        if value is None:
            return None
        if known.holds == "pool":
            return Field("pool", value.end(), {"own": known.name, **value.groupdict()})
        if known.meant:
            return Field("bonus", value.end(), {"bonus": value["value"]})
        parts = {"own": known.name, "holds": known.holds, "value": value["value"]}
        return Field("fact", value.end(), parts)


def _fields_of(preset: Mapping[str, Any]) -> Iterator[KnownField]:
    for name, said in preset.get("sheet", {}).items():
        names = (name, said.get("says", name), *said.get("also", ()))
        folded = tuple(" ".join(each.lower().split()) for each in names)
        yield KnownField(name, said["is"], folded)


def _of_grammar(mark: str, text: str, end: int) -> Field | None:
    """Return a field as the grammar reads it behind its own mark."""
    found = read_field(mark + text[end:], 0)
    kinds = {"hp": ("hp", "dice"), "ac": ("ac",)}[mark]
    if found is None or found.kind not in kinds:
        return None
    return found._replace(end=found.end + end - len(mark))


NOTHING_KNOWN = KnownNames()
