"""Blanks that depend on another: what is left for one once the other is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.events.measures import units
from domain.ruleset.ruleset import Blank


def narrowed(blank: Blank, blanks: Iterable[Blank], said: Mapping[str, Any]) -> Blank:
    """Return a blank without what is filled into the one that it comes `besides`."""
    other = other_of(blank, blanks)
    if other is None or other.name not in said:
        return blank
    if blank.kind == "number":
        return _paid_after(blank, other, said[other.name])
    taken = said[other.name]
    gone = taken if isinstance(taken, list | tuple) else (taken,)
    return blank._replace(values=tuple(value for value in blank.values if value not in gone))


def other_of(blank: Blank, blanks: Iterable[Blank]) -> Blank | None:
    """Return the blank that one comes `besides`; None for one that depends on no other."""
    return next((each for each in blanks if blank.besides and each.name == blank.besides), None)


def _paid_after(blank: Blank, other: Blank, spent: Any) -> Blank:
    """Return a number that is paid from what the other one leaves of their supply."""
    number = units(spent, other.scale)
    if blank.supply is None or other.supply is None or number is None:
        return blank
    left = max(0, blank.supply.left - number * other.supply.price)
    most = min(blank.most, left // blank.supply.price)
    return blank._replace(most=most, supply=blank.supply._replace(left=left))
