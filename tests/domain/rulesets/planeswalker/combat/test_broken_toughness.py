"""Planeswalker: broken Toughness is nothing until the turn ends, and is broken again (6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.planeswalker import KNIGHT, OGRE, Combat, duel

COUNTERS = {
    "cost": "0",
    "does": "place counters",
    "amount": 2,
    "counter": "-1/-1",
    "target": "any",
    "speed": "instant",
}
CURSE = {
    "cost": "0",
    "does": "pervade",
    "lasts": "enchantment",
    "trait": "Toughness",
    "amount": 2,
    "target": "any",
    "lessens": True,
}
GROW = {**COUNTERS, "does": "grow", "trait": "Toughness"}
BOOK: dict[str, Any] = {
    "curse": CURSE,
    "bless": {**CURSE, "lessens": False},
    "rust": COUNTERS,
    "mend": {**COUNTERS, "does": "heal", "amount": 1},
    "raise": {**COUNTERS, "counter": "+1/+1"},
    "more": {**COUNTERS, "counter": "+1/+1"},
    "lower": {**COUNTERS, "does": "heal", "counter": "+1/+1", "amount": 1},
    "grow": GROW,
}
ABLE: dict[str, Any] = {"Speed": 9, "Focus": 3, "Memory": 20, "spells": BOOK, "memory": list(BOOK)}


def toughness(combat: Combat) -> int:
    return combat.scene().trait("ogre", "Toughness")


def instant(combat: Combat, spell: str) -> Combat:
    return combat.does("olga", "instant", "ogre", using=spell).resolves()


def fought(*before: str) -> Combat:
    """Olga has cast these on Nils' ogre; then Mira's knight breaches its Toughness.

    The lancer is still to be commanded.
    """
    combat = duel(m={"Speed": 3}).mage("olga", "east", **ABLE)
    combat.creature("knight", "mira", **KNIGHT).creature("lancer", "mira", **KNIGHT)
    combat.creature("ogre", "nils", **{**OGRE, "Life": 40})
    combat.close("knight ogre", "lancer ogre").goes_to("olga")
    for spell in before:
        kind = "cast" if spell in ("curse", "bless") else "instant"
        combat.does("olga", kind, "ogre", using=spell).resolves()
    combat.goes_to("mira").does("mira", "command").does("knight", "engage", "ogre").resolves()
    combat.rolls("knight", "ogre", knight=(6, 6, 6), ogre=(1,) * toughness(combat))
    combat.passes("ogre")
    assert (toughness(combat), combat.waits_for()) == (0, ("orders", ("lancer",)))
    return combat


def strikes(combat: Combat, *faces: int) -> Combat:
    """The lancer engages the ogre, which rolls these for Toughness."""
    combat.does("lancer", "engage", "ogre").resolves().rolls("lancer", lancer=(6, 6, 6))
    return (combat.rolls("ogre", ogre=faces) if faces else combat).passes("ogre")


# --- nothing comes back ----------------------------------------------------------------------


@pytest.mark.parametrize("spell", ["curse", "bless"])
def test_an_effect_that_ends_after_the_breach_brings_no_toughness_back(spell: str):
    combat = fought(spell)
    combat.fixes(what="pool", subject="olga", pool="life", delta=-9)
    assert combat.under("olga") == ["lost"]
    assert (toughness(combat), combat.under("ogre")) == (0, ["broken"])
    strikes(combat)
    assert combat.outcome("blow")[1] == {"power": 18, "toughness": 0, "damage": 18}


def test_counters_healed_after_the_breach_bring_no_toughness_back():
    combat = strikes(fought("rust"))
    assert toughness(instant(combat, "mend")) == 0
    assert combat.ends_turn().scene().trait("ogre", "Toughness") == 2


@pytest.mark.parametrize(("spell", "now", "later"), [("more", 2, 7), ("lower", 0, 4)])
def test_of_counters_those_that_were_there_at_the_breach_count_for_nothing(
    spell: str, now: int, later: int
):
    combat = strikes(fought("raise"))
    assert toughness(instant(combat, spell)) == now
    assert combat.ends_turn().scene().trait("ogre", "Toughness") == later


def test_all_is_as_it_was_when_the_turn_has_ended():
    combat = strikes(fought("curse")).ends_turn()
    assert (toughness(combat), combat.under("ogre")) == (1, ["enchanted"])


# --- broken again ----------------------------------------------------------------------------


def test_toughness_that_was_raised_since_is_broken_by_a_second_breach():
    combat = fought().does("lancer", "engage", "ogre")
    combat.does("olga", "answer", "ogre", using="grow")
    combat.rolls("olga", "mira", olga=(6,) * 9, mira=(1, 1, 1)).resolves()
    assert toughness(combat) == 2
    combat.rolls("lancer", "ogre", lancer=(6, 6, 6), ogre=(1, 1)).passes("ogre")
    assert combat.outcome("blow")[1] == {"power": 18, "toughness": 2, "damage": 16}
    assert toughness(combat) == 0
    assert combat.under("ogre") == ["grown", "broken", "offset"]
    assert (toughness(combat.ends_turn()), combat.under("ogre")) == (3, [])


def test_a_second_breach_of_toughness_that_is_still_broken_changes_nothing():
    combat = strikes(fought("curse"))
    assert combat.under("ogre") == ["enchanted", "broken", "offset"]
    assert combat.refolds()
