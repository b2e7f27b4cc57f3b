"""ARQ: rounds of action, movement and melee; tests are cards that the table draws."""

from . import dash, melee, movement, trial, turn
from .book import RULES

__all__ = ["RULES", "dash", "melee", "movement", "trial", "turn"]
