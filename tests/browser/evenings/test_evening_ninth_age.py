"""A whole evening of The 9th Age: a whole game turn, a flight, and a charge that fails."""

from __future__ import annotations

import pytest

from tests.support.browser.evening import Evening
from tests.support.browser.guest import Guest
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays

LANCES = """
HP 1
Agility 3
Attacks 1
Models 8
Files 4
Advance 8
March 16
Discipline 8
Points 320
"""
BOWS = """
HP 1
Agility 3
Attacks 1
Models 10
Files 10
Advance 5
March 10
Discipline 6
Aim 4
Shots 1
Range 24
Points 160
"""


def armies(rita: Guest) -> None:
    """Two sides, of a unit each, typed in."""
    for name, side, kind, sheet in (
        ("Coast", "", "side", ""),
        ("Lances", "coast", "unit", LANCES),
        ("Hills", "", "side", ""),
        ("Bows", "hills", "unit", BOWS),
    ):
        rita.page.get_by_text("More: kind").click()
        rita.page.get_by_label("Kind").select_option(kind)
        rita.brings_in(name, side, sheet)


def deployed(rita: Guest, paul: Guest) -> None:
    """The armies on the table, the Hills first."""
    rita.does("The referee", "Begin the first game turn")
    rita.does("The referee", "Roll objective", faces="2").does("The referee", "Frontline clash")
    rita.does("The referee", "Who chooses", Chooser="Coast")
    rita.does("Hills", "Place a unit").does("Hills", "Whose it is", Of="Hills")
    paul.does("Coast", "Place a unit")


@pytest.mark.sweep(of="evenings")
def test_an_evening_on_the_causeway(evening: Evening):
    bring_in(evening)
    evening.ambushes()
    shoot(evening)
    save_and_lose_two(evening)
    undo_the_save(evening)
    make_good(evening)
    charge_and_flee(evening)
    fail_the_charge(evening)
    replays(evening, "hits 5", {"Lances": "HP 8"}, {"Lances": "HP 7", "Bows": "HP 10"})
    evening.nothing_is_betrayed()


def bring_in(evening: Evening) -> None:
    """The armies in the first game turn; Paul plays the Coast."""
    rita, paul, _ = evening.everybody
    evening.opens("The 9th Age: Fantasy Battles", "The causeway")
    armies(rita)
    rita.to_the_table()
    evening.sits_down("Coast", "Lances")
    deployed(rita, paul)
    evening.all_read(Coast="breakthrough", Lances="HP 8", Bows="HP 10")


def agrees(guest: Guest, side: str, said: str) -> None:
    """Confirm what the other player said: the button has it all."""
    button = guest.in_step().group(side).locator('button[value^="So it is ("]').first
    label = button.get_attribute("value") or ""
    assert said in label
    guest.does(side, label)


def shoot(evening: Evening) -> None:
    """The Bows shoot at the Lances; the server dies before the Coast agrees to the numbers."""
    rita, paul, sue = evening.everybody
    rita.does("Hills", "No more charges").does("Hills", "No more moves")
    volley = {"Models": "10", "Long": "long", "What_the_target": "none"}
    rita.does("Bows", "Shoot", **volley, What_wounds="4", The_Armour="5")
    sue.asks("Is it so? Coast")
    evening.dies_and_returns()
    agrees(paul, "Coast", "armour on 5, cover none, range long, shots 10, wounds on 4")
    rita.does("Bows", "Roll to hit", faces="6 6 5 2 1 4 6 3 2 6")
    rita.does("Bows", "Roll to wound", faces="4 5 4 4 1")


def save_and_lose_two(evening: Evening) -> None:
    """Two of the Lances are not saved."""
    evening.paul.does("Lances", "Roll armour save", faces="5 5 2 2")
    evening.all_hear("hits 5", "Lances loses 2 HP, 6 left", "Panic test of Lances")
    evening.all_read(Lances="HP 6")


def undo_the_save(evening: Evening) -> None:
    """The save is undone, and falls the same again."""
    evening.goes_back(falls="Lances loses 2 HP")
    evening.all_read(Lances="HP 8")
    evening.paul.does("Lances", "Roll armour save")
    evening.all_read(Lances="HP 6")


def make_good(evening: Evening) -> None:
    """The Lances are given one HP by ruling."""
    disputes(
        evening,
        "Lances loses 2 HP",
        "HP, more or less",
        does="What it would do: make good",
        ends="make good",
        Whose="Lances",
        HP_more_or_less="1",
    )
    evening.all_read(Lances="HP 7")


def charge_and_flee(evening: Evening) -> None:
    """The Lances pass their panic test and charge; the Bows flee."""
    rita, paul, _ = evening.everybody
    paul.does("Lances", "Roll panic test", faces="3 3")
    evening.all_hear("Player turn of Coast")
    paul.does("Lances", "Charge", Inches="13", The_target="front")
    agrees(rita, "Hills", "13")
    rita.does("Bows", "Flee")
    rita.does("Bows", "Roll flee distance", faces="5 5")
    rita.does("Hills", "The way it flees", Inches="24")


def fail_the_charge(evening: Evening) -> None:
    """The Lances do not reach them, and the next game turn begins."""
    rita, paul, _ = evening.everybody
    agrees(paul, "Coast", "24")
    paul.does("Lances", "Charge move", Inches="23")
    agrees(rita, "Hills", "23")
    paul.does("Lances", "Roll charge range", faces="3 4")
    evening.all_hear("Bows reacts and flees", "shaken (failed charge)", "Melee phase")
    evening.all_read(Bows="HP 10 fleeing")
    rita.does("The referee", "Begin the next game turn")
    evening.all_hear("Game turn 2")
