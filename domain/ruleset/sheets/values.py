"""Kinds of value on a sheet: each reads what people give, and has the JSON Schema of the same.

Reader and schema are made of one declaration, so that a schema allows what its reader takes, and
nothing else. A reader takes a value and the JSON pointer to it, and returns it as it is kept; it
raises Refused with that pointer. Patterns mean the same to Python and to ECMA-262: their classes
of signs are spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.events.measures import units
from domain.ruleset.terms import Refused

Schema = dict[str, Any]

LONGEST = 80
"""How much of what somebody wrote is told."""

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff"
"""Signs that break a line, turn it round, or show nothing."""

_SPACES = r" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_PUNCTUATION = r"!-/:-@\[-^`{-~"


def name_line(most: int, without: str = "") -> str:
    """Return the pattern of names in one line, without these signs, that end with no space."""
    inside_it = f"[^{_UNSEEN}{without}]{{0,{most - 1}}}"
    return f"{inside_it}[^{_UNSEEN}{_SPACES}{without}]"


def thing_name(first: str = "", without: str = "") -> str:
    """Return the pattern of names of up to 40 signs; the first is a letter, a digit or of these."""
    begin = f"[^{_UNSEEN}{_SPACES}{_PUNCTUATION}]"
    begin = f"(?:{begin}|[{first}])" if first else begin
    return f"{begin}(?:[^{_UNSEEN}{without}]{{0,38}}[^{_UNSEEN}{_SPACES}{without}])?"


THING_NAME = thing_name()
"""What a weapon or a spell may be called."""

LISTED_NAME = thing_name(without=",")
"""The same without a comma: what may stand in a list of names."""


def line(most: int, least: int = 0) -> str:
    """Return the pattern of up to so many signs in one line."""
    return f"[^{_UNSEEN}]{{{least},{most}}}"


class Definitions:
    """The named parts of a schema: each is written once, and referred to where it stands."""

    def __init__(self, at: str = "#/$defs/") -> None:
        self.at, self.found = at, dict[str, Schema]()

    def refer(self, title: str, make: Callable[[], Schema]) -> Schema:
        """Return the reference to a part by its title; it may refer to itself."""
        name = "".join(word[:1].upper() + word[1:] for word in title.split())
        if name not in self.found:
            self.found[name] = {}
            self.found[name] = make()
        return {"$ref": f"{self.at}{name}"}


def inside(at: str, key: str) -> str:
    """The pointer to a key of what is at a pointer (RFC 6901)."""
    return f"{at}/{key.replace('~', '~0').replace('/', '~1')}"


def shown(value: Any) -> str:
    """What somebody gave, no longer than is told."""
    told = repr(value)
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}..."


def not_such(value: Any, such: str, at: str, clause: str = "", **numbers: int | str) -> Refused:
    """The refusal of a value: what stands at the pointer is such, and this is not."""
    name = at.rpartition("/")[2].replace("~1", "/").replace("~0", "~") or "this"
    return Refused(clause, f"{name} is {such}, not {shown(value)}", numbers, at)


def named_values(given: Any, at: str) -> Mapping[str, Any]:
    """Values by name; raises Refused for anything else."""
    if not isinstance(given, Mapping):
        raise not_such(given, "an object: values by name", at)
    return given


def unknown(name: Any, known: tuple[str, ...], at: str, clause: str = "") -> Refused:
    """The refusal of a name that is not known, with those that are."""
    why = f"nothing here is called {shown(name)}"
    return Refused(clause, why, {"known": ", ".join(known)}, at)


ANY_NAME = line(80, 1)
"""What anything may be called whose name stands alone."""


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
            raise not_such(value, self.such, at, self.clause, known=", ".join(self.known))
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
        found = tuple(self.value.read(each, at) for each in value)
        if len({*found}) < len(found) or len(found) > self.most:
            raise not_such(value, self.such, at, self.clause, given=len(found), most=self.most)
        return found

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
