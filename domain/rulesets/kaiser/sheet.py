"""The sheet: traits as people give them become flat numbers and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.ruleset import sheet_readers as read
from domain.ruleset.ruleset import Need, Refused, Traits

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
_number = read.whole(-MOST, MOST)
_NAME = re.compile(r"[^\s\W](.{0,38}\S)?")


def sheet(given: Mapping[str, Any]) -> Traits:
    """Return flat traits, with keys such as `weapon dagger damage`; raises Refused."""
    traits: Traits = {"size": "medium", "absorption": ABSORPTION}
    for key, value in given.items():
        at = read.inside("/traits", key)
        if key in _GROUPS:
            traits |= _GROUPS[key](value, at)
        elif key in _READERS:
            traits[key] = _READERS[key](value, at)
        else:
            raise read.unknown(key, (*_READERS, *_GROUPS), at)
    if "lp" not in traits:
        why, need = "nobody fights without life points", Need("trait", "lp")
        raise Refused("6.6", why, None, "/traits/lp", missing=[need])
    return traits


def opening(traits: Traits) -> dict[str, int]:
    """Return the pools that a combatant starts with; AP come in the Intention phase."""
    stamina = read.number(traits, "constitution") + read.number(traits, "willpower")
    pools = {"lp": read.number(traits, "lp"), "stamina": stamina}
    return pools | {p: read.number(traits, p) for p in ("mana", "ki") if p in traits}


def _word(value: Any, at: str) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Refused("", f"{value!r} is no name", None, at)
    return value


_READERS: dict[str, read.Reader] = {
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(FLAGS, read.flag),
    "size": read.one_of(*SIZES),
}
_FIELDS: dict[str, dict[str, read.Reader]] = {
    "weapon": {
        **dict.fromkeys(("cost", "penalty", "damage", "hands", "range"), _number),
        **dict.fromkeys(("shield", "thrown"), read.flag),
        "size": read.one_of(*REPEATED),
    },
    "spell": {
        **dict.fromkeys(("mana", "difficulty", "damage", "rounds", "above", "upkeep"), _number),
        **dict.fromkeys(("condition", "then"), _word),
        **dict.fromkeys(("projectile", "trigger", "area"), read.flag),
        "resist": read.one_of(*RESISTANCES),
        "on zero": read.one_of("end", "recheck"),
        "maintain": read.one_of(*INTERVALS),
    },
}
UNLISTED = {"size": "same", "hands": 1, "cost": 0, "penalty": 0}
"""What a weapon has that is in no table, if the sheet says nothing else."""


def _weapons(given: Any, at: str) -> Traits:
    """Each weapon's values; those of the book are known by name."""
    traits: Traits = {}
    for name, values in read.named_values(given, at).items():
        listed = ARMS[name]._asdict() if name in ARMS else {}
        traits |= _item("weapon", name, values, read.inside(at, name), {**UNLISTED, **listed})
        if f"weapon {name} damage" not in traits:
            why = f"{name!r} is in no table: say its damage"
            raise Refused("4", why, None, read.inside(at, name))
    return traits


def _spells(given: Any, at: str) -> Traits:
    """Each spell's values; its mana cost must be given."""
    traits: Traits = {}
    for name, values in read.named_values(given, at).items():
        traits |= _item("spell", name, values, read.inside(at, name), {"on zero": "end"})
        if f"spell {name} mana" not in traits:
            raise Refused("7", f"say how much mana {name!r} costs", None, read.inside(at, name))
    return traits


def _item(group: str, name: str, values: Any, at: str, known: Mapping[str, Any]) -> Traits:
    item = {**known, **read.fields(values, _FIELDS[group], at)}
    _word(name, at)
    return {f"{group} {name} {field}": value for field, value in item.items()}


def _chakras(given: Any, at: str) -> Traits:
    values = read.named_values(given, at)
    return {f"chakra {k}": _number(v, read.inside(at, k)) for k, v in values.items()}


_GROUPS: dict[str, Callable[[Any, str], Traits]] = {
    "weapons": _weapons,
    "spells": _spells,
    "chakras": _chakras,
}
