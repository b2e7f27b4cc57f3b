"""The sheet of a unit: what the army list says becomes flat numbers, words and marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from domain.ruleset.ruleset import Mod, Need, Refused, Traits
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.sheet_readers import Reader, flag, inside, named_values, one_of, unknown, whole

PROFILE = {
    "Models": (1, 100),
    "HP": (1, 20),
    "Files": (1, 30),
    "Advance": (0, 20),
    "March": (0, 40),
    "Discipline": (0, 10),
    "Agility": (-10, 10),
    "Attacks": (0, 20),
    "Aim": (2, 7),
    "Shots": (0, 10),
    "Range": (0, 72),
    "Points": (0, 5000),
    "Channel": (0, 5),
    "Magic Resistance": (0, 5),
    "Miscast": (-3, 3),
    "Impact Hits": (0, 30),
    "Stomp": (0, 30),
    "Crush Attack": (0, 5),
    "Grinding Attacks": (0, 30),
    "Random Movement": (0, 5),
}
"""Each number of the profile, with the least and most it can be."""

MARKS = (
    "Champion",
    "Standard",
    "General",
    "BSB",
    "Character",
    "War Machine",
    "Undead",
    "Fearless",
    "Frenzy",
    "Terror",
    "Fear",
    "Stubborn",
    "Unbreakable",
    "Unstable",
    "Swiftstride",
    "Scout",
    "Vanguard",
    "Ambush",
    "Scoring",
    "Feigned Flight",
)
"""Marks that a unit has or has not."""

WIZARDS = {"Apprentice": 0, "Adept": 1, "Master": 1}
"""7: The tokens that each grade of Wizard channels."""

DEPLOYMENT = "deployment"
STAGES_OF_DEPLOYMENT = (
    "start of the deployment phase",
    "first army deployed",
    "both armies deployed",
)
"""2: As deployment begins, when one has finished normal deployment, and before Scouts come."""

PHASES = ("charge", "movement", "magic", "shooting", "melee")
POINTS_OF_USE = (
    DEPLOYMENT,
    *STAGES_OF_DEPLOYMENT,
    "before the battle",
    *(f"start of the {phase} phase" for phase in PHASES),
    "start of the round of combat",
    "first hit",
    "start of game turn 1",
)
MODES = ("optional", "mandatory", "automatic")
ENDS = ("phase", "turn", "round")
AIMS = ("self", "friend", "enemy")


def sheet(given: Mapping[str, Any]) -> Traits:
    """Flat traits, with keys such as `spell Fireball casting`; raises Refused with a pointer."""
    traits: Traits = {"Models": 1, "HP": 1}
    for key, value in given.items():
        at = inside("/traits", key)
        if key in PROFILE:
            traits[key] = whole(*PROFILE[key])(value, at)
        elif key in MARKS:
            traits[key] = flag(value, at)
        elif key in _GROUPS:
            traits |= _GROUPS[key](value, at)
        else:
            raise unknown(key, (*PROFILE, *MARKS, *_GROUPS), at)
    return traits


def opening(traits: Traits) -> dict[str, int]:
    """A unit comes in with all its Health Points."""
    return {"hp": int(traits.get("Models", 1)) * int(traits.get("HP", 1))}


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str) or len(value) > 80:
        raise Refused("", "a few words are wanted here", {"most": 80}, at)
    return value


_HITS = ("none", "1", "2", "3", "4", "5", "6", "D6", "2D6")
_SPELL: dict[str, Reader] = {
    "casting": whole(2, 30),
    "replicable": flag,
    "at": one_of(*AIMS),
    "hits": one_of(*_HITS),
    "lasts": one_of(*ENDS),
    "says": _text,
}
_EFFECT: dict[str, Reader] = {
    "at": one_of(*POINTS_OF_USE),
    "mode": one_of(*MODES),
    "once": flag,
    "to": one_of(*AIMS),
    "lasts": one_of(*ENDS),
    "loses": whole(0, 20),
    "cap": _text,
    "says": _text,
    "tokens": whole(0, 12),
}


def _several(kind: str, readers: Mapping[str, Reader], needed: str) -> Callable[[Any, str], Traits]:
    """A reader of several named things of a kind, each with its fields."""

    def read(given: Any, at: str) -> Traits:
        traits: Traits = {}
        for name, values in named_values(given, at).items():
            where = inside(at, name)
            if needed not in named_values(values, where):
                need = Need("trait", needed, name)
                raise Refused("", f"{name!r} wants {needed}", None, where, missing=[need])
            traits |= _thing(f"{kind} {name}", values, readers, where)
        return traits

    return read


def _thing(name: str, values: Mapping[str, Any], readers: Mapping[str, Reader], at: str) -> Traits:
    traits: Traits = {}
    for field, value in values.items():
        where = inside(at, field)
        if field == "gives":
            for trait, number in named_values(value, where).items():
                one_of(*{*PROFILE, "to hit"})(trait, where)
                traits[f"{name} gives {trait}"] = whole(-10, 10)(number, where)
        elif field not in readers:
            raise unknown(field, (*readers, "gives"), where)
        else:
            traits[f"{name} {field}"] = readers[field](value, where)
    return traits


def _spells(given: Any, at: str) -> Traits:
    """7: Spells by name; the versions of one say what in them is other than in the basic one."""
    traits: Traits = {}
    for name, values in named_values(given, at).items():
        where = inside(at, name)
        basic = dict(named_values(values, where))
        others = named_values(basic.pop("versions", {}), inside(where, "versions"))
        traits |= _several("spell", _SPELL, "casting")({name: basic}, at)
        for version, changed in others.items():
            place = inside(inside(where, "versions"), version)
            fields = basic | dict(named_values(changed, place))
            traits |= _thing(f"version {name}, {version}", fields, _SPELL, place)
    return traits


def _weapons(given: Any, at: str) -> Traits:
    """Weapons for melee by name, each with what it `gives` while it is used."""
    traits: Traits = {}
    for name, values in named_values(given, at).items():
        where = inside(at, name)
        if not name or "," in name:
            raise Refused("9", f"{name!r} is no name of a weapon", None, where)
        traits |= _thing(f"weapon {name}", named_values(values, where), {}, where)
    return {"weapons": ", ".join(given)} | traits


_GROUPS: dict[str, Callable[[Any, str], Traits]] = {
    "spells": _spells,
    "effects": _several("effect", _EFFECT, "at"),
    "Wizard": lambda value, at: {"Wizard": one_of(*WIZARDS)(value, at)},
    "Attribute": lambda value, at: {"Attribute": _text(value, at)},
    "weapons": _weapons,
}


# --- what is asked of a sheet --------------------------------------------------------------

_MARK = {"spell": " casting", "version": " casting", "effect": " at"}
"""The field that every spell, every version of one, or every effect has."""


def names(scene: Scene, unit: str, kind: str) -> tuple[str, ...]:
    """The names of a unit's spells (or effects), in the order of the sheet."""
    member = scene.member(unit)
    return _names(tuple(member.traits), kind) if member else ()


