"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import attack, magic, mounted, moves, ranged, suffering, turn, wounds
from .book import RULES

__all__ = [
    "RULES", "attack", "magic", "mounted", "moves", "ranged", "suffering", "turn", "wounds",
]  # fmt: skip
