"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import blows, casting, effects, ending, engaging, order, phases  # noqa: F401
from .book import RULES as RULES
