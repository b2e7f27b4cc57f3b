"""The Ninth Age, second edition: battles of two armies in six game turns."""

from . import (
    aftermath,
    arming,
    chargemoves,
    charges,
    combat,
    declared,
    deployment,
    discipline,
    duels,
    edges,
    effects,
    ending,
    flight,
    flux,
    harm,
    magic,
    movement,
    pursuit,
    score,
    shooting,
    spells,
    strength,
    turn,
    vanguard,
)
from .book import RULES

__all__ = [
    "RULES", "aftermath", "arming", "chargemoves", "charges", "combat", "declared", "deployment",
    "discipline", "duels", "edges", "effects", "ending", "flight", "flux", "harm", "magic",
    "movement", "pursuit", "score", "shooting", "spells", "strength", "turn", "vanguard",
]  # fmt: skip
