"""ARQ: what a rules lawyer tries with shots, cards, pairs and wounds that are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.properties.rules_lawyer.test_arq_squares import (
    answers,
    check,
    does,
    in_melee,
    paired,
    recorded,
)
from tests.support.fights.arq import Clash, acting, moving
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


def striking() -> Clash:
    """c1 blunders past o1, who may strike."""
    return moving().does("c1", "move", to="6,1").does("c1", "blunder")


def shot() -> Clash:
    """c1 has shot at o1, and a card is to be drawn."""
    return acting().does("c1", "shoot", "o1")


def hit() -> Clash:
    return shot().answers("c1", "wins")


def fought() -> Clash:
    """c1 has beaten o1 and lost to o2; c2 and o3 have tied."""
    return in_melee().fights(c1_o1="wins", c1_o2="loses", c2_o3="ties")


def pairs(line: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.answers("referee", "pair", pairs=line)


LEGAL = "o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2"
ONCE = "write each pair once, foe first, in the order in which they came in"


CARDS: Tries[Clash] = {
    "a shot at himself": (
        Try(acting, does("c1", "shoot", "c1")),
        Refusal(
            "1.5",
            "c1 is no legal target of shoot",
            lacks="target an enemy who can fight of c1: no = yes",
            legal="o1",
            at="/targets/0",
        ),
    ),
    "a shot at nobody": (
        Try(acting, does("c1", "shoot")),
        Refusal(
            "1.5",
            "shoot wants one target",
            {"least": 1, "done": 0},
            "limit targets: 0 >= 1",
            legal="o1",
            at="/targets/0",
        ),
    ),
    "a shot instead of a free manoeuvre": (
        Try(striking, does("o1", "shoot", "c1")),
        Refusal(
            "1.5",
            "shoot is no reaction",
            lacks="time kind of deed of o1: reaction = action",
            at="/manoeuvre",
        ),
    ),
    "on before the free manoeuvre": (
        Try(striking, answers("c1", "go", to="5,2")),
        Refusal(
            "5.5",
            "c1 is not asked now; first the open question is answered",
            lacks="answer free manoeuvre of o1: no = yes",
            at="/who",
        ),
    ),
    "dice for a card": (
        Try(shot, answers("c1", "roll", faces=[3])),
        Refusal("1.3", "'roll' is no answer here", legal="draw", at="/choice"),
    ),
    "dice with a card": (
        Try(shot, answers("c1", "draw", faces=[3])),
        Refusal("1.3", "'draw' comes without faces: nothing of that is asked here", at="/faces"),
    ),
    "no card": (
        Try(shot, answers("c1", "pass")),
        Refusal("1.3", "'pass' is no answer here", legal="draw", at="/choice"),
    ),
    "a rank below none": (
        Try(lambda: shot().drawn(""), answers("c1", "wins", rank=-1)),
        Refusal("1.3", "-1 does not fit rank", {"least": 0, "most": 1000}, at="/params/rank"),
    ),
    "another's action amid a test": (
        Try(shot, does("c2", "action")),
        Refusal(
            "2.2",
            "c2 is not asked now; first the open question is answered",
            lacks="answer test of c1: no = yes",
            at="/who",
        ),
    ),
    "wounds that heal": (
        Try(hit, answers("referee", "harm", wounds=-1)),
        Refusal("7.2", "-1 does not fit wounds", {"least": 0, "most": 6}, at="/params/wounds"),
    ),
    "a shot that stops somebody": (
        Try(hit, answers("referee", "harm", wounds=1, stops="yes")),
        Refusal("7.2", "nothing here is called 'stops'; known here: wounds", at="/params/stops"),
    ),
    "wounds by who dealt them": (
        Try(hit, answers("c1", "harm", wounds=1)),
        Refusal(
            "7.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer harm of referee: no = yes",
            at="/who",
        ),
    ),
    "a pair the wrong way round": (
        Try(paired, pairs("c1+o1 c1+o2 c2+o3")),
        Refusal(
            "6.2",
            "write each pair once, foe first, in the order in which they came in",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "a pair twice": (
        Try(paired, pairs("o1+c1 o1+c1 o3+c2")),
        Refusal(
            "6.2",
            "write each pair once, foe first, in the order in which they came in",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "words for a pairing": (
        Try(paired, pairs("hello")),
        Refusal(
            "6.2",
            "'hello' is no pair such as o1+c1",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "three in a pair": (
        Try(paired, pairs("o1+c1+c2")),
        Refusal(
            "6.2",
            "'o1+c1+c2' is no pair such as o1+c1",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "a list for a pairing": (
        Try(paired, pairs(["o1+c1"])),
        Refusal(
            "6.2",
            "['o1+c1'] does not fit pairs",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "a stranger in a pair": (
        Try(paired, pairs("o9+c1 o2+c1 o3+c2")),
        Refusal(
            "6.2.1",
            "o9 and c1 are not adjacent enemies",
            lacks="distance adjacent of o9: nothing = c1",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "two friends in a pair": (
        Try(paired, pairs("o1+o2 o2+c1 o3+c2")),
        Refusal(
            "6.2.1",
            "o1 and o2 are not adjacent enemies",
            lacks="distance adjacent of o1: nothing = o2",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "the pairings anew": (
        Try(in_melee, pairs("o1+c1 o2+c2 o3+c2")),
        Refusal(
            "7.1",
            "referee is not asked now; first the open question is answered",
            lacks="answer melee of c1: no = yes; answer melee of c2: no = yes",
            at="/who",
        ),
    ),
    "a test that the foe draws for": (
        Try(in_melee, answers("o1", "draw", "c1")),
        Refusal(
            "7.1",
            "o1 is not asked now; first the open question is answered",
            lacks="answer melee of c1: no = yes; answer melee of c2: no = yes",
            at="/who",
        ),
    ),
    "a melee passed over": (
        Try(in_melee, lambda clash: clash.passes()),
        Refusal(
            "7.1",
            "melee cannot be passed",
            lacks="answer melee of c1: no = yes; answer melee of c2: no = yes",
            at="/type",
        ),
    ),
    "wounds for a tie": (
        Try(fought, answers("referee", "harm", **{"c1 o1": 1, "c1 o2": 1, "c2 o3": 1})),
        Refusal(
            "7.2", "nothing here is called 'c2 o3'; known here: c1 o1 and c1 o2", at="/params/c2 o3"
        ),
    ),
    "wounds for one of two": (
        Try(fought, answers("referee", "harm", **{"c1 o1": 1})),
        Refusal("7.2", "c1 o2 is missing", {"least": 0, "most": 6}, at="/params/c1 o2"),
    ),
    "contact with oneself": (
        Try(acting, lambda clash: clash.fact("adjacent", "c1", "c1")),
        Refusal("5.7", "c1 cannot be tied to c1", legal="c2; o1", at="/change/toward"),
    ),
    "contact with a stranger": (
        Try(acting, lambda clash: clash.fact("adjacent", "c1", "zed")),
        Refusal("5.7", "'zed' is not in this combat", legal="c2; o1", at="/change/toward"),
    ),
    "a test of a stranger, against the rules": (
        Try(recorded, does("referee", "dash", "o1", using="zed", against=True)),
        Refusal("4.1", "referee cannot use zed for this", legal="c1; c2", at="/using"),
    ),
    "next to a stranger, against the rules": (
        Try(recorded, does("c1", "move", distance=3, beside=["zed"], against=True)),
        Refusal("5.1", "['zed'] does not fit beside", legal="o1", at="/params/beside/0"),
    ),
    "back by inches, against the rules": (
        Try(recorded, does("c1", "move", distance=-3, against=True)),
        Refusal("5.1", "-3 does not fit distance", {"least": 1, "most": 6}, at="/params/distance"),
    ),
    "a strike that answers nothing, against the rules": (
        Try(recorded, does("o1", "strike", against=True)),
        Refusal(
            "5.5",
            "strike is no action",
            lacks="time kind of deed of o1: action = reaction",
            at="/manoeuvre",
        ),
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_rules_lawyer_gets_nowhere_with_shots_and_cards(name: str):
    check(*CARDS[name])
