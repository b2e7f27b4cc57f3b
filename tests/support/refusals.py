"""What a refusal says, in a form that a test can write down in a line."""

from __future__ import annotations

from domain.events.measures import canonical_number
from domain.ruleset.refusals import Need, NeedValue, Refused

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
