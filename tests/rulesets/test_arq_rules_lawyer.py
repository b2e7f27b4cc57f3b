"""ARQ: what a rules lawyer tries.

Each try is refused by its clause, says what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.combat import state_hash
from tests.perft import ways
from tests.rulesets.age_of_magic import refused
from tests.rulesets.arq import Clash, acting, moving
from tests.rulesets.tries import Refusal, Tries, Try


def stopped() -> Clash:
    """c1 has come up to o1 and is asked whether he stops."""
    return moving().does("c1", "move", to="6,1")


def striking() -> Clash:
    """c1 blunders past o1, who may strike."""
    return stopped().does("c1", "blunder")


def paired() -> Clash:
    """Example A, before the pairings."""
    clash = Clash().figures(c1="0,0", c2="2,0", o1="0,1", o2="1,1", o3="2,1")
    return clash.to_phase("melee")


def in_melee() -> Clash:
    return paired().pair("o1+c1 o2+c1 o3+c2")


def dealt() -> Clash:
    return Clash({"order": "deck"}).figures(c1={}, c2={}, o1={}).round()


def says(**command: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.say_plainly(command)


TRIES: Tries[Clash] = {
    "a second action": (
        Try(lambda: acting().does("c1", "action"), lambda x: x.does("c1", "action")),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            {"open": "action", "waits for": "c2, o1, referee"},
        ),
    ),
    "an action before the round begins": (
        Try(lambda: Clash().figures(c1="0,0", o1="5,0"), lambda x: x.does("c1", "action")),
        Refusal("2.1", "no round has begun", {"waits for": "the referee, who begins the round"}),
    ),
    "an action after a pass": (
        Try(lambda: acting().does("c1", "pass"), lambda x: x.does("c1", "shoot", "o1")),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            {"open": "action", "waits for": "c2, o1, referee"},
        ),
    ),
    "a move in the action phase": (
        Try(acting, lambda x: x.does("c1", "move", to="0,1")),
        Refusal(
            "2.1", "a move belongs to the movement phase", {"phase": "action", "wanted": "movement"}
        ),
    ),
    "an action in the movement phase": (
        Try(moving, lambda x: x.does("c1", "shoot", "o1")),
        Refusal(
            "2.1",
            "an action belongs to the action phase",
            {"phase": "movement", "wanted": "action"},
        ),
    ),
    "a second move": (
        Try(
            lambda: moving().does("c1", "move", to="0,2"), lambda x: x.does("c1", "move", to="0,3")
        ),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            {"open": "movement", "waits for": "c2, o1, referee"},
        ),
    ),
    "to end the phase before all have acted": (
        Try(
            lambda: acting().does("c1", "action"),
            says(type="answer", who="referee", about="phase", choice="end"),
        ),
        Refusal(
            "2.1",
            "the open question is about action",
            {"open": "action", "waits for": "c2, o1, referee"},
        ),
    ),
    "to act before the referee has settled the foes": (
        Try(lambda: Clash().figures(c1="0,0", o1="5,0").round(), lambda x: x.does("c1", "action")),
        Refusal(
            "2.2",
            "c1 is not asked now; first the open question is answered",
            {"open": "intents", "waits for": "referee"},
        ),
    ),
    "seven squares with a speed of six": (
        Try(
            lambda: Clash().figures(c1={}, o1={}).to_phase("movement"),
            lambda x: x.does("c1", "move", distance=7),
        ),
        Refusal("5.1", "distance 7 costs 7 speed; 6 left", {"cost": "7", "left": "6"}),
    ),
    "more in the second leg than is left": (
        Try(
            lambda: (
                Clash()
                .figures(c1={}, o1={})
                .to_phase("movement")
                .does("c1", "move", distance=4, onward="yes")
            ),
            lambda x: x.answers("c1", "go", distance=3),
        ),
        Refusal("5.1", "distance 3 costs 3 speed; 2 left", {"cost": "3", "left": "2"}),
    ),
    "past a threat without a blunder": (
        Try(
            stopped,
            says(type="answer", who="c1", about="next leg", choice="go", params={"to": "5,2"}),
        ),
        Refusal(
            "5.3", "the open question is about stopped", {"open": "stopped", "waits for": "c1"}
        ),
    ),
    "away from a threat as if it were none": (
        Try(
            lambda: Clash().figures(c1="0,0", o1="1,0").to_phase("movement"),
            lambda x: x.does("c1", "move", to="0,4"),
        ),
        Refusal(
            "5.6",
            "c1 begins under threat: leaving is a blunder",
            {"threatened by": "o1", "legal": "blunder, pass"},
        ),
    ),
    "a blunder with nobody near": (
        Try(moving, lambda x: x.does("c2", "blunder")),
        Refusal("5.4", "nobody threatens c2", {"legal": "move"}),
    ),
    "a free manoeuvre by somebody who does not threaten": (
        Try(striking, lambda x: x.does("c2", "strike")),
        Refusal(
            "5.5",
            "c2 is not asked now; first the open question is answered",
            {"open": "free manoeuvre", "waits for": "o1"},
        ),
    ),
    "a second free manoeuvre": (
        Try(
            lambda: striking().does("o1", "strike").answers("c1", "ties"),
            lambda x: x.does("o1", "strike"),
        ),
        Refusal(
            "5.1",
            "o1 is not asked now; first the open question is answered",
            {"open": "next leg", "waits for": "c1"},
        ),
    ),
    "a strike that answers no blunder": (
        Try(moving, lambda x: x.does("o1", "strike")),
        Refusal("5.5", "strike is no action", {"allowed as": "reaction"}),
    ),
    "to go first after losing the dash": (
        Try(lambda: moving().dash("c1", "o1", "loses"), lambda x: x.does("c1", "move", to="0,2")),
        Refusal(
            "4.2",
            "c1 lost a dash test and waits until o1 has gone",
            {"first": "o1", "legal": "pass"},
        ),
    ),
    "a dash test called by a player": (
        Try(acting, lambda x: x.does("c1", "dash", "o1", using="c1")),
        Refusal("4.1", "a dash test is called by the referee", {"caller": "referee"}),
    ),
    "a dash test against one's own side": (
        Try(acting, lambda x: x.does("referee", "dash", "c2", using="c1")),
        Refusal("4.1", "c2 is no legal target of dash", {"legal": "o1"}),
    ),
    "the foe's player draws": (
        Try(lambda: acting().does("o1", "shoot", "c1"), lambda x: x.answers("o1", "draw")),
        Refusal(
            "1.3",
            "o1 is not asked now; first the open question is answered",
            {"open": "test", "waits for": "c1"},
        ),
    ),
    "a shot at a friend": (
        Try(acting, lambda x: x.does("c1", "shoot", "c2")),
        Refusal("1.5", "c2 is no legal target of shoot", {"legal": "o1"}),
    ),
    "an outcome that a test does not have": (
        Try(
            lambda: acting().does("c1", "shoot", "o1").drawn(""),
            lambda x: x.answers("c1", "wins greatly"),
        ),
        Refusal("1.3", "'wins greatly' is no answer here", {"legal": "wins, loses, ties"}),
    ),
    "before the winner of a dash test, on one's own card": (
        Try(
            lambda: dealt().draws("player").dash("c1", "o1", "loses"),
            lambda x: x.does("c1", "action"),
        ),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            {"open": "activation", "waits for": "o1, c2, referee"},
        ),
    ),
    "a test against a friend": (
        Try(acting, lambda x: x.does("c1", "action", "c2", trait="magic")),
        Refusal("2.1", "c2 is no legal target of action", {"legal": "o1"}),
    ),
    "a test against two": (
        Try(
            lambda: Clash().figures(c1={}, o1={}, o2={}).round().settled(),
            lambda x: x.does("c1", "action", "o1", "o2", trait="magic"),
        ),
        Refusal("1.5", "a test is against one enemy", {"targets": 2, "most": 1}),
    ),
    "a card after the last": (
        Try(lambda: dealt().draws("foe").does("o1", "pass"), lambda x: x.draws("foe")),
        Refusal("3.2", "'foe' is not among the cards left"),
    ),
    "to act on the other side's card": (
        Try(lambda: dealt().draws("foe"), lambda x: x.does("c1", "action")),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            {"open": "activation", "waits for": "o1, referee"},
        ),
    ),
    "to act before a card is drawn": (
        Try(dealt, lambda x: x.does("c1", "action")),
        Refusal(
            "3.2",
            "c1 is not asked now; first the open question is answered",
            {"open": "draw", "waits for": "referee"},
        ),
    ),
    "somebody left unpaired": (
        Try(paired, lambda x: x.pair("o1+c1 o3+c2")),
        Refusal("6.2.2", "o2 would be unpaired", {"legal": "o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2"}),
    ),
    "a pairing out of reach": (
        Try(paired, lambda x: x.pair("o1+c2 o2+c1 o3+c2")),
        Refusal(
            "6.2.1",
            "o1 and c2 are not adjacent enemies",
            {"legal": "o1+c1 o2+c1 o3+c2; o1+c1 o2+c2 o3+c2"},
        ),
    ),
    "the smaller side chooses": (
        Try(paired, lambda x: x.pair("o1+c1 o2+c1 o3+c2", who="c1")),
        Refusal(
            "6.2",
            "c1 is not asked now; first the open question is answered",
            {"open": "pairings", "waits for": "referee"},
        ),
    ),
    "a test against somebody not paired": (
        Try(in_melee, lambda x: x.answers("c2", "draw", "o1")),
        Refusal(
            "7.1",
            "c2 is not asked that toward o1",
            {"open": "melee", "waits for": "c1, c1, c2", "toward": "o3"},
        ),
    ),
    "a second test against one foe": (
        Try(
            lambda: in_melee().answers("c1", "wins", "o1"), lambda x: x.answers("c1", "loses", "o1")
        ),
        Refusal(
            "7.1",
            "c1 is not asked that toward o1",
            {"open": "melee outcome", "waits for": "c1, c2", "toward": "o2"},
        ),
    ),
    "seven wounds by one blow": (
        Try(
            lambda: acting().does("c1", "shoot", "o1").answers("c1", "wins"),
            lambda x: x.answers("referee", "harm", wounds=7),
        ),
        Refusal("7.2", "7 does not fit wounds", {"least": 0, "most": 6}),
    ),
    "an act by the incapacitated": (
        Try(
            lambda: Clash().figures(c1={}, c2={}, o1={}).has_taken("c1", 6).round().settled(),
            lambda x: x.does("c1", "action"),
        ),
        Refusal("1.7", "c1 cannot act", {"state": "incapacitated"}),
    ),
    "a shot at the incapacitated": (
        Try(
            lambda: Clash().figures(c1={}, o1={}, o2={}).has_taken("o1", 6).round().settled(),
            lambda x: x.does("c1", "shoot", "o1"),
        ),
        Refusal("1.5", "o1 is no legal target of shoot", {"legal": "o2"}),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    one, said = TRIES[name]
    clash = one.position()
    combat, hashed = clash.combat, state_hash(clash.combat)
    steps, entries = len(clash.steps), sum(map(len, clash.steps))
    no = refused(lambda: one.tried(clash))
    assert (no.clause, no.why, no.numbers) == said
    assert clash.combat is combat
    assert state_hash(clash.combat) == hashed
    assert (len(clash.steps), sum(map(len, clash.steps))) == (steps, entries)


@pytest.mark.parametrize("name", TRIES)
def test_what_is_offered_instead_is_accepted(name: str):
    clash = TRIES[name][0].position()
    said = next(ways(clash.offered()[0]))
    clash.say_plainly(said)
    assert clash.commands[-1] == c.COMMAND.validate_python(said)
