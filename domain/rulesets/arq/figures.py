"""Figures: characters and foes, their sheets, and the fit ones who are still to go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.ruleset import sheet_readers as read
from domain.ruleset.ruleset import Refused, Traits
from domain.ruleset.scene import Scene

SPEED = 6
"""Squares, or inches on the table, that most figures move."""

MOST_SPEED = 60
MOST_WOUNDS = 6
"""1.7: so many wounds incapacitate."""

DOWN = "incapacitated"
SQUARE = re.compile(r"-?\d{1,4},-?\d{1,4}")
CONTEMPT = "beneath contempt"


def sheet(given: Mapping[str, Any]) -> Traits:
    """The traits as given, checked; raises Refused with a pointer.

    `foe` (the referee runs it), `beneath contempt`, `speed`, `at` ("x,y" on a grid) and `group`
    (whose card of the activation deck it shares) mean something; all else is the rank of a trait.
    """
    for key, value in given.items():
        at = read.inside("/traits", key)
        if key in _READERS:
            _READERS[key](value, at)
        elif type(value) not in (int, str) or len(str(value)) > 40:
            why = f"{key} is neither a number nor a short word: {value!r}"
            raise Refused("1.3", why, None, at)
    return dict(given)


def _place(value: Any, at: str) -> str:
    if not isinstance(value, str) or not SQUARE.fullmatch(value):
        raise Refused("5.7", f"{value!r} is no square such as 3,-1", None, at)
    return value


_READERS: dict[str, read.Reader] = {
    "foe": read.flag,
    CONTEMPT: read.flag,
    "speed": read.whole(0, MOST_SPEED, "2.1"),
    "at": _place,
}


def is_foe(scene: Scene, who: str) -> bool:
    """True for a figure that the referee runs."""
    return scene.word(who, "foe") == "True"


def able(scene: Scene, who: str) -> str:
    """The clause that keeps somebody from acting, or nothing."""
    return "1.7" if scene.has(who, DOWN) else ""


def fit(scene: Scene) -> tuple[str, ...]:
    """Everybody here who can act, in the order they joined."""
    return scene.once(("fit",), lambda: _all_fit(scene))


def _all_fit(scene: Scene) -> tuple[str, ...]:
    down = {c.subject for c in scene.combat.conditions.all.values() if c.name == DOWN}
    return tuple(who for who in scene.present() if who not in down)


def enemies(scene: Scene, who: str) -> tuple[str, ...]:
    """Everybody fit on the other side."""
    foe = is_foe(scene, who)
    return tuple(other for other in fit(scene) if is_foe(scene, other) != foe)


def phase(scene: Scene) -> str:
    """The phase that is open, or nothing."""
    span = scene.combat.clock.span("phase")
    return span.name if span is not None else ""


def budget(scene: Scene) -> str:
    """The pool spent in the open phase: action, move, or nothing."""
    return {"action": "action", "movement": "move"}.get(phase(scene), "")


def to_go(scene: Scene) -> tuple[str, ...]:
    """Everybody fit who has not yet acted, moved or passed in this phase."""
    return scene.once(("to go",), lambda: _all_to_go(scene))


def _all_to_go(scene: Scene) -> tuple[str, ...]:
    pool = budget(scene)
    return tuple(who for who in fit(scene) if pool and scene.balance_of(who, pool) > 0)
