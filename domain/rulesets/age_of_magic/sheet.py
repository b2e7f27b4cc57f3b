"""The sheet: numbers in points, weapons, a shield and armour, with what each of them means."""

from __future__ import annotations

from domain.ruleset.sheets.names import THING_NAME
from domain.ruleset.sheets.records import Other, Parts, Record, fields
from domain.ruleset.sheets.refusals import inside
from domain.ruleset.sheets.sheet import Breach, Sheet, SheetRule
from domain.ruleset.sheets.values import Either, Flag, Halves, OneOf, Value, Whole

from .tables import AREAS, IMPALED, MAGIC, SCALE, SIZES, TYPES, WORN

POINTS = Halves()
CHARACTERISTICS = ("ST", "CO", "PE", "CH", "IQ", "WP")
BURDENS = {"CO": "Encumbrance", "PE": "Helmet"}
"""Burdens on every roll of a characteristic, given as in the book: a helmet is -1."""
PROTECTION = ("Tough skin", "Magic protection")
FLYING = ("Throwing", "Shooting")
HANDS = ("right", "left", "both")
SHIELD = "shield"

NUMBERS = fields(
    """
1.1 | ST | points [0] | points | strength: for damage, resistance, soak and knock back
1.1 | CO | points [0] | points | coordination: for AP, attack and defence
1.1 | PE | points [0] | points | perception: for initiative and aimed fire
1.1 | CH | points [0] | points | charisma: for what a spell is cast with
1.1 | IQ | points [0] | points | intelligence: for what a spell is cast with
1.1 | WP | points [0] | points | willpower: for pain, shock, aiming and magic
3.1 | Combat | points [0] | points | the skill of fighting: AP, dodges, soak, pain
4.1 | Tactics | points [0] | points | the skill of initiative
7.3 | Athletics | points [0] | points | the skill against knock back, and for keeping going
6.1 | Melee | points [0] | points | the skill of attack and parry hand to hand
3.7 | Martial arts | points [0] | points | the skill of unarmed manoeuvres
3.8 | Throwing | points [0] | points | the skill of weapons that are thrown
3.8 | Shooting | points [0] | points | the skill of weapons that shoot
3.2 | Riding | points [0] | points | the skill of riders: AP, attack, and staying in the saddle
3.5 | Sleight of hand | points [0] | points | the skill of the fast draw
7.7 | Medicine | points [0] | points | the skill of first aid and careful hands
3.1 | Combat speed | points [0] | points | a specialism: added to Combat for AP
6.2 | Dodge | points [0] | points | a specialism: added to Combat or Martial arts when one dodges
6.8 | Soak | points [0] | points | a specialism: added to Combat when one soaks
7.1 | Toughness | points [0] | points | a specialism: added against pain and shock
7.1 | Resist pain | points [0] | points | a specialism: added against pain
4.1 | Initiative | points [0] | points | a specialism: added to Tactics for initiative
7.3 | Acrobatics | points [0] | points | a specialism: added to Athletics against knock back
6.2 | Parry | points [0] | points | a specialism: added when one blocks or parries
3.2 | Riding specialism | points [0] | points | a specialism: added to Riding
3.5 | Fast draw | points [0] | points | a specialism: added to Sleight of hand
7.2 | Stamina | points [0] | points | a specialism: added to Athletics for keeping going
1.10 | Encumbrance | points [0] | points | what one carries: -1 takes 1 off every CO roll
1.10 | Helmet | points [0] | points | what the helmet hinders: -1 takes 1 off every PE roll
6.6 | Tough skin | points [0] | points | innate protection everywhere
6.6 | Magic protection | points [0] | points | protection everywhere by magic
3.2 | Mount bonus | points [0] | points | of a mount: added to its rider's Riding
3.2 | Tack | points [0] | points | of a mount: what its tack adds to its rider's Riding
"""
    + "\n".join(f"8.7 | {skill} | points [0] | points | the magic of {skill}" for skill in MAGIC),
    {"points": POINTS},
)
_KINDS: dict[str, Value] = {
    "points": POINTS,
    "flag": Flag(),
    "skill": OneOf(("Melee", *FLYING)),
    "hand": OneOf(HANDS),
    "ap": Whole((1, 4), "3.5", SCALE),
    "type": OneOf(tuple(TYPES)),
    "stuck": OneOf(tuple(IMPALED)),
    "size": OneOf(SIZES),
    "worn": OneOf(WORN),
}
_HELD = """
6.10 | skill | skill [=Melee] | | the skill that it is used with
6.1 | specialism | points [0] | points | what a specialism in it adds
6.2 | parry | points [=0] | points | what it adds to a block or parry
6.10 | hand | hand [=right] | | the hand that holds it
7.10 | ready | flag [=true] | | whether it is in hand as the fight begins
"""
_STRIKING = """
6.1 | attack | points [0] | points | what it adds to an attack
6.10 | damage | points | points | its damage rating
3.5 | ap | ap | AP | what an attack with it costs
6.10 | type | type | | the type of its damage
6.6 | adds ST | flag [true] | | whether ST adds to its damage
3.5 | polearm | flag [false] | | whether it also strikes in the ring beyond
7.5 | impales as | stuck | | what it counts as while it is stuck
3.5 | size | size | | how large it is, for a fast draw
3.5 | worn | worn | | where it is worn, for a fast draw
"""
_LOADING = """
3.8 | loads | flag [true] | | whether it is loaded before it shoots
3.8 | loaded | flag [true] | | whether it is loaded as the fight begins
"""
_THROWN = Record(
    fields(
        "3.8 | specialism | points [0] | points | what a specialism in it adds"
        + _STRIKING.replace("flag [true]", "flag"),
        _KINDS,
    ),
    needed=("damage", "ap", "type"),
    title="Thrown weapon",
    says="What a weapon is like when it is thrown, where that is not the same.",
    clause="6.10",
)
_WEAPON = Record(
    fields(
        _HELD + _STRIKING + _LOADING + "3.8 | thrown | thrown | | its own values when it is thrown",
        {**_KINDS, "thrown": _THROWN},
    ),
    needed=("damage", "ap", "type"),
    title="Weapon",
    says="A weapon in one way of using it. Damage, AP and type come from the table's weapon list.",
    clause="6.10",
)
_SHIELD = Record(
    fields(_HELD.replace("=right", "=left"), _KINDS),
    title="Shield",
    says="A shield only blocks.",
    clause="3.5",
)
_WEAPONS = Record(other=Other(_WEAPON, "a weapon", THING_NAME, clause="6.10"))
_ARMOUR = Record(
    fields(
        "\n".join(f"6.6 | {a} | points [0] | points | protection of the {a}" for a in AREAS), _KINDS
    )
)
_GROUPS = """
6.10 | weapons | weapons | | weapons by their names
6.2 | shield | shield | points | a shield, or only what it adds to a block
6.6 | armour | armour | | protection by the part of the body
"""


