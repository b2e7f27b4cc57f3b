"""Kaiser 8.5, 9.6: a captive at weapon's point: struck, moving away, and let go."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.support.fights.kaiser import XAN, YRSA, Fight, duel, refused

STURDY: dict[str, Any] = {**YRSA, "lp": 1000, "av": 60}
SWORD, POINT = "long sword", "at weapon's point"


def held() -> Fight:
    """Xan holds Yrsa at weapon's point, on his turn."""
    return duel(yrsa=STURDY).state("yrsa", POINT, toward="xan")


def test_a_captive_who_is_struck_defends_at_ten_less_and_is_free_then():
    fight = held().does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(3, 4))
    fight.does("yrsa", "dodge").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"dodge": 9, POINT: -10}
    assert (fight.outcome("struck")[1]["defence"], fight.conditions("yrsa")) == (6, ["armed"])


def test_a_captive_is_struck_at_once_and_not_again_before_the_defence():
    fight = held().does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(3, 4))
    assert "thrust" not in fight.manoeuvres("xan")
    refused(fight, lambda: fight.does("xan", "thrust", "yrsa", using=SWORD))


def test_who_strikes_a_captive_of_two_ends_only_the_own_hold():
    fight = Fight().joins("xan", side="a", **XAN).joins("zoe", side="a", **YRSA)
    fight.joins("yrsa", side="b", **STURDY).close_together("xan yrsa", "zoe yrsa")
    fight.state("yrsa", POINT, toward="xan").state("yrsa", POINT, toward="zoe").round()
    fight.intends("xan", "attack intention", using=SWORD).all_declared()
    fight.initiative("xan", "zoe", "yrsa")
    fight.does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(1, 2)).passes("yrsa")
    assert [held.toward for held in fight.combat.conditions.on("yrsa", POINT)] == ["zoe"]


@pytest.mark.parametrize(("beside", "left"), [([], []), (["xan"], [POINT])])
def test_a_captive_at_the_point_may_move_and_is_free_once_elsewhere(
    beside: list[str], left: list[str]
):
    fight = held().ends("xan").does("yrsa", "dash")
    fight.does("yrsa", "move", feet=10, beside=beside).everybody_passes()
    assert (fight.left("yrsa", "movement"), fight.conditions("yrsa")) == (30, ["armed", *left])


def test_the_holder_may_strike_the_captive_who_turns_to_go():
    fight = held().ends("xan").does("yrsa", "dash").does("yrsa", "move", feet=10, beside=[])
    fight.does("xan", "thrust", "yrsa", using=SWORD).rolls(xan=(3, 4))
    fight.does("yrsa", "dodge").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"dodge": 9, POINT: -10}


@pytest.mark.parametrize("state", ["unconscious", "asleep", "dead"])
def test_a_holder_who_falls_lets_the_captive_go(state: str):
    assert held().state("xan", state).conditions("yrsa") == ["armed"]


def test_a_holder_without_life_points_lets_the_captive_go():
    assert held().pool("xan", "lp", -100).conditions("yrsa") == ["armed"]


@pytest.mark.parametrize("who", ["xan", "yrsa"])
def test_a_hold_ends_when_one_of_the_two_leaves(who: str):
    assert held().say(c.Leave(who=who)).conditions("yrsa") == ["armed"]


def test_a_captive_who_falls_is_held_all_the_same():
    assert POINT in held().state("yrsa", "unconscious").conditions("yrsa")
