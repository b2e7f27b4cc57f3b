"""The games that can be played: words, tables, open points and sequence, read off the data."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.web.conditional import REVALIDATED
from api.web.problems import Problem
from api.web.route_table import Answer, Call, Routes
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Price, Shape, cost
from api.web.schemas.ruleset_schema import blanks_schema, settings_schema
from domain.engine.stages import PublicStep, public_steps
from domain.events import Until
from domain.events.measures import decimal
from domain.ruleset.ruleset import (
    ConditionKind,
    Deed,
    FactKind,
    Manoeuvre,
    OpenPoint,
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
_DEPENDS = (Refused, LookupError, AttributeError, TypeError, ValueError)
"""What a function of a ruleset raises where the answer depends on the combat."""


class GameRow(Shape):
    """A ruleset in the list."""

    key: str
    title: str
    edition: str
    revision: str


class Games(Shape):
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
    until: Until | None
    mods: list[ModShown]
    quiet: bool


class ManoeuvreShown(Shape):
    """What somebody may do: when, answering what, by which clause.

    Cost and parameters are null where they depend on who does it, with what, in which combat: then
    the options of a combat say them.
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


class WindowShown(Shape):
    """A kind of question: what may be done in it, whether dice are asked for, who has to answer."""

    about: str
    says: str
    clause: str
    takes: list[str]
    dice: bool
    passes: bool
    until: str


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
    decks: dict[str, int]
    settings: dict[str, Any]


@ROUTES.get("/v1/rulesets", "anyone", answers=Games)
def get_rulesets(call: Call) -> Answer:
    """The games that can be played here."""
    items = [_row(rules) for rules in call.service.rulesets().values()]
    return Answer({"items": items}, REVALIDATED)


@ROUTES.get("/v1/rulesets/<key>", "anyone", answers=Game, problems=("not-found",))
def get_ruleset(call: Call) -> Answer:
    """A game: its words, pools, conditions, facts, open points, manoeuvres and sequence."""
    rules = call.service.rulesets().get(call.path["key"])
    if rules is None:
        known = ", ".join(call.service.rulesets())
        raise Problem("not-found", f"There is no ruleset of that key. Those there are: {known}.")
    return Answer(_game(rules), REVALIDATED)


def _row(rules: Ruleset) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in GameRow.model_fields}


def _game(rules: Ruleset) -> dict[str, Any]:
    windows = {**COMMON, **rules.windows}
    return {
        **_row(rules),
        "words": dict(rules.words),
        "sequence": outline(rules),
        "pools": [_pool(each) for each in rules.pools],
        "conditions": [_condition(rules, each) for each in rules.conditions],
        "facts": plain(rules.facts),
        "points": plain(rules.points),
        "manoeuvres": [_manoeuvre(rules, each) for each in rules.manoeuvres],
        "windows": [_window(each) for each in windows.values()],
        "steps": plain(public_steps(rules)),
        "decks": {name: len(cards) for name, cards in rules.decks.items()},
        "settings": settings_schema(rules.points),
    }


def _pool(each: Pool) -> dict[str, Any]:
    least = None if each.least is None else decimal(each.least, each.scale)
    return {**plain(each), "least": least}


def _condition(rules: Ruleset, each: ConditionKind) -> dict[str, Any]:
    mods = [mod.model_dump() for mod in each.mods]
    scale_mods(rules, mods)
    shown = {**plain(each), "until": each.until and each.until.model_dump(), "mods": mods}
    return {name: part for name, part in shown.items() if name != "on_zero"}


def _manoeuvre(rules: Ruleset, each: Manoeuvre) -> ManoeuvreShown:
    return ManoeuvreShown(
        name=each.name,
        says=each.says,
        clause=each.clause,
        kinds=list(each.kinds),
        answers=list(each.answers),
        has_target=each.target,
        cost=_cost(rules, each),
        parameters=_parameters(rules, each),
    )


def _cost(rules: Ruleset, each: Manoeuvre) -> list[Price] | None:
    try:
        costs = each.cost(Scene(EMPTY, rules), Deed("", each.name, each.kinds[0]))
    except _DEPENDS:
        return None
    # Of nobody's weapon in nobody's hands: a cost of nothing means that it depends on those.
    return (
        [cost(pool, units, rules) for pool, units in costs.items()] if all(costs.values()) else None
    )


def _parameters(rules: Ruleset, each: Manoeuvre) -> dict[str, Any] | None:
    try:
        return blanks_schema(each.blanks(Scene(EMPTY, rules), Deed("", each.name, each.kinds[0])))
    except _DEPENDS:
        return None


def _window(window: Window) -> WindowShown:
    same = {name: getattr(window, name) for name in WindowShown.model_fields if name != "dice"}
    return WindowShown(**same, dice=window.throw is not None)
