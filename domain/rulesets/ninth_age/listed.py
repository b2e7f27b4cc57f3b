"""What stands on a sheet under a name: spells, and abilities that are used at a moment."""

from __future__ import annotations

from functools import lru_cache

from domain.ruleset import Mod
from domain.scene import Doing, Scene

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
    known = names(scene, unit, "version")
    return tuple(name[len(start) :] for name in known if name.startswith(start))


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
    given = member.traits.items() if member else ()
    return tuple(
        Mod(trait=key[len(start) :], value=int(value))
        for key, value in given
        if key.startswith(start)
    )
