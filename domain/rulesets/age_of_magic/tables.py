"""The tables of the book. Printed in points; kept, like every score, in half-points."""

from __future__ import annotations

from typing import NamedTuple

SCALE = 2
"""Half-points to a point: the rules use halves everywhere, and halves are exact."""

LEAST_AP = 3 * SCALE

REAR = 2 * SCALE
ADVANCING = SCALE // 2
"""Bonuses of an attack from a rear hex, and by advancing."""

DODGES = {"jump back": 3 * SCALE, "side step": 2 * SCALE}
PARRYING = 3 * SCALE
"""Bonuses of the defences."""

LEVELS = (
    "no wound",
    "scratch",
    "light wound",
    "medium wound",
    "serious wound",
    "critical wound",
    "fatal wound",
)
FATAL = LEVELS.index("fatal wound")
IMPAIRMENT = tuple(SCALE * n for n in (0, 0, -1, -2, -4, -6, -6))
"""The penalty on all rolls by the worst wound; a fatal one is no worse to be hit with again."""

TYPES = {"impaling": 2 * SCALE, "cutting": 0, "blunt": -2 * SCALE, "special": 0}
"""Modifiers of the damage type on pain reaction and knock back rolls."""

PAIN_BY_LEVEL = tuple(SCALE * n for n in (0, 6, 3, 0, -3, -6))


class Area(NamedTuple):
    """Modifiers of a part of the body: attack, damage, pain reaction, knock back."""

    attack: int
    damage: int
    pain: int
    knock_back: int


_PRINTED = {
    "head": (-4, 2, -3, 0),
    "eyes": (-8, 3, 0, 0),
    "throat": (-6, 3, 0, 0),
    "chest": (0, 0, 0, 0),
    "arm": (-1, 0, 3, 2),
    "hand": (-3, 0, 3, 2),
    "abdomen": (-1, 1, 0, 0),
    "groin": (-3, 1, -3, 0),
    "leg": (-2, 0, 3, -2),
}
PAIRED = ("arm", "hand", "leg")
AREAS = {
    area: Area(*(SCALE * n for n in row))
    for part, row in _PRINTED.items()
    for area in ([f"left {part}", f"right {part}"] if part in PAIRED else [part])
}
"""The twelve areas that can be aimed at and armoured."""

CHEST = "chest"
EVERYWHERE = (CHEST, *(area for area in AREAS if area != CHEST))
"""The places that any blow may be aimed at, the chest first."""