def thrown(weapon: str) -> str:
    """Under which name a weapon has its values when it is thrown, if it has such of its own."""
    return f"{weapon} thrown"


def _two_shields(parts: Parts) -> Breach | None:
    both = SHIELD in parts and SHIELD in parts.get("weapons", {})
    return Breach(inside("/weapons", SHIELD)) if both else None


def _like_another_thrown(parts: Parts) -> Breach | None:
    weapons = parts.get("weapons", {})
    found = next((thrown(weapon) for weapon in weapons if thrown(weapon) in weapons), "")
    return Breach(inside("/weapons", found)) if found else None


RULES = (
    SheetRule(
        "no weapon is called shield beside a shield: give it another name", "6.2", _two_shields
    ),
    SheetRule(
        "no weapon is called `X thrown` beside X: give X values of its own as `thrown`",
        "3.8",
        _like_another_thrown,
    ),
)


def _with_shield(parts: Parts) -> Parts:
    """A shield of which only the parry is said has all else as usual."""
    parry = parts.get(SHIELD)
    return parts | (
        {SHIELD: {**_SHIELD.read({}, ""), "parry": parry}} if type(parry) is int else {}
    )


SHEET = Sheet(
    Record(
        (
            *NUMBERS,
            *fields(
                _GROUPS,
                {"weapons": _WEAPONS, "shield": Either((POINTS, _SHIELD)), "armour": _ARMOUR},
                {"weapons": "weapon", SHIELD: f"weapon {SHIELD}"},
            ),
        ),
        title="Fighter",
        says="A fighter or a mount. Scores go by halves. Nothing has to be given.",
    ),
    rules=RULES,
    completed=_with_shield,
)
