"""JSON schemas of what a game leaves open: blanks of an option, settings, and sheets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from domain.commands.values import UNSEEN
from domain.events import Kind
from domain.events.measures import decimal
from domain.ruleset.ruleset import Blank, OpenPoint, Ruleset, Throw
from domain.ruleset.sheets.names import line
from domain.ruleset.sheets.values import Definitions, part_name

_WORDS = r"^(?![\s\S]*#[0-9]+\.[0-9])"
"""Words that look like no id of the log."""

_LINE = f"^(?!.*#[0-9]+\\.[0-9])[^{UNSEEN}]*$"
"""The same in one line."""


def parameters_schema(blanks: Iterable[Blank]) -> dict[str, Any]:
    """The schema of `params` in any combat, by the blanks that are open where nobody is there.

    Of a parameter only the type holds in every combat. How it may be filled, whether it is needed,
    and what else may be said depends on the combat: its options have the schema that holds there.
    """
    return {
        "type": "object",
        "properties": {blank.name: _in_any_combat(blank) for blank in blanks},
        "x-depends": "on the combat: which of these, which others, and their ends. See its options",
    }


def _in_any_combat(blank: Blank) -> dict[str, Any]:
    """The schema of a parameter in any combat; numbers and lists may be typed as text."""
    about = {"description": blank.says} if blank.says else {}
    meant = {"examples": list(blank.values)} if blank.values else {}
    match blank.kind:
        case "number":
            return {"type": ["integer" if blank.scale == 1 else "number", "string"]} | about
        case "some" | "ordered":
            items = {"type": "string"} | meant
            return {"type": ["array", "string"], "items": items} | about
        case "one" | "text":
            return {"type": "string"} | about | meant


def blank_schema(blank: Blank) -> dict[str, Any]:
    """Return the schema of what may be filled into a blank."""
    about = {"description": blank.says} if blank.says else {}
    match blank.kind:
        case "number":
            return _number(blank) | about
        case "some":
            return _some(blank) | about
        case "ordered":
            return _ordered(blank) | about
        case "one":
            return _word(blank.values) | about
        case "text":
            return _text(blank) | about


def _text(blank: Blank) -> dict[str, Any]:
    """Any words, with those that may be meant as examples."""
    pattern = _LINE if blank.at else _WORDS
    meant = {"examples": list(blank.values)} if blank.values else {}
    barred = {"not": {"enum": list(blank.never)}} if blank.never else {}
    return {"type": "string", "maxLength": blank.letters, "pattern": pattern} | meant | barred


def _word(values: tuple[str, ...]) -> dict[str, Any]:
    """One of the values; any word where they depend on the combat."""
    return {"type": "string"} | ({"enum": list(dict.fromkeys(values))} if values else {})


def _some(blank: Blank) -> dict[str, Any]:
    """Some of the values, each once."""
    most = min(blank.most or len(blank.values), len(blank.values))
    ends = {"minItems": blank.least, "maxItems": most} if blank.values else {}
    return {"type": "array", "items": _word(blank.values), "uniqueItems": True} | ends


def _ordered(blank: Blank) -> dict[str, Any]:
    """All the values in any order; one that is there twice stands twice in it."""
    times, items = Counter(blank.values), _word(blank.values)
    if not times:
        return {"type": "array", "items": items}
    each_once = max(times.values()) == 1
    ends = {"minItems": len(blank.values), "maxItems": len(blank.values), "uniqueItems": each_once}
    there = [
        {"contains": {"const": v}, "minContains": n, "maxContains": n} for v, n in times.items()
    ]
    return {"type": "array", "items": items} | ends | ({} if each_once else {"allOf": there})


def _number(blank: Blank) -> dict[str, Any]:
    """A whole number, or one that goes by parts; those may be written as `2 1/2` as well."""
    least, most = (decimal(end, blank.scale) for end in (blank.least, blank.most))
    ends: dict[str, Any] = {"minimum": least, "maximum": most}
    if blank.scale == 1:
        return {"type": "integer"} | ends
    return {"type": "number"} | ends | {"multipleOf": 1 / blank.scale}


def faces_schema(throw: Throw) -> dict[str, Any]:
    """Return the schema of the faces that fell in a throw."""
    ends = (0, throw.most) if throw.dice is None else (throw.dice, throw.dice)
    face = {"type": "integer", "minimum": 1, "maximum": throw.sides}
    return {"type": "array", "items": face, "minItems": ends[0], "maxItems": ends[1]}


def settings_schema(points: Iterable[OpenPoint]) -> dict[str, Any]:
    """The schema of `settings` when a combat is opened."""
    return {
        "type": "object",
        "title": "Settings",
        "description": "How the table plays what the rules leave open. Nothing has to be given.",
        "properties": {point.key: _point(point) for point in points},
        "additionalProperties": False,
    }


def _point(point: OpenPoint) -> dict[str, Any]:
    about = {"description": f"{point.says}. {point.hint}".rstrip(". "), "default": point.default}
    clause = {"x-clause": point.clause} if point.clause else {}
    return _values(point) | about | clause


def _values(point: OpenPoint) -> dict[str, Any]:
    """Words, and the numbers that words are; any in one line where none are known."""
    if point.values:
        numbers = (int(value) for value in point.values if re.fullmatch("0|-?[1-9][0-9]*", value))
        return {"enum": [*point.values, *numbers]}
    word = {"type": "string", "pattern": f"^(?:{point.form or line(80)})$"}
    return word if point.form else {"anyOf": [word, {"type": "integer"}]}


def sheets_schema(rules: Ruleset) -> dict[str, dict[str, Any]]:
    """The schema of the traits of each kind of subject."""
    return {kind: rules.sheet_of(kind).alone() for kind in get_args(Kind)}


def components(games: Mapping[str, Ruleset]) -> dict[str, dict[str, Any]]:
    """The settings and sheets of these games as components of a contract: `ThisGameFighter`."""
    called: dict[str, Ruleset] = {}
    for key, rules in games.items():
        words = [word.capitalize() for word in key.split("-")]
        short = "".join(filter(str.isalpha, words))
        # Of two editions of a game the second has its number in its name.
        called["".join(words) if not short or short in called else short] = rules
    return {name: part for game in called.items() for name, part in _components(*game)}


def _components(game: str, rules: Ruleset) -> Iterator[tuple[str, dict[str, Any]]]:
    yield f"{game}Settings", settings_schema(rules.points)
    parts = Definitions(f"#/components/schemas/{game}")
    by_title = {sheet.record.title: sheet for sheet in rules.sheets.values()}
    yield from ((f"{game}{part_name(t)}", sheet.schema(parts)) for t, sheet in by_title.items())
    yield from ((f"{game}{name}", part) for name, part in parts.found.items())
