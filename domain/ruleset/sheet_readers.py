"""Reading what people give: the traits of a sheet, checked value by value, and what is filled in.

A reader takes a value and the JSON pointer to it, and returns it as it is kept; it raises Refused
with that pointer. A game makes its sheet of such readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from domain.events import Params, Traits
from domain.ruleset.refusals import Refused

LONGEST = 80
"""How much of what somebody wrote is told."""

Reader = Callable[[Any, str], int | str | bool]


class SheetField(NamedTuple):
    """A field of the sheet that forms ask for: what it holds, what people call it, other names.

    `limits` are the `least` and the `most` of a pool, and `each` when it is filled again.
    """

    name: str
    holds: Literal["pool", "number", "word", "yes or no"]
    says: str
    also: tuple[str, ...] = ()
    limits: Params = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that it goes by, in small letters."""
        return tuple(name.casefold() for name in (self.name, self.says, *self.also))


def inside(at: str, key: str) -> str:
    """The pointer to a key of what is at a pointer (RFC 6901)."""
    return f"{at}/{key.replace('~', '~0').replace('/', '~1')}"


def named_values(given: Any, at: str) -> Mapping[str, Any]:
    """Values by name; raises Refused for anything else."""
    if not isinstance(given, Mapping):
        raise Refused("", f"{given!r} names nothing: give values by name", None, at)
    return given


def unknown(name: Any, known: tuple[str, ...], at: str) -> Refused:
    """The refusal of a name that is not known, with those that are."""
    return Refused("", f"nothing here is called {name!r}", None, at, legal=known)


def flag(value: Any, at: str) -> bool:
    """Yes or no, and nothing that only looks like it."""
    if not isinstance(value, bool):
        raise Refused("", f"{value!r} is neither true nor false", None, at)
    return value


def whole(least: int, most: int, clause: str = "") -> Callable[[Any, str], int]:
    """A reader of whole numbers between two, both included."""

    def read(value: Any, at: str) -> int:
        if type(value) is not int or not least <= value <= most:
            numbers = {"least": least, "most": most}
            raise Refused(
                clause, f"{value!r} is no whole number from {least} to {most}", numbers, at
            )
        return value

    return read


def one_of(*known: str) -> Callable[[Any, str], str]:
    """A reader of one of some words."""

    def read(value: Any, at: str) -> str:
        if value not in known:
            raise unknown(value, known, at)
        return str(value)

    return read


def flat(given: Mapping[str, Any]) -> Traits:
    """Return traits as given: numbers, words, yes or no; raises Refused for anything else.

    The sheet of a thing or a side, and of a game that has none.
    """
    for name, value in given.items():
        if not isinstance(value, int | str):
            why = f"{name} is neither a whole number nor a word, nor yes or no"
            raise Refused("", why, None, inside("/traits", name))
    return dict(given)


def fields(given: Any, readers: Mapping[str, Reader], at: str) -> dict[str, int | str | bool]:
    """The values of a thing by the names of its fields; raises Refused for any other field."""
    read: dict[str, int | str | bool] = {}
    for name, value in named_values(given, at).items():
        if name not in readers:
            raise unknown(name, tuple(readers), inside(at, name))
        read[name] = readers[name](value, inside(at, name))
    return read


# --- what was filled in -------------------------------------------------------------------


def number(params: Mapping[str, Any], name: str, default: int = 0) -> int:
    """One number of some parameters."""
    value = params.get(name, default)
    return value if isinstance(value, int) else default


def names(params: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Names of some parameters, in the order they were said."""
    found = params.get(name)
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


def text(params: Mapping[str, Any], name: str, else_: str = "") -> str:
    """What somebody wrote, as one line of printable signs; `else_` where nothing was written."""
    signs = (sign if sign.isprintable() else " " for sign in str(params.get(name, "")))
    return " ".join("".join(signs).split())[:LONGEST] or else_
