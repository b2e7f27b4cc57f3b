"""ARQ: the rules lawyer comes back, with squares and calls that are none.

Each try is refused by its clause, says what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.rulesets import ruleset
from tests.support.fights.arq import Clash, acting, moving
from tests.support.fights.kaiser import refused
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused

# --- where ---------------------------------------------------------------------------------


def measured(**c1: Any) -> Clash:
    """Off the grid, before anybody moves."""
    return Clash().figures(c1=c1, c2={}, o1={}).to_phase("movement")


def threatened() -> Clash:
    """o1 stands next to c1 as movement begins; o2 is far."""
    return Clash().figures(c1="0,0", o1="1,0", o2="9,9").to_phase("movement")


def paired() -> Clash:
    """Example A, before the pairings."""
    clash = Clash().figures(c1="0,0", c2="2,0", o1="0,1", o2="1,1", o3="2,1")
    return clash.to_phase("melee")


def in_melee() -> Clash:
    return paired().pair("o1+c1 o2+c1 o3+c2")


def dealt() -> Clash:
    return Clash({"order": "deck"}).figures(c1={}, c2={}, o1={}).round()


def recorded() -> Clash:
    return Clash(mode="record").figures(c1={}, c2={}, o1={}).to_phase("movement")


# --- what ----------------------------------------------------------------------------------


def does(who: str, what: str, *targets: str, **said: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.does(who, what, *targets, **said)


def answers(who: str, choice: str, *toward: str, **said: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.answers(who, choice, *toward, **said)


FROM = {"from": "0,0", "left": 6}


NO_REFEREE_MOVE = "the referee has no action or move: act for a foe, or call a test"
NOT_ASKED = "is not asked now; first the open question is answered"

SQUARES: Tries[Clash] = {
    "seven squares on the grid": (
        Try(moving, does("c1", "move", to="0,7")),
        Refusal(
            "5.1",
            "0,7 is 7 squares away; 6 are left",
            {"wanted": 6, "squares": 7, "left": 6},
            "distance squares of c1: 7 <= 6",
            at="/params/to",
        ),
    ),
    "on somebody's square": (
        Try(moving, does("c1", "move", to="2,0")),
        Refusal(
            "5.1",
            "c2 stands on 2,0",
            {"left": 6},
            "item free square of 2,0: no = yes",
            at="/params/to",
        ),
    ),
    "to where he is": (
        Try(moving, does("c1", "move", to="0,0")),
        Refusal("5.1", "c1 stands on 0,0 already", {"left": 6}, at="/params/to"),
    ),
    "to no square": (
        Try(moving, does("c1", "move", to="0;7")),
        Refusal("5.1", "'0;7' is no square such as 3,-1", {"left": 6}, at="/params/to"),
    ),
    "to a list of squares": (
        Try(moving, does("c1", "move", to=["0,1"])),
        Refusal("5.1", "['0,1'] is no square such as 3,-1", {"left": 6}, at="/params/to"),
    ),
    "to a number": (
        Try(moving, does("c1", "move", to=3)),
        Refusal("5.1", "3 is no square such as 3,-1", {"left": 6}, at="/params/to"),
    ),
    "to nowhere": (
        Try(moving, does("c1", "move")),
        Refusal("5.1", "say to which square", {"left": 6}, at="/params/to"),
    ),
    "by inches on the grid": (
        Try(moving, does("c1", "move", distance=3)),
        Refusal("5.1", "say to which square", {"left": 6}, at="/params/to"),
    ),
    "too far on the second leg": (
        Try(
            lambda: moving().does("c1", "move", to="0,2", onward="yes"),
            answers("c1", "go", to="0,9"),
        ),
        Refusal(
            "5.1",
            "0,9 is 7 squares away; 4 are left",
            {"wanted": 4, "squares": 7, "left": 4},
            "distance squares of c1: 7 <= 4",
            at="/params/to",
        ),
    ),
    "a move amid a move": (
        Try(
            lambda: moving().does("c1", "move", to="0,2", onward="yes"),
            does("c1", "move", to="0,3"),
        ),
        Refusal(
            "5.1",
            "c1 is asked about next leg now, which no deed answers",
            lacks="answer next leg of c1: no = yes",
            at="/type",
        ),
    ),
    "no inch at all": (
        Try(measured, does("c1", "move", distance=0)),
        Refusal("5.1", "0 does not fit distance", {"least": 1, "most": 6}, at="/params/distance"),
    ),
    "back by an inch": (
        Try(measured, does("c1", "move", distance=-1)),
        Refusal("5.1", "-1 does not fit distance", {"least": 1, "most": 6}, at="/params/distance"),
    ),
    "half an inch": (
        Try(measured, does("c1", "move", distance=2.5)),
        Refusal("5.1", "2.5 does not fit distance", {"least": 1, "most": 6}, at="/params/distance"),
    ),
    "next to a friend as if he stopped one": (
        Try(measured, does("c1", "move", distance=3, beside=["c2"])),
        Refusal("5.1", "['c2'] does not fit beside", legal="o1", at="/params/beside/0"),
    ),
    "next to one enemy twice": (
        Try(measured, does("c1", "move", distance=3, beside=["o1", "o1"])),
        Refusal("5.1", "['o1', 'o1'] does not fit beside", legal="nothing", at="/params/beside/1"),
    ),
    "a move without speed": (
        Try(lambda: measured(speed=0), does("c1", "move", distance=1)),
        Refusal(
            "5.1",
            "c1 has no speed to move with",
            {"wanted": 1, "speed": 0},
            "trait speed of c1: 0 >= 1",
            at="/who",
        ),
    ),
    "a blunder without speed": (
        Try(lambda: measured(speed=0).touching("o1+c1"), does("c1", "blunder")),
        Refusal(
            "5.1",
            "c1 has no speed to move with",
            {"wanted": 1, "speed": 0},
            "trait speed of c1: 0 >= 1",
            at="/who",
        ),
    ),
    "a move by one who is down": (
        Try(lambda: measured().has_taken("c1", 6), does("c1", "move", distance=1)),
        Refusal(
            "1.7",
            "c1 cannot act: incapacitated",
            lacks="condition incapacitated of c1: yes = no",
            at="/who",
        ),
    ),
    "a pass by one who is down": (
        Try(lambda: measured().has_taken("c1", 6), does("c1", "pass")),
        Refusal(
            "1.7",
            "c1 cannot act: incapacitated",
            lacks="condition incapacitated of c1: yes = no",
            at="/who",
        ),
    ),
    "a blunder in the action phase": (
        Try(lambda: Clash().figures(c1="0,0", o1="1,0").round().settled(), does("c1", "blunder")),
        Refusal(
            "2.1",
            "a move belongs to the movement phase",
            lacks="time phase: action = movement",
            at="/manoeuvre",
        ),
    ),
    "a blunder at somebody": (
        Try(threatened, does("c1", "blunder", "o1")),
        Refusal(
            "5.4",
            "blunder wants no target",
            {"most": 0, "done": 1},
            "limit targets: 1 <= 0",
            legal="nothing",
            at="/targets/0",
        ),
    ),
}

CALLS: Tries[Clash] = {
    "an action of the referee's own": (
        Try(acting, does("referee", "action")),
        Refusal(
            "2.1",
            "the referee has no action or move: act for a foe, or call a test",
            legal="o1",
            at="/who",
        ),
    ),
    "a pass of the referee's own": (
        Try(moving, does("referee", "pass")),
        Refusal(
            "2.1",
            "the referee has no action or move: act for a foe, or call a test",
            legal="o1",
            at="/who",
        ),
    ),
    "everybody's pass at once": (
        Try(acting, lambda clash: clash.passes()),
        Refusal(
            "2.1",
            "action cannot be passed",
            lacks=(
                "answer action of c1: no = yes; answer action of c2: no = yes; "
                "answer action of o1: no = yes; answer action of referee: no = yes"
            ),
            at="/type",
        ),
    ),
    "a dash test of nobody": (
        Try(acting, does("referee", "dash", "o1")),
        Refusal("4.1", "dash wants something that it is done with", legal="c1; c2", at="/using"),
    ),
    "a dash test of a foe against himself": (
        Try(acting, does("referee", "dash", "o1", using="o1")),
        Refusal("4.1", "o1 is a foe: name a character", legal="c1; c2", at="/using"),
    ),
    "a dash test for one who has acted": (
        Try(lambda: acting().does("c1", "action"), does("referee", "dash", "o1", using="c1")),
        Refusal(
            "4.1",
            "c1 has gone already, or has nothing to go with",
            {"most": 1, "done": 1},
            "limit goes of c1: 1 < 1",
            legal="c2",
            at="/using",
        ),
    ),
    "a dash test that is settled": (
        Try(lambda: acting().dash("c1", "o1", "wins"), does("referee", "dash", "o1", using="c1")),
        Refusal(
            "4.2",
            "c1 goes before o1: that is settled",
            {"most": 1, "done": 1},
            "limit dash test of o1: 1 < 1",
            at="/manoeuvre",
        ),
    ),
    "a dash test in melee": (
        Try(in_melee, does("referee", "dash", "o1", using="c1")),
        Refusal(
            "2.4",
            "referee is not asked now; first the open question is answered",
            lacks="answer melee of c1: no = yes; answer melee of c2: no = yes",
            at="/who",
        ),
    ),
    "a meeting in the action phase": (
        Try(acting, does("referee", "meet", "o1", using="c1")),
        Refusal(
            "2.1",
            "a meeting half way belongs to the movement phase",
            lacks="time phase: action = movement",
            at="/manoeuvre",
        ),
    ),
    "a meeting that a player calls": (
        Try(moving, does("c1", "meet", "o1", using="c1")),
        Refusal("4.5", "a meeting half way is called by the referee", legal="referee", at="/who"),
    ),
    "a meeting away from a threat": (
        Try(threatened, does("referee", "meet", "o2", using="c1")),
        Refusal(
            "5.6",
            "c1 begins under threat: leaving is a blunder",
            lacks="distance adjacent of o1: yes = no",
            legal="blunder",
            at="/manoeuvre",
        ),
    ),
    "a meeting farther than one may go": (
        Try(measured, does("referee", "meet", "o1", using="c1", distance=9)),
        Refusal(
            "5.1",
            "distance 9 costs 9 speed; 6 left",
            {"cost": 9, "left": 6},
            "points speed: 6 >= 9",
            at="/params/distance",
        ),
    ),
    "the intent of a character": (
        Try(
            lambda: Clash().figures(c1="0,0", o1="5,0").round(),
            answers("referee", "settled", c1="runs"),
        ),
        Refusal("2.2", "nothing here is called 'c1'; known here: o1", at="/params/c1"),
    ),
    "a second card for one side": (
        Try(lambda: dealt().draws("player").does("c1", "action"), does("c2", "action")),
        Refusal(
            "2.2",
            "c2 is not asked now; first the open question is answered",
            lacks="answer the next to go of referee: no = yes",
            at="/who",
        ),
    ),
    "a card of no colour": (
        Try(dealt, answers("referee", "draw", card="joker")),
        Refusal("3.2", "'joker' is not among the cards left", legal="player; foe", at="/card"),
    ),
    "a player at the deck": (
        Try(dealt, answers("c1", "draw")),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer the next to go of referee: no = yes",
            at="/who",
        ),
    ),
}


TRIES = {**SQUARES, **CALLS}


def check(one: Try[Clash], said: Refusal) -> None:
    """Refused as is said, with state and log as they were."""
    clash = one.position()
    found = refused(clash, lambda: one.tried(clash))
    check_refused(found, said, ruleset("arq"))


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    check(*TRIES[name])


def test_who_has_no_speed_is_offered_a_pass_alone():
    assert measured(speed=0).manoeuvres("c1") == {"pass"}


def test_what_is_kept_against_the_rules_says_by_how_much():
    clash = recorded().say(c.Act(who="c1", manoeuvre="move", params={"distance": 9}, against=True))
    assert clash.steps[-1][0].basis == "against"
    assert "Resolved a1 done {distance 9, left -3}" in clash.trace(-1)
