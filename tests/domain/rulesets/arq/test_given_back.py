"""ARQ 2.1 and 3.2: figures that have gone and have an action or a move again."""

from __future__ import annotations

import pytest

from domain import commands as c
from tests.support.fights.arq import Clash

FOUR = {"c1": "0,0", "c2": "0,5", "o1": "9,0", "o2": "9,5"}
DECKS = ["deck", "named deck"]
PACK = {"o1": {"at": "9,0", "group": "pack"}, "o2": {"at": "9,5", "group": "pack"}}


def gives(clash: Clash, who: str, pool: str = "action", to: int = 1) -> Clash:
    """The referee gives somebody an action or a move back."""
    change = {"what": "pool", "subject": who, "pool": pool, "to": to}
    return clash.say_plainly({"type": "adjust", "note": "taken back", "change": change})


def asked(clash: Clash) -> tuple[str, ...]:
    return clash.waits_for()[1]


# --- free order ------------------------------------------------------------------------------


def test_who_is_given_an_action_back_is_asked_again():
    clash = gives(Clash().figures(**FOUR).round().settled().does("c1", "action"), "c1")
    assert asked(clash) == ("c1", "c2", "o1", "o2", "referee")
    clash.does("c1", "shoot", "o1").answers("c1", "ties")
    assert (asked(clash), clash.left("c1", "action")) == (("c2", "o1", "o2", "referee"), 0)


def test_the_loser_of_a_dash_test_waits_for_a_winner_who_can_go_again():
    clash = gives(Clash().figures(**FOUR).round().settled().does("c1", "action"), "c1")
    clash.dash("c1", "o1", "wins").does("c1", "action").does("o1", "action")
    assert asked(clash) == ("c2", "o2", "referee")


def test_who_has_two_actions_is_asked_twice_and_then_the_phase_is_over():
    clash = Clash().figures(c1="0,0", o1="9,0").round().settled().does("c1", "pass")
    gives(clash, "o1", to=2).does("o1", "action")
    assert asked(clash) == ("o1",)
    assert clash.does("o1", "action").phase() == "movement"


def test_a_pass_lets_two_actions_go():
    clash = gives(Clash().figures(c1="0,0", o1="9,0").round().settled(), "o1", to=2)
    clash.does("o1", "pass")
    assert (asked(clash), clash.left("o1", "action")) == (("c1",), 0)


def test_both_who_acted_in_place_of_a_move_still_have_the_move():
    clash = Clash(mode="record").figures(c1="0,0", o1="9,0").to_phase("movement")
    clash.does("o1", "action", against=True).does("c1", "action", against=True)
    assert asked(clash) == ("c1", "o1", "referee")
    clash.dash("c1", "o1", "wins").does("c1", "pass").does("o1", "pass")
    assert (clash.left("c1", "move"), clash.left("o1", "move"), clash.phase()) == (0, 0, "")


def test_who_leaves_with_an_action_given_back_is_asked_on_coming_back():
    clash = gives(Clash().figures(**FOUR).round().settled().does("c1", "action"), "c1")
    clash.say(c.Leave(who="c1")).say(c.Join(subject="c1", side="party"))
    assert clash.does("c1", "action").left("c1", "action") == 0


# --- the activation deck ---------------------------------------------------------------------


def test_the_card_of_a_group_stays_theirs_while_one_of_them_has_an_action_again():
    clash = Clash({"order": "deck"}).figures(c1="0,0", **PACK, o3="9,9").round().draws("foe")
    gives(clash.does("o1", "action"), "o1")
    assert asked(clash) == ("o1", "o2", "referee")
    clash.does("o2", "pass").dash("c1", "o1", "loses").does("o1", "action")
    assert clash.waits_for()[0] == "the next to go"


def test_who_acts_in_place_of_a_move_is_asked_again_on_that_card_and_nobody_else_goes_on_it():
    clash = Clash({"order": "deck"}, mode="record").figures(**FOUR).round()
    for card, who in (("player", "c1"), ("player", "c2"), ("foe", "o1"), ("foe", "o2")):
        clash.draws(card).does(who, "pass")
    clash.draws("foe").does("o1", "action", against=True)
    assert asked(clash) == ("o1", "referee")
    clash.does("o1", "pass").draws("foe")
    assert asked(clash) == ("o2", "referee")


@pytest.mark.parametrize("order", DECKS)
def test_a_card_is_added_for_each_who_has_to_go_when_the_deck_is_empty(order: str):
    card = ("player", "foe") if order == "deck" else ("c1", "o1")
    clash = Clash({"order": order}).figures(c1="0,0", o1="9,0").round()
    gives(clash.draws(card[0]).does("c1", "action"), "c1").draws(card[1]).does("o1", "action")
    assert (clash.waits_for()[0], clash.phase()) == ("the next to go", "action")
    clash.draws(card[0]).does("c1", "action")
    assert (clash.phase(), clash.left("c1", "action")) == ("movement", 0)
