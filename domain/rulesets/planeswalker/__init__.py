"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import casting, effects, ending, fight, turn
from .book import RULES

__all__ = ["RULES", "casting", "effects", "ending", "fight", "turn"]
