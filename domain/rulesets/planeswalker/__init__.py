"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import asking, blows, bosses, casting, delays, effects, ending, engaging, order, phases
from .book import RULES

__all__ = [
    "RULES",
    "asking",
    "blows",
    "bosses",
    "casting",
    "delays",
    "effects",
    "ending",
    "engaging",
    "order",
    "phases",
]
