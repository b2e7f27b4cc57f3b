"""What a sheet of any game may hold: facts and pools of any name, and the fields of a preset."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from domain.events.measures import MOST_POINTS
from domain.events.scores import score_of, score_text
from domain.ruleset.sheets.names import ANY_NAME, name_line
from domain.ruleset.sheets.records import Field, Other, Record, fields
from domain.ruleset.sheets.refusals import not_such
from domain.ruleset.sheets.sheet import TRAIT
from domain.ruleset.sheets.values import (
    Definitions,
    Either,
    Flag,
    OneOf,
    Schema,
    Text,
    Value,
    Whole,
)

from .presets.preset import Preset, PresetField

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
_MOST_SCORES = 8


@dataclass(frozen=True)
class _Scores(Value):
    """One score or several, kept as one text, the highest first."""

    types = (int, float, str, list, tuple)
    such = "a score such as 15 or 15.14, or a list of up to 8"
    pattern = "[+-]?[0-9]{1,11}(?:[.][0-9]{1,4}|½| 1/2)?"

    def read(self, value: Any, at: str) -> str:
        """Return the scores as they are kept; raises Refused."""
        given = value if isinstance(value, list | tuple) else [value]
        found = [score for each in given if (score := self._one(each)) is not None]
        if not found or len(found) < len(given) or len(given) > _MOST_SCORES:
            raise not_such(value, self.such, at)
        return ", ".join(map(score_text, sorted(found, reverse=True)))

    def _one(self, value: Any) -> Any:
        fits = not isinstance(value, str) or re.fullmatch(self.pattern, value)
        score = score_of(value) if fits else None
        return score if score is not None and abs(score) <= MOST else None

    def schema(self, defs: Definitions) -> Schema:
        """Return the schema of one score, and of several."""
        number = {"type": "number", "minimum": -MOST, "maximum": MOST, "multipleOf": 0.0001}
        one = [number, {"type": "string", "pattern": f"^(?:{self.pattern})$"}]
        ends = {"minItems": 1, "maxItems": _MOST_SCORES}
        return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}, **ends}]}


_NUMBER = Whole((-MOST, MOST))
_POOL = Record(
    fields(
        """
| current | number | points | what it holds, the most unless said
| most | number | points | the most that it may hold
| least | number | points | the least that it may hold
| temporary | 0..99999999999 | points | points that are lost first
| each | each [never] | | when it is filled again, to the most or to what it began with
""",
        {"number": _NUMBER, "each": OneOf((NEVER, ROUND, TURN))},
    ),
    either=("current", "most"),
    title="Pool",
    says="A pool: what it holds, its limits, and when it is filled again.",
)
_WITH_MOST = replace(
    _POOL,
    either=(),
    title="Full pool",
    says="A pool of which the preset says the most: it holds that, unless more is said.",
)
_HELD = Either((_NUMBER, _POOL))
_FACT_OR_POOL = Either((Whole(), Text(), Flag(), _POOL))
_POOL_NAME = name_line(80, without="/")
_ANY = f"(?!{POOL}/){ANY_NAME}"
_OF_ORDER: dict[str, Value] = {
    INITIATIVE: _NUMBER,
    SCORE: _Scores(),
    "zone": Text("the name of a zone, in one line", name_line(80)),
}
_ORDER = """
| initiative | initiative | points | added to the roll for the order
| score | score | points | the place in the order: one score, or one for each turn of a round
| zone | zone | | the zone where they begin
"""
_COUNTED = Other(
    Either((_NUMBER, Text(), Flag(), _POOL)),
    "hit points: a bare number is all of the pool; words are a fact",
    "[hH][pP]",
    unit="points",
)
_FACTS_ALONE = Other(TRAIT, "a fact: no pool is called so", f"(?!{_POOL_NAME}$){ANY_NAME}")


def record_of(preset: Preset) -> Record:
    """Return what a sheet may hold under a preset: facts and pools, and its fields by their names.

    `hp`, and what stands under `pools`, may be bare numbers:
    {"hp": 12, "mana": {"current": 3, "most": 8}, "pools": {"rage": 0}, "armour class": 15}
    """
    own = tuple(preset.sheet.values())
    order = _OF_ORDER | {f.name: value_of(f) for f in own if f.name in _OF_ORDER}
    usual = (_FACTS_ALONE,) if preset.field(COUNTED) else (_COUNTED, _FACTS_ALONE)
    return Record(
        (Field("pools", _pools(own), "pools by their names"), *fields(_ORDER, order)),
        Other(_FACT_OR_POOL, "a fact, or a pool", _ANY, "a name: pools stand under `pools`"),
        likes=(*(_named(field, value_of(field)) for field in own), *usual),
        title=f"Sheet of {preset.title}" if preset.title else "Sheet",
        says="Facts and pools of any name: what the table says is so.",
    )


def _pools(own: tuple[PresetField, ...]) -> Record:
    """Pools by name; a number that a preset calls a fact is one here too: a pasted `speed: 30`."""
    numbers = (field for field in own if field.holds == "number")
    return Record(
        other=Other(_HELD, "a pool", _POOL_NAME, "the name of a pool, without a slash"),
        likes=tuple(_named(each, Either((value_of(each), _POOL))) for each in numbers),
    )


def value_of(field: PresetField) -> Value:
    """Return what a field of a preset holds; of the order and of places, as in any game."""
    if field.name in _OF_ORDER:
        return _NUMBER if field.holds == "number" else _OF_ORDER[field.name]
    held = Either((_NUMBER, _WITH_MOST)) if "most" in field.limits else _HELD
    kinds: dict[str, Value] = {"pool": held, "number": Whole(), "word": Text()}
    return kinds.get(field.holds, Flag())


def _named(field: PresetField, value: Value) -> Other:
    """The names of a field, in any letters."""
    names = "|".join("".join(map(_any_letter, name)) for name in field.names)
    unit = "points" if field.holds in ("pool", "number") else ""
    return Other(value, field.says, names, unit=unit)


def _any_letter(sign: str) -> str:
    """The pattern of a sign, small or capital."""
    forms = sorted({form for form in (sign, sign.upper(), sign.lower()) if len(form) == 1})
    if len(forms) > 1:
        return f"[{''.join(forms)}]"
    return rf"\{sign}" if sign in r"^$\.*+?()[]|" else sign
