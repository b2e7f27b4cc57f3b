"""Moments of a log by the numbers that its viewer counts in."""

from __future__ import annotations

from api.combats.viewers.viewer_log import Sight, Unseen
from api.web.problems import Problem


def node_at(sight: Sight, at: str | None) -> int:
    """The own entry that was the head right after a number, or is it now."""
    return sight.node if at is None else sight.line.node_after(place_of(sight, at))


def place_of(sight: Sight, number: str) -> int:
    """The own entry of a number; raises the problem of one that is not there."""
    try:
        return sight.place(number)
    except Unseen as error:
        raise no_entry(sight) from error


def no_entry(sight: Sight) -> Problem:
    """The problem of a number that no entry has."""
    said = f"There is no entry of that number. The last one is {sight.last}."
    return Problem("not-found", said, entry=sight.last)
