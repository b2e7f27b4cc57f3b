"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import (
    aftermath,
    attack,
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
from . import aftermath as age_of_magic_aftermath
from .book import RULES

__all__ = [
    "RULES",
    "aftermath",
    "age_of_magic_aftermath",
    "attack",
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
