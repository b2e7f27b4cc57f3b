"""The rows of the rules lawyers: what is tried where, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Played = TypeVar("Played")
"""What a game is played on in its tests."""


class Try(NamedTuple, Generic[Played]):
    """Where it is tried, and what."""

    position: Callable[[], Played]
    tried: Callable[[Played], object]


class Refusal(NamedTuple):
    """The clause, the reason and the numbers that are told."""

    clause: str
    why: str = ""
    numbers: Mapping[str, Any] = {}


Tries = dict[str, tuple[Try[Played], Refusal]]
"""Tries by their names, each with its refusal."""
