"""The sheet: stats, sources, mana, keywords and spells as people give them, made flat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.ruleset.ruleset import Need, Refused, Traits
from domain.ruleset.sheet_readers import flag, inside, named_values, one_of, unknown, whole

from . import tables

MOST = 40
"""No stat, amount or pool of a sheet is higher: so many dice can still be thrown."""

_number = whole(0, MOST, "1")
COST = re.compile(r"(\d{0,2})([WUBRG]*)")
_NAME = re.compile(r"[^\W_][\w' -]{0,39}")
_COUNTER = re.compile(r"[\w+-][\w +/'-]{0,39}")
_LISTS = (tables.LIBRARY, tables.MEMORY, tables.GRAVEYARD)


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits with keys such as `spell bolt cost`; raises Refused with a pointer."""
    creature = given.get("kind", "mage") == "creature"
    numbers: dict[str, int] = dict(tables.CREATURE if creature else tables.MAGE)
    traits: Traits = {"kind": one_of("mage", "creature")(given.get("kind", "mage"), "/kind")}
    known = ("kind", *tables.MAGE, *_GROUPS, *(() if creature else _LISTS))
    for key, value in given.items():
        if key not in known:
            raise unknown(key, known, inside("/traits", key))
        if key in tables.MAGE:
            numbers[key] = _number(value, f"/traits/{key}")
        elif key in _GROUPS:
            traits.update(_GROUPS[key](value, f"/traits/{key}"))
    traits |= numbers
    _mana_to_come_with(traits, creature)
    return traits if creature else traits | _piles(given, spells_of(traits))


def spells_of(traits: Mapping[str, Any], which: str = "spells") -> tuple[str, ...]:
    """The names of all spells or abilities of a sheet, or of some, as they were given."""
    return tuple(str(traits[which]).split(", ")) if traits.get(which) else ()


def _mana_to_come_with(traits: Traits, creature: bool) -> None:
    """Nobody enters a combat with more mana than Channeling; a creature has what the place gives.

    Raises Refused.
    """
    total = sum(int(v) for k, v in traits.items() if k.startswith("mana "))
    size = int(traits.get("Channeling", 0))
    if not creature and total > size:
        why = "a mage enters a combat with no more mana than Channeling"
        need = Need("limit", "mana", "", size, total, "<=")
        raise Refused("4.1", why, None, "/traits/mana", missing=[need])


def _piles(given: Mapping[str, Any], spells: tuple[str, ...]) -> Traits:
    """Where each spell is at first: as listed, and what is not listed at the end of the library."""
    piles: dict[str, list[str]] = {pile: [] for pile in _LISTS}
    for pile in _LISTS:
        for name in _words(given.get(pile, []), f"/traits/{pile}"):
            taken = [n for listed in piles.values() for n in listed]
            if name not in spells or name in taken:
                why = f"{name!r} is no spell of this mage, or is listed twice"
                left = (spell for spell in spells if spell not in taken)
                raise Refused("5.1", why, None, f"/traits/{pile}", legal=left)
            piles[pile].append(name)
    listed = {name for names in piles.values() for name in names}
    piles[tables.LIBRARY] += [name for name in spells if name not in listed]
    return {pile: ", ".join(names) for pile, names in piles.items()}


# --- values --------------------------------------------------------------------------------


def _reader_of(pattern: re.Pattern[str], what: str, clause: str = "") -> Callable[[Any, str], str]:
    """Return a reader of words that fit a pattern; raises Refused for all others."""

    def read(value: Any, at: str) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise Refused(clause, f"{value!r} is no {what}", None, at)
        return value

    return read


_name = _reader_of(_NAME, "name: letters, digits, spaces")
_counter = _reader_of(
    _COUNTER, "name of a counter: letters, digits, signs such as +1/+1, spaces", "7.4"
)
_square = _reader_of(tables.SQUARE, "square such as 3,-1", "6.9")


def _cost(value: Any, at: str) -> str:
    found = COST.fullmatch(value) if isinstance(value, str) else None
    if found is None or not value or int(found[1] or 0) > MOST:
        why = f"{value!r} is no cost: mana of any color, then letters, such as 1R"
        raise Refused("5.2", why, None, at)
    return str(value)


