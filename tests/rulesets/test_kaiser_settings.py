"""Kaiser: what its pages leave open or say in two ways, as a table settles it, number by number."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.kaiser import BOW, XAN, YRSA, Fight, duel, refused

SWORD = "long sword"


@pytest.mark.parametrize(("ends", "during", "after"), [
    ("turn begins", [], []), ("turn ends", ["surprised"], []),
])  # fmt: skip
def test_when_a_surprise_is_over(ends: str, during: list[str], after: list[str]):
    fight = Fight(points={"surprise-ends": ends}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 5), yrsa=(1, 2)).ends("xan")  # 24 against 14: no surprise
    assert fight.conditions("yrsa") == []
    fight = Fight(points={"surprise-ends": ends}).joins("xan", side="a", **{**XAN, "size": "tiny"})
    fight.joins("yrsa", side="b", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 5), yrsa=(1, 2))  # 44 against 14
    assert fight.conditions("yrsa") == ["surprised"]
    assert fight.ends("xan").conditions("yrsa") == during
    assert fight.ends("yrsa").conditions("yrsa") == after


@pytest.mark.parametrize(("repeats", "why"), [
    ("no", {"strike": 10, "offhand": -4}), ("yes", {"strike": 10, "offhand": -4, "repeated": -2}),
])  # fmt: skip
def test_whether_an_offhand_attack_is_a_repeated_one(repeats: str, why: dict[str, int]):
    fight = Fight(points={"offhand-repeats": repeats}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **{**YRSA, "lp": 1000}).close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using=SWORD, others=["dagger"]).all_declared()
    fight.initiative("xan", "yrsa").does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10}
    fight.passes().does("xan", "offhand attack", "yrsa", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack") == why


@pytest.mark.parametrize("bound", ["-32", "-20"])
def test_what_being_fully_restrained_takes_off(bound: str):
    fight = duel(points={"fully-restrained": bound}).state("yrsa", "fully restrained")
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 3))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9, "fully restrained": int(bound)}


@pytest.mark.parametrize(("strength", "base"), [("yes", 5 + 2), ("no", 5)])
def test_whether_strength_counts_for_a_shot(strength: str, base: int):
    fight = Fight(points={"strength-of-shots": strength})
    fight.joins("xan", side="a", **{**XAN, "weapons": BOW}).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "attack intention", using="bow").all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using="bow", feet=40).rolls(xan=(3, 4)).passes()
    assert fight.outcome("struck")[1]["base"] == base


# --- to the letter ---


def test_no_weapon_has_a_base_damage_below_one():
    weak: dict[str, Any] = {**XAN, "strength modifier": -9}
    fight = duel(xan=weak).does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 4)).passes()
    assert fight.outcome("struck")[1]["base"] == 1  # 5 - 9


def test_a_charge_counts_no_farther_than_one_has_moved():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.round().intends("xan", "charge intention", using=SWORD).all_declared()
    fight.initiative("xan", "yrsa").does("xan", "move", feet=15, beside=["yrsa"])
    no = refused(fight, lambda: fight.does("xan", "charge", "yrsa", using=SWORD, moved=20))
    assert (no.clause, no.numbers) == ("4", {"least": 0, "most": 15})
    fight.does("xan", "charge", "yrsa", using=SWORD, moved=15).rolls(xan=(3, 4))
    assert "winded by the charge" not in fight.conditions("xan")


@pytest.mark.parametrize(("interval", "lasts"), [("daily", True), ("turn", False)])
def test_a_daily_power_wants_no_upkeep_from_round_to_round(interval: str, lasts: bool):
    ward = {"shroud": {"mana": 10, "condition": "partially blind", "rounds": 9,
                       "maintain": interval}}  # fmt: skip
    mage = {"lp": 60, "mana": 90, "MA": 50, "spells": ward}
    fight = Fight().joins("mage", side="a", **mage).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").all_declared().rolls(mage=(6, 5), yrsa=(1, 2))
    fight.does("mage", "cast", "yrsa", using="shroud").round_over().round().all_declared()
    fight.rolls(mage=(6, 5), yrsa=(1, 2)).round_over()
    assert ("partially blind" in fight.conditions("yrsa")) is lasts
