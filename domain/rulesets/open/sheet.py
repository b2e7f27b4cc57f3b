"""The sheet of any game: facts of any name, and pools with what they hold and their limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.events.measures import MOST_POINTS
from domain.events.scores import score_of, score_text
from domain.ruleset.ruleset import TEMPORARY, Limits, Need, Refused, SheetField, Traits
from domain.ruleset.sheet_readers import Reader, fields, inside, named_values, one_of, whole

from .presets.preset import NO_PRESET, Preset

POOL = "pool"
"""How what a sheet says of a pool begins: `pool/hp/current`. No fact has such a name."""

COUNTED = "hp"
"""The one bare number that is a pool, also as `HP`: what it holds, and the most that it may."""

INITIATIVE = "initiative"
"""The number that alters a roll, that for the order."""

SCORE = "score"
"""The place in the order as it is known already: one score, or one for each turn of a round."""

NO_FACTS = (INITIATIVE, SCORE, "zone")
"""What a sheet says of the order and of places, which are changed as such."""

NEVER, ROUND, TURN = "never", "round", "turn"
MOST = MOST_POINTS
_number = whole(-MOST, MOST)


def _zone(value: Any, at: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused("", f"{value!r} is no name of a zone", None, at)
    return value


def _score(value: Any, at: str) -> str:
    given = value if isinstance(value, list) else [value]
    found = [score for each in given if (score := score_of(each)) is not None]
    if not found or len(found) < len(given):
        raise Refused("", f"{value!r} is no score such as 15 or 15.14", None, at)
    return ", ".join(map(score_text, sorted(found, reverse=True)))


_OF_KIND: dict[str, Reader] = {INITIATIVE: _number, SCORE: _score, "zone": _zone}
_PARTS: dict[str, Reader] = {
    "current": _number,
    "most": _number,
    "least": _number,
    TEMPORARY: whole(0, MOST),
    "each": one_of(NEVER, ROUND, TURN),
}
"""What a sheet may say of a pool: what it holds, its limits, and when it is filled again."""


def sheet(given: Mapping[str, Any], preset: Preset = NO_PRESET) -> Traits:
    """Return flat traits; raises Refused. A number, a word, yes or no is a fact.

    A pool says what it holds; `hp`, and what stands under `pools`, may be bare numbers:
    {"hp": 12, "mana": {"current": 3, "most": 8}, "pools": {"rage": 0}, "armour class": 15}
    A field of the preset may go by any of its names; what it holds is checked.
    """
    traits: Traits = {}
    for name, value in given.items():
        for key, part in _read(name, value, preset):
            if key in traits:
                raise Refused("", f"{name} is given twice", None, inside("/traits", name))
            traits[key] = part
    return traits


def _read(name: str, value: Any, preset: Preset) -> Iterator[tuple[str, int | str | bool]]:
    at, field = inside("/traits", name), preset.field(name)
    if name == "pools":
        for pool, many in named_values(value, at).items():
            yield from _under_pools(pool, many, inside(at, pool), preset)
    elif field is not None and field.holds == POOL:
        yield from _named_pool(name, value, at, preset)
    elif field is not None:
        yield field.name, _declared_fact(field, value, at)
    elif isinstance(value, Mapping):
        yield from _pool(name, value, at)
    elif name.casefold() == COUNTED and type(value) is int:
        yield from _pool(name, {"current": value, "most": value}, at)
    else:
        yield name, _fact(name, value, at)


def _under_pools(
    name: str, given: Any, at: str, preset: Preset
) -> Iterator[tuple[str, int | str | bool]]:
    """A pool, but a bare number of what the preset says is a fact: a pasted `speed: 30`."""
    field = preset.field(name)
    if field is not None and field.holds == "number" and not isinstance(given, Mapping):
        yield field.name, _declared_fact(field, given, at)
    else:
        yield from _named_pool(name, given, at, preset)


def _named_pool(
    name: str, given: Any, at: str, preset: Preset
) -> Iterator[tuple[str, int | str | bool]]:
    """A pool, with the limits that the preset gives it; a bare number is all of such a pool."""
    field = preset.field(name)
    if field is None or field.holds != POOL:
        yield from _pool(name, given, at)
        return
    parts = given if isinstance(given, Mapping) else {"current": given}
    full = {} if isinstance(given, Mapping) else {"most": given}
    yield from _pool(field.name, {**full, **field.limits, **parts}, at)


_FITS = {
    "number": (int, "a whole number, such as 15"),
    "word": (str, "a word"),
    "yes or no": (bool, "yes or no"),
}
"""What a value of a field is, by what the field holds."""


def _declared_fact(field: SheetField, value: Any, at: str) -> int | str | bool:
    kind, such = _FITS[field.holds]
    if type(value) is not kind:
        why = f"{field.says} is {such}, not {value!r}"
        need = Need("trait", field.name, "", field.holds, type(value).__name__)
        raise Refused("", why, None, at, missing=[need])
    return _fact(field.name, value, at)


def _fact(name: str, value: Any, at: str) -> int | str | bool:
    if name.startswith(f"{POOL}/"):
        raise Refused("", f"no fact is called {name!r}: give pools under `pools`", None, at)
    if name in _OF_KIND:
        return _OF_KIND[name](value, at)
    if not isinstance(value, bool | int | str):
        pool = '{"current": 3, "most": 8}'
        why = f"{name} is neither a number nor a word, nor a pool such as {pool}"
        raise Refused("", why, None, at)
    return value


def _pool(name: str, given: Any, at: str) -> Iterator[tuple[str, int | str | bool]]:
    """What is said of one pool, each part under a name of its own; raises Refused."""
    if not name.strip() or "/" in name:
        raise Refused("", f"{name!r} is no name of a pool", None, at)
    parts = fields(given if isinstance(given, Mapping) else {"current": given}, _PARTS, at)
    holds = parts.setdefault("current", parts.get("most", ""))
    if type(holds) is not int:
        why = f"say how much {name} holds"
        raise Refused("", why, None, at, missing=[Need("trait", "current", name)])
    within = _limits(parts).nearest(holds)
    if within != holds or _limits(parts).is_empty:
        ends = _limits(parts)._asdict().items()
        numbers = {end: value for end, value in ends if value is not None}
        raise Refused("", f"{name} cannot hold {holds}", numbers, inside(at, "current"))
    for part, value in parts.items():
        yield f"{POOL}/{name}/{part}", value


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
