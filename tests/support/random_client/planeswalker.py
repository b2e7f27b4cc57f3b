"""How combats under Planeswalker begin: each near to what is seldom done."""

from __future__ import annotations

from tests.support.fights.planeswalker import ANTHEM, KNIGHT, OGRE, Combat, duel
from tests.support.fights.planeswalker_random import playout, playout_modified, playout_otherwise


def attacked() -> Combat:
    """An ogre engages a mage, whose creatures may step in."""
    combat = duel().creature("wolf", "mira", **KNIGHT).creature("bear", "mira", **KNIGHT)
    combat.creature("ogre", side="west", **OGRE)
    combat.close("mira ogre", "wolf ogre", "bear ogre").goes_to("ogre")
    return combat.does("ogre", "engage", "mira")


def in_upkeep() -> Combat:
    """An enchantment and a creature want Focus."""
    able = {"spells": {"anthem": ANTHEM}, "memory": ["anthem"], "mana": {"red": 1}}
    combat = duel(m=able).creature("wolf", "mira", **KNIGHT).goes_to("mira")
    return combat.casts("mira", "anthem").resolves().goes_to("nils").goes_to("mira", "upkeep")


TALES = (attacked, in_upkeep, playout, playout_otherwise, playout_modified)
