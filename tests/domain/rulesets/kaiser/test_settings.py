"""Kaiser: what its pages leave open or say in two ways, as a table settles it, number by number."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.kaiser import BOW, XAN, YRSA, Fight, duel

SWORD = "long sword"


@pytest.mark.parametrize(
    ("ends", "during", "after"), [("turn begins", [], []), ("turn ends", ["surprised"], [])]
)
def test_when_a_surprise_is_over(ends: str, during: list[str], after: list[str]):
    fight = Fight(points={"surprise ends": ends}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 5), yrsa=(1, 2)).ends("xan")  # 24 against 14: no surprise
    assert fight.conditions("yrsa") == []
    fight = Fight(points={"surprise ends": ends}).joins("xan", side="a", **{**XAN, "size": "tiny"})
    fight.joins("yrsa", side="b", **YRSA).round().all_declared()
    fight.rolls(xan=(6, 5), yrsa=(1, 2))  # 44 against 14
    assert fight.conditions("yrsa") == ["surprised"]
    assert fight.ends("xan").conditions("yrsa") == during
    assert fight.ends("yrsa").conditions("yrsa") == after


@pytest.mark.parametrize(
    ("repeats", "why"),
    [("no", {"strike": 10, "offhand": -4}), ("yes", {"strike": 10, "offhand": -4, "repeated": -2})],
)
def test_whether_an_offhand_attack_is_a_repeated_one(repeats: str, why: dict[str, int]):
    fight = Fight(points={"offhand repeats": repeats}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **{**YRSA, "lp": 1000}).close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using=SWORD, others=["dagger"]).all_declared()
    fight.initiative("xan", "yrsa").does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10}
    fight.passes().does("xan", "offhand attack", "yrsa", using="dagger").rolls(xan=(1, 2))
    assert fight.why("attack") == why


@pytest.mark.parametrize("bound", ["-32", "-20"])
def test_what_being_fully_restrained_takes_off(bound: str):
    fight = duel(points={"fully restrained": bound}).state("yrsa", "fully restrained")
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 3))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9, "fully restrained": int(bound)}


@pytest.mark.parametrize(("strength", "base"), [("yes", 5 + 2), ("no", 5)])
def test_whether_strength_counts_for_a_shot(strength: str, base: int):
    fight = Fight(points={"strength of shots": strength})
    fight.joins("xan", side="a", **{**XAN, "weapons": BOW}).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "attack intention", using="bow").all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using="bow", feet=40).rolls(xan=(3, 4)).passes()
    assert fight.outcome("struck")[1]["base"] == base


@pytest.mark.parametrize(
    ("rolled_on", "asked", "score"), [("yes", "more dice", 13 + 12 + 4), ("no", "", 13 + 12)]
)
def test_whether_a_double_six_on_initiative_is_rolled_on(rolled_on: str, asked: str, score: int):
    fight = Fight(points={"initiative open roll": rolled_on}).joins("xan", **XAN).round()
    fight.all_declared().rolls(xan=(6, 6))
    assert fight.waits_for()[0] == asked
    if asked:
        fight.rolls(xan=(4,))
    assert fight.combat.clock.orders["initiative"].scores == {"xan": score}


@pytest.mark.parametrize(("step", "dice", "base"), [("5", 2 + 3, 7 + 3), ("4", 2 + 4, 7 + 4)])
def test_how_much_strike_brings_a_charge_one_more(step: str, dice: int, base: int):
    assert charged(step, 12) == (dice, base)


def charged(step: str, strike: int) -> tuple[int, int]:
    """The dice and the base damage of a charge over 30 feet."""
    fight = Fight(points={"charge step": step}).joins("xan", **{**XAN, "strike": strike})
    fight.joins("yrsa", **YRSA).round().intends("xan", "charge intention", using=SWORD)
    fight.all_declared().initiative("xan", "yrsa").does("xan", "move", feet=30, beside=["yrsa"])
    fight.does("xan", "charge", "yrsa", using=SWORD, moved=30).answers("xan", "roll").passes()
    rolled = next(r for r in fight.events(e.DiceRolled) if r.purpose == "attack")
    return len(rolled.faces), fight.outcome("struck")[1]["base"]


@pytest.mark.parametrize(
    ("dice", "how", "fall"),
    [
        ("D1 D2", "step", 3),
        ("D2 D4", "step", 4),
        ("D1 D2", "barrier", 3),
        ("D2 D4", "barrier", 4),
        ("D1 D2", "far barrier", 4),
        ("D2 D4", "far barrier", 6),
    ],
)
def test_with_how_many_dice_one_guards_another(dice: str, how: str, fall: int):
    fight = Fight(points={"guard dice": dice}).joins("xan", side="a", **XAN)
    fight.joins("ward", side="a", **YRSA).joins("yrsa", side="b", **YRSA)
    fight.close_together("yrsa ward").round().intends("xan", "guard", ward="ward")
    fight.intends("yrsa", "attack intention", using=SWORD).all_declared()
    fight.rolls(yrsa=(6, 5), xan=(1, 2), ward=(1, 2))
    fight.does("yrsa", "attack", "ward", using=SWORD).rolls(yrsa=(3, 4))
    fight.does("xan", "defend another", "ward", how=how, **{"with": "block"}).answers("xan", "roll")
    [rolled] = [r for r in fight.events(e.DiceRolled) if r.purpose == "defence"]
    assert (len(rolled.faces), len(rolled.kept)) == (fall, 2)