@lru_cache(maxsize=512)
def _names(traits: tuple[str, ...], kind: str) -> tuple[str, ...]:
    start, end = f"{kind} ", _MARK[kind]
    return tuple(
        t[len(start) : -len(end)] for t in traits if t.startswith(start) and t.endswith(end)
    )


def versions(scene: Scene, unit: str, spell: str) -> tuple[str, ...]:
    """7: The versions of a unit's spell besides the basic one, in the order of the sheet."""
    start = f"{spell}, "
    known = (n for n in names(scene, unit, "version") if n.startswith(start))
    return tuple(name.removeprefix(start) for name in known)


def as_cast(scene: Scene, act: Doing) -> tuple[str, str]:
    """7: The kind and name under which the version that is cast stands; unsaid, the basic one."""
    name = f"{act.using}, {act.params.get('version', '')}"
    known = name in names(scene, act.who, "version")
    return ("version", name) if known else ("spell", act.using)


def weapons(scene: Scene, unit: str) -> tuple[str, ...]:
    """The weapons of a unit for melee, in the order of the sheet."""
    named = scene.word(unit, "weapons")
    return tuple(named.split(", ")) if named else ()


def word(scene: Scene, unit: str, kind: str, name: str, field: str, default: str = "") -> str:
    """A word of a spell or effect."""
    return scene.word(unit, f"{kind} {name} {field}", default)


def number(scene: Scene, unit: str, kind: str, name: str, field: str) -> int:
    """A number, or a mark, of a spell or effect."""
    return scene.trait(unit, f"{kind} {name} {field}")


def gives(scene: Scene, unit: str, kind: str, name: str) -> tuple[Mod, ...]:
    """How a spell or effect alters traits while it lasts."""
    member, start = scene.member(unit), f"{kind} {name} gives "
    given = [each for each in member.traits.items() if each[0].startswith(start)] if member else []
    return tuple(Mod(trait=key.removeprefix(start), value=int(value)) for key, value in given)
