"""ARQ: the rules lawyer comes back, with forms, squares, calls and cards that are none.

Each try is refused by its clause, says what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from tests.rulesets.arq import Clash, acting, moving
from tests.rulesets.kaiser import refused
from tests.rulesets.tries import Refusal, Tries, Try

# --- where ---------------------------------------------------------------------------------


def measured(**c1: Any) -> Clash:
    """Off the grid, before anybody moves."""
    return Clash().figures(c1=c1, c2={}, o1={}).to_phase("movement")


def threatened() -> Clash:
    """o1 stands next to c1 as movement begins; o2 is far."""
    return Clash().figures(c1="0,0", o1="1,0", o2="9,9").to_phase("movement")


def striking() -> Clash:
    """c1 blunders past o1, who may strike."""
    return moving().does("c1", "move", to="6,1").does("c1", "blunder")


def shot() -> Clash:
    """c1 has shot at o1, and a card is to be drawn."""
    return acting().does("c1", "shoot", "o1")


def hit() -> Clash:
    return shot().answers("c1", "wins")


def paired() -> Clash:
    """Example A, before the pairings."""
    clash = Clash().figures(c1="0,0", c2="2,0", o1="0,1", o2="1,1", o3="2,1")
    return clash.to_phase("melee")


def in_melee() -> Clash:
    return paired().pair("o1+c1 o2+c1 o3+c2")


def fought() -> Clash:
    """c1 has beaten o1 and lost to o2; c2 and o3 have tied."""
    return in_melee().fights(c1_o1="wins", c1_o2="loses", c2_o3="ties")


def dealt() -> Clash:
    return Clash({"order": "deck"}).figures(c1={}, c2={}, o1={}).round()


def recorded() -> Clash:
    return Clash(mode="record").figures(c1={}, c2={}, o1={}).to_phase("movement")


# --- what ----------------------------------------------------------------------------------


def does(who: str, what: str, *targets: str, **said: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.does(who, what, *targets, **said)


def answers(who: str, choice: str, *toward: str, **said: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.answers(who, choice, *toward, **said)


def pairs(line: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.answers("referee", "pair", pairs=line)


FROM = {"from": "0,0", "left": 6}
LEGAL = "o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2"
ONCE = "write each pair once, foe first, in the order in which they came in"
NONE_OF_HIS_OWN = "the referee has no action or move of his own: he acts for a foe, or calls"
NOT_ASKED = "is not asked now; first the open question is answered"

SQUARES: Tries[Clash] = {
    "seven squares on the grid": (
        Try(moving, does("c1", "move", to="0,7")),
        Refusal("5.1", "0,7 is 7 squares away; 6 are left", {**FROM, "away": 7}),
    ),
    "on somebody's square": (
        Try(moving, does("c1", "move", to="2,0")),
        Refusal("5.1", "c2 stands on 2,0", FROM),
    ),
    "to where he is": (
        Try(moving, does("c1", "move", to="0,0")),
        Refusal("5.1", "c1 stands on 0,0 already", FROM),
    ),
    "to no square": (
        Try(moving, does("c1", "move", to="0;7")),
        Refusal("5.1", "'0;7' is no square such as 3,-1", FROM),
    ),
    "to a list of squares": (
        Try(moving, does("c1", "move", to=["0,1"])),
        Refusal("5.1", "['0,1'] is no square such as 3,-1", FROM),
    ),
    "to a number": (
        Try(moving, does("c1", "move", to=3)),
        Refusal("5.1", "3 is no square such as 3,-1", FROM),
    ),
    "to nowhere": (Try(moving, does("c1", "move")), Refusal("5.1", "say to which square", FROM)),
    "by inches on the grid": (
        Try(moving, does("c1", "move", distance=3)),
        Refusal("5.1", "say to which square", FROM),
    ),
    "too far on the second leg": (
        Try(
            lambda: moving().does("c1", "move", to="0,2", onward="yes"),
            answers("c1", "go", to="0,9"),
        ),
        Refusal("5.1", "0,9 is 7 squares away; 4 are left", {"from": "0,2", "left": 4, "away": 7}),
    ),
    "a move amid a move": (
        Try(
            lambda: moving().does("c1", "move", to="0,2", onward="yes"),
            does("c1", "move", to="0,3"),
        ),
        Refusal(
            "5.1", "c1 is asked about next leg now, which no deed answers", {"legal": "go, stay"}
        ),
    ),
    "no inch at all": (
        Try(measured, does("c1", "move", distance=0)),
        Refusal("5.1", "0 does not fit distance", {"least": 1, "most": 6}),
    ),
    "back by an inch": (
        Try(measured, does("c1", "move", distance=-1)),
        Refusal("5.1", "-1 does not fit distance", {"least": 1, "most": 6}),
    ),
    "half an inch": (
        Try(measured, does("c1", "move", distance=2.5)),
        Refusal("5.1", "2.5 does not fit distance", {"least": 1, "most": 6}),
    ),
    "next to a friend as if he stopped one": (
        Try(measured, does("c1", "move", distance=3, beside=["c2"])),
        Refusal("5.1", "['c2'] does not fit beside", {"legal": "o1"}),
    ),
    "next to one enemy twice": (
        Try(measured, does("c1", "move", distance=3, beside=["o1", "o1"])),
        Refusal("5.1", "['o1', 'o1'] does not fit beside", {"legal": "o1"}),
    ),
    "a move without speed": (
        Try(lambda: measured(speed=0), does("c1", "move", distance=1)),
        Refusal("5.1", "c1 has no speed to move with", {"speed": 0, "legal": "pass"}),
    ),
    "a blunder without speed": (
        Try(lambda: measured(speed=0).touching("o1+c1"), does("c1", "blunder")),
        Refusal("5.1", "c1 has no speed to move with", {"speed": 0, "legal": "pass"}),
    ),
    "a move by one who is down": (
        Try(lambda: measured().has_taken("c1", 6), does("c1", "move", distance=1)),
        Refusal("1.7", "c1 cannot act", {"state": "incapacitated"}),
    ),
    "a pass by one who is down": (
        Try(lambda: measured().has_taken("c1", 6), does("c1", "pass")),
        Refusal("1.7", "c1 cannot act", {"state": "incapacitated"}),
    ),
    "a blunder in the action phase": (
        Try(lambda: Clash().figures(c1="0,0", o1="1,0").round().settled(), does("c1", "blunder")),
        Refusal(
            "2.1", "a move belongs to the movement phase", {"phase": "action", "wanted": "movement"}
        ),
    ),
    "a blunder at somebody": (
        Try(threatened, does("c1", "blunder", "o1")),
        Refusal("5.4", "blunder wants no target"),
    ),
}

CALLS: Tries[Clash] = {
    "an action of the referee's own": (
        Try(acting, does("referee", "action")),
        Refusal("2.1", NONE_OF_HIS_OWN, {"legal": "dash"}),
    ),
    "a pass of the referee's own": (
        Try(moving, does("referee", "pass")),
        Refusal("2.1", NONE_OF_HIS_OWN, {"legal": "dash, meet"}),
    ),
    "everybody's pass at once": (
        Try(acting, lambda clash: clash.passes()),
        Refusal("2.1", "action cannot be passed", {"legal": "action, shoot, pass"}),
    ),
    "a dash test of nobody": (
        Try(acting, does("referee", "dash", "o1")),
        Refusal("4.1", "dash wants something that it is done with", {"usable": "c1, c2"}),
    ),
    "a dash test of a foe against himself": (
        Try(acting, does("referee", "dash", "o1", using="o1")),
        Refusal("4.1", "o1 is a foe: name a character", {"legal": "c1, c2"}),
    ),
    "a dash test for one who has acted": (
        Try(lambda: acting().does("c1", "action"), does("referee", "dash", "o1", using="c1")),
        Refusal("4.1", "c1 has gone already, or has nothing to go with", {"still to go": "c2, o1"}),
    ),
    "a dash test that is settled": (
        Try(lambda: acting().dash("c1", "o1", "wins"), does("referee", "dash", "o1", using="c1")),
        Refusal("4.2", "c1 goes before o1: that is settled", {"first": "c1"}),
    ),
    "a dash test in melee": (
        Try(in_melee, does("referee", "dash", "o1", using="c1")),
        Refusal("7.1", f"referee {NOT_ASKED}", {"open": "melee", "waits for": "c1, c1, c2"}),
    ),
    "a meeting in the action phase": (
        Try(acting, does("referee", "meet", "o1", using="c1")),
        Refusal(
            "2.1",
            "a meeting half way belongs to the movement phase",
            {"phase": "action", "wanted": "movement"},
        ),
    ),
    "a meeting that a player calls": (
        Try(moving, does("c1", "meet", "o1", using="c1")),
        Refusal("4.5", "a meeting half way is called by the referee", {"caller": "referee"}),
    ),
    "a meeting away from a threat": (
        Try(threatened, does("referee", "meet", "o2", using="c1")),
        Refusal(
            "5.6",
            "c1 begins under threat: leaving is a blunder",
            {"threatened by": "o1", "legal": "blunder, pass"},
        ),
    ),
    "a meeting farther than one may go": (
        Try(measured, does("referee", "meet", "o1", using="c1", distance=9)),
        Refusal("4.5", "distance 9 costs 9 speed; 6 left", {"cost": "9", "left": "6"}),
    ),
    "the intent of a character": (
        Try(
            lambda: Clash().figures(c1="0,0", o1="5,0").round(),
            answers("referee", "settled", c1="runs"),
        ),
        Refusal("2.2", "nothing here is called 'c1'", {"known": "o1"}),
    ),
    "a second card for one side": (
        Try(lambda: dealt().draws("player").does("c1", "action"), does("c2", "action")),
        Refusal("3.2", f"c2 {NOT_ASKED}", {"open": "draw", "waits for": "referee"}),
    ),
    "a card of no colour": (
        Try(dealt, answers("referee", "draw", card="joker")),
        Refusal("3.2", "'joker' is not among the cards left"),
    ),
    "a player at the deck": (
        Try(dealt, answers("c1", "draw")),
        Refusal("3.2", f"c1 {NOT_ASKED}", {"waits for": "referee"}),
    ),
}

CARDS: Tries[Clash] = {
    "a shot at himself": (
        Try(acting, does("c1", "shoot", "c1")),
        Refusal("1.5", "c1 is no legal target of shoot", {"legal": "o1"}),
    ),
    "a shot at nobody": (
        Try(acting, does("c1", "shoot")),
        Refusal("1.5", "shoot wants one target", {"legal": "o1"}),
    ),
    "a shot instead of a free manoeuvre": (
        Try(striking, does("o1", "shoot", "c1")),
        Refusal("1.5", "shoot is no reaction", {"allowed as": "action"}),
    ),
    "on before the free manoeuvre": (
        Try(striking, answers("c1", "go", to="5,2")),
        Refusal("5.5", f"c1 {NOT_ASKED}", {"open": "free manoeuvre", "waits for": "o1"}),
    ),
    "dice for a card": (
        Try(shot, answers("c1", "roll", faces=[3])),
        Refusal("1.3", "'roll' is no answer here", {"legal": "draw"}),
    ),
    "dice with a card": (
        Try(shot, answers("c1", "draw", faces=[3])),
        Refusal(
            "1.3", "'draw' comes without faces: nothing of that is asked here", {"legal": "draw"}
        ),
    ),
    "no card": (
        Try(shot, answers("c1", "pass")),
        Refusal("1.3", "'pass' is no answer here", {"legal": "draw"}),
    ),
    "a rank below none": (
        Try(lambda: shot().drawn(""), answers("c1", "wins", rank=-1)),
        Refusal("1.3", "-1 does not fit rank", {"least": 0, "most": 1000}),
    ),
    "another's action amid a test": (
        Try(shot, does("c2", "action")),
        Refusal("1.3", f"c2 {NOT_ASKED}", {"open": "test", "waits for": "c1"}),
    ),
    "wounds that heal": (
        Try(hit, answers("referee", "harm", wounds=-1)),
        Refusal("7.2", "-1 does not fit wounds", {"least": 0, "most": 6}),
    ),
    "a shot that stops somebody": (
        Try(hit, answers("referee", "harm", wounds=1, stops="yes")),
        Refusal("7.2", "nothing here is called 'stops'", {"known": "wounds"}),
    ),
    "wounds by who dealt them": (
        Try(hit, answers("c1", "harm", wounds=1)),
        Refusal("7.2", f"c1 {NOT_ASKED}", {"waits for": "referee"}),
    ),
    "a pair the wrong way round": (
        Try(paired, pairs("c1+o1 c1+o2 c2+o3")),
        Refusal("6.2", ONCE, {"legal": LEGAL}),
    ),
    "a pair twice": (
        Try(paired, pairs("o1+c1 o1+c1 o3+c2")),
        Refusal("6.2", ONCE, {"legal": LEGAL}),
    ),
    "words for a pairing": (
        Try(paired, pairs("hello")),
        Refusal("6.2", "'hello' is no pair such as o1+c1", {"legal": LEGAL}),
    ),
    "three in a pair": (
        Try(paired, pairs("o1+c1+c2")),
        Refusal("6.2", "'o1+c1+c2' is no pair such as o1+c1", {"legal": LEGAL}),
    ),
    "a list for a pairing": (
        Try(paired, pairs(["o1+c1"])),
        Refusal("6.2", "['o1+c1'] does not fit pairs"),
    ),
    "a stranger in a pair": (
        Try(paired, pairs("o9+c1 o2+c1 o3+c2")),
        Refusal("6.2.1", "o9 and c1 are not adjacent enemies", {"legal": LEGAL}),
    ),
    "two friends in a pair": (
        Try(paired, pairs("o1+o2 o2+c1 o3+c2")),
        Refusal("6.2.1", "o1 and o2 are not adjacent enemies", {"legal": LEGAL}),
    ),
    "the pairings anew": (
        Try(in_melee, pairs("o1+c1 o2+c2 o3+c2")),
        Refusal("7.1", f"referee {NOT_ASKED}", {"open": "melee"}),
    ),
    "a test that the foe draws for": (
        Try(in_melee, answers("o1", "draw", "c1")),
        Refusal("7.1", f"o1 {NOT_ASKED}", {"open": "melee"}),
    ),
    "a melee passed over": (
        Try(in_melee, lambda clash: clash.passes()),
        Refusal("7.1", "melee cannot be passed", {"legal": "draw"}),
    ),
    "wounds for a tie": (
        Try(fought, answers("referee", "harm", **{"c1 o1": 1, "c1 o2": 1, "c2 o3": 1})),
        Refusal("7.2", "nothing here is called 'c2 o3'", {"known": "c1 o1, c1 o2"}),
    ),
    "wounds for one of two": (
        Try(fought, answers("referee", "harm", **{"c1 o1": 1})),
        Refusal("7.2", "c1 o2 is missing", {"least": 0, "most": 6}),
    ),
    "contact with oneself": (
        Try(acting, lambda clash: clash.fact("adjacent", "c1", "c1")),
        Refusal("", "c1 cannot be tied to c1", {"legal": "c2, o1"}),
    ),
    "contact with a stranger": (
        Try(acting, lambda clash: clash.fact("adjacent", "c1", "zed")),
        Refusal("", "'zed' is not in this combat"),
    ),
    "a test of a stranger, against the rules": (
        Try(recorded, does("referee", "dash", "o1", using="zed", against=True)),
        Refusal("4.1", "referee cannot use zed for this", {"usable": "c1, c2"}),
    ),
    "next to a stranger, against the rules": (
        Try(recorded, does("c1", "move", distance=3, beside=["zed"], against=True)),
        Refusal("5.1", "['zed'] does not fit beside", {"legal": "o1"}),
    ),
    "back by inches, against the rules": (
        Try(recorded, does("c1", "move", distance=-3, against=True)),
        Refusal("5.1", "-3 does not fit distance", {"least": 1, "most": 6}),
    ),
    "a strike that answers nothing, against the rules": (
        Try(recorded, does("o1", "strike", against=True)),
        Refusal("5.5", "strike is no action", {"allowed as": "reaction"}),
    ),
}

TRIES = {**SQUARES, **CALLS, **CARDS}


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    one, said = TRIES[name]
    clash = one.position()
    found = refused(clash, lambda: one.tried(clash))
    assert (found.clause, found.why) == (said.clause, said.why)
    assert said.numbers.items() <= found.numbers.items()


def test_who_has_no_speed_is_offered_a_pass_alone():
    assert measured(speed=0).manoeuvres("c1") == {"pass"}


def test_what_is_kept_against_the_rules_says_by_how_much():
    clash = recorded().say(c.Act(who="c1", manoeuvre="move", params={"distance": 9}, against=True))
    assert clash.steps[-1][0].basis == "against"
    assert "Resolved a1 done {distance 9, left -3}" in clash.trace(-1)
