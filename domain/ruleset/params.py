"""Reading what was filled into the blanks of a deed: numbers, names and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 80
"""How much of what somebody wrote is told."""


def number(params: Mapping[str, Any], name: str, default: int = 0) -> int:
    """One number of some parameters."""
    value = params.get(name, default)
    return value if isinstance(value, int) else default


def names(params: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Names of some parameters, in the order they were said."""
    found = params.get(name)
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


def text(params: Mapping[str, Any], name: str, else_: str = "") -> str:
    """What somebody wrote, as one line of printable signs; `else_` where nothing was written."""
    signs = (sign if sign.isprintable() else " " for sign in str(params.get(name, "")))
    return " ".join("".join(signs).split())[:LONGEST] or else_
