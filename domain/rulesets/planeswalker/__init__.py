"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import blows, casting, effects, ending, engaging, order, phases
from .book import RULES

__all__ = ["RULES", "blows", "casting", "effects", "ending", "engaging", "order", "phases"]
