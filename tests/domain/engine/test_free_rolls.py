"""Dice and cards that no rule asks for, and points that are shown in halves."""

from __future__ import annotations

from functools import partial

from domain import commands as c
from domain import events as e
from domain.events.measures import points
from domain.ruleset.ruleset import Manoeuvre, Pool
from domain.state.viewer import PUBLIC
from tests.support.games.toy_parts import toy
from tests.support.logs.refused_fights import (
    BEN,
    Said,
    both_strike,
    forbidden,
    refused,
    three,
    told,
)
from tests.support.story import Story

CARDS = toy("cards", decks={"fate": ("Queen", "Knave")})


def table() -> Story:
    story = Story(CARDS, 2, 5, 4).joins("ana", side="a").joins("bert", side="b")
    return story.say(c.Join(subject="lurker", hidden=True))


def test_dice_fall_for_anything_with_a_bonus_and_a_purpose():
    story = table().say(c.Roll(who="ana", purpose="weather", count=2, bonus=3))
    [rolled] = story.events(e.DiceRolled)
    assert (rolled.purpose, rolled.faces, rolled.total) == ("weather", (2, 5), 10)
    story.say(c.Roll(who="referee"))
    assert (rolled.sort, story.events(e.DiceRolled)[-1].purpose) == ("loose", "loose")


def test_faces_from_the_table_must_fit_the_dice():
    story = table()
    said = refused(story, lambda: story.say(c.Roll(who="ana", sides=6, faces={"loose": (7,)})))
    assert (said.why, said.pointer) == (
        "the die has no face 7: type a face from 1 to 6",
        "/faces/loose",
    )
    two = c.Roll(who="ana", sides=6, count=2, faces={"loose": (6, 9)})
    said = refused(story, lambda: story.say(two))
    assert said.why == "die 2 has no face 9: type a face from 1 to 6"
    assert said.numbers == {"dice": 2, "typed": 2, "sides": 6, "face": 9, "die": 2}
    story.say(c.Roll(who="ana", sides=6, faces={"loose": (6,)}))
    assert story.events(e.DiceRolled)[-1].provenance == "typed"


def test_a_card_is_drawn_until_none_is_left():
    story = table().say(c.Draw(who="ana", deck="fate")).say(c.Draw(who="bert", deck="fate"))
    assert [card.card for card in story.events(e.CardDrawn)] == ["Queen", "Knave"]
    said = refused(story, lambda: story.say(c.Draw(who="ana", deck="fate")))
    assert told(said) == Said("no card is left in 'fate'", "", {}, "/deck")


def test_the_card_that_was_drawn_at_the_table_is_typed_once():
    story = table().say(c.Draw(who="ana", deck="fate", card="Knave", purpose="omen"))
    [drawn] = story.events(e.CardDrawn)
    assert (drawn.card, drawn.purpose, drawn.provenance) == ("Knave", "omen", "typed")
    said = refused(story, lambda: story.say(c.Draw(who="ana", deck="fate", card="Knave")))
    assert told(said) == Said("'Knave' is not among the cards left", "", {}, "/card", "", "Queen")


def test_nothing_is_drawn_from_a_deck_that_is_not_there_nor_by_a_stranger():
    story = table()
    said = refused(story, lambda: story.say(c.Draw(who="ana", deck="tarot")))
    assert told(said) == Said("no deck is called 'tarot'", "", {}, "/deck", "", "fate")
    said = refused(story, lambda: story.say(c.Draw(who="troll", deck="fate")))
    assert told(said) == Said("'troll' is not in this combat", "", {}, "/who")
    assert "ana" in forbidden(story, lambda: story.say(c.Draw(who="ana", deck="fate"), PUBLIC))


def test_what_somebody_in_hiding_rolls_draws_or_does_is_not_told():
    story = table()
    for command in (c.Roll(who="lurker"), c.Draw(who="lurker", deck="fate"), c.Leave(who="lurker")):
        story.say(command)
        assert [draft.audience for draft in story.steps[-1]] == [("referee",)]


def test_points_are_shown_in_the_fractions_of_the_game():
    shown = [points(value, 2) for value in (13, 12, 1, 0, -1, -3)]
    assert shown == ["6 1/2", "6", "1/2", "0", "-1/2", "-1 1/2"]
    assert points(7, 1) == "7"


def test_a_cost_is_refused_in_the_points_of_the_game():
    dear = Manoeuvre("leap", "leap", "H2", ("action",), (), cost=lambda s, deed: {"ap": 7})
    halves = toy(
        "halves",
        pools=(Pool("ap", "points", "H1", scale=2),),
        manoeuvres=(dear,),
        opening=lambda traits: {"ap": 3},
    )
    story = Story(halves).joins("ana").round()
    assert told(refused(story, lambda: story.does("ana", "leap"))) == Said(
        "leap costs 3 1/2 AP; 1 1/2 left",
        "H2",
        {"cost": 3.5, "left": 1.5},
        "/manoeuvre",
        "points ap of ana: 1 1/2 >= 3 1/2",
    )


def test_what_costs_something_no_pool_is_declared_for_is_refused_as_well():
    dear = Manoeuvre("leap", "leap", "H2", ("action",), (), cost=lambda s, deed: {"luck": 1})
    story = Story(toy("unlucky", manoeuvres=(dear,))).joins("ana").round()
    assert refused(story, lambda: story.does("ana", "leap")).why == "leap costs 1 luck; 0 left"


def test_only_the_referee_vouches_for_what_fell():
    story = both_strike().passes("erik").passes("man")
    roll = c.Answer(
        who="cogan", about="roll", choice="roll", faces={"attempt": (9,)}, witness="ann"
    )
    said = refused(story, lambda: story.say(roll, BEN))
    assert told(said) == Said("only the referee vouches for what fell", "", {}, "/witness")
    assert story.say(roll).events(e.DiceRolled)[0].provenance == "witnessed"


def test_an_order_names_everybody_in_it_once():
    story = three()
    for place, order in ((1, ("man", "man")), (0, ()), (1, ("man", "troll"))):
        fix = c.Adjust(change=c.OrderFix(scope="initiative", order=order), note="slow")
        said = refused(story, partial(story.say, fix))
        assert said.why == "an order names everybody in it once"
        assert said.pointer == f"/change/order/{place}"
