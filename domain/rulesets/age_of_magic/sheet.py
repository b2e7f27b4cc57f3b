"""The sheet: traits as people give them become flat half-points, words and yes-or-no."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.ruleset import Refused, Traits

from .tables import AREAS, IMPALED, MAGIC, SCALE, SIZES, TYPES, WORN

CHARACTERISTICS = ("ST", "CO", "PE", "CH", "IQ", "WP")
SKILLS = (
    "Combat", "Tactics", "Athletics", "Melee", "Martial arts", "Throwing", "Shooting", "Riding",
    "Sleight of hand", "Medicine", *MAGIC,
)  # fmt: skip
SPECIALISMS = (
    "Combat speed", "Dodge", "Soak", "Toughness", "Resist pain", "Initiative", "Acrobatics",
    "Parry", "Riding specialism", "Fast draw", "Stamina",
)  # fmt: skip
BURDENS = {"CO": "Encumbrance", "PE": "Helmet"}
"""What weighs on every roll of a characteristic, given as the book has it: a helmet is -1."""
PROTECTION = ("Tough skin", "Magic protection")
RIDDEN = ("Mount bonus", "Tack")
"""What a mount, and the tack on it, add to the Riding of whoever rides it: on the mount's sheet."""
NUMBERS = (*CHARACTERISTICS, *SKILLS, *SPECIALISMS, *BURDENS.values(), *PROTECTION, *RIDDEN)

FLYING = ("Throwing", "Shooting")
WEAPON_SKILLS = ("Melee", *FLYING)
HANDS = ("right", "left", "both")
SHIELD = "shield"
MOST = 1000

_NUMBER = re.compile(r"([+-]?)(?:(\d{1,4})( 1/2|\.5|\.0)?|(1/2|\.5))")

_NAME = re.compile(r"[^\s\W](.{0,38}\S)?")

Reader = Callable[[Any, str], int | str | bool]


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits in half-points, with keys such as `weapon sword damage`; raises Refused."""
    traits: Traits = {}
    for key, value in given.items():
        at = f"/traits/{_escaped(key)}"
        if key in NUMBERS:
            traits[key] = half_points(value, at)
        elif key in _GROUPS:
            traits.update(_GROUPS[key](value, at))
        else:
            raise _unknown(key, (*NUMBERS, *_GROUPS), at)
    return traits


def half_points(value: Any, at: str) -> int:
    """A number in half-points: 6, 6.5, "6 1/2", "6½", "-1/2"; anything finer is refused."""
    found = _NUMBER.fullmatch(str(value).replace("½", " 1/2").strip())
    if found is None or int(found[2] or 0) > MOST:
        raise Refused("", f"{value!r} is no whole number of halves", {"most": MOST}, at)
    sign, whole, half, lone = found.groups()
    size = SCALE * int(whole or 0) + (half in (" 1/2", ".5") or lone is not None)
    return -size if sign == "-" else size


def _cost(value: Any, at: str) -> int:
    ap = half_points(value, at)
    if ap not in range(SCALE, 4 * SCALE + 1, SCALE):
        raise Refused("3.5", f"an attack costs 1 to 4 AP, not {value}", {"least": 1, "most": 4}, at)
    return ap


def _flag(value: Any, at: str) -> bool:
    if not isinstance(value, bool):
        raise Refused("", f"{value!r} is neither true nor false", None, at)
    return value


def _one_of(*known: str) -> Reader:
    def read(value: Any, at: str) -> str:
        if value not in known:
            raise _unknown(value, known, at)
        return str(value)

    return read


_PARRYING: dict[str, Reader] = {
    "skill": _one_of(*WEAPON_SKILLS), "specialism": half_points, "parry": half_points,
    "hand": _one_of(*HANDS), "ready": _flag,
}  # fmt: skip
_STRIKING: dict[str, Reader] = {
    "attack": half_points, "damage": half_points, "ap": _cost, "type": _one_of(*TYPES),
    "adds ST": _flag, "polearm": _flag,
    "impales as": _one_of(*IMPALED), "size": _one_of(*SIZES), "worn": _one_of(*WORN),
}  # fmt: skip
_LOADING: dict[str, Reader] = {"loaded": _flag, "loads": _flag}
_THROWN: dict[str, Reader] = {"specialism": half_points, **_STRIKING}
_NEEDED = ("damage", "ap", "type")


def _weapons(given: Any, at: str) -> Traits:
    """Each weapon's values; its damage, AP and type have no default, nor have those thrown."""
    traits: Traits = {}
    for name, values in _named(given, at).items():
        where = f"{at}/{_escaped(name)}"
        _complete(name, values, where)
        own = {field: value for field, value in values.items() if field != "thrown"}
        traits |= _item(name, own, {**_PARRYING, **_STRIKING, **_LOADING}, where, "right")
        if "thrown" in values:
            flying = values["thrown"]
            _complete(name, flying, f"{where}/thrown")
            traits |= _fields(thrown(name), flying, _THROWN, f"{where}/thrown")
    return traits


def thrown(weapon: str) -> str:
    """Under which name a weapon has its values when it is thrown, if it has such of its own."""
    return f"{weapon} thrown"


def _complete(name: str, values: Any, at: str) -> None:
    missing = [field for field in _NEEDED if field not in _named(values, at)]
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
    return usual | _fields(name, values, readers, at)


def _fields(name: str, values: Mapping[str, Any], readers: Mapping[str, Reader], at: str) -> Traits:
    traits: Traits = {}
    for field, value in values.items():
        where = f"{at}/{_escaped(field)}"
        if field not in readers:
            raise _unknown(field, tuple(readers), where)
        traits[f"weapon {name} {field}"] = readers[field](value, where)
    return traits


def _armour(given: Any, at: str) -> Traits:
    traits: Traits = {}
    for area, value in _named(given, at).items():
        where = f"{at}/{_escaped(area)}"
        if area not in AREAS:
            raise _unknown(area, tuple(AREAS), where)
        traits[f"armour {area}"] = half_points(value, where)
    return traits


_GROUPS = {"weapons": _weapons, "armour": _armour, SHIELD: _shield}


def _named(given: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise Refused("", f"{given!r} names nothing: give values by name", None, at)
    return given


def _unknown(name: Any, known: tuple[str, ...], at: str) -> Refused:
    return Refused("", f"nothing here is called {name!r}", {"known": ", ".join(known)}, at)


def _escaped(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
