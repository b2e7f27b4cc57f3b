"""Refusals of what a sheet cannot hold: the place, what may stand there, and what was given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.ruleset.messages import unknown_name
from domain.ruleset.refusals import Refused

LONGEST = 80
"""How much of what somebody wrote is told."""


def inside(at: str, key: str) -> str:
    """The pointer to a key of what is at a pointer (RFC 6901)."""
    return f"{at}/{key.replace('~', '~0').replace('/', '~1')}"


def shown(value: Any) -> str:
    """What somebody gave, no longer than is told."""
    told = repr(value)
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}..."


def not_such(value: Any, such: str, at: str, clause: str = "", **numbers: int) -> Refused:
    """The refusal of a value: what stands at the pointer is such, and this is not."""
    name = at.rpartition("/")[2].replace("~1", "/").replace("~0", "~") or "this"
    return Refused(clause, f"{name} is {such}, not {shown(value)}", numbers, at)


def named_values(given: Any, at: str) -> Mapping[str, Any]:
    """Values by name; raises Refused for anything else."""
    if not isinstance(given, Mapping):
        raise not_such(given, "an object: values by name", at)
    return given


def unknown(name: Any, known: tuple[str, ...], at: str, clause: str = "") -> Refused:
    """The refusal of a name that is not known, with those that are."""
    return Refused(clause, unknown_name(str(name), shown(name), known), None, at)
