"""Kaiser 2.1, 4 and 3.1: intentions, declared and paid before any initiative is rolled."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import BOW, MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks


def begun(points: dict[str, str] | None = None) -> Fight:
    fight = Fight(points=points).joins("xan", side="a", **{**MAGE, **XAN, "chakras": {"eye": 3}})
    return fight.joins("ally", side="a", **YRSA).joins("yrsa", side="b", **YRSA).round()


def test_six_ap_at_the_start_of_a_round():
    fight = begun()
    assert [fight.left(who, "ap") for who in ("xan", "ally", "yrsa")] == [6, 6, 6]
    assert fight.waits_for() == ("intentions", ("xan", "ally", "yrsa"))


def test_scenario_2_six_ap_are_spent_one_by_one():
    fight = begun().intends("xan", "magic", how="mass")
    again = refused(fight, lambda: fight.intends("xan", "magic", how="innate"))
    assert (again.clause, again.numbers, lacks(again)) == (
        "2.1.2",
        {"most": 1, "done": 1},
        "limit magic of xan: 1 < 1",
    )
    fight.intends("xan", "attack intention", using="long sword")
    fight.intends("xan", "guard", ward="ally")
    broke = refused(fight, lambda: fight.intends("xan", "spirit", how="fill chakra"))
    assert (broke.clause, broke.numbers, lacks(broke)) == (
        "3.1",
        {"cost": 1, "left": 0, "declared": 6},
        "points ap of xan: 0 >= 1",
    )
    fight.all_declared()
    paid = [p.delta for p in fight.events(e.PoolChanged) if (p.subject, p.how) == ("xan", "pay")]
    assert (paid, fight.left("xan", "ap")) == ([-2, -3, -1], 0)


def test_all_is_paid_before_the_first_roll_of_initiative():
    fight = begun().intends("yrsa", "attack intention", using="long sword").all_declared()
    assert fight.waits_for()[0] == "initiative"
    assert [d for d in fight.told() if d.startswith(("Acted", "PoolChanged yrsa"))] == [
        "Acted a1 yrsa attack intention",
        "PoolChanged yrsa.ap -3 pay",
        "PoolChanged yrsa.attacks +1 fill",
    ]


def test_nobody_rolls_before_all_have_declared():
    fight = begun().passes("xan", "ally")
    assert fight.waits_for() == ("intentions", ("yrsa",))
    early = refused(fight, lambda: fight.answers("xan", "roll"))
    assert lacks(early) == "answer intentions of yrsa: no = yes"


def test_a_complete_cost_wants_all_and_leaves_only_what_costs_nothing():
    fight = begun().intends("xan", "spirit", how="fill chakra")
    spent = refused(fight, lambda: fight.intends("xan", "sprint"))
    assert (spent.clause, spent.numbers, lacks(spent)) == (
        "3.2",
        {"most": 0, "done": 1, "left": 5},
        "limit ap spent of xan: 1 <= 0",
    )
    fight.intends("yrsa", "sprint")
    assert refused(fight, lambda: fight.intends("yrsa", "guard", ward="yrsa")).clause
    fight.intends("yrsa", "total defense").all_declared()
    assert (fight.left("yrsa", "ap"), fight.left("yrsa", "movement")) == (0, 80)


def test_a_ritual_stands_alone():
    fight = begun().intends("xan", "absorb hits")
    assert refused(fight, lambda: fight.intends("xan", "conjure", what="a wolf")).clause == "4"
    fight.intends("yrsa", "complete power", what="a wall")
    assert refused(fight, lambda: fight.intends("yrsa", "total attack")).clause == "4"


@pytest.mark.parametrize(
    ("one", "other"),
    [("absorb hits", "total attack"), ("run", "sprint"), ("total defense", "absorb hits")],
)
def test_what_keeps_each_other_out(one: str, other: str):
    fight = begun().intends("xan", one)
    why = refused(fight, lambda: fight.intends("xan", other))
    assert (why.clause, lacks(why)) == ("4", f"limit {one} of xan: 1 <= 0")


def test_several_stances_may_be_taken():
    fight = begun().intends("xan", "total attack").intends("xan", "defensive fan")
    fight.intends("xan", "alert to danger").all_declared()
    assert fight.conditions("xan") == ["total attack", "defensive fan", "alert"]
    assert fight.left("xan", "ap") == 5


def test_the_dearest_weapon_counts_and_two_of_them_slow():
    armed = {**XAN, "weapons": {"dagger": {}, "two handed sword": {}}}
    fight = Fight().joins("xan", **armed).joins("yrsa", **YRSA).round()
    fight.intends("xan", "attack intention", using="dagger", others=["two handed sword"])
    fight.all_declared()
    assert fight.left("xan", "ap") == 6 - (3 + 1)
    fight.rolls(xan=(3, 4))
    assert fight.why("initiative") == {"medium": 10, "dexterity": 2, "agility": 1, "armed": -9}


def test_a_strike_of_20_makes_three_attacks():
    fight = duel(xan={**XAN, "strike": 20})
    assert fight.left("xan", "attacks") == 3


def test_a_bow_has_no_cost():
    fight = Fight().joins("xan", **{**XAN, "weapons": BOW}).joins("yrsa", **YRSA).round()
    fight.intends("xan", "attack intention", using="bow").all_declared()
    assert fight.left("xan", "ap") == 5


def test_a_charge_includes_a_run_and_one_complete_attack():
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 10})
    fight.joins("yrsa", side="b", **{**YRSA, "lp": 200})
    fight.round().intends("xan", "charge intention", using="long sword").all_declared()
    assert (fight.left("xan", "ap"), fight.left("xan", "movement")) == (1, 50)
    fight.initiative("xan", "yrsa")
    fight.does("xan", "move", feet=30, beside=["yrsa"])
    fight.does("xan", "charge", "yrsa", using="long sword", moved=30)
    fight.rolls(xan=(3, 3, 3, 2, 2)).passes()
    assert fight.outcome("struck")[1]["base"] == 5 + 2 + 3
    assert "winded by the charge" in fight.conditions("xan")
    fight.rolls(xan=(1, 1), yrsa=(6, 6))
    again = refused(
        fight, lambda: fight.does("xan", "charge", "yrsa", using="long sword", moved=20)
    )
    assert again.clause == "5"


def test_alert_to_danger_may_be_taken_on_one_s_turn_but_not_twice():
    fight = duel().does("xan", "alert to danger")
    assert (fight.left("xan", "ap"), fight.conditions("xan")) == (2, ["armed", "alert"])
    assert refused(fight, lambda: fight.does("xan", "alert to danger")).clause == "2.1.2"


def test_an_intention_may_be_taken_back_until_all_have_declared():
    fight = begun().intends("xan", "magic", how="mass").say(c.Withdraw(who="xan"))
    fight.intends("xan", "magic", how="innate").all_declared()
    assert [x.params["how"] for x in fight.events(e.Acted)] == ["innate"]


def test_who_comes_in_the_midst_of_a_round_joins_at_the_next_intention_phase():
    fight = duel().joins("late", side="b", **YRSA)
    assert fight.left("late", "ap") == 0
    fight.round_over()
    assert "late" not in fight.order()
    fight.round()
    assert fight.waits_for() == ("intentions", ("xan", "yrsa", "late"))
