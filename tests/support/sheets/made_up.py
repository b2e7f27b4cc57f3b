"""Sheets made up at random: those that a schema allows, and such with one thing changed."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema_rs

Schema = dict[str, Any]

NAMES = (
    *("hp", "HP", "a", "axe", "bolt", "Straße 9", "Ωmega", "dagger", "x" * 40, "x" * 41, "x" * 81),
    *("mana/red", "pool/hp/current", "", " ", " axe", "axe ", "a, b", "a\nb", "\u2028", "+1/+1"),
    *("-1/-1", "it's", "_a", "(a)", "\u00a0", "constructor", "__proto__", "ac", "Armour Class"),
    *("ARMOR CLASS", "plate", "FUEL", "Crew", "mounted", "speed", "init", "initiative", "score"),
)
WORDS = (
    *("3,-1", "-1234,1234", "12345,0", "3;1", "1R", "40WW", "41", "WUBRG", "09", "R1", "ruled"),
    *("6", "-6.5", "6 1/2", "6½", "½", "-1/2", "+.5", "1000", "1000.5", "999 1/2", " 7 ", "6 1/3"),
    *("15.14", "15.14159", "-3 1/2", "D6", "elf", "yes", "the deck", "١٢"),
    *NAMES,
)
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2.0, 2.5, 0.3, -0.0, 1e12, 10**30, "x", "", [], ["x"], {}),
    *({"x": 1}, {"current": 1}, {"most": 1}, [1, 2], ["red", "red"], [[]], {"damage": 3}),
)


class MadeUp:
    """Values of a schema, drawn at random: all of its keywords are obeyed, but no rules."""

    def __init__(self, schema: Schema, chance: Random) -> None:
        self.root, self.chance = schema, chance
        self.ends = sorted(set(_ends(schema)))

    def sheet(self) -> Any:
        """Return a sheet that the schema allows."""
        return self._value(self.root, 0)

    def changed(self, sheet: Any) -> Any:
        """Return a sheet with one thing changed, that it may allow or not."""
        found = copy.deepcopy(sheet)
        holder, last = self.chance.choice(list(_places(found)))
        match self.chance.randrange(4):
            case 0 if isinstance(holder, dict):
                holder[self.chance.choice(WORDS)] = holder.pop(last)
            case 1 if isinstance(holder, dict):
                del holder[last]
            case 2 if isinstance(holder, dict):
                holder[self.chance.choice(NAMES)] = self._junk()
            case _:
                holder[last] = self._junk()
        return found

    def _junk(self) -> Any:
        near = self.chance.choice(self.ends or [0]) + self.chance.choice((-1, -0.5, 0, 0.5, 1))
        whole = int(near) if near == int(near) else near
        return copy.deepcopy(self.chance.choice((whole, *JUNK, *WORDS)))

    def _value(self, schema: Schema, depth: int) -> Any:
        if "$ref" in schema:
            return self._value(self.root["$defs"][schema["$ref"].rpartition("/")[2]], depth)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        if "anyOf" in schema and "type" not in schema:
            return self._value(self.chance.choice(schema["anyOf"]), depth)
        if "allOf" in schema and "type" not in schema:
            return self._object(self._merged(schema), depth)
        kinds = {"object": self._object, "array": self._array, "string": self._word}
        if schema["type"] in kinds:
            return kinds[schema["type"]](schema, depth)
        return self.chance.random() < 0.5 if schema["type"] == "boolean" else self._number(schema)

    def _merged(self, schema: Schema) -> Schema:
        """A part that is referred to, with what it needs here."""
        part = self.root["$defs"][schema["allOf"][0]["$ref"].rpartition("/")[2]]
        return {**part, "required": [*part.get("required", ()), *schema.get("required", ())]}

    def _number(self, schema: Schema) -> Any:
        least, most = schema.get("minimum", -(10**12)), schema.get("maximum", 10**12)
        step = schema.get("multipleOf", 1)
        near = self.chance.choice((least, most, self.chance.randint(least, most), 0, 1, 2))
        number = min(most, max(least, near + step * self.chance.choice((0, 0, 1))))
        return self.chance.choice((number, float(number))) if abs(number) < 10**12 else number

    def _word(self, schema: Schema, depth: int) -> str:
        pattern = re.compile(schema.get("pattern", ""))
        return self.chance.choice([word for word in WORDS if pattern.search(word)])

    def _array(self, schema: Schema, depth: int) -> list[Any]:
        most = min(schema.get("maxItems", 3), 4)
        many = self.chance.randint(schema.get("minItems", 0), most)
        found: list[Any] = []
        for each in (self._value(schema["items"], depth + 1) for _ in range(many)):
            found += [each] if each not in found else []
        return found

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        known, needed = schema.get("properties", {}), set(schema.get("required", ()))
        if "anyOf" in schema:
            needed |= set(self.chance.choice(schema["anyOf"])["required"])
        some = self.chance.sample(sorted(known), min(len(known), self.chance.randrange(5)))
        groups = [name for name in known if _is_group(known[name]) and self.chance.random() < 0.4]
        names = [*needed, *((*some, *groups) if depth < 4 else ())]
        found = {name: self._value(known[name], depth + 1) for name in dict.fromkeys(names)}
        for name in self._others(schema, known) if depth < 4 else ():
            found[name] = self._value(_schema_of(schema, name), depth + 1)
        for case in schema.get("allOf", ()):
            self._fit(case, found, known, depth)
        return found

    def _others(self, schema: Schema, known: Schema) -> list[str]:
        """Names that no property has, and the schema allows."""
        pattern = re.compile(schema.get("propertyNames", {}).get("pattern", ""))
        if schema.get("additionalProperties", True) is False:
            return []
        fit = [name for name in NAMES if pattern.search(name) and name not in known]
        return self.chance.sample(fit, self.chance.randrange(3))

    def _fit(self, case: Schema, found: dict[str, Any], known: Schema, depth: int) -> None:
        """Change an object so that it fits a case, where that holds."""
        if not jsonschema_rs.Draft202012Validator(case["if"]).is_valid(found):
            return
        for name, allowed in case["then"]["properties"].items():
            if allowed is False:
                found.pop(name, None)
            elif name in found:
                found[name] = self.chance.choice(allowed["enum"])
        for name in case["then"].get("required", ()):
            found.setdefault(name, self._value(known[name], depth + 1))


def _is_group(schema: Schema) -> bool:
    """True for what holds things by their names."""
    return isinstance(schema.get("additionalProperties"), dict) or "$ref" in schema


def _schema_of(schema: Schema, name: str) -> Schema:
    """What stands under a name that is no property: the first pattern that it fits, or any."""
    likes = schema.get("patternProperties", {})
    found: Schema = next(
        (each for like, each in likes.items() if re.search(like, name)),
        schema["additionalProperties"],
    )
    return found


def _ends(schema: Any) -> Iterator[int]:
    if isinstance(schema, dict):
        yield from (schema[end] for end in ("minimum", "maximum") if end in schema)
        schema = list(schema.values())
    if isinstance(schema, list):
        yield from (end for part in schema for end in _ends(part))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value: what holds it, and under which name or number."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list) and value[key]:
            yield from _places(value[key])
