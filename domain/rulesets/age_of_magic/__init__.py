"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import (
    aftermath,
    attack,
    care,
    drawing,
    harmed,
    holds,
    magic,
    mounted,
    moves,
    ranged,
    suffering,
    turn,
    wounds,
)
from .book import RULES

__all__ = [
    "RULES",
    "aftermath",
    "attack",
    "care",
    "drawing",
    "harmed",
    "holds",
    "magic",
    "mounted",
    "moves",
    "ranged",
    "suffering",
    "turn",
    "wounds",
]
