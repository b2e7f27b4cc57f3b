"""A whole evening of Kaiser RPG: sealed intentions outlast the server, and a block fails."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.evening import Evening
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays

HILDE = """
dexterity modifier 2
agility modifier 1
class bonus 4
strike 16
block 12
agility 7
constitution 9
willpower 8
strength modifier 3
lp 120
av 2
weapons/long sword/
"""
ROS = """
dexterity modifier 1
class bonus 3
strike 12
block 11
agility 5
constitution 6
willpower 6
strength modifier 1
lp 140
av 1
weapons/short sword/
weapons/shield/
"""
INTENDS = "Hilde declares attack intention"


@pytest.mark.sweep(of="evenings")
def test_an_evening_on_the_stair(evening: Evening):
    bring_in(evening)
    evening.ambushes()
    declare_in_secret(evening)
    hilde_attacks(evening)
    undo_the_wound(evening)
    let_it_stand(evening)
    ros_attacks(evening)
    begin_round_two(evening)
    then = {"Hilde": "AP 0 attack 1", "Ros": "AP 3 attack 2 LP 140"}
    now = {"Hilde": "AP 6 attack 0 feet 0 LP 120", "Ros": "AP 6 attack 0 LP 116"}
    replays(evening, "Ros loses 1 AP", then, now)
    evening.nothing_is_betrayed()


def bring_in(evening: Evening) -> None:
    """Hilde and Ros in the first round; Paul plays Hilde."""
    rita = evening.rita
    evening.opens("Kaiser RPG", "The stair")
    rita.brings_in("Hilde", "guest", HILDE).brings_in("Ros", "watch", ROS).to_the_table()
    evening.sits_down("Hilde")
    rita.does("The referee", "Begin the first round")
    evening.all_read(Hilde="AP 6 LP 120", Ros="AP 6 LP 140")


def declare_in_secret(evening: Evening) -> None:
    """Intentions are sealed until both are declared, even where the server dies."""
    rita, paul, sue = evening.everybody
    paul.does("Hilde", "Attack intention (long sword)").hears(INTENDS)
    evening.dies_and_returns()
    rita.hears(INTENDS)
    expect(sue.lines().filter(has_text="declares")).to_have_count(0)
    paul.does("Hilde", "Pass")
    rita.does("Ros", "Attack intention (short sword)").does("Ros", "Pass")
    evening.all_hear("Hilde means to attack with long sword", "Ros means to attack")
    expect(paul.lines().filter(has_text="Ros declares")).to_have_count(0)
    evening.all_read(Hilde="AP 3 attack 2", Ros="AP 4 attack 2")


def hilde_attacks(evening: Evening) -> None:
    """Hilde goes first and hits, since the block fails."""
    rita, paul, sue = evening.everybody
    paul.does("Hilde", "Roll initiative", faces="5 3")
    rita.does("Ros", "Roll initiative", faces="5 6")
    paul.does("Hilde", "Dash").does("Hilde", "Move", Feet="10", Ros="")
    paul.does("Hilde", "Attack (long sword)").does("Hilde", "Roll attack", faces="4 5")
    sue.asks("A defence? Ros")
    rita.does("Ros", "Block").does("Ros", "Roll defence", faces="4 4")
    evening.all_hear("hit (offence 25, defence 19, degrees 6, units 3, base 8, damage 24)")
    evening.all_read(Hilde="AP 0 attack 1 feet 60 LP 120", Ros="AP 3 attack 2 LP 116")


def undo_the_wound(evening: Evening) -> None:
    """The wound is undone, and comes again."""
    evening.goes_back(falls="Ros loses 24 LP")
    evening.all_read(Ros="AP 4 attack 2 LP 140")
    evening.rita.does("Ros", "Roll defence", faces="4 4")
    evening.all_read(Ros="AP 3 attack 2 LP 116")


def let_it_stand(evening: Evening) -> None:
    """The wound is contested, and stands by ruling."""
    does = "Everything stays as it is."
    disputes(evening, "Ros loses 24 LP", "Let it stand", does=does, ends="let it stand")


def ros_attacks(evening: Evening) -> None:
    """Ros hits, and does no damage."""
    rita, paul, _ = evening.everybody
    paul.does("Hilde", "End the turn")
    rita.does("Ros", "Attack (short sword)").does("Ros", "Roll attack", faces="3 4")
    paul.does("Hilde", "Block").does("Hilde", "Roll defence", faces="2 3")
    evening.all_hear("hit (offence 19, defence 17, degrees 2, units 0, base 5, damage 0)")


def begin_round_two(evening: Evening) -> None:
    """Everybody passes, and the next round begins."""
    rita, paul, _ = evening.everybody
    rita.does("Ros", "End the turn").does("Ros", "Pass")
    paul.does("Hilde", "Pass")
    rita.does("The referee", "Begin the next round")
    evening.all_hear("Round 2")
    evening.all_read(Hilde="AP 6 attack 0 feet 0 LP 120", Ros="AP 6 attack 0 LP 116")
