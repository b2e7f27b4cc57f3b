"""ARQ: what a rules lawyer tries with tests, cards, pairings and wounds."""

from __future__ import annotations

import pytest

from tests.properties.rules_lawyer.test_arq import check, check_offer
from tests.support.fights.arq import Clash, acting, moving
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


def paired() -> Clash:
    """Example A, before the pairings."""
    clash = Clash().figures(c1="0,0", c2="2,0", o1="0,1", o2="1,1", o3="2,1")
    return clash.to_phase("melee")


def in_melee() -> Clash:
    return paired().pair("o1+c1 o2+c1 o3+c2")


def dealt() -> Clash:
    return Clash({"order": "deck"}).figures(c1={}, c2={}, o1={}).round()


TESTS: Tries[Clash] = {
    "to go first after losing the dash": (
        Try(lambda: moving().dash("c1", "o1", "loses"), lambda x: x.does("c1", "move", to="0,2")),
        Refusal(
            "4.2",
            "c1 lost a dash test and waits until o1 has gone",
            lacks="turn movement of o1: no = yes",
            at="/who",
        ),
    ),
    "a dash test called by a player": (
        Try(acting, lambda x: x.does("c1", "dash", "o1", using="c1")),
        Refusal("4.1", "a dash test is called by the referee", legal="referee", at="/who"),
    ),
    "a dash test against one's own side": (
        Try(acting, lambda x: x.does("referee", "dash", "c2", using="c1")),
        Refusal(
            "4.1",
            "c2 is no legal target of dash",
            lacks="target a foe still to go of c2: no = yes",
            legal="o1",
            at="/targets/0",
        ),
    ),
    "the foe's player draws": (
        Try(lambda: acting().does("o1", "shoot", "c1"), lambda x: x.answers("o1", "draw")),
        Refusal(
            "1.3",
            "o1 is not asked now; first the open question is answered",
            lacks="answer test of c1: no = yes",
            at="/who",
        ),
    ),
    "a shot at a friend": (
        Try(acting, lambda x: x.does("c1", "shoot", "c2")),
        Refusal(
            "1.5",
            "c2 is no legal target of shoot",
            lacks="target an enemy who can fight of c2: no = yes",
            legal="o1",
            at="/targets/0",
        ),
    ),
    "an outcome that a test does not have": (
        Try(
            lambda: acting().does("c1", "shoot", "o1").drawn(""),
            lambda x: x.answers("c1", "wins greatly"),
        ),
        Refusal("1.3", "'wins greatly' is no answer here", legal="wins; loses; ties", at="/choice"),
    ),
    "before the winner of a dash test, on one's own card": (
        Try(
            lambda: dealt().draws("player").dash("c1", "o1", "loses"),
            lambda x: x.does("c1", "action"),
        ),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            lacks=(
                "answer activation of o1: no = yes; answer activation of c2: no = yes; "
                "answer activation of referee: no = yes"
            ),
            at="/who",
        ),
    ),
    "a test against a friend": (
        Try(acting, lambda x: x.does("c1", "action", "c2", trait="magic")),
        Refusal(
            "2.1",
            "c2 is no legal target of action",
            lacks="target an enemy who can fight of c2: no = yes",
            legal="o1",
            at="/targets/0",
        ),
    ),
    "a test against two": (
        Try(
            lambda: Clash().figures(c1={}, o1={}, o2={}).round().settled(),
            lambda x: x.does("c1", "action", "o1", "o2", trait="magic"),
        ),
        Refusal(
            "1.5",
            "a test is against one enemy",
            {"most": 1, "done": 2},
            "limit targets: 2 <= 1",
            legal="nothing",
            at="/targets/1",
        ),
    ),
    "a card after the last": (
        Try(lambda: dealt().draws("foe").does("o1", "pass"), lambda x: x.draws("foe")),
        Refusal("3.2", "'foe' is not among the cards left", legal="player", at="/card"),
    ),
    "to act on the other side's card": (
        Try(lambda: dealt().draws("foe"), lambda x: x.does("c1", "action")),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer activation of o1: no = yes; answer activation of referee: no = yes",
            at="/who",
        ),
    ),
    "to act before a card is drawn": (
        Try(dealt, lambda x: x.does("c1", "action")),
        Refusal(
            "2.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer the next to go of referee: no = yes",
            at="/who",
        ),
    ),
    "somebody left unpaired": (
        Try(paired, lambda x: x.pair("o1+c1 o3+c2")),
        Refusal(
            "6.2.2",
            "o2 would be unpaired",
            lacks="item pair of o2: no = yes",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "a pairing out of reach": (
        Try(paired, lambda x: x.pair("o1+c2 o2+c1 o3+c2")),
        Refusal(
            "6.2.1",
            "o1 and c2 are not adjacent enemies",
            lacks="distance adjacent of o1: nothing = c2",
            legal="o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2",
            at="/params/pairs",
        ),
    ),
    "the smaller side chooses": (
        Try(paired, lambda x: x.pair("o1+c1 o2+c1 o3+c2", who="c1")),
        Refusal(
            "6.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer pairings of referee: no = yes",
            at="/who",
        ),
    ),
    "a test against somebody not paired": (
        Try(in_melee, lambda x: x.answers("c2", "draw", "o1")),
        Refusal(
            "7.1",
            "c2 is not asked that toward o1",
            lacks="answer melee of c1: no = yes; answer melee of c2: no = yes",
            legal="o3",
            at="/toward",
        ),
    ),
    "a second test against one foe": (
        Try(
            lambda: in_melee().answers("c1", "wins", "o1"), lambda x: x.answers("c1", "loses", "o1")
        ),
        Refusal(
            "7.1",
            "c1 is not asked that toward o1",
            lacks="answer melee outcome of c1: no = yes; answer melee outcome of c2: no = yes",
            legal="o2",
            at="/toward",
        ),
    ),
    "seven wounds by one blow": (
        Try(
            lambda: acting().does("c1", "shoot", "o1").answers("c1", "wins"),
            lambda x: x.answers("referee", "harm", wounds=7),
        ),
        Refusal("7.2", "7 does not fit wounds", {"least": 0, "most": 6}, at="/params/wounds"),
    ),
    "an act by the incapacitated": (
        Try(
            lambda: Clash().figures(c1={}, c2={}, o1={}).has_taken("c1", 6).round().settled(),
            lambda x: x.does("c1", "action"),
        ),
        Refusal(
            "1.7",
            "c1 cannot act: incapacitated",
            lacks="condition incapacitated of c1: yes = no",
            at="/who",
        ),
    ),
    "a shot at the incapacitated": (
        Try(
            lambda: Clash().figures(c1={}, o1={}, o2={}).has_taken("o1", 6).round().settled(),
            lambda x: x.does("c1", "shoot", "o1"),
        ),
        Refusal(
            "1.5",
            "o1 is no legal target of shoot",
            lacks="target an enemy who can fight of o1: no = yes",
            legal="o2",
            at="/targets/0",
        ),
    ),
}


@pytest.mark.parametrize("name", TESTS)
def test_a_rules_lawyer_gets_nowhere_by_a_test(name: str):
    check(*TESTS[name])


@pytest.mark.parametrize("name", TESTS)
def test_what_is_offered_instead_of_a_test_is_accepted(name: str):
    check_offer(TESTS[name][0].position())
