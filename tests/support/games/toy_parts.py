"""What the toys share: a round of turns, a plain die, and slots for some names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from domain.ruleset.ruleset import Modifier, Refused, Ruleset, Slot, Stretch, Throw

TURNS = Stretch("round", "round", inside=(Stretch("turn", "turn", next="in order", acts=True),))


def toy(key: str, sequence: Stretch = TURNS, **more: Any) -> Ruleset:
    """A ruleset with nothing in it but what is said."""
    return Ruleset(key, key, edition="1", revision="1", sorts=("die",), sequence=sequence, **more)


def die(who: str, purpose: str, bonus: int = 0, sides: int = 20, clause: str = "") -> Throw:
    """One die, with a bonus."""
    modifiers = (Modifier(source="bonus", value=bonus),) if bonus else ()
    return Throw(who, purpose, "die", sides, modifiers=modifiers, clause=clause)


def slots(names: Iterable[str], barred: str = "") -> tuple[Slot, ...]:
    """A slot for each of those named, all barred by a clause if one is given."""
    return tuple(Slot(id=name, who=name, barred=barred) for name in names)


def refuse(clause: str, why: str) -> NoReturn:
    """Refuse a deed."""
    raise Refused(clause, why)
