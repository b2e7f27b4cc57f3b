"""Any game: a rules lawyer tries pools, costs, blows and states that no table would let pass.

No book stands behind it, so there is a clause only where a setting of the table says who may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.rulesets import ruleset
from tests.support.fights.kaiser import refused
from tests.support.fights.open import Game, at_sea, cost
from tests.support.fights.rules_lawyer import Refusal, Tries, Try, check_refused


def sea() -> Game:
    return at_sea().round()


def recorded() -> Game:
    return Game(mode="record", order="as added").at_sea().round()


def alone() -> Game:
    """Ole has left."""
    return sea().say(c.Leave(who="ole"))


def does(who: str, what: str, *targets: str, **said: Any) -> Callable[[Game], object]:
    return lambda game: game.does(who, what, *targets, **said)


def harm(**taken: int) -> dict[str, Any]:
    return {f"their {pool}": by for pool, by in taken.items()}


POOLS = "hp, luck, breath"
MOST = {"least": 1, "most": 99_999_999_999}
COSTS = "cost hp, cost luck, cost breath"
THEIRS = "their hp, their luck, their breath, their blubber"
LASTS = "rounds, turns, whose, edge, level, concentration"
KNOWN = f"{COSTS}, {THEIRS}, state, {LASTS}, answers"
HERE = "kim, ole, whale"
WORDS = {"letters": 80}
BEGINS = "name, bearer, rounds, turns, whose, edge, toward, level, source, concentration"

TRIES: Tries[Game] = {
    "less of a pool that he has not": (
        Try(sea, does("kim", "lose", pool="mana", by=1)),
        Refusal("", "'mana' does not fit pool", legal="hp; luck; breath", at="/params/pool"),
    ),
    "less of another's pool": (
        Try(sea, does("kim", "lose", pool="blubber", by=1)),
        Refusal("", "'blubber' does not fit pool", legal="hp; luck; breath", at="/params/pool"),
    ),
    "less than nothing": (
        Try(sea, does("kim", "lose", pool="hp", by=-3)),
        Refusal("", "-3 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "nothing at all": (
        Try(sea, does("kim", "lose", pool="hp", by=0)),
        Refusal("", "0 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "a new pool of nothing": (
        Try(sea, does("kim", "gain", pool="fame", by=0)),
        Refusal("", "0 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "more than there is of anything": (
        Try(sea, does("kim", "gain", pool="hp", by=10**11)),
        Refusal(
            "", "100000000000 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"
        ),
    ),
    "an amount in words": (
        Try(sea, does("kim", "lose", pool="hp", by="lots")),
        Refusal("", "'lots' does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "half a point": (
        Try(sea, does("kim", "lose", pool="hp", by=1.5)),
        Refusal("", "1.5 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "book-keeping at another": (
        Try(sea, does("kim", "lose", "whale", pool="hp", by=1)),
        Refusal(
            "",
            "lose wants no target",
            {"most": 0, "done": 1},
            "limit targets: 1 <= 0",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "a cost below nothing": (
        Try(sea, does("kim", "pray", **cost(luck=-1))),
        Refusal("", "-1 does not fit cost luck", {"least": 0, "most": 2}, at="/params/cost luck"),
    ),
    "a cost of yes": (
        Try(sea, does("kim", "pray", **cost(luck=True))),
        Refusal("", "True does not fit cost luck", {"least": 0, "most": 2}, at="/params/cost luck"),
    ),
    "a cost in what is not there": (
        Try(sea, does("kim", "pray", **cost(mana=1))),
        Refusal(
            "",
            "nothing here is called 'cost mana'; known here: cost hp, cost luck, cost breath,"
            " their hp, their luck, their breath, their blubber, state, rounds, turns, whose, edge"
            " and 3 more",
            at="/params/cost mana",
        ),
    ),
    "what nobody has, of another": (
        Try(sea, does("kim", "pray", "whale", **harm(mana=1))),
        Refusal(
            "",
            "nothing here is called 'their mana'; known here: cost hp, cost luck, cost breath,"
            " their hp, their luck, their breath, their blubber, state, rounds, turns, whose, edge"
            " and 3 more",
            at="/params/their mana",
        ),
    ),
    "a blow that heals": (
        Try(sea, does("kim", "hit", "whale", **harm(blubber=-3))),
        Refusal(
            "",
            "-3 does not fit their blubber",
            {"least": 0, "most": 99999999999},
            at="/params/their blubber",
        ),
    ),
    "twice at one with one blow": (
        Try(sea, does("kim", "hit", "whale", "whale", **harm(blubber=3))),
        Refusal("", "whale is named more than once as a target", legal="kim; ole", at="/targets/1"),
    ),
    "at one who has left": (
        Try(alone, does("kim", "hit", "ole")),
        Refusal("", "nobody here is called 'ole'", legal="kim; whale", at="/targets/0"),
    ),
    "by one who has left": (
        Try(alone, does("ole", "row")),
        Refusal("", "nobody here is called 'ole'", legal="kim; whale", at="/who"),
    ),
    "by a side": (
        Try(sea, does("crew", "row")),
        Refusal("", "nobody here is called 'crew'", legal="kim; ole; whale", at="/who"),
    ),
    "by the referee himself": (
        Try(sea, does("referee", "row")),
        Refusal("order", "it is not referee's turn", lacks="turn turn: kim = referee", at="/who"),
    ),
    "a state for less than no rounds": (
        Try(sea, does("kim", "begin", name="wet", rounds=-1)),
        Refusal("", "-1 does not fit rounds", {"least": 0, "most": 1000000}, at="/params/rounds"),
    ),
    "a state for an age": (
        Try(sea, does("kim", "begin", name="wet", rounds=10**7)),
        Refusal(
            "", "10000000 does not fit rounds", {"least": 0, "most": 1000000}, at="/params/rounds"
        ),
    ),
    "a state toward a stranger": (
        Try(sea, does("kim", "begin", name="angry", toward="ahab")),
        Refusal("", "'ahab' does not fit toward", legal="kim; ole; whale", at="/params/toward"),
    ),
    "a state for hours": (
        Try(sea, does("kim", "begin", name="wet", hours=3)),
        Refusal(
            "",
            "nothing here is called 'hours'; known here: name, bearer, rounds, turns, whose, edge,"
            " toward, level, source and concentration",
            at="/params/hours",
        ),
    ),
    "the end of another's state": (
        Try(lambda: sea().does("whale", "begin", name="wet"), does("kim", "end", name="wet")),
        Refusal("", "'wet' does not fit name", legal="wet of whale", at="/params/name"),
    ),
    "to several places": (
        Try(sea, does("kim", "go", to=["the mast", "the deck"])),
        Refusal("", "['the mast', 'the deck'] does not fit to", {"letters": 80}, at="/params/to"),
    ),
    "a declaration": (
        Try(sea, lambda game: game.declares("kim", "row")),
        Refusal("order", "nothing is declared now; do it with `act`", legal="act", at="/type"),
    ),
}


def check(one: Try[Game], said: Refusal) -> None:
    """Refused as is said, and in vain."""
    game = one.position()
    found = refused(game, lambda: one.tried(game))
    check_refused(found, said, ruleset("open"))


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    check(*TRIES[name])


def test_what_is_kept_against_the_rules_takes_no_more_than_there_is():
    game = recorded().does("kim", "pray", **cost(luck=9), against=True)
    assert game.left("kim", "luck") == 0
    assert game.told()[1] == "PoolChanged kim.luck -2 pay wanted -9"


def test_what_nobody_has_who_is_aimed_at_is_told():
    game = sea().does("kim", "curse", "whale", **harm(luck=1))
    assert [r.outcome for r in game.events(e.Resolved)] == ["nobody has any luck"]
    game.does("kim", "curse", **harm(blubber=1))
    assert game.events(e.Resolved)[-1].outcome == "nobody has any blubber"
    assert game.left("whale", "blubber") == 40
