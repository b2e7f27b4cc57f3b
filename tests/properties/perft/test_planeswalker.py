"""How many lines of play Planeswalker has from three set positions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fights.planeswalker import BOLT, COUNTER, FLASH, OGRE, Combat, duel
from tests.support.oracles.perft import counted

ABLE = {
    "spells": {"bolt": BOLT, "flash": FLASH, "counter": COUNTER, "spare": BOLT},
    "memory": ["bolt", "flash", "counter"],
    "mana": {"red": 2, "blue": 1},
}


def channeling() -> Combat:
    """A mage with an empty pool begins his turn; another has instants ready."""
    able = {**ABLE, "mana": {}}
    return duel(m=able, n=ABLE).goes_to("mira", "channeling")


def main() -> Combat:
    """A mage with a creature, spells and an enemy who is Close."""
    combat = duel(m=ABLE, n=ABLE).creature("wolf", "mira", Power=2, Toughness=1)
    return combat.close("mira nils", "wolf nils").goes_to("mira")


def engaged() -> Combat:
    """A free ogre engages a mage whose wolf is Close to it."""
    combat = duel(m=ABLE, n=ABLE).creature("wolf", "mira", Power=2, Toughness=1)
    combat.creature("ogre", side="west", **OGRE).close("mira ogre", "wolf ogre")
    return combat.goes_to("ogre").does("ogre", "engage", "mira")


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "counts"),
    [(channeling, (12, 93, 585, 3187)), (main, (21, 146, 711)), (engaged, (13, 91, 391))],
)
def test_as_many_lines_as_ever(position: Callable[[], Combat], counts: tuple[int, ...]):
    assert counted(position(), len(counts)) == counts
