"""The tables of the rules: sizes, weapons, movement, states, degrees."""

from __future__ import annotations

from typing import NamedTuple

ROUND_AP = 6
"""3: the action points of a round."""

SIZES = {
    "tiny": 30,
    "small": 20,
    "medium": 10,
    "large": 0,
    "huge": -10,
    "giant": -30,
    "colossal": -40,
    "titan": -50,
}
"""2.2: the base of the initiative value."""

SURPRISE = 20
"""2.3: how much higher a roll must be to surprise."""

SURPRISED = -9
ABSORPTION = 2
NATURAL_OPEN, NATURAL_FUMBLE = 12, 2
MASTERY = 20
"""1: double six, double one, and the final skill of a master."""


class Arm(NamedTuple):
    """A weapon: AP cost, initiative penalty, damage, hands; `shield` for what only wards."""

    cost: int
    penalty: int
    damage: int
    hands: int = 1
    shield: bool = False


ARMS = {
    "dagger": Arm(1, 0, 3),
    "short sword": Arm(1, 1, 4),
    "long sword": Arm(2, 2, 5),
    "hand axe": Arm(2, 2, 5),
    "quarterstaff": Arm(3, 1, 3),
    "bastard sword": Arm(3, 5, 7),
    "two-handed sword": Arm(3, 8, 9, 2),
    "buckler": Arm(1, 4, 1, 1, True),
    "shield": Arm(2, 5, 2, 1, True),
    "full shield": Arm(3, 6, 3, 1, True),
}
"""4: what the weapons of the book are like."""

REPEATED = {"smaller": -1, "same": -2, "larger": -3, "much larger": -4}
"""5: each attack after the first, by the size of the weapon to its bearer's."""

DEFENCE_STEP, WORST_DEFENCE = -2, -10
"""5: each Block or Dodge after the first."""

MOVES = {
    "dash": {4: 35, 5: 40, 6: 55, 7: 70, 8: 85},
    "run": {4: 50, 5: 60, 6: 70, 7: 80},
    "sprint": {4: 70, 5: 80, 6: 110, 7: 140},
}
"""5: feet by Movement Value; other values are the table's word, on the sheet."""

EXHAUSTION = {4: -1, 3: -2, 2: -4, 1: -8, 0: -16}
"""9: what little Stamina takes off every action."""

RESISTANCES = ("PhR", "IR", "SR", "MR", "PrR")
INTERVALS = {"turn": 1, "minor": 10, "major": 100, "daily": 14_400}
"""7: the rounds of six seconds after which a power is paid for again."""


def feet(kind: str, value: int) -> int:
    """The distance of a Dash, Run or Sprint; 0 where the table has none for that value."""
    return MOVES[kind].get(value, 0)


def fumbled(total: int) -> int:
    """1: what the dice of an opposed fumble count, by another 2d6."""
    return 0 if total <= 5 else -5 if total <= 11 else -10


def critical_level(dice: int, damage: int) -> int:
    """6: 2d6 and a tenth of the damage; what is above 20 is halved."""
    level = dice + damage // 10
    return level if level <= 20 else 20 + (level - 20) // 2
