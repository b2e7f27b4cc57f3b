"""6.9: the combat modification of 2015, off by default: squares, reach, blows by full dice, bosses.

Whoever has a square (`at` on the sheet) is as near as his square is; all others keep their zones.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.ruleset.ruleset import Blank, Deed
from domain.ruleset.scene import Scene

from .tables import SQUARE

FULL_DIE, HALF_DIE = 6, 3
LONG_REACH = 2
"""Squares that a weapon larger than others reaches."""

Square = tuple[int, int]


def is_on(scene: Scene) -> bool:
    """True where the table plays by the modification."""
    return scene.setting("combat mod") == "2015"


# --- squares -------------------------------------------------------------------------------


def where(scene: Scene, who: str) -> str:
    """The square of somebody as it is written; empty without the modification."""
    return (scene.combat.places.of(who) or scene.word(who, "at")) if is_on(scene) else ""


def square(scene: Scene, who: str) -> Square | None:
    """The square of somebody; nothing without the modification, or where none was given."""
    at = where(scene, who)
    x, _, y = at.partition(",")
    return (int(x), int(y)) if SQUARE.fullmatch(at) else None


def apart(scene: Scene, one: str, other: str) -> int | None:
    """Squares between two, a diagonal step as one; nothing where either has no square."""
    here = square(scene, one)
    there = square(scene, other) if here else None
    if here is None or there is None:
        return None
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


def is_in_reach(scene: Scene, who: str, target: str) -> bool:
    """True for who stands no farther than somebody's weapon reaches."""
    far = apart(scene, who, target)
    return far is not None and far <= (LONG_REACH if scene.trait(who, "large weapon") else 1)


def destination(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Combatants with a square move to a free one, at most as many squares away as their Speed."""
    here = square(scene, deed.who)
    free = tuple(_free(scene, deed.who, here)) if here else ()
    return (Blank("to", "one", free, says="where to"),) if here else ()


def _free(scene: Scene, who: str, here: Square) -> Iterator[str]:
    full, far = [square(scene, other) for other in scene.present()], scene.trait(who, "Speed")
    for y in range(here[1] - far, here[1] + far + 1):
        for x in range(here[0] - far, here[0] + far + 1):
            if (x, y) not in full:
                yield f"{x},{y}"


def beside(scene: Scene, who: str) -> str:
    """The first free square next to somebody; nothing without a square, or where none is free."""
    here = square(scene, who)
    full = [square(scene, other) for other in scene.present()]
    near = ((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
    free = ((here[0] + x, here[1] + y) for x, y in near) if here else ()
    return next((f"{x},{y}" for x, y in free if (x, y) not in full), "")


# --- blows ---------------------------------------------------------------------------------


def damage(scene: Scene, over: int, tramples: bool) -> int:
    """What comes through of Power above Toughness: all; modified, 1 and 1 for each full die."""
    if not is_on(scene) or over <= 0:
        return max(0, over)
    return 1 + over // (HALF_DIE if tramples else FULL_DIE)


def passed_on(scene: Scene, over: int, tramples: bool, life: int) -> int:
    """Damage that a summon of so much Life passes on to its summoner: 1 for each full die left."""
    needed = (max(1, life) - 1) * (HALF_DIE if tramples else FULL_DIE)
    return max(0, over - needed) // FULL_DIE if is_on(scene) else 0
