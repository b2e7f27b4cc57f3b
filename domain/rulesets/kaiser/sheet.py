"""The sheet: traits as people give them become flat numbers and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.ruleset.ruleset import Refused, Traits
from domain.ruleset.sheet_readers import (
    Reader,
    fields,
    flag,
    inside,
    named_values,
    number,
    one_of,
    unknown,
    whole,
)

from .tables import ABSORPTION, ARMS, INTERVALS, MOVES, REPEATED, RESISTANCES, SIZES

OF_COMBAT = ("strike", "block", "dodge", "acrobatics", "withstand pain")
SKILLS = (*OF_COMBAT, "spell projection", "phenom projection", "escape")
CHARACTERISTICS = ("strength", "agility", "constitution", "willpower")
OF_INITIATIVE = ("dexterity modifier", "agility modifier", "class bonus", "initiative traits")
POWERS = ("mana", "MA", "focus", "ki", "presence", "potential")
BODY = ("strength modifier", "lp", "av", "absorption")
NUMBERS = (*SKILLS, *CHARACTERISTICS, *OF_INITIATIVE, *POWERS, *RESISTANCES, *MOVES, *BODY)
FLAGS = ("danger sense", "ludus")
MOST = 10_000
_number = whole(-MOST, MOST)
_NAME = re.compile(r"[^\s\W](.{0,38}\S)?")


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits, with keys such as `weapon dagger damage`; raises Refused."""
    traits: Traits = {"size": "medium", "absorption": ABSORPTION}
    for key, value in given.items():
        at = inside("/traits", key)
        if key in _GROUPS:
            traits |= _GROUPS[key](value, at)
        elif key in _READERS:
            traits[key] = _READERS[key](value, at)
        else:
            raise unknown(key, (*_READERS, *_GROUPS), at)
    if "lp" not in traits:
        raise Refused("6.6", "nobody fights without life points", {"wanted": "lp"}, "/traits")
    return traits


def opening(traits: Traits) -> dict[str, int]:
    """What somebody comes in with; AP are given out in the Intention phase."""
    stamina = number(traits, "constitution") + number(traits, "willpower")
    pools = {"lp": number(traits, "lp"), "stamina": stamina}
    return pools | {p: number(traits, p) for p in ("mana", "ki") if p in traits}


def _word(value: Any, at: str) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Refused("", f"{value!r} is no name", None, at)
    return value


_READERS: dict[str, Reader] = {
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(FLAGS, flag),
    "size": one_of(*SIZES),
}
_WEAPON: dict[str, Reader] = {
    **dict.fromkeys(("cost", "penalty", "damage", "hands", "range"), _number),
    "size": one_of(*REPEATED),
    "shield": flag,
    "thrown": flag,
}
_SPELL: dict[str, Reader] = {
    **dict.fromkeys(("mana", "difficulty", "damage", "rounds", "above", "upkeep"), _number),
    "resist": one_of(*RESISTANCES),
    "condition": _word,
    "then": _word,
    "on zero": one_of("end", "recheck"),
    "maintain": one_of(*INTERVALS),
    "projectile": flag,
    "trigger": flag,
    "area": flag,
}


def _weapons(given: Any, at: str) -> Traits:
    """Each weapon's values; those of the book are known by name."""
    traits: Traits = {}
    for name, values in named_values(given, at).items():
        arm = ARMS.get(name)
        known: dict[str, Any] = {"size": "same", "hands": 1, "cost": 0, "penalty": 0}
        known |= arm._asdict() if arm else {}
        where = inside(at, name)
        traits |= _item("weapon", name, values, _WEAPON, where, known)
        if f"weapon {name} damage" not in traits:
            raise Refused("4", f"{name!r} is in no table: say its damage", None, where)
    return traits


def _spells(given: Any, at: str) -> Traits:
    """Each spell's values; what it costs must be said."""
    traits: Traits = {}
    for name, values in named_values(given, at).items():
        where = inside(at, name)
        traits |= _item("spell", name, values, _SPELL, where, {"on zero": "end"})
        if f"spell {name} mana" not in traits:
            raise Refused("7", f"say how much mana {name!r} costs", None, where)
    return traits


def _item(
    group: str,
    name: str,
    values: Any,
    readers: Mapping[str, Reader],
    at: str,
    known: Mapping[str, Any],
) -> Traits:
    item = {**known, **fields(values, readers, at)}
    if not _NAME.fullmatch(name):
        raise Refused("", f"{name!r} is no name", None, at)
    return {f"{group} {name} {field}": value for field, value in item.items()}


def _chakras(given: Any, at: str) -> Traits:
    values = named_values(given, at)
    return {f"chakra {k}": _number(v, inside(at, k)) for k, v in values.items()}


_GROUPS: dict[str, Callable[[Any, str], Traits]] = {
    "weapons": _weapons,
    "spells": _spells,
    "chakras": _chakras,
}
