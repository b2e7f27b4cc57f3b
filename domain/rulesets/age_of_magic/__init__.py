"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import (  # noqa: F401
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
from .book import RULES as RULES
