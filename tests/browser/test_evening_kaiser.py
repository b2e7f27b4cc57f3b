"""A whole evening of Kaiser RPG: sealed intentions outlast the server, and a block fails."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.moments import replays
from tests.browser.quarrel import disputes

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


def test_an_evening_on_the_stair(evening: Evening):
    rita, paul, sue = evening.everybody
    evening.opens("Kaiser RPG", "The stair")
    rita.brings_in("Hilde", "guest", HILDE).brings_in("Ros", "watch", ROS).to_the_table()
    evening.sits_down("Hilde")
    rita.does("The referee", "Begin the next round")
    evening.all_read(Hilde="AP 6 LP 120", Ros="AP 6 LP 140")
    evening.ambushes()

    paul.does("Hilde", "Declare: attack intention (long sword)").hears(INTENDS)
    evening.dies_and_returns()
    rita.hears(INTENDS)
    expect(sue.lines().filter(has_text="declares")).to_have_count(0)
    paul.does("Hilde", "Pass")
    rita.does("Ros", "Declare: attack intention (short sword)").does("Ros", "Pass")
    evening.all_hear("Hilde means to attack with long sword", "Ros means to attack")
    expect(paul.lines().filter(has_text="Ros declares")).to_have_count(0)
    evening.all_read(Hilde="AP 3 attack 2", Ros="AP 4 attack 2")

    paul.does("Hilde", "Roll initiative", faces="5 3")
    rita.does("Ros", "Roll initiative", faces="5 6")
    paul.does("Hilde", "Dash").does("Hilde", "Move", Feet="10", Ros="")
    paul.does("Hilde", "Attack (long sword)").does("Hilde", "Roll attack", faces="4 5")
    sue.asks("A defence? Ros")
    rita.does("Ros", "Block").does("Ros", "Roll defence", faces="4 4")
    evening.all_hear("hit (offence 25, defence 19, dos 6, units 3, base 8, damage 24)")
    evening.all_read(Hilde="AP 0 attack 1 feet 60 LP 120", Ros="AP 3 attack 2 LP 116")

    evening.goes_back(falls="Ros loses 24 LP")
    evening.all_read(Ros="AP 4 attack 2 LP 140")
    rita.does("Ros", "Roll defence", faces="4 4")
    evening.all_read(Ros="AP 3 attack 2 LP 116")
    disputes(
        evening,
        "Ros loses 24 LP",
        "Let it stand",
        does="Everything stays as it is.",
        ends="let it stand",
    )

    paul.does("Hilde", "End the turn")
    rita.does("Ros", "Attack (short sword)").does("Ros", "Roll attack", faces="3 4")
    paul.does("Hilde", "Block").does("Hilde", "Roll defence", faces="2 3")
    evening.all_hear("hit (offence 19, defence 17, dos 2, units 0, base 5, damage 0)")
    rita.does("Ros", "End the turn").does("Ros", "Pass")
    paul.does("Hilde", "Pass")
    rita.does("The referee", "Begin the next round")
    evening.all_hear("Round 2")
    evening.all_read(Hilde="AP 6 attack 0 feet 0 LP 120", Ros="AP 6 attack 0 LP 116")
    for guest in evening.everybody:
        replays(
            guest,
            "Ros loses 1 AP",
            {"Hilde": "AP 0 attack 1", "Ros": "AP 3 attack 2 LP 140"},
            {"Hilde": "AP 6 attack 0 feet 0 LP 120", "Ros": "AP 6 attack 0 LP 116"},
        )
    evening.nothing_is_betrayed()
