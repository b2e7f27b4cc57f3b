"""A whole evening of Magic: the Gathering RPG: a spell, its answer, and the answer to that."""

from __future__ import annotations

import pytest

from tests.support.browser.evening import Evening
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays

EMBER = "Korr loses 2 Life, 4 left"


@pytest.mark.sweep(of="evenings")
def test_an_evening_of_the_errand(evening: Evening):
    bring_in(evening)
    evening.ambushes()
    cast_and_answer(evening)
    undo_the_speed(evening)
    counter_the_answer(evening)
    go_back_by_ruling(evening)
    let_both_spells_work(evening)
    korr_casts(evening)
    then, now = {"Vessa": "Life 5", "Korr": "Life 6"}, {"Vessa": "Life 3", "Korr": "Life 4"}
    replays(evening, "Korr's grasp: fast enough", then, now)
    evening.nothing_is_betrayed()


def bring_in(evening: Evening) -> None:
    """Vessa with her mana in the first rotation; Paul plays her."""
    rita, paul, _ = evening.everybody
    sample = "sample-planeswalker-the-swift-errand"
    evening.opens("Magic: the Gathering RPG", "The errand", sample, flee_from="anywhere")
    evening.sits_down("Vessa")
    rita.does("The referee", "Begin the first rotation")
    paul.does("Vessa", "Memorize").does("Vessa", "Channel (colorless)", How_much_mana="3")
    rita.does("Korr", "Pass until something is cast")
    evening.all_read(Vessa="Life 5 Channeling 0 Focus 1 Speed 5 mana 5 colorless 3, red 2")


def cast_and_answer(evening: Evening) -> None:
    """Vessa casts, the server dies, and Korr's answer is fast enough."""
    rita, paul, sue = evening.everybody
    paul.does("Vessa", "Cast (ember)", At_whom="Korr", Which_mana_is_spent="2 red")
    rita.does("Korr", "Answer (grasp)", At_whom="Vessa")
    sue.asks("Roll Speed Korr and Vessa")
    evening.dies_and_returns()
    rita.does("Korr", "Roll Speed", faces="6 5 4")
    paul.does("Vessa", "Roll Speed", faces="1 2 3 3 5")
    evening.all_hear("fast enough (speed 15, against 14)", "Korr reacts and casts grasp at Vessa")


def undo_the_speed(evening: Evening) -> None:
    """Vessa's Speed is undone, and falls the same again."""
    evening.goes_back(falls="fast enough (speed 15, against 14)")
    evening.all_read(Korr="mana 2 black 2")
    evening.paul.does("Vessa", "Roll Speed")
    evening.all_hear("Vessa rolls Speed 14 = 5d6 [1, 2, 3, 3, 5]")


def counter_the_answer(evening: Evening) -> None:
    """Vessa answers the answer."""
    evening.paul.does("Vessa", "Answer (hush)")
    evening.all_hear("Korr's grasp: countered (by hush)", EMBER)
    evening.all_read(Vessa="Life 5", Korr="Life 4 mana 1 black 1")


def go_back_by_ruling(evening: Evening) -> None:
    """It is ruled that Vessa never tried to answer with hush."""
    before = str(evening.paul.number_of("Vessa tries to answer with hush") - 1)
    disputes(
        evening,
        EMBER,
        "Go back to an earlier moment",
        does="Korr: Life 6 instead of 4",
        ends="go back",
        To_right_after_entry=before,
    )
    evening.all_read(Vessa="Life 5", Korr="Life 6")


def let_both_spells_work(evening: Evening) -> None:
    """Vessa passes, and both lose Life."""
    paul = evening.paul
    paul.does("Vessa", "Pass")
    evening.all_hear("Vessa loses 2 Life, 3 left", EMBER)
    evening.all_read(Vessa="Life 3", Korr="Life 4")
    paul.does("Vessa", "End the phase")


def korr_casts(evening: Evening) -> None:
    """Korr casts for later, and the next rotation begins."""
    rita, paul, _ = evening.everybody
    rita.does("Korr", "Memorize").does("Korr", "Channel (black)", How_much_mana="2")
    rita.does("Korr", "Channel (colorless)", How_much_mana="2")
    rita.does("Korr", "Cast (chain of thorns)", At_whom="Vessa")
    paul.does("Vessa", "Pass")
    evening.all_read(Korr="Life 4 Channeling 0 Focus 1 Speed 2 mana 4 colorless 2, black 2")
    rita.does("Korr", "End the phase").does("The referee", "Begin the next rotation")
    evening.all_hear("Rotation 2")
