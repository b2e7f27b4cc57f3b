"""Values at random that fit a JSON Schema, as far as the contract uses it."""

from __future__ import annotations

from functools import cache
from itertools import chain
from json import dumps
from math import ceil, floor
from random import Random
from typing import Any

from jsonschema_rs import Draft202012Validator

LETTERS = "aZ09 .,;:'\"-_/\\~%#<>&{}\u00e9\u00df\u4eba\U0001f409\t\n\x00\u202e"
"""Letters of every kind, and signs that somebody may not have thought of."""

MOST_TRIES = 200


def value(schema: dict[str, Any], chance: Random) -> Any:
    """Return a value at random that fits the schema; raises ValueError where none was found."""
    fits = _validator(dumps(schema, sort_keys=True)).is_valid
    for _ in range(MOST_TRIES):
        if fits(found := _anything(schema, chance)):
            return found
    raise ValueError(f"nothing was found that fits {schema}")


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(schema)


def _anything(schema: dict[str, Any], chance: Random) -> Any:
    """Return a value that most likely fits."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return chance.choice(schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            rest = {name: part for name, part in schema.items() if name != several}
            return _anything(rest | chance.choice(schema[several]), chance)
    return _OF_TYPE[schema["type"]](schema, chance)


def _number(schema: dict[str, Any], chance: Random) -> int | float:
    """Return a number within its bounds: mostly a small one, at times one of the ends."""
    part = schema.get("multipleOf", 1)
    least = ceil(schema.get("minimum", -10) / part)
    most = floor(schema.get("maximum", max(10, least + 10)) / part)
    near = max(least, min(most, 0))
    ends = (least, most, chance.randint(least, most))
    small = chance.randint(max(least, near - 3), min(most, near + 5))
    found = chance.choice(ends) if chance.random() < 0.2 else small
    return found if part == 1 else found * part


def _string(schema: dict[str, Any], chance: Random) -> str:
    """Return a word that is given as an example, or any letters."""
    if (known := schema.get("examples")) and chance.random() < 0.7:
        return str(chance.choice(known))
    least, most = schema.get("minLength", 0), schema.get("maxLength", 200)
    size = chance.choice((least, most, chance.randint(least, min(most, least + 12))))
    letters = LETTERS if chance.random() < 0.3 else LETTERS[:-4]
    return "".join(chance.choices(letters, k=size))


def _array(schema: dict[str, Any], chance: Random) -> list[Any]:
    """Return some items, each once where they have to differ."""
    items, least = schema.get("items", {}), schema.get("minItems", 0)
    most, once = schema.get("maxItems", least + 3), schema.get("uniqueItems", False)
    size = chance.randint(least, most)
    times = ([one["contains"]["const"]] * one["minContains"] for one in schema.get("allOf", ()))
    if there := list(chain.from_iterable(times)):
        return chance.sample(there, len(there))
    if once and "enum" in items:
        return chance.sample(items["enum"], min(size, len(items["enum"])))
    return [_anything(items, chance) for _ in range(size)]


def _object(schema: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return an object with what it needs, and half of what it may have."""
    parts, needed = schema.get("properties", {}), schema.get("required", ())
    said = [name for name in parts if name in needed or chance.random() < 0.5]
    return {name: _anything(parts[name], chance) for name in said}


_OF_TYPE: dict[str, Any] = {
    "integer": _number,
    "number": _number,
    "string": _string,
    "array": _array,
    "object": _object,
    "boolean": lambda schema, chance: chance.random() < 0.5,
    "null": lambda schema, chance: None,
}
