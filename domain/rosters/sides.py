"""Sides of a roster: `vs` between two of them, or an empty line."""

from __future__ import annotations

import re

SIDES = ("Heroes", "Enemies")
"""What the sides are called before a `vs` and after it."""

_VERSUS = re.compile(r"-*\s*(vs|versus|against)\b\.?\s*-*", re.IGNORECASE)
_LINE_END = re.compile("\r\n|\r|\n")


def is_versus(line: str) -> bool:
    """Return whether a line only parts two sides: `vs`, `versus`, `against`."""
    return bool(_VERSUS.fullmatch(line.strip()))


def side_after(count: int) -> str:
    """Return the name of the side after so many `vs`."""
    return SIDES[count] if count < len(SIDES) else f"Side {count + 1}"


def split_sides(text: str) -> str:
    """Return a text of two groups with `vs` in the empty line between them.

    Lines keep their numbers. A text that names its sides, or has a table, stays as it is.
    """
    lines = _LINE_END.split(text.strip())
    empty = [number for number, line in enumerate(lines) if not line.strip()]
    named = any(line.rstrip().endswith(":") or is_versus(line) for line in lines)
    one_gap = empty and empty[-1] - empty[0] == len(empty) - 1
    if not one_gap or named or any(sign in text for sign in ";\t"):
        return text
    return "\n".join([*lines[: empty[0]], "vs", *lines[empty[0] + 1 :]])
