"""Rows for readers outside the log: shared fields, and numbers in displayed points.

A number of a pool goes by the scale of that pool, one of a roll, a score or an outcome by that of
the game. Thirteen halves are 6.5, twelve are 6: numbers that add up, and are exact in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import JsonValue

from domain import events as e
from domain.events.measures import decimal, points
from domain.events.scores import score_text
from domain.ruleset.ruleset import Ruleset
from domain.state.roll_numbers import ABLE_KINDS
from projections.visibility.visible_log import SeenEntry
from projections.wording.entry_numbers import name_entries

Displayed = int | float
"""A number in displayed points: 3, or 2.5."""


def entry_in_points(seen: SeenEntry, rules: Ruleset) -> dict[str, JsonValue]:
    """Return an entry as JSON, its numbers in displayed points."""
    return seen.as_json() | {"event": event_in_points(seen, rules)}


_OF_POOLS = {"delta", "balance", "wanted", "least", "most", "left"}
_OF_ROLLS = ("total", "unit", "target")
"""What a roll, and its dice of further sizes, count in the unit of the game."""


def event_in_points(seen: SeenEntry, rules: Ruleset) -> dict[str, JsonValue]:
    """Return an event as its reader may know it, as JSON, its numbers in displayed points."""
    told: Any = seen.as_json()["event"]
    name_entries(seen.event, told)
    match seen.event:
        case e.PoolChanged(pool=pool) | e.PoolLimited(pool=pool) | e.PoolRemoved(pool=pool):
            for field in _OF_POOLS & set(told):
                told[field] = in_pool_points(rules, pool, told[field])
        case e.DiceRolled():
            for part in (told, *told["more"]):
                scaled = {field: part[field] for field in _OF_ROLLS if part.get(field) is not None}
                part |= {field: in_points(rules, value) for field, value in scaled.items()}
            _scale_values(rules, told["modifiers"])
        case e.Joined(kind=kind) | e.Edited(kind=kind) if told["traits"] is not None:
            told["traits"] = traits_in_points(rules, kind, told["traits"])
        case e.CardDrawn():
            told["rank"] = in_points(rules, told["rank"])
        case e.OrderSet():
            told |= scores_in_points(rules, seen.event)
        case e.Resolved():
            told["figures"] = figures_in_points(rules, told["figures"])
        case e.ConditionBegan():
            scale_mods(rules, told["mods"])
    return told  # type: ignore[no-any-return]


def scale_mods(rules: Ruleset, mods: list[dict[str, Any]]) -> None:
    """Give what alters traits, as JSON, in displayed points; a factor is none."""
    _scale_values(rules, [mod for mod in mods if mod["how"] != "times"])


def _scale_values(rules: Ruleset, parts: list[dict[str, Any]]) -> None:
    for part in parts:
        part["value"] = in_points(rules, part["value"])


def in_points(rules: Ruleset, value: e.Score) -> Displayed:
    """Return a number of a roll, a score or an outcome in displayed points."""
    return decimal(value, rules.scale) if isinstance(value, int) else float(value)


def score_in_words(rules: Ruleset, score: e.Score) -> str:
    """Return a score in displayed points, as people write it: `2 1/2` or `15.14`."""
    return points(score, rules.scale) if isinstance(score, int) else score_text(score)


def scores_in_points(rules: Ruleset, event: e.OrderSet) -> dict[str, Any]:
    """Return the scores of an order in displayed points."""
    more = {who: [in_points(rules, s) for s in own] for who, own in event.more.items()}
    return {"scores": {w: in_points(rules, s) for w, s in event.scores.items()}, "more": more}


def in_pool_points(rules: Ruleset, pool: str, value: int | None) -> Displayed | None:
    """Return a number of a pool in displayed points; None stays None."""
    return None if value is None else decimal(value, getattr(rules.pool(pool), "scale", 1))


def traits_in_points(
    rules: Ruleset, kind: str, traits: Mapping[str, int | str | bool]
) -> dict[str, Displayed | str | bool]:
    """Return a sheet with its numbers in displayed points; those of things are as given."""
    return {
        name: in_points(rules, value)
        if kind in ABLE_KINDS and not isinstance(value, str | bool)
        else value
        for name, value in traits.items()
    }


def figures_in_points(rules: Ruleset, figures: dict[str, int | str]) -> dict[str, Displayed | str]:
    """Return the numbers among some figures in displayed points; words stay."""
    return {
        name: value if isinstance(value, str) else in_points(rules, value)
        for name, value in figures.items()
    }


def shared_fields(row: type[tuple[Any, ...]], *sources: Any) -> dict[str, Any]:
    """Return the fields of a row that its sources have as well; the last source wins."""
    kinds: list[Any] = list(map(type, sources))
    known = zip(sources, kinds, strict=True)
    return {name: getattr(one, name) for one, kind in known for name in _shared(row, kind)}


@cache
def _shared(row: Any, source: Any) -> tuple[str, ...]:
    """Return the fields of a source that a row has as well."""
    return tuple(name for name in _fields(source) if name in set(_fields(row)))


def _fields(of: Any) -> Iterable[str]:
    """Return the declared fields of a tuple, or of a model."""
    return tuple(getattr(of, "_fields", ()) or getattr(of, "model_fields", ()))
