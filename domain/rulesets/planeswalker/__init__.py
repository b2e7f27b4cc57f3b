"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from . import ending, turn, turn_order
from .combat import blows, engagements
from .ruleset import RULES
from .spells import arrivals, casting, effects
