"""The tables of the rules: sizes, weapons, movement, states, degrees."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.ruleset.ruleset import ConditionKind, Mod, Until

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
    "two handed sword": Arm(3, 8, 9, 2),
    "buckler": Arm(1, 4, 1, 1, True),
    "shield": Arm(2, 5, 2, 1, True),
    "full shield": Arm(3, 6, 3, 1, True),
}
"""4: the weapons of the book."""

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
"""9: the penalty of little Stamina on every action."""

RESISTANCES = ("PhR", "IR", "SR", "MR", "PrR")
INTERVALS = {"turn": 1, "minor": 10, "major": 100, "daily": 14_400}
"""7: the rounds of six seconds after which a power is paid for again."""


def fumble_value(total: int) -> int:
    """1: the value of the dice of an opposed fumble, by another 2d6."""
    return 0 if total <= 5 else -5 if total <= 11 else -10


def critical_level(dice: int, damage: int) -> int:
    """6: 2d6 and a tenth of the damage; the part above 20 is halved."""
    level = dice + damage // 10
    return level if level <= 20 else 20 + (level - 20) // 2


OFFENCE, DEFENCE, ANY = "offence", "defence", "any"
ADVANTAGE, INITIATIVE = "advantage", "initiative"
"""What a state alters: attacks, defences, every action; dice to keep from; the initiative roll."""

TOWARD = ("surprised", "aiming")
"""States that count against one opponent only."""

WORST = ("weakened", "dazed", "unaligned")
"""9.5: of these only the worst counts; everything else adds up."""

MINDLESS = ("asleep", "unconscious", "dead")
"""States in which nobody can do anything at all."""

POINT = "at weapon's point"
HELD = ("trapped", POINT)
"""5, 8.5: states in which a captor holds somebody; another captor does so apart."""

FASCINATED = -2
"""9.6: what being fascinated takes off what is Swift: defences, and Swift attacks."""

ROUND = Until(span="round")


def _state(name: str, says: str = "", until: Until | None = None, **mods: int) -> ConditionKind:
    altered = tuple(Mod(trait=trait, value=value) for trait, value in mods.items())
    return ConditionKind(name, says or name, "9.6", until, altered)


STATES = (
    _state("flat footed", until=ROUND),
    _state("surprised", "surprised", ROUND, any=SURPRISED),
    _state("flanked", offence=-1, defence=-3),
    _state("blind side", "taken from the blind side", offence=-3, defence=-8),
    _state(POINT, offence=-2, defence=-10, initiative=-5),
    _state("partially blind", any=-3),
    _state("totally blind", any=-9),
    _state("prone", advantage=-2),
    _state("partly restrained", any=-2),
    _state("mostly restrained", any=-12),
    _state("fully restrained", any=-32),
    _state("shaken", advantage=-1),
    _state("frightened", advantage=-2),
    _state("cowering", advantage=-3),
    _state("terror", "in terror", advantage=-4),
    _state("fascinated", defence=FASCINATED),
    _state("stunned"),
    _state("weakened"),
    _state("dazed"),
    _state("unaligned"),
    _state("pain", "in pain"),
    _state("lasting injury", "an injury that lasts"),
    _state("limb destroyed", "a limb destroyed"),
    _state("asleep"),
    _state("woken by harm", until=ROUND, initiative=-4),
    _state("unconscious"),
    _state("between life and death"),
    _state("dead"),
    _state("trapped", "caught in a trap"),
    _state("disarmed"),
    _state("half called", "not wholly called: 1 AP fewer next round"),
)

WINDED = (Mod(trait="block advantage", value=-1),)

HOLDS = (
    ConditionKind("armed", "armed for this round", "4", ROUND),
    ConditionKind("ward", "guarded", "4", ROUND),
    ConditionKind("charging", "charging", "4", ROUND),
    ConditionKind("winded by the charge", "winded by the charge", "4", ROUND, WINDED),
    ConditionKind("sprinting", "sprinting", "4", ROUND, (Mod(trait=INITIATIVE, value=2),)),
    ConditionKind("absorb hits", "ready to absorb hits", "4", ROUND),
    ConditionKind("total attack", "all for attack", "4", ROUND, (Mod(trait=OFFENCE, value=3),)),
    ConditionKind("total defense", "all for defense", "4", ROUND, (Mod(trait=DEFENCE, value=5),)),
    ConditionKind("defensive fan", "a fan against projectiles", "4", ROUND),
    ConditionKind("anticipating", "ready for surprise", "4", ROUND),
    ConditionKind("alert", "alert to danger", "4", ROUND),
    ConditionKind("magic", "at magic", "7", ROUND),
    ConditionKind("spirit", "at ki", "7", ROUND),
    ConditionKind("manifesting", "about to manifest", "4", ROUND),
    ConditionKind("whole round", "busy until the End phase", "4", ROUND),
    ConditionKind("aiming", "takes aim", "5"),
    ConditionKind("holding", "holds an attack", "5", ROUND),
    ConditionKind("prepared", "has a spell prepared", "7"),
    ConditionKind("power", "with a power in effect", "7"),
    ConditionKind("kept", "kept up this round", "7", ROUND),
    ConditionKind("immune", "immune to a power", "9.4"),
)

ON_ZERO = "on zero"
"""9.2: what a condition says that counts down: what comes of it at zero."""


def _stage_at_zero(condition: Any) -> str:
    return "counted down" if ON_ZERO in condition.detail else ""


CONDITIONS = tuple(kind._replace(on_zero=_stage_at_zero) for kind in (*STATES, *HOLDS))
