"""The rows of the rules lawyers: what is tried where, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Played = TypeVar("Played")
"""What a game is played on in its tests."""


class Try(NamedTuple, Generic[Played]):
    """Where it is tried, what, and the refusal: clause, reason, numbers."""

    position: Callable[[], Played]
    tried: Callable[[Played], object]
    clause: str
    why: str
    numbers: Mapping[str, Any] = {}
