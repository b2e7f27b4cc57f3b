"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import attack, moves, suffering, turn, wounds
from .book import RULES

__all__ = ["RULES", "attack", "moves", "suffering", "turn", "wounds"]
