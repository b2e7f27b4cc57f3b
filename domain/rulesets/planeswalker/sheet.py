"""The sheet: stats, sources, mana, keywords and spells of a mage or a creature."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.ruleset.ruleset import Need
from domain.ruleset.sheets.names import LISTED_NAME, thing_name
from domain.ruleset.sheets.records import Field, Other, Parts, Record, When, fields
from domain.ruleset.sheets.sheet import Breach, Sheet, SheetRule
from domain.ruleset.sheets.values import Deferred, Flag, OneOf, Several, Text, Whole

from . import tables

MOST = 40
"""No stat, amount or pool of a sheet is higher: so many dice can still be thrown."""

MAGE, CREATURE = "mage", "creature"
COST = re.compile("([0-9]{0,2})([WUBRG]*)")
_WRITTEN_COST = "(?:[0-9]|[0-3][0-9]|40)[WUBRG]{0,40}|[WUBRG]{1,40}"
_NUMBER = Whole((0, MOST), "1")
_NAME = Text("a name of up to 40 signs, without a comma", LISTED_NAME)
_COUNTER = thing_name(first="+-", without=",")
_COUNTED = "a name of up to 40 signs, such as +1/+1"
_PILES = (tables.LIBRARY, tables.MEMORY, tables.GRAVEYARD)
_MOST_SPELLS = 200

_COST = Text("mana of any color, then letters, such as 1R", _WRITTEN_COST, "5.2", "1R")
_STATS = fields(
    """
6.3 | Power | number | dice | dice of a blow; unless said 1 for a mage, 0 for a creature
6.3 | Toughness | number | dice | dice against a blow; unless said 1 for a mage, 0 for a creature
7.3 | Life | number | points | what damage takes; unless said 5 for a mage, none for a creature
5.2 | Mastery | number | mana | the highest converted cost that one casts; 3 for a mage
4.1 | Channeling | number | mana | the size of the pool, restored in a turn; 3 for a mage
4.3 | Speed | number | actions | actions in a turn, and dice for the order; 1 unless said
4.2 | Focus | number | effects | what one maintains or casts in a turn; 1 for a mage
4.1 | Memory | number | spells | spells that one holds ready; 5 for a mage
""",
    {"number": _NUMBER},
)
_OF_SPELL = """
5.2 | cost | cost | mana | what it costs: mana of any color, then of W, U, B, R, G
5.1 | does | does | | what it does; `ruled` is anything else, which the referee carries out
5.3 | speed | speed [=sorcery] | | when it may be cast
2 | target | target | | at what it is aimed; unless said, as what it does usually is
5 | amount | number | points | how much it does
4.5 | trait | trait | | the stat that it alters
7.4 | lasts | lasts | | what kind of lasting thing it is
6.7 | tap | flag [false] | | whether one who is off guard cannot use it
4.5 | lessens | flag [false] | | whether what pervades takes off the stat
1.4 | summons | creature | | the creature that it summons
7.4 | counter | counter | | the counters that it places
"""
_SPELL = Record(
    fields(
        _OF_SPELL,
        {
            "number": _NUMBER,
            "flag": Flag(),
            "cost": _COST,
            "does": OneOf(tuple(tables.DOES)),
            "speed": OneOf(tables.SPEEDS),
            "target": OneOf(tables.AIMS),
            "trait": OneOf(tables.ALTERED),
            "lasts": OneOf(tables.KINDS),
            "creature": Deferred(lambda: _SUMMONED),
            "counter": Text(_COUNTED, _COUNTER, "7.4", "+1/+1"),
        },
    ),
    needed=("cost", "does"),
    cases=tuple(
        When("does", does, each.needs, allowed={"target": each.aims}, clause="5.1")
        for does, each in tables.DOES.items()
    ),
    title="Spell",
    says="A spell of a mage, or an ability that a creature uses like one.",
    clause="5.1",
)
_SPELLS = Record(other=Other(_SPELL, "a spell or an ability", LISTED_NAME, clause="5.1"))
_MANA = "\n".join(f"4.1 | {color} | number [0] | mana | {color} mana" for color in tables.COLORS)
_COUNTERS = Other(_NUMBER, "how many of them", _COUNTER, _COUNTED, "7.4", "counters")
_HAS = fields(
    """
1.2 | sources | sources | | the sources of mana, of up to three colors
4.1 | mana | mana | | the mana to begin with, by color
5.1 | spells | spells | | spells by their names, in the order of the library
4.3 | abilities | spells | | abilities by their names, used like spells
6.8 | keywords | keywords | | the keywords of a creature
7.4 | counters | counters | | the counters to begin with, by their names
6.9 | at | square | | the square to begin on, with the modification of 2015
6.9 | large weapon | flag [false] | | whether blows reach two squares
6.9 | boss | flag [false] | | whether spells may have half their effect
""",
    {
        "flag": Flag(),
        "sources": Several(OneOf(tables.SOURCES), tables.MOST_SOURCES, "1.2"),
        "mana": Record(fields(_MANA, {"number": _NUMBER})),
        "spells": _SPELLS,
        "keywords": Several(OneOf(tables.KEYWORDS), len(tables.KEYWORDS)),
        "counters": Record(other=_COUNTERS),
        "square": Text("a square such as 3,-1", tables.SQUARE.pattern, "6.9", "3,-1"),
    },
)
_OF_MAGE = fields(
    """