def _words(value: Any, at: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise Refused("", f"{value!r} is no list of names", None, at)
    return list(value)


def _several(*known: str) -> Callable[[Any, str], str]:
    def read(value: Any, at: str) -> str:
        for name in (names := _words(value, at)):
            one_of(*known)(name, at)
        return ", ".join(dict.fromkeys(names))

    return read


def _sources(value: Any, at: str) -> Traits:
    given = _several(*tables.SOURCES)(value, at)
    if given.count(",") >= tables.MOST_SOURCES:
        numbers = {"given": given.count(",") + 1, "most": tables.MOST_SOURCES}
        raise Refused("1.2", "a mage has up to three color sources", numbers, at)
    return {"sources": given}


def _mana(value: Any, at: str) -> Traits:
    return {
        f"mana {one_of(*tables.COLORS)(color, at)}": _number(amount, f"{at}/{color}")
        for color, amount in named_values(value, at).items()
    }


# --- spells and abilities ------------------------------------------------------------------


def _spells(value: Any, at: str) -> Traits:
    """Each spell's values under its name; `spells` keeps their order."""
    traits: Traits = {}
    for name, fields in named_values(value, at).items():
        where = inside(at, _name(name, at))
        spell = _fields(named_values(fields, where), _SPELL, where)
        _whole(name, spell, where)
        traits |= {f"spell {name} {field}": given for field, given in spell.items()}
    return {"spells": ", ".join(value)} | _by_speed(tuple(value), traits) | traits


def _by_speed(names: tuple[str, ...], traits: Traits) -> Traits:
    """What is cast in one's own turn, at any time, and in answer to a spell."""
    slow = [n for n in names if traits[f"spell {n} speed"] == tables.SORCERY]
    fast = [n for n in names if n not in slow]
    alone = [n for n in fast if traits[f"spell {n} target"] != tables.SPELL]
    return {"sorceries": ", ".join(slow), "instants": ", ".join(alone), "answers": ", ".join(fast)}


def _whole(name: str, spell: Traits, at: str) -> None:
    """A spell says what it costs and does, and all that this needs; raises Refused."""
    if missing := [field for field in ("cost", "does") if field not in spell]:
        raise Refused("5.1", f"{name!r} wants {' and '.join(missing)}", None, at)
    does = tables.DOES[str(spell["does"])]
    aim = spell.setdefault("target", does.aims[0])
    spell.setdefault("speed", tables.SORCERY)
    lacking = [n for n in does.needs if not any(key.partition(" ")[0] == n for key in spell)]
    if lacking or aim not in does.aims:
        why = f"wants {', '.join(lacking)}" if lacking else f"cannot be aimed at {aim}"
        why = f"{name!r}, a spell to {spell['does']}, {why}"
        needs = (Need("trait", field, name) for field in lacking)
        legal = None if lacking else does.aims
        raise Refused("5.1", why, None, at, missing=needs, legal=legal)


def _summons(value: Any, at: str) -> Traits:
    """The creature that a spell summons, given like one of its own."""
    fields = dict(named_values(value, at))
    called = _name(fields.pop("name", "creature"), f"{at}/name")
    creature = sheet({**fields, "kind": "creature"})
    return {"summons": called} | {f"summons {key}": given for key, given in creature.items()}


def _fields(given: Mapping[str, Any], readers: Mapping[str, Any], at: str) -> Traits:
    traits: Traits = {}
    for field, value in given.items():
        if field not in readers:
            raise unknown(field, tuple(readers), inside(at, field))
        read = readers[field](value, inside(at, field))
        traits.update(read if isinstance(read, dict) else {field: read})
    return traits


_SPELL: dict[str, Any] = {
    "cost": _cost,
    "does": one_of(*tables.DOES),
    "speed": one_of(*tables.SPEEDS),
    "target": one_of(*tables.AIMS),
    "amount": _number,
    "trait": one_of(*tables.ALTERED),
    "lasts": one_of(*tables.KINDS),
    "tap": flag,
    "lessens": flag,
    "summons": _summons,
    "counter": _counter,
}


def _counters(value: Any, at: str) -> Traits:
    """The counters that somebody comes in with, by their names."""
    given = named_values(value, at)
    return {
        f"{tables.COUNTERS} {_counter(name, inside(at, name))}": _number(amount, inside(at, name))
        for name, amount in given.items()
    }


_GROUPS: dict[str, Callable[[Any, str], Traits]] = {
    "sources": _sources,
    "mana": _mana,
    "spells": _spells,
    "abilities": _spells,
    "keywords": lambda value, at: {"keywords": _several(*tables.KEYWORDS)(value, at)},
    tables.COUNTERS: _counters,
    "at": lambda value, at: {"at": _square(value, at)},
    "large weapon": lambda value, at: {"large weapon": flag(value, at)},
    "boss": lambda value, at: {"boss": flag(value, at)},
}
