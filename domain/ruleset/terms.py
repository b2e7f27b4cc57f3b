"""The small words of the seam: what rules, options and refusals are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from domain.events import Mod, Params, Until
from domain.events.measures import decimal, points
from domain.ruleset.refusals import Need
from domain.ruleset.sheets.names import line


def json_pointer(*parts: str) -> str:
    """Return the JSON Pointer to a part of a command by the names on the way to it."""
    return "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in parts)


def pointer_parts(pointer: str) -> tuple[str, ...]:
    """Return the names on the way of a JSON Pointer."""
    tokens = pointer.split("/")[1:]
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


# --- what options are made of --------------------------------------------------------------

MOST_LETTERS, NAME_LETTERS = 500, 80
"""The letters of a text that is filled in, and of one that becomes a name."""


class Supply(NamedTuple):
    """What a number in a blank is paid from: its name, what is left of it, the price of one.

    `left` and `price` are in parts of 1/`scale`. It is what `who` has of `pool`; `clause` says how
    that is spent.
    """

    name: str
    left: int
    price: int = 1
    scale: int = 1
    who: str = ""
    pool: str = ""
    clause: str = ""

    def short_of(self, what: str, cost: int) -> str:
        """Say what something costs and what is left."""
        price, left = points(cost, self.scale), points(self.left, self.scale)
        return f"{what} costs {price} {self.name}; {left} left"

    def need(self, cost: int) -> Need:
        """Return what is missing to pay a cost."""
        wanted, left = decimal(cost, self.scale), decimal(self.left, self.scale)
        return Need("points", self.pool, self.who, wanted, left, ">=")


class Blank(NamedTuple):
    """Something left open in an option, to be filled in.

    `kind` is one | some (`least` to `most`, 0 = any number) | ordered of `values`, number (`least`
    to `most`), or text of at most `most` letters, for which `values` are words that may be meant.
    A number with a `scale` goes by parts of 1/`scale`, in which its limits are counted. Where
    `most` is what a `supply` allows, more is refused with the cost and what is left. What one of
    the `values` `brings` where nothing is said of it goes by the names of other blanks. `at` is the
    JSON Pointer to where the value goes in the command, if not among its `params`.
    `never` are words that a text may not be: the game says why. What is filled in comes `besides`
    what the blank of that name holds, which stands before it: nothing of that is among it, and a
    number is paid from what that leaves of their supply.
    """

    name: str
    kind: Literal["one", "some", "ordered", "number", "text"]
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False
    says: str = ""
    scale: int = 1
    supply: Supply | None = None
    brings: Mapping[str, Params] = {}
    at: str = ""
    besides: str = ""
    never: tuple[str, ...] = ()

    @property
    def letters(self) -> int:
        """The letters that a text may have."""
        return self.most or MOST_LETTERS

    @property
    def pointer(self) -> str:
        """The JSON Pointer to where its value goes in the command."""
        return self.at or json_pointer("params", self.name)


class Choice(NamedTuple):
    """One way to fill a slot, with what it says and what is left open in it.

    `sides` are those of the dice that it lets fall one by one, for a `purpose`: their faces may be
    typed with it.
    """

    name: str
    says: str = ""
    blanks: tuple[Blank, ...] = ()
    sides: int = 0
    purpose: str = ""


class Deed(NamedTuple):
    """A deed somebody would do: what legality is asked of. `on` is the act that it answers."""

    who: str
    manoeuvre: str
    kind: str
    on: str = ""
    targets: tuple[str, ...] = ()
    using: str = ""
    params: Params = {}


class Asking(NamedTuple):
    """The question that a window's functions are asked about: on what, with which parameters."""

    on: str
    about: str
    params: Params = {}


# --- whose go it is ------------------------------------------------------------------------


class Queue(NamedTuple):
    """Who has still to go in the open stretch, and who has gone, where no set order says it.

    Groups go one after the other where their order is `fixed`; else anybody may be next. `may_go`
    are those of the waiting who may go now; `held` those who go later than their place; `skipped`
    those whose turn will be passed over.
    """

    waiting: tuple[tuple[str, ...], ...]
    gone: tuple[str, ...] = ()
    may_go: tuple[str, ...] = ()
    fixed: bool = False
    held: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


# --- tables --------------------------------------------------------------------------------


class Pool(NamedTuple):
    """A counted resource; one displayed point is `scale` of its units.

    One that is `routine` goes without saying, such as one action each: a terse story leaves it out.
    With `any_key` it is counted under any names that the table gives.
    One that is `mana` is listed with the mana, also where it has no keys.
    Of one that `harms`, such as wounds, what is gained is harm; of any other, what is lost.
    `spending` is the clause that says how it is spent; else that is said of each manoeuvre.
    """

    name: str
    says: str
    clause: str
    scale: int = 1
    least: int | None = 0
    keys: tuple[str, ...] = ()
    routine: bool = False
    any_key: bool = False
    mana: bool = False
    harms: bool = False
    spending: str = ""


class ConditionKind(NamedTuple):
    """A named state that lasts: what ends it, and how it alters traits, if nothing else is said.

    `on_zero` names the stage that runs, in place of its end, when its count of spans is down, or
    finds it by the instance. One that is `quiet` is the bookkeeping of the rules: a terse story
    leaves it out. It begins with a `level`. `whose` turns count: its `bearer`'s or its `source`'s.
    One that takes `concentration` ends with the next one that its bearer concentrates on. Its level
    goes up to `most`, and down by `falls` as each turn of its bearer ends: at 0 it is over.
    """

    name: str
    says: str
    clause: str
    until: Until | None = None
    mods: tuple[Mod, ...] = ()
    on_zero: str | Callable[[Any], str] = ""
    quiet: bool = False
    whose: str = ""
    level: int = 0
    concentration: bool = False
    most: int | None = None
    falls: int = 0

    def at_zero(self, condition: Any) -> str:
        """The stage that runs when an instance has counted down; empty where that just ends."""
        return self.on_zero(condition) if callable(self.on_zero) else self.on_zero


class OpenPoint(NamedTuple):
    """What the rules leave open: a setting of the table with this default.

    Without `values` any word settles it, or any that fits the pattern `form`. `hint` is a sentence
    about a value that does not explain itself.
    """

    key: str
    values: tuple[str, ...]
    default: str
    clause: str
    says: str
    form: str = ""
    hint: str = ""

    def takes(self, value: object) -> bool:
        """True for a value that settles it: a word, or the number that a word is."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            return False
        if self.values:
            return str(value) in self.values
        if isinstance(value, int):
            return not self.form
        return re.fullmatch(self.form or line(80), value) is not None


def open_points(table: str) -> tuple[OpenPoint, ...]:
    """Read open points from a table of two lines each: their values, and what they settle.

    `2.2 tie: [ask] | joined` has the clause, the key, and the default in brackets; where `...`
    stands among the values, any word settles it.
    """
    return tuple(_open_point(lines) for lines in re.split(r"\n(?=\S)", table.strip()))


def _open_point(lines: str) -> OpenPoint:
    head, _, says = lines.partition("\n")
    named, _, settled_by = head.partition(": ")
    clause, key = named.split(maxsplit=1)
    values = tuple(settled_by.split(" | "))
    [default] = (value.strip("[]") for value in values if value.startswith("["))
    known = () if "..." in values else tuple(value.strip("[]") for value in values)
    return OpenPoint(key, known, default, clause, " ".join(says.split()))
