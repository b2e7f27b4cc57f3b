"""The games that can be played: words, tables, open points and sequence, read off the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import Field

from api.web.conditional import REVALIDATED
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.entries import sent
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Listing, Price, Shape, cost
from api.web.schemas.ruleset_schema import parameters_schema, settings_schema, sheets_schema
from api.web.validation import Paged, page_of
from domain.engine.stages import PublicStep, public_steps
from domain.events import Slot, Until
from domain.events.measures import decimal
from domain.ruleset.glossary import COMMON_WORDS
from domain.ruleset.ruleset import (
    Asking,
    ConditionKind,
    Deed,
    FactKind,
    Manoeuvre,
    OpenPoint,
    Params,
    Pool,
    Refused,
    Ruleset,
    Window,
)
from domain.ruleset.scene import Scene
from domain.ruleset.windows import COMMON
from domain.state.combat import EMPTY
from projections.state.sequence_outline import outline
from projections.wording.displayed_points import Displayed, scale_mods

ROUTES = Routes("rulesets")
T = TypeVar("T")
_DEPENDS = (Refused, LookupError, AttributeError, TypeError, ValueError)
"""What a function of a ruleset raises where the answer depends on the combat."""


class GameRow(Shape):
    """A ruleset in the list."""

    key: str
    title: str
    edition: str
    revision: str


class Games(Listing):
    """Every ruleset that is installed."""

    items: list[GameRow]


class PoolShown(shape(Pool)):  # type: ignore[misc]
    """A counted resource, in displayed points that go by parts of 1/`scale`."""

    least: Displayed | None


class ModShown(Shape):
    """How a condition alters a trait, in displayed points; `times` is a plain factor."""

    trait: str
    how: str
    value: Displayed


class ConditionShown(Shape):
    """A named state that lasts: what ends it, and how it alters traits, if nothing else is said."""

    name: str
    says: str
    clause: str
    until: sent(Until) | None  # type: ignore[valid-type]
    mods: list[ModShown]
    quiet: bool


class ManoeuvreShown(Shape):
    """What somebody may do: when, answering what, by which clause.

    Cost and parameters are null where they depend on who does it, with what, in which combat: then
    the options of a combat say them. What else of them depends on the combat, `x-depends` says.
    """

    name: str
    says: str
    clause: str
    kinds: list[str]
    answers: list[str]
    has_target: bool | None = Field(
        description="Whether it is aimed at somebody; null where that is as one likes."
    )
    cost: list[Price] | None
    parameters: dict[str, Any] | None


class ChoiceShown(Shape):
    """An answer to a question, with its parameters."""

    name: str
    says: str
    parameters: dict[str, Any]


class WindowShown(Shape):
    """A kind of question: what may be done in it, whether dice are asked for, who has to answer."""

    about: str
    says: str
    clause: str
    takes: list[str]
    dice: bool
    passes: bool
    until: str
    choices: list[ChoiceShown] | None = Field(
        description="How it may be answered, besides a pass and what it takes; null where that"
        " depends on the combat."
    )


class Game(GameRow):
    """A ruleset: its words, its tables, and the sequence of play."""

    words: dict[str, str]
    sequence: str
    pools: list[PoolShown]
    conditions: list[ConditionShown]
    facts: list[shape(FactKind)]  # type: ignore[valid-type]
    points: list[shape(OpenPoint)]  # type: ignore[valid-type]
    manoeuvres: list[ManoeuvreShown]
    windows: list[WindowShown]
    steps: list[shape(PublicStep)] = Field(  # type: ignore[valid-type]
        description="The steps of acts and stretches before which a question may be asked."
    )
    glossary: dict[str, str] = Field(
        description="What the other words of events mean: figures, parameters, purposes of rolls,"
        " stages of outcomes, outcomes, reasons. A part in angle brackets varies."
    )
    clauses: dict[str, str] = Field(
        description="The title of each clause of the book that is cited, by its number."
    )
    decks: dict[str, int]
    settings: dict[str, Any] = Field(
        description="JSON Schema of `settings` when a combat is opened."
    )
    sheets: dict[str, dict[str, Any]] = Field(
        description="JSON Schema of `traits` when somebody joins, by their `kind`. `x-clause` names"
        " the rule, `x-unit` what is counted, `x-rules` what no schema can say."
    )


@ROUTES.get("/v1/rulesets", "anyone", query=Paged, answers=Games)
def get_rulesets(call: Call) -> Answer:
    """The games that can be played here.

    When: people choose a game.
    """
    games = [_same(GameRow, rules) for rules in call.service.rulesets().values()]
    items, cursor = page_of(call.query, games)
    return Answer({"items": items, "next": cursor}, REVALIDATED)


@ROUTES.get("/v1/rulesets/<key>", "anyone", answers=Game, problems=("not-found",))
def get_ruleset(call: Call) -> Answer:
    """A game: its words, pools, conditions, facts, open points, manoeuvres and sequence."""
    rules = call.service.rulesets().get(call.path["key"])
    if rules is None:
        known = ", ".join(call.service.rulesets())
        raise Problem("not-found", f"There is no ruleset of that key. Those there are: {known}.")
    return Answer(describe_ruleset(rules), REVALIDATED)


def _same(shown: type[Shape], of: Any) -> dict[str, Any]:
    """Return the parts of something that its answer has under the same name."""
    return {name: plain(getattr(of, name)) for name in shown.model_fields if hasattr(of, name)}


def describe_ruleset(rules: Ruleset) -> dict[str, Any]:
    """Return what a game publishes: its words, tables and sequence of play."""
    windows = {**COMMON, **rules.windows}
    return {
        **_same(GameRow, rules),
        "words": dict(rules.words),
        "sequence": outline(rules),
        "pools": [
            plain(each) | {"least": each.least and decimal(each.least, each.scale)}
            for each in rules.pools
        ],
        "conditions": [_condition(rules, each) for each in rules.conditions],
        "facts": plain(rules.facts),
        "points": plain(rules.points),
        "manoeuvres": [_manoeuvre(rules, each) for each in rules.manoeuvres],
        "windows": [_window(rules, each) for each in windows.values()],
        "steps": plain(public_steps(rules)),
        "glossary": {**COMMON_WORDS, **rules.glossary},
        "clauses": dict(rules.clauses),
        "decks": {name: len(cards) for name, cards in rules.decks.items()},
        "settings": settings_schema(rules.points),
        "sheets": sheets_schema(rules),
    }


def _condition(rules: Ruleset, each: ConditionKind) -> dict[str, Any]:
    mods = [mod.model_dump() for mod in each.mods]
    scale_mods(rules, mods)
    return {**_same(ConditionShown, each), "mods": mods}


def _manoeuvre(rules: Ruleset, each: Manoeuvre) -> dict[str, Any]:
    costs = _for_anybody(rules, each, each.price, _NotChosen())
    # Of nobody's weapon in nobody's hands: a cost of nothing means that it depends on those.
    is_known = costs is not None and all(costs.values())
    prices = [cost(*amount, rules) for amount in costs.items()] if costs and is_known else []
    return {
        **_same(ManoeuvreShown, each),
        "has_target": each.target,
        "cost": prices if is_known else None,
        "parameters": _for_anybody(rules, each, lambda *now: parameters_schema(each.blanks(*now))),
    }


_NO_PARAMS: Params = {}


class _NotChosen(dict[str, Any]):
    """Parameters that nobody has chosen yet: what reads them depends on the choice."""

    def _depends(self, *_: Any) -> Any:
        raise LookupError

    get = __getitem__ = __contains__ = __iter__ = keys = values = items = _depends


def _for_anybody(
    rules: Ruleset, each: Manoeuvre, asked: Callable[[Scene, Deed], T], params: Params = _NO_PARAMS
) -> T | None:
    """Return the answer that holds for anybody; None where it depends on who does it."""
    kind = next(iter(each.kinds), "")
    try:
        return asked(Scene(EMPTY, rules), Deed("", each.name, kind, params=params))
    except _DEPENDS:
        return None


def _window(rules: Ruleset, window: Window) -> WindowShown:
    own = {"dice": window.throw is not None, "choices": _choices(rules, window)}
    same = {name: getattr(window, name) for name in WindowShown.model_fields if name not in own}
    return WindowShown(**same, **own)


def _choices(rules: Ruleset, window: Window) -> list[ChoiceShown] | None:
    asking, slot = Asking("", window.about), Slot(id="", who="")
    try:
        return [
            ChoiceShown(name=name, says=says, parameters=parameters_schema(blanks))
            for name, says, blanks, *_ in window.choices(Scene(EMPTY, rules), asking, slot)
        ]
    except _DEPENDS:
        return None
