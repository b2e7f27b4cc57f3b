"""A whole evening of ARQ: a shot, a dash for the same lamp, and blades in an alley."""

from __future__ import annotations

import pytest

from tests.support.browser.evening import Evening
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays

PEOPLE = """
Ilse, watch
movement 3, melee 3, missile 3

Rook, gang
foe: yes
movement 3, melee 4, missile 2
"""
SHOT = "Rook takes 2 wounds, 2 in all"


@pytest.mark.sweep(of="evenings")
def test_an_evening_in_the_alley(evening: Evening):
    bring_in(evening)
    evening.ambushes()
    shoot(evening)
    annul_the_wounds(evening)
    dash_for_the_lamp(evening)
    fight_with_blades(evening)
    line = "Rook takes 1 wound, 1 in all"
    replays(evening, line, {"Rook": "wounds 1"}, {"Rook": "wounds 2"})
    evening.nothing_is_betrayed()


def bring_in(evening: Evening) -> None:
    """Ilse and Rook in the first round; Paul plays Ilse."""
    rita = evening.rita
    evening.opens("ARQ", "The alley")
    rita.page.get_by_label("Typed in, with an empty line between two").fill(PEOPLE)
    rita.button("Add these")
    evening.sits_down("Ilse")
    rita.does("The referee", "Begin the first round")
    rita.does("The referee", "What the foes are doing is settled", Rook="looks for the lamp")
    evening.all_read(Ilse="action 1", Rook="action 1")


def shoot(evening: Evening) -> None:
    """Ilse shoots Rook; the server dies before the wounds are told."""
    rita, paul, sue = evening.everybody
    paul.does("Ilse", "Shoot")
    paul.does("Ilse", "Draw a card", The_card="the Archer")
    paul.does("Ilse", "The test wins", The_number="7")
    sue.asks("How many wounds?")
    evening.dies_and_returns()
    rita.does("The referee", "So many wounds", Wounds_taken="2")
    evening.all_hear("missile, rank 3, card the Archer, result 7", SHOT)
    evening.all_read(Ilse="action 0", Rook="action 1 wounds 2")


def annul_the_wounds(evening: Evening) -> None:
    """The wounds are annulled by ruling, and told anew."""
    rita = evening.rita
    disputes(evening, SHOT, "Annul it: it never was", does="0 instead of 2", ends="annul")
    evening.all_read(Ilse="action 0", Rook="action 1")
    rita.does("The referee", "So many wounds", Wounds_taken="1")
    evening.all_read(Rook="action 1 wounds 1")
    rita.does("Rook", "Action", What_is_done="kicks over the bench")


def dash_for_the_lamp(evening: Evening) -> None:
    """Ilse wins the dash; that is undone, and she loses it."""
    rita, paul, sue = evening.everybody
    rita.does("The referee", "What the foes are doing is settled", Rook="wants the lamp")
    rita.does("The referee", "Dash (Ilse)", What_both_want="the lamp")
    paul.does("Ilse", "Draw a card", The_card="the Hare")
    paul.does("Ilse", "The test wins", The_number="5")
    evening.all_hear("Rook waits for Ilse")
    evening.goes_back(falls="Rook waits for Ilse")
    sue.asks("How does the test come out? Ilse")
    paul.does("Ilse", "The test loses", The_number="2")
    evening.all_hear("Ilse waits for Rook")
    rita.does("Rook", "Move", How_far="4", Ilse="").does("Rook", "End the move here")
    paul.does("Ilse", "Pass")


def fight_with_blades(evening: Evening) -> None:
    """Ilse wounds Rook in melee, and the next round begins."""
    rita, paul, _ = evening.everybody
    rita.does("The referee", "Who fights whom")
    paul.does("Ilse", "Draw for melee", The_card="the Wheel")
    paul.does("Ilse", "The test wins", The_number="7")
    rita.does("The referee", "Wounds of the defeated", Wounds_for_rook="1")
    evening.all_hear("Rook takes 1 wound, 2 in all")
    rita.does("The referee", "Begin the next round")
    evening.all_hear("Round 2")
    evening.all_read(Rook="wounds 2")
