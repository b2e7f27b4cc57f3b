"""The sheet: traits as people give them become flat half-points, words and yes-or-no."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.events.measures import units
from domain.ruleset.ruleset import Refused, Traits
from domain.ruleset.sheet_readers import Reader, fields, flag, inside, named_values, one_of, unknown

from .tables import AREAS, IMPALED, MAGIC, SCALE, SIZES, TYPES, WORN

CHARACTERISTICS = ("ST", "CO", "PE", "CH", "IQ", "WP")
SKILLS = (
    "Combat",
    "Tactics",
    "Athletics",
    "Melee",
    "Martial arts",
    "Throwing",
    "Shooting",
    "Riding",
    "Sleight of hand",
    "Medicine",
    *MAGIC,
)
SPECIALISMS = (
    "Combat speed",
    "Dodge",
    "Soak",
    "Toughness",
    "Resist pain",
    "Initiative",
    "Acrobatics",
    "Parry",
    "Riding specialism",
    "Fast draw",
    "Stamina",
)
BURDENS = {"CO": "Encumbrance", "PE": "Helmet"}
"""Burdens on every roll of a characteristic, given as in the book: a helmet is -1."""
PROTECTION = ("Tough skin", "Magic protection")
RIDDEN = ("Mount bonus", "Tack")
"""Bonuses of a mount and its tack on the rider's Riding: on the mount's sheet."""
NUMBERS = (*CHARACTERISTICS, *SKILLS, *SPECIALISMS, *BURDENS.values(), *PROTECTION, *RIDDEN)

FLYING = ("Throwing", "Shooting")
WEAPON_SKILLS = ("Melee", *FLYING)
HANDS = ("right", "left", "both")
SHIELD = "shield"
MOST = 1000

_NAME = re.compile(r"[^\s\W](.{0,38}\S)?")


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits in half-points, with keys such as `weapon sword damage`; raises Refused."""
    traits: Traits = {}
    for key, value in given.items():
        at = inside("/traits", key)
        if key in NUMBERS:
            traits[key] = half_points(value, at)
        elif key in _GROUPS:
            traits.update(_GROUPS[key](value, at))
        else:
            raise unknown(key, (*NUMBERS, *_GROUPS), at)
    return traits


def half_points(value: Any, at: str) -> int:
    """A number in half-points: 6, 6.5, "6 1/2", "6½", "-1/2"; anything finer is refused."""
    number = units(value, SCALE)
    if number is None or abs(number) > SCALE * MOST:
        raise Refused("", f"{value!r} is no whole number of halves", {"most": MOST}, at)
    return number


def _cost(value: Any, at: str) -> int:
    ap = half_points(value, at)
    if ap not in range(SCALE, 4 * SCALE + 1, SCALE):
        raise Refused("3.5", f"an attack costs 1 to 4 AP, not {value}", {"least": 1, "most": 4}, at)
    return ap


_PARRYING: dict[str, Reader] = {
    "skill": one_of(*WEAPON_SKILLS),
    "specialism": half_points,
    "parry": half_points,
    "hand": one_of(*HANDS),
    "ready": flag,
}
_STRIKING: dict[str, Reader] = {
    "attack": half_points,
    "damage": half_points,
    "ap": _cost,
    "type": one_of(*TYPES),
    "adds ST": flag,
    "polearm": flag,
    "impales as": one_of(*IMPALED),
    "size": one_of(*SIZES),
    "worn": one_of(*WORN),
}
_LOADING: dict[str, Reader] = {"loaded": flag, "loads": flag}
_THROWN: dict[str, Reader] = {"specialism": half_points, **_STRIKING}
_NEEDED = ("damage", "ap", "type")


def _weapons(given: Any, at: str) -> Traits:
    """Each weapon's values; its damage, AP and type have no default, nor have those thrown."""
    traits: Traits = {}
    for name, values in named_values(given, at).items():
        where = inside(at, name)
        _complete(name, values, where)
        own = {field: value for field, value in values.items() if field != "thrown"}
        traits |= _item(name, own, {**_PARRYING, **_STRIKING, **_LOADING}, where, "right")
        if "thrown" in values:
            flying = values["thrown"]
            _complete(name, flying, f"{where}/thrown")
            traits |= _item_traits(thrown(name), flying, _THROWN, f"{where}/thrown")
    return traits


def thrown(weapon: str) -> str:
    """Under which name a weapon has its values when it is thrown, if it has such of its own."""
    return f"{weapon} thrown"


def _complete(name: str, values: Any, at: str) -> None:
    missing = [field for field in _NEEDED if field not in named_values(values, at)]
    if missing or not _NAME.fullmatch(name):
        raise Refused("6.10", f"{name!r} wants {', '.join(missing) or 'a name'}", None, at)


def _shield(given: Any, at: str) -> Traits:
    """A shield only blocks. It may be given by its parry modifier alone."""
    values = given if isinstance(given, Mapping) else {"parry": given}
    return _item(SHIELD, values, _PARRYING, at, "left")


def _item(
    name: str, values: Mapping[str, Any], readers: Mapping[str, Reader], at: str, hand: str
) -> Traits:
    least: Traits = {"skill": "Melee", "parry": 0, "hand": hand, "ready": True}
    usual = {f"weapon {name} {field}": value for field, value in least.items()}
    return usual | _item_traits(name, values, readers, at)


def _item_traits(
    name: str, values: Mapping[str, Any], readers: Mapping[str, Reader], at: str
) -> Traits:
    read = fields(values, readers, at)
    return {f"weapon {name} {field}": value for field, value in read.items()}


def _armour(given: Any, at: str) -> Traits:
    traits: Traits = {}
    for area, value in named_values(given, at).items():
        where = inside(at, area)
        if area not in AREAS:
            raise unknown(area, tuple(AREAS), where)
        traits[f"armour {area}"] = half_points(value, where)
    return traits


_GROUPS = {"weapons": _weapons, "armour": _armour, SHIELD: _shield}
