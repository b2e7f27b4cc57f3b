"""What a refusal says, in a form that a test can write down in a line."""

from __future__ import annotations

from typing import Any

from domain.events.measures import canonical_number
from domain.ruleset.refusals import Need, NeedValue, Refused
from domain.ruleset.ruleset import pointer_parts

MOST = 6
"""How many legal values are written down."""


def lacks(refused: Refused) -> str:
    """What is missing: `points ap of cogan: 0 >= 1; condition prone of man: yes = no`."""
    return "; ".join(map(_need, refused.missing))


def legal(refused: Refused) -> str:
    """What would be legal at the place at fault; nothing where that is no list."""
    if refused.legal is None:
        return ""
    first, more = refused.legal[:MOST], len(refused.legal) - MOST
    told = [*map(str, first), *([f"{more} more"] if more > 0 else [])]
    return "; ".join(told) or "nothing"


def put(said: dict[str, Any], pointer: str, value: Any) -> None:
    """Put a value at a place of a command as a program does: what is missing there is made."""
    *outer, last = pointer_parts(pointer)
    inside: Any = said
    for name, following in zip(outer, [*outer, last][1:], strict=True):
        inside = _set(inside, name, [] if following.isdigit() else {}, keeps=True)
    _set(inside, last, value)


def _set(inside: Any, name: str, value: Any, *, keeps: bool = False) -> Any:
    """Set a part of an object or a list, which goes on behind its end; return what stands there."""
    if isinstance(inside, dict):
        inside[name] = inside.get(name, value) if keeps else value
        return inside[name]
    place = int(name)
    there = inside[place : place + 1] if keeps else []
    inside[place : place + 1] = there or [value]
    return inside[place]


def _need(need: Need) -> str:
    whose = f" of {need.who}" if need.who else ""
    return (
        f"{need.kind} {need.what}{whose}: {_value(need.has)} {need.compare} {_value(need.wanted)}"
    )


def _value(value: NeedValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value or "nothing"
        case tuple():
            return "|".join(value) or "nobody"
    return str(canonical_number(value))
