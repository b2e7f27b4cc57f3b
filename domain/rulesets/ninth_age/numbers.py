"""The numbers that the table takes from tables that no source of ours has."""

from __future__ import annotations

from domain.ruleset import Blank
from domain.scene import Scene

from .units import files, is_, models

RANKS_THAT_SHOOT = 2
"""8: So many ranks of a unit shoot, from the front."""

NEVER = 7
"""What no die shows: there is no such save, and nothing that needs it hits."""


def numbers() -> tuple[Blank, ...]:
    """The numbers that the table takes from its own tables: 7 stands for none."""
    return (
        Blank("wounds on", "number", least=2, most=6, says="what wounds"),
        Blank("armour on", "number", least=2, most=NEVER, says="the Armour Save, 7 for none"),
        Blank(
            "special on",
            "number",
            least=2,
            most=NEVER,
            optional=True,
            says="the Special Save, 7 for none",
        ),
    )


def attackers(scene: Scene, unit: str) -> int:
    """How many models there are to attack with; a War Machine or hero is one."""
    return 1 if is_(scene, unit, "Character") else models(scene, unit)


def shooters(scene: Scene, unit: str) -> int:
    """8: How many models shoot: those in the first two ranks."""
    return min(attackers(scene, unit), RANKS_THAT_SHOOT * files(scene, unit))