def wound_level(net: int) -> int:
    """The level of a wound: one for every three points begun, fatal from 15 1/2."""
    return 0 if net <= 0 else min(FATAL, -(-net // (3 * SCALE)))


def levels_soaked(result: int) -> int:
    """How many levels a soak takes off: one for every five points begun, six from 25 1/2."""
    return 0 if result <= 0 else min(6, -(-result // (5 * SCALE)))


_PAIN = ((0, "unconscious"), (3 * SCALE, "stunned"), (6 * SCALE, "staggered"))
_PAIN_GAPS = tuple(most + 1 for most, _ in _PAIN)


def is_pain_gap(result: int) -> bool:
    """True for 1/2, 3 1/2 and 6 1/2, which no printed band covers."""
    return result in _PAIN_GAPS


def pain(result: int, gap: str) -> str:
    """The outcome of a pain reaction; `gap` settles a result between two bands."""
    if is_pain_gap(result):
        result += -1 if gap == "worse" else 1
    return next((name for most, name in _PAIN if result <= most), "bears the pain")


def is_knock_back_gap(short: int) -> bool:
    """True for a failure by 6 or 6 1/2, which no printed band covers."""
    return 6 * SCALE <= short < 7 * SCALE


def knock_back(short: int, gap: str) -> str:
    """The outcome of a knock back roll that is `short` of its difficulty."""
    if short <= 0:
        return "stands firm"
    if short <= 3 * SCALE:
        return "off balance"
    over = 6 if gap == "worse" else 7
    return "knocked over" if short >= over * SCALE else "knocked back"


KNOCKED = {"off balance": 1 * SCALE, "knocked back": 2 * SCALE, "knocked over": 2 * SCALE}
"""The AP that each costs; who has fewer falls."""


# --- fast draw, impaled weapons, first aid -------------------------------------------------

SIZES = ("small", "medium", "large")
WORN = ("waist", "back", "concealed")
DRAWING = {
    ("small", "concealed"): -4 * SCALE,
    ("small", "waist"): 1 * SCALE,
    ("medium", "waist"): 0,
    ("medium", "back"): -1 * SCALE,
}
"""Modifiers of a fast draw by size and place of the weapon; others are not printed."""

_DRAWN = ((3, 3), (6, 2), (10, 1))


def drawing_cost(result: int) -> int:
    """The AP of a fast draw that is no fumble."""
    return SCALE * next((ap for most, ap in _DRAWN if result <= most * SCALE), 0)


IMPALED = {
    "bolt": -1,
    "snapped arrow": -1,
    "star": -1,
    "arrow": -2,
    "knife": -2,
    "short sword": -3,
    "spear": -4,
    "javelin": -4,
    "lance": -5,
}
"""The penalty on CO rolls of a weapon stuck in a wound, in points."""

STICKS = LEVELS.index("medium wound")
"""The level of wound from which an impaling weapon sticks."""

CARE = tuple(SCALE * n for n in (0, 0, 2, 4, 6, 8, 8))
"""The difficulty of first aid, and of the shock, by the level of the wound."""

KEEP_GOING = tuple(SCALE * n for n in (-5, -2, 0, 2, 4, 6, 6))
"""The difficulty of keeping going, by the worst wound."""


def first_aid(margin: int) -> int:
    """The bonus of first aid against shock: 2, and 1 for every 2 points of margin."""
    return 2 * SCALE + SCALE * (margin // (2 * SCALE))


# --- tiredness -----------------------------------------------------------------------------

TIRED = {
    "fresh": 0,
    "normal": 0,
    "slightly tired": -1,
    "quite tired": -2,
    "tired": -3,
    "very tired": -4,
    "exhausted": -6,
    "reeling": -8,
    "collapsed": -8,
}
"""The nine levels of tiredness, and what each takes off all rolls, in half-points."""


# --- at a distance -------------------------------------------------------------------------

THROWS = ("throw weapon", "advance and throw")
MISSILES = (*THROWS, "snapshot fire", "aimed fire")
BOLT = "cast attack"
AFAR = (*MISSILES, BOLT)
"""The manoeuvres that throw, those that let something fly, and those that hurt from afar."""

RANGES = {"point blank": 0, "5 hexes": 4, "10 m": 8, "30 m": 12, "60 m": 16, "more": 20}
MARKS = {"area": 0, "man or hex": 2, "body": 4}
"""How difficult a shot is by the band of its range, and by what it is shot at, in half-points."""

THROWN_IN_ADVANCING = 1 * SCALE
TURNING = -1 * SCALE
"""The bonus of a throw by advancing, and the penalty of a snapshot by turning."""


# --- magic ---------------------------------------------------------------------------------

OPPOSED = (
    ("Air", "Earth"),
    ("Countering", "Enhancement"),
    ("Darkness", "Light"),
    ("Death", "Life"),
    ("Fire", "Water"),
    ("Illusion", "Truth"),
    ("Projection", "Stasis"),
)
MAGIC = tuple(skill for pair in OPPOSED for skill in pair)
"""The fourteen skills of magic, in seven opposed pairs."""


class Casting(NamedTuple):
    """A way of casting: its AP (0: before the combat), its bonus, and the cap on bonuses.

    The cap on the total bonus is so many times the skill.
    """

    ap: int
    bonus: int
    cap: int


CASTINGS = {
    "snapshot": Casting(2 * SCALE, -1 * SCALE, 1),
    "normal": Casting(3 * SCALE, 0, 1),
    "prepared": Casting(5 * SCALE, 1 * SCALE, 1),
    "1 min": Casting(0, 2 * SCALE, 2),
    "10 min": Casting(0, 3 * SCALE, 2),
    "1 h": Casting(0, 4 * SCALE, 3),
    "4 h": Casting(0, 5 * SCALE, 3),
    "12 h": Casting(0, 6 * SCALE, 3),
}

DIFFICULTY = ("power", "finesse", "duration", "range", "area", "concealment", "investment")
"""The seven parts of which the difficulty of an enchantment is the sum."""


# --- mounted -------------------------------------------------------------------------------

HEIGHT = 2 * SCALE
AGITATED = -2 * SCALE
"""The bonus of the saddle on an attack, and the penalty of an agitated mount."""


# --- the course of a manoeuvre -------------------------------------------------------------

ACTION, REACTION, FOLLOW_ON = ("action",), ("reaction",), ("follow on",)
ANY = (*ACTION, *REACTION, *FOLLOW_ON)

ANSWERED = ("declare", "react")
SEEN = ("go", *ANSWERED)
DEFENDING = (*SEEN, "stand", "riposte")
WOUNDED = ("suffer", "pain", "pained", "knock back", "knocked", "wounded", "disabled")
SUFFERED = (*WOUNDED, "stuck", "gripped", "take hold", "press")
HARMED = ("warded", "harm", *SUFFERED)
STRUCK = (*SEEN, "strike", "hit", "clash", *HARMED)
SHOT = (*SEEN, "shot", "landed", *HARMED)
CAST = ("prepare", *ANSWERED, "cast", "spell", "ruled")
HURLED = (*CAST[1:], "strike", "hit", "clash", *HARMED)
"""The stages of manoeuvres: others react, it hits, its victim suffers."""
