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
from functools import cached_property
from typing import Any, Literal

from domain.events import *
from domain.ruleset.chance import *
from domain.ruleset.fact_kinds import *
from domain.ruleset.glossary import read_clauses, read_glossary
from domain.ruleset.manoeuvre import Manoeuvre, Scene, never
from domain.ruleset.messages import by_name
from domain.ruleset.refusals import *
from domain.ruleset.sequence import Stretch
from domain.ruleset.sheets.sheet import NOTED, UNDECLARED, Sheet
from domain.ruleset.stage_list import BEGIN, END, STAND
from domain.ruleset.terms import *
from domain.state.course.order_line import TieRule
from domain.state.pools import TEMPORARY, Limits
from domain.state.roll_numbers import ABLE_KINDS
from domain.state.viewer import REFEREE

Between = Callable[[Scene, str, str], int | str | bool | None]
"""How a fact stands between two: the scene, and the ids of both."""

Stage = Callable[[Any], str | None]
"""A stage gets a `domain.step.step.Step`: it falls through, asks, or says what runs next."""


def stages_named(*functions: Stage) -> dict[str, Stage]:
    """Name each stage for its function, with hyphens: `sweep_on` is `sweep on`."""
    return {function.__name__.replace("_", " "): function for function in functions}


@dataclass(frozen=True)
class Window:
    """A kind of question: who is asked, how it may be answered, and with which dice or card.

    `takes` lists the kinds of deeds that may be declared (`declares`) or done in it; `many` lets
    a slot declare several before it passes; `stale` asks `slots` again whenever play lands back,
    and `again` lets whoever passed answer once more after somebody else's act was carried out.
    `allows` raises Refused for what was filled into a choice, naming the clause that it breaks;
    what it lets pass is still checked against the blanks.
    `only` names the manoeuvres that are offered in it, where not all of those kinds are. Before an
    `idle` one is answered nothing is under way: with `free_acts` anybody may act first. What is
    declared in a `sealed` one is for its owner and the referee, until it is begun.
    `then` names the stage that runs when it has closed, or finds it in what the question openly
    says; without one, the act or stretch goes on. What is declared in one that goes `in_order` is
    first carried out, act by act.
    """

    about: str
    says: str
    clause: str
    slots: Callable[[Scene, Asking], tuple[Slot, ...]] = lambda scene, asking: ()
    choices: Callable[[Scene, Asking, Slot], tuple[Choice, ...]] = lambda scene, asking, slot: ()
    throw: Callable[[Scene, Asking, Slot], Throw] | None = None
    until: Literal["all", "first"] = "all"
    takes: tuple[str, ...] = ()
    declares: bool = False
    many: bool = False
    passes: bool = False
    stale: bool = False
    again: bool = False
    draw: Callable[[Scene, Asking, Slot], Draw] | None = None
    allows: Callable[[Scene, Asking, Slot, Params], None] = lambda scene, asking, slot, params: None
    sealed: Callable[[Scene], bool] = never
    only: frozenset[str] = frozenset()
    then: str | Callable[[Scene, Asking], str] = ""
    in_order: bool = False
    idle: bool = False

    def follows(self, scene: Scene, asking: Asking) -> str:
        """The stage that runs when a question in it has closed; empty where play just goes on."""
        return self.then(scene, asking) if callable(self.then) else self.then


def of_all_able(sheet: Sheet) -> dict[str, Sheet]:
    """Return a sheet for each kind of subject that can act."""
    return dict.fromkeys(ABLE_KINDS, sheet)


