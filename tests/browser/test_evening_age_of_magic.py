"""A whole evening of Age of Magic, over the machine's own network address: a duel at a ford."""

from __future__ import annotations

from tests.browser.evening import Evening
from tests.browser.moments import replays
from tests.browser.player import COGAN, URLIK
from tests.browser.quarrel import disputes


def test_an_evening_at_the_ford(evening_on_the_network: Evening):
    evening = evening_on_the_network
    rita, paul, sue = evening.everybody
    evening.opens("Age of Magic", "The ford")
    typed = rita.page.get_by_label("Typed in, with an empty line between two")
    typed.fill(f"Cogan, heroes{COGAN}\nUrlik, reavers{URLIK}")
    rita.button("Bring the typed ones").stands_beside("Cogan", "Urlik")
    evening.sits_down("Cogan")
    rita.does("The referee", "Begin the next combat turn")
    for window in ("Roll initiative", "Roll action points"):
        paul.does("Cogan", window)
        rita.does("Urlik", window)
    paul.does("Cogan", "Take the phase now")
    evening.all_read(Cogan="AP 8", Urlik="AP 12")
    evening.ambushes()

    paul.does("Cogan", "Stand and attack (sword)")
    rita.does("Urlik", "Declare: parry (axe)")
    sue.asks("A reaction? Cogan")
    evening.dies_and_returns()
    paul.does("Cogan", "Pass").does("Cogan", "Roll attack", faces="6 6")
    rita.does("Urlik", "Roll defence")
    evening.all_hear("Urlik's parry: failed", "hit (attack 18, defence 12, by 6)")
    evening.all_read(Cogan="AP 6", Urlik="AP 11")
    paul.does("Cogan", "Roll damage")
    rita.does("Urlik", "Soak").does("Urlik", "Roll soak").does("Urlik", "Roll knock-back")
    evening.all_hear("no wound (soak 15, was medium wound)", "knocked over (roll 2, difficulty 17)")
    evening.all_read(Urlik="AP 8 prone")

    evening.goes_back(falls="Urlik is knocked over")
    evening.all_read(Urlik="AP 10")
    rita.does("Urlik", "Roll knock-back")
    evening.all_read(Urlik="AP 8 prone")
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

    paul.does("Cogan", "End the phase")
    rita.does("Urlik", "Stand up")
    paul.does("Cogan", "Pass")
    rita.does("Urlik", "End the phase")
    rita.does("The referee", "Begin the next combat turn")
    evening.all_hear("Combat turn 2")
    for guest in evening.everybody:
        replays(
            guest, "Urlik's parry: failed", {"Cogan": "AP 6", "Urlik": "AP 11"}, {"Cogan": "AP 6"}
        )
    evening.nothing_is_betrayed()
