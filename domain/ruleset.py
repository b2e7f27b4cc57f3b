"""The seam: what a ruleset declares.

Data that a player could check against the book, then one short function per stage, window and
roll, each with the clause it comes from.

A ruleset adds no event and no field of state: it turns commands into events of the kernel's
vocabulary. Functions receive a `Scene` (questions about the combat) or a `Step` (the same, and
the events of the step being built).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from domain.events import Mod, Modifier, Params, Slot, Traits, Until
from domain.sequence_of_play import END, Stretch

__all__ = [
    "END", "Asking", "Blank", "Choice", "ConditionKind", "Deed", "FactKind", "Forbidden",
    "Manoeuvre", "Mod", "Modifier", "OpenPoint", "Params", "Pool", "Refused", "Ruleset", "Slot",
    "Stretch", "Throw", "Traits", "Until", "Window",
]  # fmt: skip

Scene = Any
"""A `domain.scene.Scene`; the seam itself cannot import what stands on it."""

Numbers = Mapping[str, int | str]


class Refused(Exception):
    """A command that the rules do not allow now: the clause, what happened, and the numbers.

    `pointer` names the part of the command that is at fault, where one is. Nothing has changed.
    """

    def __init__(self, clause: str, why: str, numbers: Numbers | None = None, pointer: str = ""):
        super().__init__(f"{why} ({clause})" if clause else why)
        self.clause, self.why, self.numbers = clause, why, dict(numbers or {})
        self.pointer = pointer


class Forbidden(Exception):
    """A command for somebody whom the asker does not play."""


class Blank(NamedTuple):
    """Something left open in an option, to be filled in.

    `kind` is one | some | ordered (of `values`), number (`least` to `most`), or text.
    """

    name: str
    kind: Literal["one", "some", "ordered", "number", "text"]
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False
    says: str = ""


class Choice(NamedTuple):
    """One way to fill a slot, with what it says and what is left open in it."""

    name: str
    says: str = ""
    blanks: tuple[Blank, ...] = ()


class Deed(NamedTuple):
    """A deed somebody would do: what legality is asked of. `on` is the act that it answers."""

    who: str
    manoeuvre: str
    kind: str
    on: str = ""
    targets: tuple[str, ...] = ()
    using: str = ""
    params: Params = {}


class Throw(NamedTuple):
    """Dice that a rule asks for.

    `dice` None lets the owner choose how many dice to risk, each costing `per_die` of the total.
    `unit` is what one pip counts, in the unit of the modifiers; `sort` is a word of the table of
    dice labels; `keep` how many of the highest dice count (0 = all).
    """

    who: str
    purpose: str
    sort: str
    sides: int
    dice: int | None = 1
    modifiers: tuple[Modifier, ...] = ()
    unit: int = 1
    per_die: int = 0
    keep: int = 0
    key: str = "open"
    clause: str = ""

    @property
    def basic(self) -> int:
        """The total before any die falls."""
        return sum(m.value for m in self.modifiers)


class Asking(NamedTuple):
    """The question that a window's functions are asked about: on what, with which parameters."""

    on: str
    about: str
    params: Params = {}


class Pool(NamedTuple):
    """A counted resource; one displayed point is `scale` of it."""

    name: str
    says: str
    clause: str
    scale: int = 1
    least: int | None = 0
    keys: tuple[str, ...] = ()


class ConditionKind(NamedTuple):
    """A named state that lasts: what ends it, and how it alters traits, if nothing else is said."""

    name: str
    says: str
    clause: str
    until: Until | None = None
    mods: tuple[Mod, ...] = ()


class FactKind(NamedTuple):
    """A tie between two, or a property of one. `values` empty = any word."""

    name: str
    says: str
    clause: str
    values: tuple[str, ...] = ()
    default: str = ""
    symmetric: bool = False


class OpenPoint(NamedTuple):
    """What the rules leave open: a setting of the table with this default."""

    key: str
    values: tuple[str, ...]
    default: str
    clause: str
    says: str


