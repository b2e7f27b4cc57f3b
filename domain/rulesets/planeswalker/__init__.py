"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import blows, casting, effects, ending, engaging, order, phases
from . import casting as planeswalker_casting
from . import order as planeswalker_order
from . import phases as planeswalker_phases
from .book import RULES

__all__ = [
    "RULES",
    "blows",
    "casting",
    "effects",
    "ending",
    "engaging",
    "order",
    "phases",
    "planeswalker_casting",
    "planeswalker_order",
    "planeswalker_phases",
]
