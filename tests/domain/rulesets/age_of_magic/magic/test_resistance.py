"""Resistance enchantments: how much they take off, for how long, and which one counts."""

from __future__ import annotations

from typing import Any

from tests.domain.rulesets.age_of_magic.magic.test_casting import STRONG, WARD
from tests.support.fights.age_of_magic import URLIK
from tests.support.fights.age_of_magic_ranged import MAGE, Afar, with_a_mage


def warded(*wards: dict[str, Any], urlik: dict[str, Any] = URLIK) -> Afar:
    """The mage protects himself, by enchantments in as many turns; then Urlik strikes at him."""
    fight = with_a_mage(mage={**MAGE, "Enhancement": 20}, urlik=urlik)
    for nth, ward in enumerate(wards):
        if nth:
            fight.ends("mage").ends("urlik").begins("mage")
        fight.does("mage", WARD, "mage", mode="snapshot", skill="Enhancement", **ward)
        fight.rolls("mage").everybody_passes()
    fight.side_by_side("mage urlik").ends("mage").polls("urlik")
    fight.does("urlik", "stand and attack", "mage", using="axe").everybody_passes()
    return fight.rolls("urlik", "mage")


def test_a_point_of_resistance_for_each_point_of_power():
    fight = warded({"power": 6}, urlik=STRONG)
    [condition] = fight.combat.conditions.on("mage", "resistance")
    assert (condition.level, condition.until) == (6, None)
    fight.rolls("urlik")
    assert fight.outcome("damage")[1]["resistance"] == 12


def test_several_do_not_add_and_the_target_chooses_one():
    fight = warded({"power": 6}, {"power": 2, "element": "Fire"}, urlik=STRONG)
    assert fight.waits_for() == ("resistance", ("mage",))
    names = [o.command["choice"] for o in fight.offered() if o.command["type"] == "answer"]
    assert names == ["resistance 6", "Fire 2", "none"]
    fight.answers("mage", "Fire 2").rolls("urlik")
    assert fight.basis("resistance") == ("8.6", "stated")
    assert fight.outcome("resistance") == ("Fire 2", {"level": 4})
    assert fight.outcome("damage")[1]["resistance"] == 4


def test_one_against_a_single_element_counts_only_if_the_target_says_so():
    fight = warded({"power": 2, "element": "Fire"}, urlik=STRONG).answers("mage", "none")
    fight.rolls("urlik")
    assert fight.outcome("damage")[1]["resistance"] == 0


def test_a_resistance_may_last_for_so_many_turns():
    fight = with_a_mage().does(
        "mage", WARD, "urlik", mode="snapshot", skill="Enhancement", power=2, turns=2
    )
    fight.rolls("mage").everybody_passes().ends("mage").ends("urlik")
    assert fight.conditions("urlik") == ["resistance"]
    fight.begins("mage").ends("mage").ends("urlik")
    assert fight.conditions("urlik") == []
