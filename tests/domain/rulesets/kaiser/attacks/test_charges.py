"""Kaiser 4, 6.3: a charge ends hand to hand with the foe, and is countered like a blow."""

from __future__ import annotations

from tests.support.fights.kaiser import XAN, YRSA, Fight

SWORD = "long sword"


def charged() -> Fight:
    """Xan has run 30 feet at Yrsa, who stood far off, and charges her."""
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "charge intention", using=SWORD)
    fight.intends("yrsa", "attack intention", using=SWORD).all_declared()
    fight.initiative("xan", "yrsa").does("xan", "move", feet=30)
    fight.does("xan", "charge", "yrsa", using=SWORD, moved=30)
    return fight.rolls(xan=(1, 1, 1, 2, 2))


def test_a_charge_ends_hand_to_hand_whether_it_hits_or_not():
    fight = charged().does("yrsa", "block").rolls(yrsa=(5, 6))
    assert fight.outcome("struck")[0] == "missed"
    fight.passes("yrsa").ends("xan").does("yrsa", "attack", "xan", using=SWORD)
    assert fight.combat.facts.get("xan", "hand to hand", "yrsa") == "yes"
