"""A whole evening of any game: a golem, two apprentices, a server that dies, and a ruling."""

from __future__ import annotations

import pytest

from tests.support.browser.evening import Evening
from tests.support.browser.quarrel import disputes
from tests.support.browser.replayed_moments import replays


@pytest.mark.sweep(of="evenings")
def test_an_evening_with_the_golem(evening: Evening):
    sample = "sample-open-the-golem-in-the-hall"
    evening.opens("Any game", "The golem", sample, order="as added")
    evening.sits_down("Ann", "Ben")
    taunt_the_golem(evening)
    evening.ambushes()
    hurt_ben(evening)
    undo_the_turn(evening)
    annul_the_stamping(evening)
    begin_round_two(evening)
    then, now = {"Ann": "sparks 1", "Golem": "will 1"}, {"Ann": "sparks 2", "Ben": "hearts 3"}
    replays(evening, "Golem reacts and raises its arms", then, now)
    evening.nothing_is_betrayed()


def taunt_the_golem(evening: Evening) -> None:
    """Ann lights the brazier and taunts, and the golem reacts."""
    rita, paul, sue = evening.everybody
    evening.all_read(Ann="hearts 3 sparks 2", Golem="clay 12 will 1")
    rita.does("The referee", "Begin the first round")
    paul.does("Ann", "Log it", Action="lights the brazier", Sparks_spent="1", Target="")
    paul.does("Ann", "Log it", Action="taunts", Target="Golem", Others_may_answer_it="yes")
    sue.asks("Ann taunts at Golem. Do you react? Ben and Golem")
    rita.does("Golem", "Log it", Action="raises its arms", Will_spent="1", Target="")
    paul.does("Ben", "Pass")
    evening.all_hear("Ann taunts at Golem", "Golem reacts and raises its arms")
    evening.all_read(Ann="hearts 3 sparks 1", Golem="will 0")


def hurt_ben(evening: Evening) -> None:
    """Ben runs to the stairs, the server dies, and the golem smashes at him."""
    rita, paul, _ = evening.everybody
    paul.does("Ann", "End the turn").does("Ben", "Move", Where_to="the stairs")
    evening.dies_and_returns()
    paul.does("Ben", "End the turn")
    rita.does("Golem", "Log it", Action="smashes", Target="Ben", Damage="2", Will_spent="1")
    evening.all_read(Ben="hearts 1 sparks 2 at the stairs", Golem="will 0")


def undo_the_turn(evening: Evening) -> None:
    """The golem's turn is undone; it stamps instead."""
    rita = evening.rita
    evening.goes_back(falls="Golem smashes at Ben", span="turn")
    evening.all_read(Ben="hearts 3 sparks 2 at the stairs", Golem="will 1")
    rita.does("Golem", "Log it", Action="stamps", Target="Ben", Damage="1", Will_spent="1")
    evening.all_read(Ben="hearts 2", Golem="will 0")


def annul_the_stamping(evening: Evening) -> None:
    """The golem never stamped, by ruling, and has its will again."""
    does = "Golem: will 1 instead of 0"
    remedy = "Annul it: it never was"
    disputes(evening, "Golem stamps at Ben", remedy, does=does, ends="annul")
    evening.all_read(Ben="hearts 3", Golem="will 1")


def begin_round_two(evening: Evening) -> None:
    """The next round begins, and sparks are filled again."""
    evening.rita.does("Golem", "End the turn").does("The referee", "Begin the next round")
    evening.all_hear("Round 2", "Ann: sparks filled to 2")
    evening.all_read(Ann="sparks 2")
