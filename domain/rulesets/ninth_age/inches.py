"""Distances: exact in halves of an inch, told as 2.5, `2 1/2` or `2½`.

10: Fractions are rounded up where a characteristic is altered, and nowhere else.
"""

from __future__ import annotations

from domain.measures import units, written
from domain.ruleset import Blank, Params

HALVES = 2
"""So many of the parts in which distances go are an inch."""

FAR = 72
"""Inches that no table is longer than."""


def distance(name: str, says: str, least: int = 1, most: int = FAR * HALVES) -> Blank:
    """A distance that is told in inches; its limits are given in halves."""
    return Blank(name, "number", least=least, most=most, says=says, scale=HALVES)


def halves(said: object) -> int:
    """The halves of an inch in a distance that was told; nothing where none was."""
    return units(said, HALVES) or 0


def told(params: Params, name: str) -> int:
    """The halves of an inch of a distance in what was said; nothing where it was not said."""
    return halves(params.get(name))


def inches(count: int) -> int | str:
    """So many halves as inches: 3, or `2 1/2`."""
    return written(count, HALVES)