5.1 | library | spells | | spells of the library in order; those listed nowhere come last
5.1 | memory | spells | | the spells that are ready
5.1 | graveyard | spells | | the spells that were used today
""",
    {"spells": Several(_NAME, _MOST_SPELLS, "5.1")},
)
_KIND = Field("kind", OneOf((MAGE, CREATURE)), "a mage, or a creature", "1.2", "", MAGE, True)
_CALLED = Field("name", _NAME, "what it is called", "1.4", "", CREATURE, True)
_SUMMONED: Record = Record(
    (_CALLED, *_STATS, *_HAS), title="Creature", says="A creature that a spell summons."
)


def spells_of(traits: Mapping[str, Any], which: str = "spells") -> tuple[str, ...]:
    """The names of all spells or abilities of a sheet, or of some, as they were given."""
    return tuple(str(traits[which]).split(", ")) if traits.get(which) else ()


def opening(traits: Mapping[str, Any]) -> dict[str, int]:
    """Return the pools that somebody comes in with: Life, mana by color, counters by name."""
    life = {"life": traits["Life"]} if "Life" in traits else {}
    named = ((key.partition(" "), amount) for key, amount in traits.items())
    keyed = {
        f"{pool}/{key}": amount
        for (pool, _, key), amount in named
        if pool in ("mana", tables.COUNTERS) and key
    }
    return life | keyed


def budgets(traits: Mapping[str, Any]) -> dict[str, int]:
    """Return what a mage has in a turn: mana to restore, Focus and actions."""
    given = {"restore": "Channeling", "focus": "Focus", "actions": "Speed"}
    return {pool: traits[trait] for pool, trait in given.items() if traits.get("kind") == MAGE}


# --- what no field says alone ----------------------------------------------------------------


def _all_spells(parts: Parts) -> dict[str, Parts]:
    return {**parts.get("spells", {}), **parts.get("abilities", {})}


def _stats(parts: Parts, kind: str) -> Parts:
    """The stats, with those that everybody of the kind has."""
    return {**(tables.CREATURE if kind == CREATURE else tables.MAGE), **parts}


def _too_much_mana(parts: Parts) -> Breach | None:
    total, size = sum(parts.get("mana", {}).values()), _stats(parts, MAGE)["Channeling"]
    if parts["kind"] == CREATURE or total <= size:
        return None
    return Breach("/mana", (Need("limit", "mana", "", size, total, "<="),))


def _no_spell(parts: Parts) -> Breach | None:
    spells, seen = _all_spells(parts), set[str]()
    for pile in _PILES:
        for name in parts.get(pile, ()):
            if name not in spells or name in seen:
                return Breach(f"/{pile}", (), tuple(n for n in spells if n not in seen))
            seen.add(name)
    return None


def _same_name(parts: Parts) -> Breach | None:
    both = [name for name in parts.get("abilities", {}) if name in parts.get("spells", {})]
    return Breach(f"/abilities/{both[0]}") if both else None


RULES = (
    SheetRule("a mage enters a combat with no more mana than Channeling", "4.1", _too_much_mana),
    SheetRule("library, memory and graveyard list spells of the mage, each once", "5.1", _no_spell),
    SheetRule("no ability is called like a spell", "5.1", _same_name),
)


# --- what is kept ----------------------------------------------------------------------------


def _complete(parts: Parts, kind: str) -> Parts:
    """What was given, with the stats of the kind, and each spell where it is at first."""
    spells = {name: _complete_spell(spell) for name, spell in _all_spells(parts).items()}
    rest = {name: part for name, part in parts.items() if name not in ("spells", "abilities")}
    found = {"kind": kind, **_stats(rest, kind), "spells": tuple(spells)}
    found |= _by_speed(spells) | {f"spell {name}": spell for name, spell in spells.items()}
    return found if kind == CREATURE else found | _piles(parts, tuple(spells))


def _complete_spell(spell: Parts) -> Parts:
    aim = {"target": tables.DOES[spell["does"]].aims[0]}
    if (summoned := spell.get("summons")) is None:
        return aim | spell
    own = {name: part for name, part in summoned.items() if name != "name"}
    creature = dict(SHEET.flatten(_complete(own, CREATURE)))
    named = {f"summons {key}": value for key, value in creature.items()}
    return aim | spell | {"summons": summoned["name"], **named}


def _by_speed(spells: Mapping[str, Parts]) -> Parts:
    """What is cast in one's own turn, at any time, and in answer to a spell."""
    slow = tuple(name for name, spell in spells.items() if spell["speed"] == tables.SORCERY)
    fast = tuple(name for name in spells if name not in slow)
    alone = tuple(name for name in fast if spells[name]["target"] != tables.SPELL)
    return {"sorceries": slow, "instants": alone, "answers": fast}


def _piles(parts: Parts, spells: tuple[str, ...]) -> Parts:
    """Where each spell is at first: as listed, and what is not listed at the end of the library."""
    piles = {pile: tuple(parts.get(pile, ())) for pile in _PILES}
    listed = {name for names in piles.values() for name in names}
    piles[tables.LIBRARY] += tuple(name for name in spells if name not in listed)
    return piles


SHEET = Sheet(
    Record(
        (_KIND, *_STATS, *_HAS, *_OF_MAGE),
        cases=(When("kind", CREATURE, without=_PILES, clause="5.1"),),
        title="Fighter",
        says="A mage, or a creature that nobody summoned.",
    ),
    rules=RULES,
    completed=lambda parts: _complete(parts, parts["kind"]),
)
