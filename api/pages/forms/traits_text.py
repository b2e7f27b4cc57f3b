"""Traits as people type them: JSON, or a line for each, with slashes where one is inside another.

ST 4
Combat speed 1
weapons/axe/damage 8
weapons/axe/type: cutting
weapons/shield/

A line that ends with a slash names a thing of which nothing more is to be said.

`hp = 12` is the same as `hp: 12`. Several plain numbers may stand in one line, apart by commas:
`hp 12, mana 3`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from api.web.validation import SaidTwice, read_json

_NUMBER = r"[+-]?(?:\d+(?:\.\d+)?(?: ?½| \d+/\d+)?|\d+/\d+|½)"
_NUMBERED = re.compile(rf"(?P<name>\S.*?)(?:\s+|\s*=\s*)(?P<value>{_NUMBER})", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
_YES = {True: "yes", False: "no"}
_WORDS = {"yes": True, "true": True, "no": False, "false": False}


def traits(text: str) -> dict[str, Any]:
    """The traits that a text says; raises ValueError with the line that cannot be read."""
    if text.lstrip().startswith("{"):
        return _json(text)
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        for part in _parts(line):
            if part.endswith("/"):
                _inside(found, part[:-1].split("/"), number)
            else:
                _add_trait(found, *_name_and_value(part, number), number)
    return found


def traits_text(said: Mapping[str, Any]) -> str:
    """Return traits as people type them, a line for each; as JSON where lines cannot say them."""
    text = "\n".join(_lines(said, ""))
    try:
        is_same = traits(text) == said
    except ValueError:
        is_same = False
    return text if is_same else json.dumps(said, indent=1, ensure_ascii=False)


def _lines(said: Mapping[str, Any], outer: str) -> Iterator[str]:
    for name, value in said.items():
        if isinstance(value, dict) and value:
            yield from _lines(value, f"{outer}{name}/")
        elif isinstance(value, dict):
            yield f"{outer}{name}/"
        else:
            yield f"{outer}{name}: {_YES.get(value, value) if isinstance(value, bool) else value}"


def _json(text: str) -> dict[str, Any]:
    try:
        return dict(read_json(text))
    except SaidTwice as twice:
        raise ValueError(f"the traits say {twice} a second time: leave one out") from twice
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise ValueError(f"the traits are not valid JSON{where}") from error


def _parts(line: str) -> list[str]:
    """A line, or what it is made of where that is numbers apart by commas."""
    parts = [part.strip() for part in line.split(",")]
    numbers = len(parts) > 1 and all(_NUMBERED.fullmatch(part) for part in parts)
    return parts if numbers else [line.strip()] if line.strip() else []


def _name_and_value(line: str, number: int) -> tuple[str, Any]:
    """The name and the value of a line: apart by `:` or `=`, else before the number at its end."""
    name, sign, value = line.partition(":" if ":" in line else "=")
    if not sign:
        found = _NUMBERED.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} of the traits has no value; write it as `ST 4`")
        name, value = found["name"], found["value"]
    text = value.strip()
    return name.strip(), int(text) if _WHOLE.fullmatch(text) else _WORDS.get(text.lower(), text)


def _add_trait(found: dict[str, Any], name: str, value: Any, number: int) -> None:
    *outer, last = name.split("/")
    within, called = _inside(found, outer, number), last.strip()
    if called in within:
        raise ValueError(f"line {number} of the traits says {name} a second time: leave one out")
    within[called] = value


def _inside(found: dict[str, Any], outer: list[str], number: int) -> dict[str, Any]:
    """What stands under names that are one inside another; empty where nothing does yet."""
    for part in outer:
        found = found.setdefault(part.strip(), {})
        if not isinstance(found, dict):
            raise ValueError(f"line {number} of the traits is inside something that is a number")
    return found
