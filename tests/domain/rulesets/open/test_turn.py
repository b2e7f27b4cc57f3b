"""Any other game: who goes when, by dice, as typed, side by side, or as the referee says."""

from __future__ import annotations

from domain import events as e
from tests.support.fights.open import WHALE, Game, as_said, at_sea, by_dice, side_by_side


def turns(game: Game) -> list[tuple[str, ...]]:
    return [t.who for t in game.events(e.TurnBegan)]


def test_as_they_came_in():
    game = at_sea().round().ends("kim").ends("ole").ends("whale")
    assert turns(game) == [("kim",), ("ole",), ("whale",)]


def test_by_the_dice_of_the_table():
    game = by_dice().round()
    for who, faces in (("kim", [1, 2]), ("ole", [3, 4]), ("whale", [6, 5])):
        game.answers(who, "roll", faces=faces)
    assert game.combat.clock.orders["order"].scores == {"whale": 11, "ole": 10, "kim": 6}
    assert turns(game) == [("whale",)]


def test_as_typed():
    game = Game(order="by hand").at_sea().round()
    game.answers("referee", "order", order=["whale", "kim", "ole"])
    game.ends("whale")
    assert turns(game) == [("whale",), ("kim",)]


def test_side_by_side():
    game = side_by_side().round().does("ole", "row", answers="no").does("kim", "row", answers="no")
    game.ends("kim")
    assert turns(game) == [("kim", "ole"), ("whale",)]


def test_as_the_referee_says_and_again():
    game = as_said().round()
    for who in ("whale", "kim", "whale"):
        game.answers("referee", "turn", whose=who).ends(who)
    game.answers("referee", "over")
    assert turns(game) == [("whale",), ("kim",), ("whale",)]
    assert game.combat.clock.path == ()


def test_who_comes_late_comes_last():
    game = by_dice().round()
    for who in ("kim", "ole", "whale"):
        game.answers(who, "roll")
    game.joins("shark", **WHALE)
    while game.combat.clock.path:
        game.ends(game.combat.clock.actors[0])
    assert turns(game)[-1] == ("shark",)


def test_the_order_may_be_settled_otherwise_in_the_midst_of_it():
    game = at_sea().round().ends("kim").ends("ole").ends("whale").rules_that("order", "by side")
    assert turns(game.round())[-1] == ("kim", "ole")
