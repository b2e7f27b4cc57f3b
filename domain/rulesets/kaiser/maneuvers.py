"""5: maneuvers replace an attack; what each costs, how much harder it is, and what it brings."""

from __future__ import annotations

from typing import NamedTuple


class Maneuver(NamedTuple):
    """AP on top of the attack, the penalty, and the state it puts the target in.

    Without a state the rules' text is at the table: the referee says what came of it.
    """

    ap: int = 1
    penalty: int = 0
    state: str = ""
    says: str = ""
    harms: bool = False


MANEUVERS = {
    "secondary damage": Maneuver(0, says="strike with the other kind of damage", harms=True),
    "upper hand": Maneuver(says="gain the upper hand"),
    "feint": Maneuver(says="feint"),
    "barrier break": Maneuver(says="break a barrier"),
    "multiple missiles": Maneuver(says="several missiles at once", harms=True),
    "directed": Maneuver(says="strike at a chosen place", harms=True),
    "disable": Maneuver(says="disable"),
    "knock out": Maneuver(says="knock out"),
    "weapon's point": Maneuver(1, -10, "at weapon's point", "hold at weapon's point"),
    "take down": Maneuver(1, -3, "prone", "throw to the ground"),
    "disarm": Maneuver(1, -4, "disarmed", "disarm"),
    "impact": Maneuver(says="push away"),
    "trap": Maneuver(1, -4, "trapped", "catch and hold"),
    "sunder": Maneuver(says="break a weapon"),
    "sweeping": Maneuver(1, -5, "", "one blow at several", True),
}
"""The maneuvers of the rules. `harms`: it is a blow like any other as well."""
