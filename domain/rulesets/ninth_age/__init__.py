"""The Ninth Age, second edition: battles of two armies in six game turns."""

from . import (  # noqa: F401
    aftermath,
    arming,
    chargemoves,
    charges,
    combat,
    declared,
    deployment,
    discipline,
    duels,
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
    turn,
    vanguard,
)
from .book import RULES as RULES
