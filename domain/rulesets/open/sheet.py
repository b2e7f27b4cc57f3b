"""The sheet of any game, as it is kept: each fact and each part of a pool under its own name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.ruleset.ruleset import TEMPORARY, Limits, Traits
from domain.ruleset.sheets.records import Field, Parts
from domain.ruleset.sheets.refusals import inside
from domain.ruleset.sheets.sheet import Breach, Sheet, SheetRule

from .presets.preset import NO_PRESET, Preset
from .sheet_fields import COUNTED, POOL, record_of, value_of

_WITHIN = "a pool holds no less than its least, and no more than its most"


class _Kept(NamedTuple):
    """A fact or a pool of a sheet: where it stands, what it is called, what is said of it."""

    at: str
    name: str
    value: Any


def sheet_of(preset: Preset = NO_PRESET) -> Sheet:
    """Return the sheet under a preset: a field may go by any of its names."""
    return Sheet(
        record_of(preset),
        rules=(
            SheetRule("no name may be given twice", "", lambda parts: _twice(parts, preset)),
            SheetRule(_WITHIN, "", lambda parts: _beyond(parts, preset)),
        ),
        completed=lambda parts: dict(_flat(parts, preset)),
        asked=tuple(Field(each.name, value_of(each), each.says) for each in preset.sheet.values()),
    )


def _kept(parts: Parts, preset: Preset) -> Iterator[_Kept]:
    """Every fact and every pool of a sheet; pools are told by their parts."""
    for name, part in parts.items():
        if name == "pools":
            for pool, many in part.items():
                yield _one(inside("/pools", pool), pool, many, preset, pooled=True)
        else:
            yield _one(inside("", name), name, part, preset, pooled=False)


def _one(at: str, name: str, part: Any, preset: Preset, pooled: bool) -> _Kept:
    """A fact, or a pool with the limits that the preset gives it.

    Under `pools` a bare number of what the preset calls a number is a fact.
    """
    field = preset.field(name)
    own = field if field and field.holds == POOL else None
    limits, called = (own.limits, own.name) if own else ({}, name)
    if isinstance(part, Mapping):
        parts: Parts = {**limits, **part}
    elif own or (not pooled and field is None and _is_counted(name, part)):
        parts = {"current": part, "most": part, **limits}
    elif pooled and not (field and field.holds == "number"):
        parts = {"current": part}
    else:
        return _Kept(at, field.name if field else name, part)
    return _Kept(at, called, {**parts, "current": parts.get("current", parts.get("most"))})


def _is_counted(name: str, part: Any) -> bool:
    return name.casefold() == COUNTED and type(part) is int


def _twice(parts: Parts, preset: Preset) -> Breach | None:
    seen = set[str]()
    for kept in _kept(parts, preset):
        name = f"{POOL}/{kept.name}" if isinstance(kept.value, Mapping) else kept.name
        if name in seen:
            return Breach(kept.at)
        seen.add(name)
    return None


def _beyond(parts: Parts, preset: Preset) -> Breach | None:
    for kept in _kept(parts, preset):
        if not isinstance(kept.value, Mapping):
            continue
        limits, holds = _limits(kept.value), kept.value["current"]
        if limits.is_empty or limits.nearest(holds) != holds:
            ends = {end: value for end, value in limits._asdict().items() if value is not None}
            called = preset.pool_words.get(kept.name, kept.name)
            numbers = {"holds": holds, **ends}
            return Breach(f"{kept.at}/current", numbers=numbers, why=_why(called, holds, ends))
    return None


def _why(pool: str, holds: int, ends: Mapping[str, int]) -> str:
    """What is wrong with a pool beyond its limits, and what to do: who is here may be beyond."""
    said = " and ".join(f"the {end} is {value}" for end, value in ends.items())
    rather = "begin within them, and set the pool once they are here"
    if len(ends) > 1 and ends["least"] > ends["most"]:
        rather = "say a least that is no more than the most"
    return f"{_WITHIN} ({pool} is {holds}, {said}): {rather}"


def _flat(parts: Parts, preset: Preset) -> Iterator[tuple[str, Any]]:
    """What is kept under flat names, each part of a pool under one of its own."""
    for kept in _kept(parts, preset):
        if isinstance(kept.value, Mapping):
            for part, value in kept.value.items():
                yield f"{POOL}/{kept.name}/{part}", value
        else:
            yield kept.name, kept.value


def _limits(parts: Mapping[str, int | str | bool]) -> Limits:
    least, most = (parts.get(part) for part in ("least", "most"))
    known = (end if type(end) is int else None for end in (least, most))
    return Limits(*known)


# --- what a flat sheet says of its pools -----------------------------------------------------


def _pools(traits: Traits) -> dict[str, dict[str, int | str | bool]]:
    """The parts of each pool of a sheet, by its name."""
    pools: dict[str, dict[str, int | str | bool]] = {}
    for key, value in traits.items():
        kind, _, named = key.partition("/")
        name, _, part = named.partition("/")
        if kind == POOL and part:
            pools.setdefault(name, {})[part] = value
    return pools


def opening(traits: Traits) -> dict[str, int]:
    """What every pool of the sheet holds, and the temporary points of those that have some."""
    amounts: dict[str, int] = {}
    for name, parts in _pools(traits).items():
        amounts[name] = int(parts["current"])
        if TEMPORARY in parts:
            amounts[f"{name}/{TEMPORARY}"] = int(parts[TEMPORARY])
    return amounts


def limits(traits: Traits) -> dict[str, Limits]:
    """The limits of those pools of the sheet that have any."""
    found = {name: _limits(parts) for name, parts in _pools(traits).items()}
    return {name: each for name, each in found.items() if each != Limits()}


def refills(traits: Traits, when: str) -> dict[str, int]:
    """The pools that are filled again each round or turn: to their most, else as they began."""
    filled = {name: parts for name, parts in _pools(traits).items() if parts.get("each") == when}
    return {name: int(parts.get("most", parts["current"])) for name, parts in filled.items()}