def _nobody(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return ()


def _free(scene: Scene, deed: Deed) -> dict[str, int]:
    return {}


def _no_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return ()


def _anything(scene: Scene, deed: Deed) -> None:
    return None


@dataclass(frozen=True)
class Manoeuvre:
    """What somebody may do: when, at what cost, toward whom, and the stages it runs through.

    `kinds` are action, reaction, follow-on; `answers` the manoeuvres it may answer ("*" = any).
    `targets` and `usings` list the candidates; `allows` raises Refused for anything else. A
    reaction that `stands` is resolved together with the act that it answers: its stages up to
    "stand" run first, the rest after.
    """

    name: str
    says: str
    clause: str
    kinds: tuple[str, ...]
    stages: tuple[str, ...]
    answers: tuple[str, ...] = ()
    stands: bool = False
    target: bool = False
    blanks: Callable[[Scene, Deed], tuple[Blank, ...]] = _no_blanks
    targets: Callable[[Scene, Deed], tuple[str, ...]] = _nobody
    usings: Callable[[Scene, Deed], tuple[str, ...]] | None = None
    cost: Callable[[Scene, Deed], dict[str, int]] = _free
    allows: Callable[[Scene, Deed], None] = _anything


def _no_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return ()


def _no_choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    return ()


@dataclass(frozen=True)
class Window:
    """A kind of question: who is asked, how it may be answered, and with which dice.

    `takes` lists the kinds of deeds that may be declared (`declares`) or done in it; `many` lets
    a slot declare several before it passes; `stale` asks `slots` again whenever play lands back.
    """

    about: str
    says: str
    clause: str
    slots: Callable[[Scene, Asking], tuple[Slot, ...]] = _no_slots
    choices: Callable[[Scene, Asking, Slot], tuple[Choice, ...]] = _no_choices
    throw: Callable[[Scene, Asking, Slot], Throw] | None = None
    until: Literal["all", "first"] = "all"
    takes: tuple[str, ...] = ()
    declares: bool = False
    many: bool = False
    passes: bool = False
    stale: bool = False


def _as_given(traits: Mapping[str, Any]) -> Traits:
    return {k: v for k, v in traits.items() if isinstance(v, int | str)}


def _all_able(scene: Scene, who: str) -> str:
    return ""


def _by_turns(scene: Scene, act: Any) -> int:
    return 0


Stage = Callable[[Any], str | None]


@dataclass(frozen=True)
class Ruleset:
    """A game: its words, its sequence of play, its tables, and the functions of its stages.

    `sheet` turns a combatant's traits as given into flat whole numbers and words, raising Refused
    with a pointer; `opening` lists the pools a combatant starts with; `able` says why somebody
    cannot act at all (a clause, or nothing); `rank` orders declared reactions.
    """

    key: str
    title: str
    edition: str
    revision: str
    sequence: Stretch
    words: Mapping[str, str] = field(default_factory=dict)
    pools: tuple[Pool, ...] = ()
    conditions: tuple[ConditionKind, ...] = ()
    facts: tuple[FactKind, ...] = ()
    points: tuple[OpenPoint, ...] = ()
    manoeuvres: tuple[Manoeuvre, ...] = ()
    sorts: tuple[str, ...] = ("loose",)
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sheet: Callable[[Mapping[str, Any]], Traits] = _as_given
    opening: Callable[[Traits], dict[str, int]] = lambda traits: {}
    able: Callable[[Scene, str], str] = _all_able
    rank: Callable[[Scene, Any], int] = _by_turns
    windows: dict[str, Window] = field(default_factory=dict)
    stages: dict[str, Stage] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    scale: int = 1

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """The manoeuvre of that name."""
        return next((m for m in self.manoeuvres if m.name == name), None)

    def point(self, key: str) -> OpenPoint | None:
        """The open point of that key."""
        return next((p for p in self.points if p.key == key), None)

    def pool(self, name: str) -> Pool | None:
        """The declared pool of that name."""
        return next((p for p in self.pools if p.name == name), None)

    def fact(self, name: str) -> FactKind | None:
        """The declared fact of that name."""
        return next((f for f in self.facts if f.name == name), None)

    def condition(self, name: str) -> ConditionKind | None:
        """The declared condition of that name."""
        return next((c for c in self.conditions if c.name == name), None)

    def stage(self, name: str) -> Callable[[Stage], Stage]:
        """Register a stage function under its name; its docstring names the clause."""

        def register(function: Stage) -> Stage:
            self.stages[name] = function
            return function

        return register

    def asks(self, *windows: Window) -> None:
        """Register the windows of this game."""
        self.windows.update({w.about: w for w in windows})
