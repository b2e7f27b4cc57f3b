"""Planeswalker: mages with mana, spells and creatures; combat by turns of five phases."""

from .combat import blows, engagements  # noqa: F401
from .spells import casting, effects  # noqa: F401
from . import ending, turn_order, turn  # noqa: F401
from .ruleset import RULES
