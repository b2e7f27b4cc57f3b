"""Any game: what a rules lawyer tries with orders, turns, dice, answers and sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain.ruleset.ruleset import Forbidden
from domain.state.viewer import Viewer
from tests.properties.rules_lawyer.test_open import check, does, recorded, sea
from tests.support.fights.open import Game, as_said, at_sea, by_dice, cost, side_by_side
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


def typed() -> Game:
    """The referee is to say the order."""
    return Game(order="by hand").at_sea().round()


def thrown() -> Game:
    """Kim has thrown, and the others may answer."""
    return sea().does("kim", "throw", "whale", answers="yes")


def answers(who: str, choice: str, **said: Any) -> Callable[[Game], object]:
    return lambda game: game.answers(who, choice, **said)


def joins(**traits: Any) -> Callable[[Game], object]:
    return lambda game: game.joins("eel", **traits)


def adjusts(**change: Any) -> Callable[[Game], object]:
    command = {"type": "adjust", "note": "so", "change": change}
    return lambda game: game.say_plainly(command)


ORDERS: Tries[Game] = {
    "an order without one": (
        Try(typed, answers("referee", "order", order=["kim", "ole"])),
        Refusal("order", "['kim', 'ole'] does not fit order", legal="whale", at="/params/order/2"),
    ),
    "an order with one twice": (
        Try(typed, answers("referee", "order", order=["kim", "ole", "ole"])),
        Refusal(
            "order", "['kim', 'ole', 'ole'] does not fit order", legal="whale", at="/params/order/2"
        ),
    ),
    "an order with one who has left": (
        Try(
            lambda: typed().say(c.Leave(who="ole")),
            answers("referee", "order", order=["kim", "ole", "whale"]),
        ),
        Refusal(
            "order",
            "['kim', 'ole', 'whale'] does not fit order",
            legal="nothing",
            at="/params/order/1",
        ),
    ),
    "an order that a player says": (
        Try(typed, answers("kim", "order", order=["kim", "ole", "whale"])),
        Refusal(
            "order",
            "kim is not asked now; first the open question is answered",
            lacks="answer order of referee: no = yes",
            at="/who",
        ),
    ),
    "a turn for a stranger": (
        Try(lambda: as_said().round(), answers("referee", "turn", whose="ahab")),
        Refusal("order", "'ahab' does not fit whose", legal="kim; ole; whale", at="/params/whose"),
    ),
    "a turn for nobody": (
        Try(lambda: as_said().round(), answers("referee", "turn")),
        Refusal("order", "whose is missing", legal="kim; ole; whale", at="/params/whose"),
    ),
    "the turn of the other side": (
        Try(lambda: side_by_side().round(), lambda game: game.ends("whale")),
        Refusal("order", "it is not whale's turn", lacks="turn turn: kim|ole = whale", at="/who"),
    ),
    "a face that no die has": (
        Try(lambda: by_dice().round(), answers("kim", "roll", faces=[7, 1])),
        Refusal(
            "",
            "die 1 has no face 7: type a face from 1 to 6",
            {"dice": 2, "typed": 2, "sides": 6, "face": 7, "die": 1},
            at="/faces/initiative",
        ),
    ),
    "one die of two": (
        Try(lambda: by_dice().round(), answers("kim", "roll", faces=[3])),
        Refusal(
            "",
            "type one face for each die rolled",
            {"dice": 2, "typed": 1, "sides": 6},
            at="/faces/initiative",
        ),
    ),
    "a second roll": (
        Try(lambda: by_dice().round().answers("kim", "roll"), answers("kim", "roll")),
        Refusal(
            "order",
            "kim is not asked now: that is answered already",
            lacks="answer initiative of ole: no = yes; answer initiative of whale: no = yes",
            at="/who",
        ),
    ),
    "no roll": (
        Try(lambda: by_dice().round(), lambda game: game.passes("kim")),
        Refusal(
            "order",
            "initiative cannot be passed",
            lacks=(
                "answer initiative of kim: no = yes; answer initiative of ole: no = yes; "
                "answer initiative of whale: no = yes"
            ),
            at="/type",
        ),
    ),
    "an answer to his own deed": (
        Try(thrown, does("kim", "throw", "whale")),
        Refusal(
            "answers",
            "kim is not asked now; first the open question is answered",
            lacks="answer answer of ole: no = yes; answer answer of whale: no = yes",
            at="/who",
        ),
    ),
    "a second answer": (
        Try(lambda: thrown().does("ole", "row"), does("ole", "row")),
        Refusal(
            "answers",
            "ole is not asked now: that is answered already",
            lacks="answer answer of whale: no = yes",
            at="/who",
        ),
    ),
    "dice where words are asked for": (
        Try(thrown, answers("ole", "roll")),
        Refusal("answers", "'roll' is no answer here", legal="pass", at="/choice"),
    ),
    "dice with a pass": (
        Try(thrown, answers("ole", "pass", faces=[6])),
        Refusal(
            "answers", "'pass' comes without faces: nothing of that is asked here", at="/faces"
        ),
    ),
    "what was not asked": (
        Try(sea, lambda game: game.say(c.Answer(who="kim", about="initiative", choice="roll"))),
        Refusal(
            "order", "no question is open", lacks="time question: nothing = initiative", at="/about"
        ),
    ),
    "the end of a turn amid an answer": (
        Try(thrown, lambda game: game.ends("kim")),
        Refusal(
            "answers",
            "the open question is about answer",
            lacks="answer answer of ole: no = yes; answer answer of whale: no = yes",
            legal="answer",
            at="/about",
        ),
    ),
    "a round within a round": (
        Try(sea, lambda game: game.round()),
        Refusal("order", "no round can begin now", {"round": 1}, at="/choice"),
    ),
    "a round of nobody": (
        Try(Game, lambda game: game.round()),
        Refusal("order", "no round can begin now", {"round": 0}, at="/choice"),
    ),
    "dice that are none": (
        Try(sea, lambda game: game.rules_that("order dice", "many")),
        Refusal("", "the rules leave no 'order dice' = 'many' open", at="/value"),
    ),
    "no dice at all": (
        Try(sea, lambda game: game.rules_that("order dice", "0d6")),
        Refusal("", "the rules leave no 'order dice' = '0d6' open", at="/value"),
    ),
    "an unknown deck": (
        Try(sea, lambda game: game.say(c.Draw(who="kim", deck="tarot"))),
        Refusal("", "no deck is called 'tarot'", legal="cards", at="/deck"),
    ),
    "a card drawn twice": (
        Try(
            lambda: sea().say(c.Draw(who="kim", deck="cards", card="ace of clubs")),
            lambda game: game.say(c.Draw(who="kim", deck="cards", card="ace of clubs")),
        ),
        Refusal(
            "",
            "'ace of clubs' is not among the cards left",
            legal=(
                "2 of clubs; 3 of clubs; 4 of clubs; 5 of clubs; 6 of clubs; 7 of clubs; 45 more"
            ),
            at="/card",
        ),
    ),
    "a fix of nothing": (
        Try(sea, adjusts(what="pool", subject="kim", pool="hp", delta=0)),
        Refusal("", "this would change nothing", {"delta": 0}, at="/change/delta"),
    ),
    "a part of a pool that has none": (
        Try(sea, adjusts(what="pool", subject="kim", pool="hp", key="left arm", delta=1)),
        Refusal("", "hp has no part called 'left arm'", legal="nothing", at="/change/key"),
    ),
    "a place as a fact": (
        Try(sea, adjusts(what="fact", of="kim", name="zone", value="the mast")),
        Refusal("", "no fact is called 'zone' here", legal="nothing", at="/change/name"),
    ),
    "a pool filled never by a slip": (
        Try(sea, joins(pools={"ap": {"current": 3, "every": "round"}})),
        Refusal(
            "",
            "nothing here is called 'every'; known here: current, most, least, temporary and each",
            at="/traits/pools/ap/every",
        ),
    ),
    "a pool that starts at nothing said": (
        Try(sea, joins(pools={"ap": {"each": "round"}})),
        Refusal(
            "",
            (
                "one of these must be given: current, what it holds, the most unless "
                "said; most, the most that it may hold"
            ),
            lacks="trait current: no = yes; trait most: no = yes",
            at="/traits/pools/ap",
        ),
    ),
    "a pool of no name": (
        Try(sea, joins(pools={" ": 5})),
        Refusal("", "' ' is not the name of a pool, without a slash", at="/traits/pools/ "),
    ),
    "an initiative in words": (
        Try(sea, joins(initiative="high")),
        Refusal(
            "",
            "initiative is a whole number from -99999999999 to 99999999999, not 'high'",
            {"least": -99999999999, "most": 99999999999},
            at="/traits/initiative",
        ),
    ),
    "a zone by its number": (
        Try(sea, joins(zone=3)),
        Refusal("", "zone is the name of a zone, in one line, not 3", at="/traits/zone"),
    ),
    "a wound that heals, against the rules": (
        Try(recorded, does("kim", "lose", pool="hp", by=-5, against=True)),
        Refusal("", "-5 does not fit by", {"least": 1, "most": 99999999999}, at="/params/by"),
    ),
    "a cost that pays, against the rules": (
        Try(recorded, does("kim", "pray", **cost(luck=-9), against=True)),
        Refusal("", "-9 does not fit cost luck", {"least": 0, "most": 2}, at="/params/cost luck"),
    ),
    "at a stranger, against the rules": (
        Try(recorded, does("kim", "pray", "ahab", against=True)),
        Refusal("", "nobody here is called 'ahab'", legal="kim; ole; whale", at="/targets/0"),
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_a_rules_lawyer_gets_nowhere_with_orders_and_dice(name: str):
    check(*ORDERS[name])


def test_only_the_referee_begins_the_round():
    game = at_sea()
    begins = c.Answer(who="referee", about="round", choice="begin")
    with pytest.raises(Forbidden):
        game.say(begins, Viewer("p1", "player", ("kim",)))