@dataclass(frozen=True)
class Ruleset:
    """A game: its words, its sequence of play, its tables, and the functions of its stages.

    `sheets` say what the traits of each kind of subject may be, and how they are kept; of a kind
    without one, anything may be noted. `opening` lists the pools that those who can act, and those
    with a sheet, start with (temporary points as `hp/temporary`), and `limits` those with a least
    or a most; `able` says why somebody cannot act at all (a clause, or nothing), and
    where a game does not say it, `down` names the conditions of those who are out; `rank` orders
    declared reactions.
    `triggers` map the name of an event to a stage that runs as soon as the running one has fallen
    through.
    `orders` says of each order by its scope who may stand in it when the referee sets it, raising
    Refused where the sequence of play would not go by it.
    `scored` are those of them that go by exact scores, each with the rule that tells equals apart;
    somebody may have several.
    `queue` says who has still to go in a stretch in which they go by none of them.
    `where` says where somebody is (a square is written `3,-1`), `between` how a fact stands between
    two who are here, where that follows from more than what was set. Both are for whoever looks on.
    `barred` says why a fact that holds somebody may not hold that one; empty where it may.
    `carried` says what of somebody outlasts the combat, as a part of the sheet for the next one.
    `edited` follows a sheet that was edited, with whose it is and the traits before.
    `renewed` names the pools that are given anew each round or turn: none of them outlasts it.
    `budgets` says how much of those a sheet gives: another sheet changes what is left by as much.
    `clauses` gives the title of each clause of its book that is cited, by its number.
    `glossary` explains the words of its events that no other table here declares.
    `reported` is true while turns begin and end by what is reported alone.
    `life` says what pools of hit points are called, where people name their pools themselves.
    `less_and_more` names the manoeuvres by which any pool goes down and up by `by`, at any time;
    `takes` is how the parameter begins in which a deed says how much it takes from its targets.
    Where `free_acts` is true, everybody and everything with a sheet may act before the first round
    and between turns as well, while nothing is under way. With `any_condition` a condition may have
    any name, not only a declared one.
    `takes_over` is true for a combat begun under another revision, whose names may be unknown.
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
    glossary: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    opening: Callable[[Traits], dict[str, int]] = lambda traits: {}
    limits: Callable[[Traits], dict[str, Limits]] = lambda traits: {}
    able: Callable[[Scene, str], str] = lambda scene, who: ""
    down: tuple[str, ...] = ()
    rank: Callable[[Scene, Any], int] = lambda scene, act: 0
    windows: dict[str, Window] = field(default_factory=dict)
    stages: dict[str, Stage] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    orders: dict[str, Callable[[Scene], tuple[str, ...]]] = field(
        default_factory=lambda: {"initiative": lambda scene: tuple(scene.present())}
    )
    scored: Mapping[str, Callable[[Scene], TieRule]] = field(default_factory=dict)
    queue: Callable[[Scene], Queue | None] = lambda scene: None
    where: Callable[[Scene, str], str] = lambda scene, who: str(scene.combat.places.of(who))
    between: Mapping[str, Between] = field(default_factory=dict)
    barred: Mapping[str, Callable[[Scene, str, str], str]] = field(default_factory=dict)
    carried: Callable[[Scene, str], Params] = lambda scene, who: {}
    edited: Callable[[Any, str, Traits], None] = lambda step, who, before: None
    renewed: tuple[str, ...] = ()
    budgets: Callable[[Traits], dict[str, int]] = lambda traits: {}
    scale: int = 1
    life: tuple[str, ...] = ()
    less_and_more: tuple[str, ...] = ()
    takes: str = ""
    free_acts: bool = False
    any_condition: bool = False
    takes_over: bool = False
    reported: Callable[[Scene], bool] = never

    @cached_property
    def sheet_kinds(self) -> tuple[str, ...]:
        """The kinds of subject that can act, or have a sheet of this game."""
        return tuple(dict.fromkeys((*ABLE_KINDS, *self.sheets)))

    @property
    def acting_kinds(self) -> tuple[str, ...]:
        """The kinds of subject that may do something."""
        return self.sheet_kinds if self.free_acts else ABLE_KINDS

    def sheet_of(self, kind: str) -> Sheet:
        """Return the sheet of a kind of subject."""
        return self.sheets.get(kind, NOTED) if self.sheets else UNDECLARED

    @cached_property
    def _manoeuvres(self) -> dict[str, Manoeuvre]:
        return {each.name: each for each in reversed(self.manoeuvres)}

    @cached_property
    def _pools(self) -> dict[str, Pool]:
        return {each.name: each for each in reversed(self.pools)}

    @cached_property
    def _conditions(self) -> dict[str, ConditionKind]:
        return {each.name: each for each in reversed(self.conditions)}

    @cached_property
    def _points(self) -> dict[str, OpenPoint]:
        return {each.key: each for each in self.points}

    @cached_property
    def _facts(self) -> dict[str, FactKind]:
        return {each.name: each for each in self.facts}

    @cached_property
    def mana(self) -> frozenset[str]:
        """The names of the pools that are listed with the mana."""
        return frozenset(pool.name for pool in self.pools if pool.mana)

    @cached_property
    def swift(self) -> frozenset[str]:
        """The names of the manoeuvres that may be done on top of an open question."""
        return frozenset(m.name for m in self.manoeuvres if m.swift)

    def with_preset(self, given: Params) -> Ruleset:
        """This game as a preset alters it, where it takes one; raises Refused elsewhere."""
        if given:
            why = f"{self.title} takes no preset: its own rules say all of that"
            raise Refused("", why, None, "/preset")
        return self

    def pool_word(self, pool: str) -> str:
        """What people call a pool: the game's own word, else its name; a short one as `AP`."""
        return self.words.get(pool, pool.upper() if len(pool) < 4 else pool)

    def condition_word(self, name: str) -> str:
        """What people call a condition; its name where the game does not declare it."""
        return getattr(self.condition(name), "says", name)

    def fact_word(self, name: str) -> str:
        """What people call a fact; its name where the game does not declare it."""
        return getattr(self.fact(name), "says", name)

    def clause_title(self, clause: str) -> str:
        """The title of a clause, or of several (`2.1.4, 7`); empty where the game has none."""
        titles = (self.clauses.get(each, "") for each in clause.split(", "))
        return "; ".join(filter(None, titles))

    def is_harm(self, posting: PoolChanged) -> bool:
        """True for what leaves somebody worse off: a loss, or a gain of what harms."""
        return posting.how == ("gain" if getattr(self.pool(posting.pool), "harms", 0) else "lose")

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """The manoeuvre of that name."""
        return self._manoeuvres.get(name)

    def point(self, key: str) -> OpenPoint | None:
        """The open point of that key."""
        return self._points.get(key)

    def pool(self, name: str) -> Pool | None:
        """The declared pool of that name."""
        return self._pools.get(name)

    def fact(self, name: str) -> FactKind | None:
        """The declared fact of that name."""
        return self._facts.get(name)

    def condition(self, name: str) -> ConditionKind | None:
        """The declared condition of that name."""
        return self._conditions.get(name)

    def pool_meant(self, scene: Scene, who: str, pool: str, key: str) -> tuple[str, str]:
        """Return the pool, and the key of it, that people mean by these names; here as they are."""
        return pool, key

    def check_pool(self, scene: Scene, who: str, pool: str, key: str) -> None:
        """Refuse to change as a pool what somebody has as a fact; here nothing is both."""

    def fact_meant(self, name: str) -> str:
        """Return the name of the fact that people mean; here as it is."""
        return name

    def condition_meant(self, name: str) -> str:
        """Return the name of the condition that people mean; here as it is."""
        return name

    def params_meant(self, scene: Scene, who: str, manoeuvre: str, params: Params) -> Params:
        """Return what a deed says by the names that the game keeps; here as it is."""
        return params

    def stage(self, name: str) -> Callable[[Stage], Stage]:
        """Register a stage function under its name; its docstring names the clause."""

        def register(function: Stage) -> Stage:
            self.stages[name] = function
            return function

        return register

    def asks(self, *windows: Window) -> None:
        """Register the windows of this game."""
        self.windows.update({w.about: w for w in windows})
