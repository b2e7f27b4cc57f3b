"""Kaiser: what a later text says otherwise, and what no text says, number by number."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, Points, duel, refused
from tests.support.refusals import lacks, legal

SWORD = "long sword"


@pytest.mark.parametrize(("rule", "defence", "dice"), [("roll 0", 0, 2), ("no dice", 9, 0)])
def test_what_a_total_attack_leaves_of_the_defence(rule: str, defence: int, dice: int):
    fight = Fight(points={"total attack defence": rule})
    fight.joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round().intends("yrsa", "total attack")
    fight.intends("xan", "attack intention", using=SWORD).all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 4)).does("yrsa", "block")
    fight.answers("yrsa", "roll")
    [rolled] = [r for r in fight.events(e.DiceRolled) if r.purpose == "defence"]
    assert len(rolled.faces) == dice
    assert fight.outcome("defence")[1] == {"defence": defence}


@pytest.mark.parametrize(
    ("rule", "size", "why"),
    [
        ("-1 to -4", "same", -2),
        ("-2 to -5", "same", -3),
        ("-2 to -5", "smaller", -2),
        ("-2 to -5", "much larger", -5),
    ],
)
def test_what_a_repeated_attack_suffers(rule: str, size: str, why: int):
    xan = {**XAN, "weapons": {SWORD: {"size": size}}}
    fight = duel(xan=xan, yrsa={**YRSA, "lp": 1000}, points={"repeat penalties": rule})
    for _ in range(2):
        fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2)).everybody_passes()
    assert fight.why("attack") == {"strike": 10, "repeated": why}


@pytest.mark.parametrize(
    ("rule", "weighs"),
    [
        ("every action", {"spell projection": 8, "mostly restrained": -12}),
        ("freedom of movement", {"spell projection": 8}),
    ],
)
def test_whether_bonds_weigh_on_casting(rule: str, weighs: dict[str, int]):
    fight = Fight(points={"restrained": rule}).joins("mage", side="a", **MAGE)
    fight.joins("yrsa", side="b", **YRSA).round().intends("mage", "magic", how="mass")
    fight.all_declared().initiative("mage", "yrsa").state("mage", "mostly restrained")
    fight.does("mage", "cast", "yrsa", using="firebolt").answers("mage", "roll")
    assert fight.why("attack") == weighs


def leaving(points: Points = None) -> Fight:
    """Xan steps away from Yrsa, who strikes at the opening with 16."""
    fight = duel(points=points).pool("xan", "movement", 40)
    fight.does("xan", "move", feet=10, beside=[]).does(
        "yrsa", "attack an opening", "xan", using=SWORD
    )
    return fight.rolls(yrsa=(3, 4))


def test_who_leaves_may_slip_past_where_the_table_has_it():
    fight = leaving({"opening acrobatics": "yes"}).does("xan", "acrobatics").rolls(xan=(3, 4))
    assert fight.why("defence") == {"acrobatics": 5, "flank": -3}
    fight = leaving()
    why = refused(fight, lambda: fight.does("xan", "acrobatics"))
    assert (why.clause, lacks(why), legal(why)) == (
        "12",
        "setting opening acrobatics: no = yes",
        "block; dodge",
    )


def test_nobody_slips_past_an_attack_who_stays():
    fight = duel(points={"opening acrobatics": "yes"}).does("xan", "attack", "yrsa", using=SWORD)
    fight.rolls(xan=(3, 4))
    assert {"block", "dodge"} < fight.manoeuvres("yrsa")
    assert "acrobatics" not in fight.manoeuvres("yrsa")


def test_weapons_are_sundered_where_the_table_has_it():
    fight = duel()
    why = refused(fight, lambda: fight.does("xan", "sunder", "yrsa", using=SWORD))
    assert (why.clause, lacks(why), legal(why)) == ("12", "setting sunder: no = yes", "disarm")
    fight = duel(points={"sunder": "yes"}).does("xan", "sunder", "yrsa", using=SWORD)
    assert fight.left("xan", "ap") == 6 - 3 - 1
    fight.rolls(xan=(3, 4)).passes()
    assert fight.outcome("struck")[1]["damage"] == 0
    fight.answers("referee", "as ruled", what="the blade breaks")
    assert fight.outcome("ruled")[0] == "the blade breaks"


@pytest.mark.parametrize(("rule", "mass"), [("10 x MA", 270), ("10 x final MA", 0)])
def test_how_much_mass_is_held_over(rule: str, mass: int):
    """270 held and 12 more at a quarter of 50: below 500, and above 120."""
    fight = Fight(points={"mass limit": rule}).joins("mage", side="a", **MAGE)
    fight.joins("yrsa", side="b", **YRSA).pool("mage", "mass", 270).round()
    fight.intends("mage", "magic", how="mass", signs="neither").all_declared()
    assert fight.left("mage", "mass") == (mass + 12 if mass else 0)
    assert fight.left("mage", "mana") == (188 if mass else 188 + 282 - 10)


def test_an_active_action_may_want_some_ap_left():
    fight = duel(points={"active needs ap": "yes"})
    fight.pool("xan", "ap", -3)
    why = refused(fight, lambda: fight.does("xan", "attack", "yrsa", using=SWORD))
    assert (why.clause, lacks(why)) == ("12", "points ap of xan: 0 >= 1")
    duel().pool("xan", "ap", -3).does("xan", "attack", "yrsa", using=SWORD)


def crowd(points: Points = None) -> Fight:
    """Xan among four foes."""
    fight = Fight(points={"tie": "joined", **(points or {})}).joins("xan", side="a", **XAN)
    fight.joins("one", "two", "three", "four", side="b", **YRSA)
    fight.close_together("xan one", "xan two", "xan three", "xan four").round()
    fight.intends("xan", "attack intention", using=SWORD).all_declared()
    return fight.initiative("xan")


def test_a_sweep_has_as_many_targets_as_the_table_says():
    fight = crowd({"sweep most": "3"})
    why = refused(
        fight,
        lambda: fight.does("xan", "sweeping", "one", using=SWORD, then=["two", "three", "four"]),
    )
    assert (why.numbers, why.pointer) == ({"most": 2}, "/params/then/2")
    fight.does("xan", "sweeping", "one", using=SWORD, then=["two", "three"])
    crowd().does("xan", "sweeping", "one", using=SWORD, then=["two", "three", "four"])


@pytest.mark.parametrize(
    ("rule", "left", "repeated"), [("no", 2, {}), ("yes", 1, {"repeated": -2})]
)
def test_whether_a_thrust_is_one_of_the_attacks(rule: str, left: int, repeated: dict[str, int]):
    fight = duel(yrsa={**YRSA, "lp": 1000}, points={"thrust is an attack": rule})
    fight.state("yrsa", "at weapon's point", "xan").does("xan", "thrust", "yrsa", using=SWORD)
    fight.rolls(xan=(1, 2)).everybody_passes()
    assert fight.left("xan", "attacks") == left
    fight.does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(1, 2))
    assert fight.why("attack") == {"strike": 10, **repeated}


def test_without_any_attack_intended_one_thrusts_unless_it_is_one():
    def held(rule: str) -> Fight:
        fight = duel(intends="", points={"thrust is an attack": rule})
        return fight.state("yrsa", "at weapon's point", "xan")

    assert held("no").does("xan", "thrust", "yrsa", using=SWORD).waits_for()[0] == "attack"
    fight: Any = held("yes")
    refused(fight, lambda: fight.does("xan", "thrust", "yrsa", using=SWORD))
