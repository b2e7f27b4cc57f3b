"""Kinds of value on a sheet: each reads what people give, and has the JSON Schema of the same.

Reader and schema are made of one declaration, so that a schema allows what its reader takes, and
nothing else. A reader takes a value and the JSON pointer to it, and returns it as it is kept; it
raises Refused with that pointer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.events.measures import units
from domain.ruleset.refusals import Refused
from domain.ruleset.sheets.refusals import not_such

Schema = dict[str, Any]


def part_name(title: str) -> str:
    """Return the name of a part of a schema: `ThrownWeapon`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split("[^A-Za-z0-9]+", title))


class Definitions:
    """The named parts of a schema: each is written once, and referred to where it stands."""

    def __init__(self, at: str = "#/$defs/") -> None:
        self.at, self.found = at, dict[str, Schema]()

    def refer(self, title: str, make: Callable[[], Schema]) -> Schema:
        """Return the reference to a part by its title; it may refer to itself."""
        name = part_name(title)
        if name not in self.found:
            self.found[name] = {}
            self.found[name] = make()
        return {"$ref": f"{self.at}{name}"}


class Value:
    """A kind of value: `such` says what it is, `types` how Python has it from JSON."""

    such: str
    types: tuple[type, ...]

    def read(self, value: Any, at: str) -> Any:
        """Return the value as it is kept; raises Refused."""
        raise NotImplementedError

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of all that it takes."""
        raise NotImplementedError


@dataclass(frozen=True)
class Whole(Value):
    """A whole number between two, both included, or any; kept in parts of 1/`scale`.

    JSON has one kind of number: 7.0 is a whole one.
    """

    between: tuple[int, int] | None = None
    clause: str = ""
    scale: int = 1
    types = (int, float)

    @property
    def such(self) -> str:  # type: ignore[override]
        """What it is, with its ends."""
        least, most = self.between or ("", "")
        return f"a whole number from {least} to {most}" if self.between else "a whole number"

    def read(self, value: Any, at: str) -> int:
        """Return the number in its parts; raises Refused."""
        number = int(value) if isinstance(value, float) and value.is_integer() else value
        least, most = self.between or (number, number)
        if type(number) is not int or not least <= number <= most:
            ends = {"least": least, "most": most} if self.between else {}
            raise not_such(value, self.such, at, self.clause, **ends)
        return number * self.scale

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of whole numbers, with its ends."""
        ends = zip(("minimum", "maximum"), self.between or (), strict=False)
        return {"type": "integer", **dict(ends)}


@dataclass(frozen=True)
class Halves(Value):
    """A number of halves, up to a thousand either way: 6, 6.5, or "6 1/2", "6½", "-1/2".

    Kept in half-points.
    """

    types = (int, float, str)
    most = 1000
    such = "a whole number of halves from -1000 to 1000"
    pattern = r" *[+-]? ?(?:[0-9]{1,3}(?:\.[05]0{0,8}|½| 1/2)?|1000(?:\.0{1,9})?|\.50{0,8}|½|1/2) *"

    def read(self, value: Any, at: str) -> int:
        """Return the number in half-points; raises Refused."""
        fits = not isinstance(value, str) or re.fullmatch(self.pattern, value)
        number = units(value, 2) if fits else None
        if number is None or abs(number) > 2 * self.most:
            raise not_such(value, self.such, at, least=-self.most, most=self.most)
        return number

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of the number, and of what people write for it."""
        return defs.refer("Halves", self._halves)

    def _halves(self) -> Schema:
        number = {"type": "number", "minimum": -self.most, "maximum": self.most, "multipleOf": 0.5}
        words = {"type": "string", "pattern": f"^{self.pattern}$", "examples": ["6 1/2"]}
        return {"description": self.such, "anyOf": [number, words]}


@dataclass(frozen=True)
class Flag(Value):
    """Yes or no, and nothing that only looks like it."""

    types = (bool,)
    such = "true or false"

    def read(self, value: Any, at: str) -> bool:
        """Return the value; raises Refused."""
        if not isinstance(value, bool):
            raise not_such(value, self.such, at)
        return value

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of yes and no."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf(Value):
    """One of some words."""

    known: tuple[str, ...]
    clause: str = ""
    types = (str,)

    @property
    def such(self) -> str:  # type: ignore[override]
        """The words."""
        return f"one of {', '.join(self.known)}"

    def read(self, value: Any, at: str) -> str:
        """Return the word; raises Refused."""
        if not isinstance(value, str) or value not in self.known:
            raise not_such(value, self.such, at, self.clause).but(legal=self.known)
        return value

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of the words."""
        return {"enum": list(self.known)}


