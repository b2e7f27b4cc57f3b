"""A preset as text: read as JSON and checked; what is wrong in it has a line and a column."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from api.presets.positions import Position, offsets, position_at
from domain.ruleset.ruleset import Refused

MOST = 12_000
"""How long the text of a preset may be."""

AT = "/preset"
"""How pointers into a preset begin where a game refuses it."""

Check = Callable[[dict[str, Any]], object]
"""What raises Refused for a preset that does not fit."""


class UnfitPreset(ValueError):
    """A preset that is refused: why, what to write instead, and where, if that is known."""

    def __init__(self, why: str, write: str = "", at: Position | None = None):
        where = f"Line {at.line}, column {at.column}: " if at else ""
        why = why if where else why[:1].upper() + why[1:]
        super().__init__(f"{where}{why}." + (f" Write {write}." if write else ""))
        self.at = at


def read_text(text: str, check: Check) -> dict[str, Any]:
    """Return the preset that a text says; raises UnfitPreset with the line of what is wrong."""
    if len(text) > MOST:
        raise UnfitPreset(f"the preset has {len(text)} letters", f"at most {MOST}")
    try:
        said, places = json.loads(text, parse_constant=_no_number), list(offsets(text))
    except json.JSONDecodeError as error:
        why = f"this is not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise UnfitPreset(why, at=Position(error.lineno, error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise UnfitPreset("this is not valid JSON") from error
    _each_once(text, places)
    try:
        check(said)
    except Refused as refused:
        raise _unfit(text, dict(places), refused) from refused
    return dict(said)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _each_once(text: str, places: list[tuple[str, int]]) -> None:
    """Raise UnfitPreset for a key that stands twice, of which one value would be lost."""
    seen = set[str]()
    for pointer, offset in places:
        if pointer in seen:
            name = pointer.rpartition("/")[2]
            why = f"{name!r} stands here a second time"
            raise UnfitPreset(why, "each name once", position_at(text, offset))
        seen.add(pointer)


def _unfit(text: str, places: dict[str, int], refused: Refused) -> UnfitPreset:
    """The same refusal, with the place of the value that is at fault."""
    offset = places.get(refused.pointer.removeprefix(AT), 0)
    instead = str(refused.missing[0].wanted) if refused.missing else ""
    return UnfitPreset(refused.why, instead, position_at(text, offset))
