"""An order that the referee sets is what turns go by from then on, in every game, or is refused."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.age_of_magic import COGAN, Fight
from tests.support.fights.arq import Clash
from tests.support.fights.kaiser import XAN, YRSA
from tests.support.fights.kaiser import Fight as Round
from tests.support.fights.ninth_age import RULES as BATTLE
from tests.support.fights.open import Game
from tests.support.fights.planeswalker import Combat
from tests.support.games.toy import TOY
from tests.support.logs.refused_fights import refused
from tests.support.refusals import legal
from tests.support.story import Story


def sets(story: Story, *line: str, scope: str = "initiative") -> Story:
    """The referee sets an order."""
    return story.say(c.Adjust(change=c.OrderFix(scope=scope, order=line), note="as agreed"))


def not_now(story: Story, *line: str, scope: str = "initiative") -> tuple[str, str]:
    """The clause and the reason for which an order is refused."""
    said = refused(story, lambda: sets(story, *line, scope=scope))
    assert said.pointer == "/change/scope"
    return said.clause, said.why


def turns(story: Story) -> list[tuple[str, ...]]:
    return [turn.who for turn in story.events(e.TurnBegan)]


# --- age of magic -----------------------------------------------------------------------------


def three() -> Fight:
    """Ana, then Bo, then Cy; they have rolled for initiative, and are to roll for AP."""
    fight = Fight()
    for who, tactics in (("ana", 3), ("bo", 2), ("cy", 1)):
        fight.joins(who, **{**COGAN, "Tactics": tactics})
    fight.round().rolls("ana", "bo", "cy")
    return fight


def test_age_of_magic_polls_in_the_order_that_was_set():
    fight = three()
    sets(fight, "cy", "bo", "ana")
    fight.rolls("ana", "bo", "cy")
    assert fight.waits_for() == ("phase", ("cy",))


def test_age_of_magic_asks_anew_when_it_is_set_in_the_middle_of_the_poll():
    fight = three().rolls("ana", "bo", "cy")
    assert fight.waits_for() == ("phase", ("ana",))
    fight.answers("ana", "pass")
    sets(fight, "cy", "bo", "ana")
    assert fight.waits_for() == ("phase", ("cy",))
    fight.answers("cy", "now")
    assert turns(fight) == [("cy",)]
    sets(fight, "bo", "cy", "ana")
    fight.ends("cy")
    assert fight.waits_for() == ("phase", ("bo",))


def test_age_of_magic_refuses_an_order_that_the_next_roll_would_undo():
    fight = Fight().joins("ana", **COGAN).joins("bo", **COGAN)
    early = ("4.2", "the order is rolled as a combat turn begins: set it after that")
    assert not_now(fight, "bo", "ana") == early
    assert not_now(fight.round(), "bo", "ana") == early
    fight = three().rolls("ana", "bo", "cy")
    for who in ("ana", "bo"):
        fight.answers(who, "now").ends(who)
    late = ("4.2", "nobody is left to come, and for the next combat turn it is rolled anew")
    assert not_now(fight, "cy", "bo", "ana") == late


# --- kaiser -----------------------------------------------------------------------------------


def kaiser() -> Round:
    """Xan, Yrsa and Zoe, before the first round."""
    fight = Round()
    for who, traits in (("xan", XAN), ("yrsa", YRSA), ("zoe", YRSA)):
        fight.joins(who, **traits)
    return fight


def test_kaiser_takes_turns_in_the_order_that_was_set():
    fight = kaiser()
    early = ("2.2", "the order is rolled in each Intention phase: set it in the Action phase")
    assert not_now(fight, "zoe", "yrsa", "xan") == early
    fight.round()
    assert not_now(fight, "zoe", "yrsa", "xan") == early
    fight.all_declared().initiative("xan", "yrsa", "zoe")
    [(first,)] = turns(fight)
    others = [who for who in fight.combat.clock.order("initiative") if who != first][::-1]
    sets(fight, *others, first)
    fight.ends(first)
    assert turns(fight)[-1] == (others[0],)
    fight.ends(others[0])
    late = ("2.2", "nobody is left to come, and for the next round it is rolled anew")
    assert not_now(fight, first, *others) == late


# --- planeswalker -----------------------------------------------------------------------------


def mages() -> Combat:
    return Combat().mage("ana", Speed=4).mage("bo", Speed=3).mage("cy", Speed=2)


def test_planeswalker_goes_by_the_order_that_was_set_and_keeps_it():
    combat = mages()
    sets(combat, "cy", "bo", "ana").round()
    assert turns(combat) == [("cy",)]
    sets(combat, "ana", "cy", "bo")
    assert combat.combat.clock.order("initiative") == ("ana", "cy", "bo")


def test_planeswalker_seats_nobody_who_has_no_turn():
    combat = mages().creature("wolf", master="ana").round()
    line = ("ana", "bo", "cy", "wolf")
    said = refused(combat, lambda: sets(combat, *line))
    assert (said.why, legal(said)) == ("an order names everybody in it once", "nothing")


# --- any game ---------------------------------------------------------------------------------


def test_any_game_goes_by_the_order_that_was_set_from_then_on():
    game = Game(order="as added").at_sea().round()
    assert turns(game) == [("kim",)]
    sets(game, "whale", "kim", "ole", scope="order")
    game.ends("kim")
    assert turns(game)[-1] == ("whale",)
    game.ends("whale").ends("ole").round()
    assert turns(game)[-1] == ("whale",)


@pytest.mark.parametrize("how", ["by side", "free"])
def test_any_game_that_goes_by_no_order_refuses_one(how: str):
    clause, why = not_now(Game(order=how).at_sea().round(), "whale", "kim", "ole", scope="order")
    assert (clause, why.startswith("the table goes by no order")) == ("order", True)


def rolls(game: Game, **faces: int) -> Game:
    """Everybody rolls for the order."""
    for who, face in faces.items():
        game.answers(who, "roll", faces=[face])
    return game


def test_any_game_whose_rounds_make_an_order_takes_one_within_the_round():
    game = Game(order="rolled each round").at_sea()
    line = ("whale", "kim", "ole")
    assert not_now(game, *line, scope="order")[1].startswith("each round makes its own order")
    assert not_now(game.round(), *line, scope="order")[1].startswith("the order is being made")
    sets(rolls(game, kim=15, ole=14, whale=13), *line, scope="order")
    assert game.ends("kim") and turns(game)[-1] == ("whale",)
    game.ends("whale")
    assert not_now(game, *line, scope="order")[1].startswith("each round makes its own order")


@pytest.mark.parametrize("how", ["by hand", "rolled once", "as added"])
def test_any_game_goes_by_an_order_that_is_set_before_the_first_round(how: str):
    game = Game(order=how).at_sea()
    sets(game, "whale", "kim", "ole", scope="order")
    game.round().ends("whale").ends("kim").ends("ole").round()
    assert turns(game) == [("whale",), ("kim",), ("ole",), ("whale",)]
    assert not game.events(e.Asked)


# --- the ninth age, ARQ, and the toy ----------------------------------------------------------


def test_the_ninth_age_has_no_order_of_blows_to_set():
    story = Story(BATTLE)
    clause, why = not_now(story, "legion")
    assert (clause, why) == (
        "9",
        "blows fall by Agility, all of one step at once: there is no order to set",
    )
    assert not_now(story, "legion", scope="player turns")[0] == "4"


def test_arq_knows_no_order_of_turns_and_takes_fronts_from_the_squares():
    clash = Clash().figures(c1="0,0", c2="1,0", o1="0,1")
    assert not_now(clash, "c1") == ("2.1", "no order is called 'initiative' here")
    assert not_now(clash, "c1", "c2", scope="front")[0] == "6.2.5"


def test_whoever_is_not_in_the_order_comes_after_it():
    story = Story(TOY).joins("ana", "bert", "cleo")
    sets(story, "cleo", "ana").round()
    story.ends("cleo").ends("ana")
    assert turns(story) == [("cleo",), ("ana",), ("bert",)]


def test_an_order_that_is_set_keeps_what_was_rolled_for_it():
    fight = three()
    scores: Any = fight.combat.clock.orders["initiative"].scores
    sets(fight, "cy", "bo", "ana")
    order = fight.combat.clock.orders["initiative"]
    assert (order.scores, order.why) == (scores, "the referee's word")
    with pytest.raises(Refused):
        sets(fight, "cy", "bo")