@dataclass(frozen=True)
class Text(Value):
    """Words that fit a pattern, where there is one."""

    such: str = "a word"
    pattern: str = ""
    clause: str = ""
    example: str = ""
    types = (str,)

    def fits(self, value: Any) -> bool:
        """True for what it takes."""
        return isinstance(value, str) and bool(
            not self.pattern or re.fullmatch(self.pattern, value)
        )

    def read(self, value: Any, at: str) -> str:
        """Return the words; raises Refused."""
        if not self.fits(value):
            raise not_such(value, self.such, at, self.clause)
        return str(value)

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of such words."""
        pattern = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        return {"type": "string", **pattern} | (
            {"examples": [self.example]} if self.example else {}
        )


@dataclass(frozen=True)
class Several(Value):
    """A list of values of one kind, each once, at most so many."""

    value: Value
    most: int
    clause: str = ""
    types = (list, tuple)

    @property
    def such(self) -> str:  # type: ignore[override]
        """What stands in the list."""
        return f"a list of up to {self.most}, none of them twice, each {self.value.such}"

    def read(self, value: Any, at: str) -> tuple[Any, ...]:
        """Return the values in their order; raises Refused."""
        if not isinstance(value, list | tuple):
            raise not_such(value, self.such, at, self.clause, most=self.most)
        found = tuple(self._read_one(each, at, nth) for nth, each in enumerate(value))
        if len({*found}) < len(found) or len(found) > self.most:
            raise not_such(value, self.such, at, self.clause, given=len(found), most=self.most)
        return found

    def _read_one(self, each: Any, at: str, nth: int) -> Any:
        """Read a value of the list; a refusal is told of the list, and points at the value."""
        try:
            return self.value.read(each, at)
        except Refused as refused:
            inside_it = refused.pointer.removeprefix(at)
            raise refused.but(pointer=f"{at}/{nth}{inside_it}") from refused

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of the list."""
        items = self.value.schema(defs)
        return {"type": "array", "items": items, "uniqueItems": True, "maxItems": self.most}


@dataclass(frozen=True)
class Deferred(Value):
    """A kind of value that is declared later: one that may stand inside itself."""

    of: Callable[[], Value]
    types = (dict,)
    such = "values by name"

    def read(self, value: Any, at: str) -> Any:
        """Return the value as that kind keeps it; raises Refused."""
        return self.of().read(value, at)

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of that kind."""
        return self.of().schema(defs)


@dataclass(frozen=True)
class Either(Value):
    """A value of the first kind that has its type; kinds of one type do not stand together."""

    kinds: tuple[Value, ...]
    clause: str = ""

    @property
    def types(self) -> tuple[type, ...]:  # type: ignore[override]
        """The types of all of them."""
        return tuple(each for kind in self.kinds for each in kind.types)

    @property
    def such(self) -> str:  # type: ignore[override]
        """What each of them is."""
        return ", or ".join(kind.such for kind in self.kinds)

    def read(self, value: Any, at: str) -> Any:
        """Return the value as the kind of its type keeps it; raises Refused."""
        for kind in self.kinds:
            if isinstance(value, kind.types) and isinstance(value, bool) == (bool in kind.types):
                return kind.read(value, at)
        raise not_such(value, self.such, at, self.clause)

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of what any of them takes."""
        return {"anyOf": [kind.schema(defs) for kind in self.kinds]}
