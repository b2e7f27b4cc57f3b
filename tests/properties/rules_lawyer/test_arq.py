"""ARQ: what a rules lawyer tries.

Each try is refused by its clause, says what would be legal, and leaves state and log as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.rulesets import ruleset
from domain.state.combat import state_hash
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash, acting, moving
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused
from tests.support.oracles.perft import ways


def stopped() -> Clash:
    """c1 has come up to o1 and is asked whether he stops."""
    return moving().does("c1", "move", to="6,1")


def striking() -> Clash:
    """c1 blunders past o1, who may strike."""
    return stopped().does("c1", "blunder")


def says(**command: Any) -> Callable[[Clash], object]:
    return lambda clash: clash.say_plainly(command)


TRIES: Tries[Clash] = {
    "a second action": (
        Try(lambda: acting().does("c1", "action"), lambda x: x.does("c1", "action")),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            lacks=(
                "answer action of c2: no = yes; answer action of o1: no = yes; "
                "answer action of referee: no = yes"
            ),
            at="/who",
        ),
    ),
    "an action before the round begins": (
        Try(lambda: Clash().figures(c1="0,0", o1="5,0"), lambda x: x.does("c1", "action")),
        Refusal(
            "2.1",
            "no round has begun",
            lacks="answer to begin the round of referee: no = yes",
            at="/who",
        ),
    ),
    "an action after a pass": (
        Try(lambda: acting().does("c1", "pass"), lambda x: x.does("c1", "shoot", "o1")),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            lacks=(
                "answer action of c2: no = yes; answer action of o1: no = yes; "
                "answer action of referee: no = yes"
            ),
            at="/who",
        ),
    ),
    "a move in the action phase": (
        Try(acting, lambda x: x.does("c1", "move", to="0,1")),
        Refusal(
            "2.1",
            "a move belongs to the movement phase",
            lacks="time phase: action = movement",
            at="/manoeuvre",
        ),
    ),
    "an action in the movement phase": (
        Try(moving, lambda x: x.does("c1", "shoot", "o1")),
        Refusal(
            "2.1",
            "an action belongs to the action phase",
            lacks="time phase: movement = action",
            at="/manoeuvre",
        ),
    ),
    "a second move": (
        Try(
            lambda: moving().does("c1", "move", to="0,2"), lambda x: x.does("c1", "move", to="0,3")
        ),
        Refusal(
            "2.1",
            "c1 is not asked now: that is answered already",
            lacks=(
                "answer movement of c2: no = yes; answer movement of o1: no = yes; "
                "answer movement of referee: no = yes"
            ),
            at="/who",
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
            lacks=(
                "answer action of c2: no = yes; answer action of o1: no = yes; "
                "answer action of referee: no = yes"
            ),
            legal="action",
            at="/about",
        ),
    ),
    "to act before the referee has settled the foes": (
        Try(lambda: Clash().figures(c1="0,0", o1="5,0").round(), lambda x: x.does("c1", "action")),
        Refusal(
            "2.2",
            "c1 is not asked now; first the open question is answered",
            lacks="answer intents of referee: no = yes",
            at="/who",
        ),
    ),
    "seven squares with a speed of six": (
        Try(
            lambda: Clash().figures(c1={}, o1={}).to_phase("movement"),
            lambda x: x.does("c1", "move", distance=7),
        ),
        Refusal(
            "5.1",
            "distance 7 costs 7 speed; 6 left",
            {"cost": 7, "left": 6},
            "points speed of c1: 6 >= 7",
            at="/params/distance",
        ),
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
        Refusal(
            "5.1",
            "distance 3 costs 3 speed; 2 left",
            {"cost": 3, "left": 2},
            "points speed of c1: 2 >= 3",
            at="/params/distance",
        ),
    ),
    "past a threat without a blunder": (
        Try(
            stopped,
            says(type="answer", who="c1", about="next leg", choice="go", params={"to": "5,2"}),
        ),
        Refusal(
            "5.3",
            "the open question is about stopped",
            lacks="answer stopped of c1: no = yes",
            legal="stopped",
            at="/about",
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
            lacks="distance adjacent of o1: yes = no",
            legal="blunder",
            at="/manoeuvre",
        ),
    ),
    "a blunder with nobody near": (
        Try(moving, lambda x: x.does("c2", "blunder")),
        Refusal(
            "5.4",
            "nobody threatens c2",
            lacks="distance adjacent: nothing = an enemy",
            legal="move",
            at="/manoeuvre",
        ),
    ),
    "a free manoeuvre by somebody who does not threaten": (
        Try(striking, lambda x: x.does("c2", "strike")),
        Refusal(
            "5.5",
            "c2 is not asked now; first the open question is answered",
            lacks="answer free manoeuvre of o1: no = yes",
            at="/who",
        ),
    ),
    "a second free manoeuvre": (
        Try(
            lambda: striking().does("o1", "strike").answers("c1", "ties"),
            lambda x: x.does("o1", "strike"),
        ),
        Refusal(
            "5.5",
            "o1 is not asked now; first the open question is answered",
            lacks="answer next leg of c1: no = yes",
            at="/who",
        ),
    ),
    "a strike that answers no blunder": (
        Try(moving, lambda x: x.does("o1", "strike")),
        Refusal(
            "5.5",
            "strike is no action",
            lacks="time kind of deed of o1: action = reaction",
            at="/manoeuvre",
        ),
    ),
}


def check(one: Try[Clash], said: Refusal) -> None:
    """Refused as is said, with state and log as they were."""
    clash = one.position()
    combat, hashed = clash.combat, state_hash(clash.combat)
    steps, entries = len(clash.steps), sum(map(len, clash.steps))
    no = refused(lambda: one.tried(clash))
    check_refused(no, said, ruleset("arq"))
    assert clash.combat is combat
    assert state_hash(clash.combat) == hashed
    assert (len(clash.steps), sum(map(len, clash.steps))) == (steps, entries)


def check_offer(clash: Clash) -> None:
    """What is offered first is accepted."""
    said = next(ways(clash.offered()[0]))
    clash.say_plainly(said)
    assert clash.commands[-1] == c.COMMAND.validate_python(said)


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    check(*TRIES[name])


@pytest.mark.parametrize("name", TRIES)
def test_what_is_offered_instead_is_accepted(name: str):
    check_offer(TRIES[name][0].position())
