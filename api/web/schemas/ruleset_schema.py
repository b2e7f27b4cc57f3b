"""JSON schemas of what a game leaves open: the blanks of a manoeuvre, the settings of a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.events.measures import decimal, points
from domain.ruleset.ruleset import Blank, OpenPoint


def blanks_schema(blanks: Iterable[Blank]) -> dict[str, Any]:
    """The schema of `params` that fill these blanks."""
    left = tuple(blanks)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {blank.name: _blank(blank) for blank in left},
        "additionalProperties": False,
    }
    required = [blank.name for blank in left if not blank.optional]
    return schema | ({"required": required} if required else {})


def _blank(blank: Blank) -> dict[str, Any]:
    about = {"description": blank.says} if blank.says else {}
    word: dict[str, Any] = {"type": "string"}
    if blank.values:
        word["enum"] = list(dict.fromkeys(blank.values))
    match blank.kind:
        case "number":
            return _number(blank) | about
        case "some" | "ordered":
            once = len(set(blank.values)) == len(blank.values)
            return {"type": "array", "items": word, "uniqueItems": once} | about
        case "one" | "text":
            return word | about


def _number(blank: Blank) -> dict[str, Any]:
    """A whole number; one that goes by parts may be written as words as well."""
    least, most = (decimal(end, blank.scale) for end in (blank.least, blank.most))
    if blank.scale == 1:
        return {"type": "integer", "minimum": least, "maximum": most}
    number = {"type": "number", "minimum": least, "maximum": most, "multipleOf": 1 / blank.scale}
    return {"anyOf": [number, {"type": "string", "examples": [points(1, blank.scale)]}]}


def settings_schema(points: Iterable[OpenPoint]) -> dict[str, Any]:
    """The schema of `settings` when a combat is opened."""
    return {
        "type": "object",
        "properties": {point.key: _point(point) for point in points},
        "additionalProperties": False,
    }


def _point(point: OpenPoint) -> dict[str, Any]:
    clause = f" ({point.clause})" if point.clause else ""
    values: dict[str, Any] = {"enum": list(point.values)} if point.values else {"type": "string"}
    if point.form:
        values |= {"pattern": f"^(?:{point.form})$"}
    return {"description": f"{point.says}{clause}", "default": point.default, **values}
