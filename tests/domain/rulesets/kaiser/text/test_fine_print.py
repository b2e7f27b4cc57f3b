"""Small print of Kaiser: what states and stances leave, who counters, and blows at the fallen."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, Points, duel, refused
from tests.support.refusals import lacks, legal

STURDY: dict[str, Any] = {**YRSA, "lp": 1000}
CAREFREE: Points = {"counter needs intention": "no"}


def guarded(**other: Any) -> Fight:
    """Yrsa strikes at Xan, whom Mage guards; both are hand to hand with her."""
    fight = Fight().joins("xan", side="a", **XAN).joins("mage", side="a", **MAGE)
    fight.joins("yrsa", side="b", **STURDY).close_together("xan yrsa", "mage yrsa").round()
    fight.intends("mage", "guard", ward="xan").intends("mage", "attack intention", using="dagger")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.rolls(xan=(1, 2), mage=(3, 3), yrsa=(6, 5))
    fight.does("yrsa", "attack", "xan", using="long sword").rolls(yrsa=(1, 2))
    return fight.does("mage", "defend another", "xan", **{"with": "dodge", **other})


# --- 9.6: what a state leaves ---


@pytest.mark.parametrize("state", ["stunned", "fully restrained"])
def test_who_is_stunned_or_bound_has_no_swift_action_but_defence(state: str):
    fight = duel(yrsa=STURDY).state("xan", state)
    no = refused(fight, lambda: fight.does("xan", "increase action"))
    assert (no.clause, legal(no)) == ("9.6", "")
    fight = duel(yrsa=STURDY).state("yrsa", state)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 3))
    assert fight.manoeuvres("yrsa") >= {"block", "dodge"}


def test_who_is_bound_does_not_strike_back():
    fight = duel(yrsa=STURDY).state("yrsa", "fully restrained")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    fight.does("yrsa", "block", table=30).rolls(yrsa=(4, 4))
    assert fight.outcome("struck")[0] == "missed"
    assert fight.waits_for() == ("", ())


def test_who_is_woken_by_harm_is_slow_when_initiative_is_rolled_next():
    fight = duel(yrsa=STURDY).state("yrsa", "asleep")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    assert fight.conditions("yrsa") == ["armed", "woken by harm"]
    fight.round_over().round().all_declared().rolls(yrsa=(3, 3))
    assert fight.why("initiative") == {"medium": 10, "dexterity": 1, "woken by harm": -4}
    assert "woken by harm" not in fight.rolls(xan=(3, 3)).round_over().conditions("yrsa")


# --- 6.6: a blow at the fallen ---


def test_a_blow_at_the_fallen_takes_life_and_kills():
    fight = duel().pool("yrsa", "lp", -85)
    assert fight.left("yrsa", "lp") == -5
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(6, 5))
    assert fight.outcome("struck")[1]["damage"] == 19 * 7
    assert fight.left("yrsa", "lp") == -5 - 19 * 7
    assert fight.waits_for() == ("", ())
    assert fight.conditions("yrsa")[-1] == "dead"


def test_who_has_left_is_not_struck():
    fight = duel().does("xan", "attack", "yrsa", using="long sword").rolls(xan=(6, 5))
    fight.say(c.Leave(who="yrsa"))
    assert fight.outcome("struck") == ("nobody is there", {"offence": 11 + 10})
    assert (fight.left("yrsa", "lp"), fight.waits_for()) == (80, ("", ()))
    fight.ends("xan")


# --- 4 and 5: what excludes what ---


def test_total_defense_leaves_no_thrust_either():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round().intends("xan", "total defense")
    fight.intends("xan", "attack intention", using="long sword").all_declared()
    fight.initiative("xan", "yrsa").state("yrsa", "at weapon's point", toward="xan")
    assert "thrust" not in fight.manoeuvres("xan")
    no = refused(fight, lambda: fight.does("xan", "thrust", "yrsa", using="long sword"))
    assert no.clause == "4"


def armed_with_two() -> Fight:
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **STURDY)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword", others=["dagger"])
    return fight.all_declared().initiative("xan", "yrsa")


@pytest.mark.parametrize(("first", "other"), [("long sword", "dagger"), ("dagger", "long sword")])
def test_an_offhand_attack_wants_the_other_weapon(first: str, other: str):
    fight = armed_with_two().does("xan", "attack", "yrsa", using=first).rolls(xan=(1, 2))
    fight.everybody_passes()
    no = refused(fight, lambda: fight.does("xan", "offhand attack", "yrsa", using=first))
    assert (no.clause, lacks(no)) == ("5", f"item weapon of xan: {first} != {first}")
    fight.does("xan", "offhand attack", "yrsa", using=other).rolls(xan=(1, 2))
    assert fight.why("attack")["offhand"] == -4


def test_who_has_done_a_special_attack_takes_no_aim_and_who_aims_does_not_charge():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **STURDY)
    fight.close_together("xan yrsa").round().intends("xan", "attack intention", using="dagger")
    fight.all_declared().initiative("xan", "yrsa")
    fight.does("xan", "disarm", "yrsa", using="dagger").rolls(xan=(1, 2)).everybody_passes()
    no = refused(fight, lambda: fight.does("xan", "aim", "yrsa"))
    assert (no.clause, no.numbers, lacks(no)) == (
        "5",
        {"most": 0, "done": 1},
        "limit attacks of xan: 1 <= 0",
    )
    fight = Fight().joins("xan", side="a", **{**XAN, "weapons": {"claw": {"damage": 3}}})
    fight.joins("yrsa", side="b", **YRSA).round().intends("xan", "charge intention", using="claw")
    fight.all_declared().initiative("xan", "yrsa").does("xan", "aim", "yrsa")
    fight.does("xan", "move", feet=30, beside=["yrsa"])
    no = refused(fight, lambda: fight.does("xan", "charge", "yrsa", using="claw", moved=30))
    assert (no.clause, no.numbers, lacks(no)) == (
        "5",
        {"most": 0, "done": 1},
        "limit aim of xan: 1 <= 0",
    )


def test_who_makes_a_complete_attack_does_not_even_counter():
    fight = duel(yrsa=STURDY, points=CAREFREE)
    fight.does("xan", "complete attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    fight.everybody_passes().ends("xan")
    fight.does("yrsa", "attack", "xan", using="long sword").rolls(yrsa=(1, 2))
    fight.does("xan", "block").rolls(xan=(5, 4))
    assert fight.outcome("struck")[1]["bonus"] == 2
    assert [s.barred for s in fight.events(e.Asked)[-1].slots] == ["5"]
    assert fight.waits_for() == ("", ())  # asked nothing: his Complete Attack has barred him


def test_a_charge_includes_a_run_so_that_there_is_no_other():
    fight = Fight().joins("xan", side="a", **{**XAN, "weapons": {"claw": {"damage": 3}}})
    fight.round().intends("xan", "charge intention", using="claw")
    no = refused(fight, lambda: fight.intends("xan", "run"))
    assert (no.clause, no.numbers, lacks(no)) == (
        "4",
        {"most": 0, "done": 1},
        "limit charge intention of xan: 1 <= 0",
    )


def test_a_total_attack_leaves_no_bare_skill_either():
    fight = Fight(points={"undefended": "skill"}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **STURDY).close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword").intends("yrsa", "total attack")
    fight.all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 3)).everybody_passes()
    assert fight.outcome("struck")[1]["defence"] == 0


# --- 8: who strikes back, and at whom ---


def test_a_guard_who_wins_may_counter():
    fight = guarded().rolls(mage=(6, 5, 5))
    assert fight.outcome("struck")[1] == {"offence": 12, "defence": 15, "degrees": 3, "bonus": 1}
    assert fight.waits_for() == ("counter", ("mage",))
    fight.does("mage", "counter", "yrsa", using="dagger").rolls(mage=(3, 3))
    assert fight.why("attack")["counter"] == 1
    assert fight.left("mage", "ap") == 6 - 1 - 2 - 1


def test_a_guard_behind_his_barrier_does_not():
    fight = guarded(how="barrier").rolls(mage=(6, 5, 5))
    assert fight.outcome("struck")[0] == "missed"
    assert fight.waits_for() == ("", ())


def test_who_leaves_hand_to_hand_is_flanked_by_the_opening():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **STURDY)
    fight.close_together("xan yrsa").round().intends("xan", "run")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.initiative("xan", "yrsa").does("xan", "move", feet=20, beside=[])
    fight.does("yrsa", "attack an opening", "xan", using="long sword").rolls(yrsa=(3, 3))
    fight.does("xan", "block").rolls(xan=(3, 3))
    assert fight.why("defence") == {"block": 8, "flank": -3}
