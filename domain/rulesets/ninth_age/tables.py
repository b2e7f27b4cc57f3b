"""Numbers that the players tell: those of tables that no source of ours has, and distances."""

from __future__ import annotations

from domain.events import measures
from domain.ruleset.ruleset import Blank, Params
from domain.ruleset.scene import Scene

from . import units

RANKS_THAT_SHOOT = 2
"""8: So many ranks of a unit shoot, from the front."""

NEVER = 7
"""More than a die shows: there is no such save, and no such roll hits."""


def numbers() -> tuple[Blank, ...]:
    """The numbers that the table takes from its own tables: 7 stands for none."""
    return (
        Blank("wounds on", "number", least=2, most=6, says="what wounds"),
        Blank("armour on", "number", least=2, most=NEVER, says="the Armour Save, 7 for none"),
        Blank("special on", "number", (), 2, NEVER, True, "the Special Save, 7 for none"),
    )


def attackers(scene: Scene, unit: str) -> int:
    """How many models there are to attack with; a War Machine or hero is one."""
    return 1 if units.is_(scene, unit, "Character") else units.models(scene, unit)


def shooters(scene: Scene, unit: str) -> int:
    """8: How many models shoot: those in the first two ranks."""
    return min(attackers(scene, unit), RANKS_THAT_SHOOT * units.files(scene, unit))


# --- distances -----------------------------------------------------------------------------

HALVES = 2
"""So many of the parts in which distances go are an inch."""

FAR = 72
"""Inches that no table is longer than."""


def distance(name: str, says: str, least: int = 1, most: int = FAR * HALVES) -> Blank:
    """A distance that is told in inches; its limits are given in halves."""
    return Blank(name, "number", least=least, most=most, says=says, scale=HALVES)


def halves(said: object) -> int:
    """The halves of an inch in a distance that was told; nothing where none was."""
    return measures.units(said, HALVES) or 0


def distance_in_halves(params: Params, name: str) -> int:
    """The halves of an inch of a distance in what was said; nothing where it was not said."""
    return halves(params.get(name))


def inches(count: int) -> int | str:
    """So many halves as inches: 3, or `2 1/2`."""
    return measures.written(count, HALVES)
