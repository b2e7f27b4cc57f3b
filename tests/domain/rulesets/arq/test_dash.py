"""ARQ 1 and 4: tests are facts that the table tells; dash tests say who resolves first."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from domain.rulesets.arq.figures import SHEET
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
from tests.support.refusals import lacks


def bridge() -> Clash:
    """c1 wants the far side of the bridge, which o1 wants to block."""
    clash = Clash().figures(c1={"at": "0,0", "movement": 3}, o1="3,3")
    return clash.to_phase("movement")


# --- under the activation deck -----------------------------------------------------------------


def dealt(order: str = "deck") -> Clash:
    """Two players and two foes; the deck is made for the action phase."""
    return Clash({"order": order}).figures(c1={"movement": 3}, c2={}, o1={}, o2={}).round()


@pytest.mark.parametrize(
    ("order", "cards"), [("deck", ("player", "foe")), ("named deck", ("c1", "o1"))]
)
def test_who_won_the_dash_goes_first_on_the_loser_s_card(order: str, cards: tuple[str, str]):
    clash = dealt(order).draws(cards[0]).dash("c1", "o1", "loses", goal="the lever")
    others = ("c2",) if order == "deck" else ()
    assert clash.waits_for() == ("activation", ("o1", *others, "referee"))
    clash.does("o1", "action", what="pulls the lever")
    assert clash.waits_for() == ("activation", ("c1", "referee"))
    clash.does("c1", "action").draws(cards[1])
    assert clash.waits_for()[1] == (("o2", "referee") if order == "deck" else ("referee",))


def test_who_won_and_is_shown_goes_on_his_own_card_and_the_loser_on_his():
    clash = dealt().draws("player").dash("c1", "o1", "wins").does("c1", "action").draws("foe")
    assert clash.waits_for() == ("activation", ("o1", "o2", "referee"))
    clash.does("o1", "action").draws("foe").does("o2", "action").draws("player")
    clash.does("c2", "action")
    assert [a.who for a in clash.events(e.Acted) if a.who != "referee"] == ["c1", "o1", "o2", "c2"]
    assert clash.phase() == "movement"


def test_everybody_goes_once_and_a_card_that_nobody_is_left_for_does_nothing():
    clash = dealt().draws("player").dash("c1", "o1", "loses").does("o1", "action")
    clash.does("c1", "action").draws("foe").does("o2", "action").draws("foe", "player")
    clash.does("c2", "action")
    assert [a.who for a in clash.events(e.Acted) if a.who != "referee"] == ["o1", "c1", "o2", "c2"]
    assert clash.phase() == "movement"


def test_under_the_deck_two_may_meet_half_way_on_the_card_of_one():
    clash = Clash({"order": "deck"}).figures(c1="0,0", c2="9,9", o1="7,0").round()
    clash.draws("player").does("c1", "pass").draws("player").does("c2", "pass").draws("foe")
    clash.does("o1", "pass").draws("player").does("referee", "meet", "o1", using="c1")
    assert (clash.at("c1"), clash.at("o1")) == ("3,0", "4,0")
    assert clash.waits_for() == ("the next to go", ("referee",))
    clash.draws("foe", "player").does("c2", "pass")
    assert clash.phase() in ("melee", "")


# --- a test in any action ----------------------------------------------------------------------


def test_an_action_of_any_kind_records_its_test():
    clash = Clash().figures(c1={"magic": 4}, c2={}, o1={}).round().settled()
    clash.does("c1", "action", "o1", what="bewitches him", trait="magic", opposing="will")
    assert clash.waits_for() == ("test", ("c1",))
    clash.answers("c1", "wins", drew="the Moon", result=7)
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert (told.of, told.outcome) == ("o1", "c1 wins")
    assert told.figures == {
        "trait": "magic",
        "rank": 4,
        "card": "the Moon",
        "result": 7,
        "against": "will",
    }
    assert clash.left("c1", "action") == 0


def test_of_a_foe_s_action_against_a_character_the_player_tests():
    clash = Clash().figures(c1={"will": 2}, o1={}).round().settled()
    clash.does("o1", "action", "c1", trait="magic", opposing="will").answers("c1", "loses")
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert (told.of, told.outcome) == ("c1", "c1 loses")
    assert told.figures == {"trait": "will", "rank": 2, "against": "magic"}


def test_a_test_against_nobody_has_no_other_trait():
    clash = Clash().figures(c1={"climbing": 5}, o1={}).round().settled()
    clash.does("c1", "action", what="climbs the wall", trait="climbing").answers("c1", "ties")
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert (told.of, told.outcome, told.figures) == ("", "a tie", {"trait": "climbing", "rank": 5})


def test_an_action_without_a_trait_is_not_tested():
    clash = Clash().figures(c1={}, o1={}).round().settled().does("c1", "action", what="waits")
    assert clash.waits_for()[0] == "action"
    assert clash.outcomes("test") == []


# --- the dash --------------------------------------------------------------------------------


def test_11_who_wins_the_dash_moves_first():
    clash = bridge().dash("c1", "o1", "wins", goal="the far side")
    no = refused(lambda: clash.does("o1", "move", to="3,1"))
    assert (no.clause, no.why) == ("4.2", "o1 lost a dash test and waits until c1 has gone")
    assert lacks(no) == "turn movement of c1: no = yes"
    clash.does("c1", "move", to="6,0").does("o1", "move", to="3,0")
    assert [m.subject for m in clash.events(e.Moved)] == ["c1", "o1"]
    assert clash.at("c1") == "6,0"


def test_11_who_loses_it_finds_the_way_blocked():
    clash = bridge().dash("c1", "o1", "loses", goal="the far side")
    no = refused(lambda: clash.does("c1", "move", to="6,0"))
    assert lacks(no) == "turn movement of o1: no = yes"
    clash.does("o1", "move", to="3,0").does("c1", "move", to="6,0")
    assert [m.subject for m in clash.events(e.Moved)] == ["o1", "c1"]
    assert (clash.at("c1"), clash.outcomes("threat")) == ("2,0", [("o1", "under threat")])


def test_a_dash_test_is_told_with_its_trait_and_rank():
    clash = bridge().does("referee", "dash", "o1", using="c1", goal="the far side")
    clash.answers("c1", "wins", drew="the Wheel", result=5)
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert (told.of, told.outcome) == ("o1", "c1 wins")
    assert told.figures == {
        "trait": "movement",
        "rank": 3,
        "card": "the Wheel",
        "result": 5,
        "against": "movement",
    }


def test_any_trait_may_be_tested_and_the_rank_told_counts():
    clash = bridge().does("referee", "dash", "o1", using="c1", trait="missile")
    clash.answers("c1", "loses", rank=2)
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert told.figures == {"trait": "missile", "rank": 2, "against": "missile"}


def test_a_tied_dash_leaves_the_order_free():
    clash = bridge().dash("c1", "o1", "ties")
    assert clash.outcomes("test") == [("o1", "a tie")]
    assert {o.command["who"] for o in clash.offered() if o.command["manoeuvre"] == "move"} == {
        "c1",
        "o1",
    }


def test_who_waits_may_still_pass_and_the_order_holds_for_its_phase():
    clash = Clash().figures(c1={}, o1={}).round().settled().dash("c1", "o1", "wins")
    clash.does("o1", "pass").does("c1", "action").settled()
    assert clash.phase() == "movement"
    assert clash.combat.facts.get("o1", "waits for", "c1") == "no"
    clash.does("o1", "move", distance=1)


def test_no_order_is_settled_twice_nor_in_a_ring():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}).round().settled()
    clash.dash("c1", "o1", "wins").dash("c2", "o1", "loses").dash("c2", "o2", "wins")
    for character, foe, why in (
        ("c1", "o1", "c1 goes before o1: that is settled"),
        ("c1", "o2", "c1 goes before o2: that is settled"),
    ):
        no = refused(partial(clash.does, "referee", "dash", foe, using=character))
        assert (no.clause, no.why) == ("4.2", why)
    for who in ("c1", "o1", "c2", "o2"):
        clash.does(who, "action")
    assert clash.phase() == "movement"


# --- shooting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "target", "outcome", "figures", "hit"),
    [
        ("c1", "o1", "wins", {"trait": "missile", "rank": 4, "against": "movement"}, "o1"),
        ("c1", "o1", "loses", {"trait": "missile", "rank": 4, "against": "movement"}, ""),
        ("o1", "c1", "wins", {"trait": "movement", "rank": 2, "against": "missile"}, ""),
        ("o1", "c1", "loses", {"trait": "movement", "rank": 2, "against": "missile"}, "c1"),
    ],
)
def test_only_the_player_tests_whoever_shoots(
    shooter: str, target: str, outcome: str, figures: dict[str, Any], hit: str
):
    clash = Clash().figures(c1={"missile": 4, "movement": 2}, o1={}).round().settled()
    clash.does(shooter, "shoot", target)
    assert clash.waits_for() == ("test", ("c1",))
    clash.answers("c1", outcome)
    if hit:
        clash.answers("referee", "harm", wounds=2)
    assert [who for who in ("c1", "o1") if clash.left(who, "wounds")] == ([hit] if hit else [])
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert told.figures == figures


def test_a_test_of_somebody_who_leaves_decides_nothing():
    clash = Clash().figures(c1={}, c2={}, o1={}).round().settled().does("o1", "shoot", "c1")
    clash.say_plainly({"type": "leave", "who": "c1"})
    assert clash.outcomes("test") == [("c1", "not drawn")]
    assert clash.waits_for() == ("action", ("c2",))


# --- the sheet -------------------------------------------------------------------------------


def test_a_sheet_holds_what_means_something_and_the_ranks_of_traits():
    given = {
        "foe": True,
        "beneath contempt": False,
        "speed": 8,
        "at": "-3,12",
        "group": "pack",
        "melee": 4,
        "missile": "good",
    }
    assert SHEET.read(given) == given


@pytest.mark.parametrize(
    ("given", "pointer", "clause"),
    [
        ({"foe": "yes"}, "/traits/foe", ""),
        ({"speed": -1}, "/traits/speed", "2.1"),
        ({"speed": 61}, "/traits/speed", "2.1"),
        ({"speed": True}, "/traits/speed", "2.1"),
        ({"at": "3;4"}, "/traits/at", "5.7"),
        ({"at": 3}, "/traits/at", "5.7"),
        ({"a/b": [1]}, "/traits/a~1b", "1.3"),
        ({"melee": "x" * 41}, "/traits/melee", "1.3"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_pointer(
    given: dict[str, Any], pointer: str, clause: str
):
    no = refused(lambda: SHEET.read(given))
    assert (no.pointer, no.clause) == (pointer, clause)
