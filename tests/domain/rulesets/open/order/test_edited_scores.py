"""A score on an edited sheet: it moves its bearer in the order that stands."""

from __future__ import annotations

from typing import Any

from domain.events import OrderSet
from tests.support.fights.open import Game


def hunt(**settings: Any) -> Game:
    """Kim, Ole and the whale with the scores 15, 12 and 4, in Kim's turn."""
    game = Game(order="rolled once", **settings)
    return game.joins("kim", score=15).joins("ole", score=12).joins("whale", score=4).round()


def edits(game: Game, who: str, **traits: Any) -> Game:
    return game.say_plainly({"type": "edit", "who": who, "traits": traits})


def order(game: Game) -> tuple[str, ...]:
    return game.combat.clock.orders["order"].line()


def test_another_score_moves_somebody_in_the_order():
    game = edits(hunt(), "whale", score=13, ac=9)
    assert order(game) == ("kim", "whale", "ole")
    assert game.combat.clock.orders["order"].scores_of("whale") == (13,)
    assert game.events(OrderSet)[-1].why == "another initiative"
    assert game.ends("kim").combat.clock.actors == ("whale",)


def test_two_scores_give_two_turns():
    game = edits(hunt(), "whale", score=[20, 4])
    assert order(game) == ("whale", "kim", "ole", "whale")


def test_the_same_score_leaves_a_place_that_was_set_by_hand():
    game = hunt()
    scores = {"what": "order", "scope": "order", "scores": {"whale": 20}}
    game.say_plainly({"type": "adjust", "note": "as rolled", "change": scores})
    edits(game, "whale", score=4, ac=9)
    edits(game, "whale", ac=10)
    assert order(game) == ("whale", "kim", "ole")


def test_before_the_first_round_and_by_sides_there_is_no_place_to_move():
    game = Game(order="rolled once").joins("kim", score=15).joins("ole", score=12)
    assert not edits(game, "ole", score=20).events(OrderSet)
    assert order(game.round()) == ("ole", "kim")
    game = Game(order="by side").joins("kim", score=15).joins("ole", score=12).round()
    assert not edits(game, "ole", score=20).events(OrderSet)
