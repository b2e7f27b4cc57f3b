"""Any game: a rules lawyer tries what no table would let pass; each is refused, and in vain.

No book stands behind it, so there is a clause only where a setting of the table says who may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset import Forbidden
from domain.seats import Viewer
from tests.rulesets.kaiser import refused
from tests.rulesets.open import Game, as_said, at_sea, by_dice, side_by_side
from tests.rulesets.tries import Refusal, Tries, Try


def sea() -> Game:
    return at_sea().round()


def typed() -> Game:
    """The referee is to say the order."""
    return Game(order="typed").at_sea().round()


def thrown() -> Game:
    """Kim has thrown, and the others may answer."""
    return sea().does("kim", "throw", "whale", answers="yes")


def recorded() -> Game:
    return Game(mode="record").at_sea().round()


def alone() -> Game:
    """Ole has left."""
    return sea().say(c.Leave(who="ole"))


def does(who: str, what: str, *targets: str, **said: Any) -> Callable[[Game], object]:
    return lambda game: game.does(who, what, *targets, **said)


def answers(who: str, choice: str, **said: Any) -> Callable[[Game], object]:
    return lambda game: game.answers(who, choice, **said)


def joins(**traits: Any) -> Callable[[Game], object]:
    return lambda game: game.joins("eel", **traits)


def adjusts(**change: Any) -> Callable[[Game], object]:
    command = {"type": "adjust", "note": "so", "change": change}
    return lambda game: game.say_plainly(command)


def harm(**taken: int) -> dict[str, Any]:
    return {f"their {pool}": by for pool, by in taken.items()}


POOLS = "hp, luck, breath"
MOST = {"least": 1, "most": 1_000_000}
KNOWN = f"{POOLS}, their hp, their luck, their breath, their blubber, state, rounds, answers"
HERE = "kim, ole, whale"

TRIES: Tries[Game] = {
    "less of a pool that he has not": (
        Try(sea, does("kim", "lose", pool="mana", by=1)),
        Refusal("", "'mana' does not fit pool", {"legal": POOLS}),
    ),
    "less of another's pool": (
        Try(sea, does("kim", "lose", pool="blubber", by=1)),
        Refusal("", "'blubber' does not fit pool", {"legal": POOLS}),
    ),
    "less than nothing": (
        Try(sea, does("kim", "lose", pool="hp", by=-3)),
        Refusal("", "-3 does not fit by", MOST),
    ),
    "nothing at all": (
        Try(sea, does("kim", "lose", pool="hp", by=0)),
        Refusal("", "0 does not fit by", MOST),
    ),
    "a new pool of nothing": (
        Try(sea, does("kim", "gain", pool="fame", by=0)),
        Refusal("", "0 does not fit by", MOST),
    ),
    "more than there is of anything": (
        Try(sea, does("kim", "gain", pool="hp", by=10**9)),
        Refusal("", "1000000000 does not fit by", MOST),
    ),
    "an amount in words": (
        Try(sea, does("kim", "lose", pool="hp", by="lots")),
        Refusal("", "'lots' does not fit by", MOST),
    ),
    "half a point": (
        Try(sea, does("kim", "lose", pool="hp", by=1.5)),
        Refusal("", "1.5 does not fit by", MOST),
    ),
    "book-keeping at another": (
        Try(sea, does("kim", "lose", "whale", pool="hp", by=1)),
        Refusal("", "lose wants no target"),
    ),
    "a cost below nothing": (
        Try(sea, does("kim", "pray", luck=-1)),
        Refusal("", "-1 does not fit luck", {"least": 0, "most": 2}),
    ),
    "a cost of yes": (
        Try(sea, does("kim", "pray", luck=True)),
        Refusal("", "True does not fit luck", {"least": 0, "most": 2}),
    ),
    "a cost in what is not there": (
        Try(sea, does("kim", "pray", mana=1)),
        Refusal("", "nothing here is called 'mana'", {"known": KNOWN}),
    ),
    "what nobody has, of another": (
        Try(sea, does("kim", "pray", "whale", **harm(mana=1))),
        Refusal("", "nothing here is called 'their mana'", {"known": KNOWN}),
    ),
    "a blow that heals": (
        Try(sea, does("kim", "hit", "whale", **harm(blubber=-3))),
        Refusal("", "-3 does not fit their blubber", {"least": 0, "most": 1_000_000}),
    ),
    "twice at one with one blow": (
        Try(sea, does("kim", "hit", "whale", "whale", **harm(blubber=3))),
        Refusal("", "whale is named 2 times as a target", {"legal": "each once"}),
    ),
    "at one who has left": (
        Try(alone, does("kim", "hit", "ole")),
        Refusal("", "ole is no legal target of hit", {"legal": "kim, whale"}),
    ),
    "by one who has left": (
        Try(alone, does("ole", "row")),
        Refusal("", "nobody here is called 'ole'", {"here": "kim, whale"}),
    ),
    "by a side": (
        Try(sea, does("crew", "row")),
        Refusal("", "nobody here is called 'crew'", {"here": HERE}),
    ),
    "by the referee himself": (
        Try(sea, does("referee", "row")),
        Refusal("order", "it is not referee's turn", {"turn of": "kim"}),
    ),
    "a state for less than no rounds": (
        Try(sea, does("kim", "begin", name="wet", rounds=-1)),
        Refusal("", "-1 does not fit rounds", {"least": 0, "most": 1000}),
    ),
    "a state for an age": (
        Try(sea, does("kim", "begin", name="wet", rounds=10**6)),
        Refusal("", "1000000 does not fit rounds", {"least": 0, "most": 1000}),
    ),
    "a state toward a stranger": (
        Try(sea, does("kim", "begin", name="angry", toward="ahab")),
        Refusal("", "'ahab' does not fit toward", {"legal": HERE}),
    ),
    "a state for hours": (
        Try(sea, does("kim", "begin", name="wet", hours=3)),
        Refusal(
            "", "nothing here is called 'hours'", {"known": "name, rounds, turns, toward, level"}
        ),
    ),
    "the end of another's state": (
        Try(lambda: sea().does("whale", "begin", name="wet"), does("kim", "end", name="wet")),
        Refusal("", "'wet' does not fit name", {"legal": "nothing"}),
    ),
    "to several places": (
        Try(sea, does("kim", "go", to=["the mast", "the deck"])),
        Refusal("", "['the mast', 'the deck'] does not fit to", {"legal": "words"}),
    ),
    "a declaration": (
        Try(sea, lambda game: game.declares("kim", "row")),
        Refusal("order", "nothing is declared now; do it with `act`", {"legal": "act"}),
    ),
    "an order without one": (
        Try(typed, answers("referee", "order", order=["kim", "ole"])),
        Refusal("order", "['kim', 'ole'] does not fit order", {"legal": HERE}),
    ),
    "an order with one twice": (
        Try(typed, answers("referee", "order", order=["kim", "ole", "ole"])),
        Refusal("order", "['kim', 'ole', 'ole'] does not fit order", {"legal": HERE}),
    ),
    "an order with one who has left": (
        Try(
            lambda: typed().say(c.Leave(who="ole")),
            answers("referee", "order", order=["kim", "ole", "whale"]),
        ),
        Refusal("order", "['kim', 'ole', 'whale'] does not fit order", {"legal": "kim, whale"}),
    ),
    "an order that a player says": (
        Try(typed, answers("kim", "order", order=["kim", "ole", "whale"])),
        Refusal(
            "order",
            "kim is not asked now; first the open question is answered",
            {"open": "order", "waits for": "referee"},
        ),
    ),
    "a deed while the order is asked for": (
        Try(typed, does("kim", "row")),
        Refusal(
            "order",
            "kim is not asked now; first the open question is answered",
            {"open": "order", "waits for": "referee"},
        ),
    ),
    "a turn for a stranger": (
        Try(lambda: as_said().round(), answers("referee", "turn", whose="ahab")),
        Refusal("order", "'ahab' does not fit whose", {"legal": HERE}),
    ),
    "a turn for nobody": (
        Try(lambda: as_said().round(), answers("referee", "turn")),
        Refusal("order", "whose is missing", {"legal": HERE}),
    ),
    "the turn of the other side": (
        Try(lambda: side_by_side().round(), lambda game: game.ends("whale")),
        Refusal("order", "it is not whale's turn", {"turn of": "kim, ole"}),
    ),
    "a face that no die has": (
        Try(lambda: by_dice().round(), answers("kim", "roll", faces=[7, 1])),
        Refusal(
            "",
            "die 1 has no face 7: type a face from 1 to 6",
            {"dice": 2, "typed": 2, "sides": 6, "face": 7, "die": 1},
        ),
    ),
    "one die of two": (
        Try(lambda: by_dice().round(), answers("kim", "roll", faces=[3])),
        Refusal("", "type one face for each die rolled", {"dice": 2, "typed": 1, "sides": 6}),
    ),
    "a second roll": (
        Try(lambda: by_dice().round().answers("kim", "roll"), answers("kim", "roll")),
        Refusal(
            "order",
            "kim is not asked now: that is answered already",
            {"open": "order-roll", "waits for": "ole, whale"},
        ),
    ),
    "no roll": (
        Try(lambda: by_dice().round(), lambda game: game.passes("kim")),
        Refusal("order", "order-roll cannot be passed", {"legal": "roll"}),
    ),
    "an answer to his own deed": (
        Try(thrown, does("kim", "throw", "whale")),
        Refusal(
            "answers",
            "kim is not asked now; first the open question is answered",
            {"open": "answer", "waits for": "ole, whale"},
        ),
    ),
    "a second answer": (
        Try(lambda: thrown().does("ole", "row"), does("ole", "row")),
        Refusal(
            "answers", "ole is not asked now: that is answered already", {"waits for": "whale"}
        ),
    ),
    "dice where words are asked for": (
        Try(thrown, answers("ole", "roll")),
        Refusal(
            "answers", "'roll' is no answer here", {"legal": "pass, deed, lose, gain, begin, go"}
        ),
    ),
    "dice with a pass": (
        Try(thrown, answers("ole", "pass", faces=[6])),
        Refusal(
            "answers",
            "'pass' comes without faces: nothing of that is asked here",
            {"legal": "pass"},
        ),
    ),
    "what was not asked": (
        Try(sea, lambda game: game.say(c.Answer(who="kim", about="order-roll", choice="roll"))),
        Refusal("order", "no question is open", {"turn of": "kim"}),
    ),
    "the end of a turn amid an answer": (
        Try(thrown, lambda game: game.ends("kim")),
        Refusal(
            "answers",
            "the open question is about answer",
            {"open": "answer", "waits for": "ole, whale"},
        ),
    ),
    "a round within a round": (
        Try(sea, lambda game: game.round()),
        Refusal("order", "no round can begin now", {"round": 1}),
    ),
    "a round of nobody": (
        Try(Game, lambda game: game.round()),
        Refusal("order", "no round can begin now", {"round": 0}),
    ),
    "dice that are none": (
        Try(sea, lambda game: game.rules_that("order-dice", "many")),
        Refusal(
            "", "the rules leave no 'order-dice' = 'many' open", {"order-dice": "words, as 1d20"}
        ),
    ),
    "no dice at all": (
        Try(sea, lambda game: game.rules_that("order-dice", "0d6")),
        Refusal(
            "", "the rules leave no 'order-dice' = '0d6' open", {"order-dice": "words, as 1d20"}
        ),
    ),
    "an unknown deck": (
        Try(sea, lambda game: game.say(c.Draw(who="kim", deck="tarot"))),
        Refusal("", "no deck is called 'tarot'", {"known": "cards"}),
    ),
    "a card drawn twice": (
        Try(
            lambda: sea().say(c.Draw(who="kim", deck="cards", card="ace of clubs")),
            lambda game: game.say(c.Draw(who="kim", deck="cards", card="ace of clubs")),
        ),
        Refusal("", "'ace of clubs' is not among the cards left"),
    ),
    "a fix of nothing": (
        Try(sea, adjusts(what="pool", subject="kim", pool="hp", delta=0)),
        Refusal("", "this would change nothing", {"delta": 0}),
    ),
    "a part of a pool that has none": (
        Try(sea, adjusts(what="pool", subject="kim", pool="hp", key="left arm", delta=1)),
        Refusal("", "hp has no part called 'left arm'", {"known": "none"}),
    ),
    "a tie that the game has not": (
        Try(sea, adjusts(what="fact", of="kim", name="friend", toward="ole", value="yes")),
        Refusal("", "no fact is called 'friend' here", {"known": "none"}),
    ),
    "a pool filled never by a slip": (
        Try(sea, joins(pools={"ap": {"start": 3, "every": "round"}})),
        Refusal("", "nothing here is called 'every'", {"known": "start, each"}),
    ),
    "a pool that starts at nothing said": (
        Try(sea, joins(pools={"ap": {"each": "round"}})),
        Refusal("", "say at how much ap starts", {"wanted": "start"}),
    ),
    "a pool of no name": (Try(sea, joins(pools={" ": 5})), Refusal("", "' ' is no name of a pool")),
    "an initiative in words": (
        Try(sea, joins(initiative="high")),
        Refusal("", "'high' is no whole number in range", {"least": -1_000_000, "most": 1_000_000}),
    ),
    "a zone by its number": (Try(sea, joins(zone=3)), Refusal("", "3 is no name of a zone")),
    "a wound that heals, against the rules": (
        Try(recorded, does("kim", "lose", pool="hp", by=-5, against=True)),
        Refusal("", "-5 does not fit by", MOST),
    ),
    "a cost that pays, against the rules": (
        Try(recorded, does("kim", "pray", luck=-9, against=True)),
        Refusal("", "-9 does not fit luck", {"least": 0, "most": 2}),
    ),
    "at a stranger, against the rules": (
        Try(recorded, does("kim", "pray", "ahab", against=True)),
        Refusal("", "ahab is no legal target of pray", {"legal": HERE}),
    ),
}


@pytest.mark.parametrize("name", TRIES)
def test_a_rules_lawyer_gets_nowhere(name: str):
    one, said = TRIES[name]
    game = one.position()
    found = refused(game, lambda: one.tried(game))
    assert (found.clause, found.why) == (said.clause, said.why)
    assert said.numbers.items() <= found.numbers.items()


def test_only_the_referee_begins_the_round():
    game = at_sea()
    begins = c.Answer(who="referee", about="round", choice="begin")
    with pytest.raises(Forbidden):
        game.say(begins, Viewer("p1", "player", ("kim",)))


def test_what_is_kept_against_the_rules_takes_no_more_than_there_is():
    game = recorded().does("kim", "pray", luck=9, against=True)
    assert game.left("kim", "luck") == 0
    assert game.told()[1] == "PoolChanged kim.luck -2 pay wanted -9"


def test_what_nobody_has_who_is_aimed_at_is_told():
    game = sea().does("kim", "curse", "whale", **harm(luck=1))
    assert [r.outcome for r in game.events(e.Resolved)] == ["nobody has any luck"]
    game.does("kim", "curse", **harm(blubber=1))
    assert game.events(e.Resolved)[-1].outcome == "nobody has any blubber"
    assert game.left("whale", "blubber") == 40
