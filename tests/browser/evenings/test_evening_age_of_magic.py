"""A whole evening of Age of Magic, over the machine's own network address: a duel at a ford."""

from __future__ import annotations

import pytest

from tests.support.browser.evening import Evening
from tests.support.browser.player import COGAN, URLIK
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays


@pytest.mark.sweep(of="evenings")
def test_an_evening_at_the_ford(evening_on_the_network: Evening):
    evening = evening_on_the_network
    bring_in(evening)
    begin_the_duel(evening)
    evening.ambushes()
    strike_and_parry(evening)
    knock_urlik_over(evening)
    undo_the_knock_back(evening)
    make_good(evening)
    go_on_to_turn_two(evening)
    then, now = {"Cogan": "AP 6", "Urlik": "AP 11"}, {"Cogan": "AP 6"}
    replays(evening, "Urlik's parry: failed", then, now)
    evening.nothing_is_betrayed()


def bring_in(evening: Evening) -> None:
    """Cogan and Urlik side by side; Paul plays Cogan."""
    evening.opens("Age of Magic", "The ford")
    typed = evening.rita.page.get_by_label("Typed in, with an empty line between two")
    typed.fill(f"Cogan, heroes{COGAN}\nUrlik, reavers{URLIK}")
    evening.rita.button("Add these").stands_beside("Cogan", "Urlik")
    evening.sits_down("Cogan")


def begin_the_duel(evening: Evening) -> None:
    """Initiative, action points, and Cogan's phase."""
    rita, paul, _ = evening.everybody
    rita.does("The referee", "Begin the first combat turn")
    for window in ("Roll initiative", "Roll action points"):
        paul.does("Cogan", window)
        rita.does("Urlik", window)
    paul.does("Cogan", "Take the phase now")
    evening.all_read(Cogan="AP 8", Urlik="AP 12")


def strike_and_parry(evening: Evening) -> None:
    """Cogan hits, since the parry fails; the server dies in between."""
    rita, paul, sue = evening.everybody
    paul.does("Cogan", "Stand and attack (sword)")
    rita.does("Urlik", "Parry (axe)")
    sue.asks("A reaction? Cogan")
    evening.dies_and_returns()
    paul.does("Cogan", "Pass").does("Cogan", "Roll attack", faces="6 6")
    rita.does("Urlik", "Roll defence")
    evening.all_hear("Urlik's parry: failed", "hit (attack 18, defence 12, by 6)")
    evening.all_read(Cogan="AP 6", Urlik="AP 11")


def knock_urlik_over(evening: Evening) -> None:
    """Urlik soaks the wound and is knocked over."""
    rita, paul, _ = evening.everybody
    paul.does("Cogan", "Roll damage")
    rita.does("Urlik", "Soak").does("Urlik", "Roll soak").does("Urlik", "Roll knock back")
    evening.all_hear("no wound (soak 15, was medium wound)", "knocked over (roll 2, difficulty 17)")
    evening.all_read(Urlik="AP 8 prone")


def undo_the_knock_back(evening: Evening) -> None:
    """The knock back is undone, and falls the same again."""
    evening.goes_back(falls="Urlik is knocked over")
    evening.all_read(Urlik="AP 10")
    evening.rita.does("Urlik", "Roll knock back")
    evening.all_read(Urlik="AP 8 prone")


def make_good(evening: Evening) -> None:
    """Urlik is given 2 AP by ruling."""
    disputes(
        evening,
        "Urlik is knocked over",
        "AP, more or less",
        does="What it would do: make good",
        ends="make good",
        Whose="Urlik",
        AP_more_or_less="2",
    )
    evening.all_read(Cogan="AP 6", Urlik="AP 10 prone")


def go_on_to_turn_two(evening: Evening) -> None:
    """Both end their phases, and the next turn begins."""
    rita, paul, _ = evening.everybody
    paul.does("Cogan", "End the phase")
    rita.does("Urlik", "Stand up")
    paul.does("Cogan", "Pass")
    rita.does("Urlik", "End the phase")
    rita.does("The referee", "Begin the next combat turn")
    evening.all_hear("Combat turn 2")
