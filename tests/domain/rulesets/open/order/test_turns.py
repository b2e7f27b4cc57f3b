"""Any other game: who goes when, by dice, as typed, side by side, or as the referee says."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.open import (
    WHALE,
    Game,
    as_said,
    at_sea,
    by_dice,
    rolled_once,
    side_by_side,
)


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


def test_who_comes_late_comes_last_where_nothing_is_rolled():
    game = at_sea().round().joins("shark", **WHALE)
    while game.combat.clock.path:
        game.ends(game.combat.clock.actors[0])
    assert turns(game)[-1] == ("shark",)


# --- rolled once ---------------------------------------------------------------------------


def line(game: Game) -> tuple[str, ...]:
    return game.combat.clock.order("order")


def rolls(game: Game, **faces: int) -> Game:
    """Everybody named throws a die for the order."""
    for who, face in faces.items():
        game.answers(who, "roll", faces=[face])
    return game


def hunt(**settings: str) -> Game:
    """The whale has 18, Kim and Ole 9 + 3; they joined as Kim, Ole, whale."""
    return rolls(rolled_once(**settings).round(), kim=9, ole=9, whale=18)


def over(game: Game) -> Game:
    """Everybody ends their turn until the round is over."""
    while game.combat.clock.path:
        game.ends(*game.combat.clock.actors[:1])
    return game


def test_a_new_fight_rolls_once_and_keeps_the_order():
    game = over(hunt()).round()
    assert line(game) == ("whale", "kim", "ole")
    assert game.combat.clock.orders["order"].scores == {"whale": 18, "kim": 12, "ole": 12}
    assert (game.combat.clock.actors, len(game.events(e.DiceRolled))) == (("whale",), 3)


def test_a_latecomer_rolls_before_the_next_turn_and_goes_where_the_score_belongs():
    game = hunt().joins("shark", **WHALE)
    assert game.waits_for() == ("", ())
    game.ends("whale")
    assert game.waits_for() == ("initiative", ("shark",))
    rolls(game, shark=15)
    assert (line(game), game.combat.clock.actors) == (("whale", "shark", "kim", "ole"), ("shark",))


def test_a_latecomer_with_a_lower_place_than_the_running_turn_still_goes():
    game = hunt().ends("whale").joins("shark", **WHALE).ends("kim")
    rolls(game, shark=20)
    assert (line(game)[0], game.combat.clock.actors) == ("shark", ("shark",))
    over(game)
    assert turns(game) == [("whale",), ("kim",), ("shark",), ("ole",)]


def test_scores_of_a_sheet_are_not_rolled_for_and_are_exact():
    game = rolled_once().joins("eel", score="15.14").joins("ray", score=15.2).round()
    assert game.waits_for() == ("initiative", ("kim", "ole", "whale"))
    rolls(game, kim=12, ole=1, whale=5)
    assert line(game) == ("ray", "eel", "kim", "whale", "ole")
    scores = game.combat.clock.orders["order"].scores
    assert (str(scores["eel"]), scores["kim"]) == ("15.14", 15)


def test_where_every_sheet_has_a_score_nothing_is_asked():
    for order in ("rolled once", "rolled each round", "by hand"):
        game = Game(order=order).joins("eel", score=4).joins("ray", score="4.5").round()
        assert (line(game), game.combat.clock.actors) == (("ray", "eel"), ("ray",))


def test_a_latecomer_with_a_score_is_placed_without_a_roll():
    game = hunt().joins("eel", score="12.5").ends("whale")
    assert (line(game), game.combat.clock.actors) == (("whale", "eel", "kim", "ole"), ("eel",))


def test_a_round_that_rolls_anew_rolls_for_everybody():
    game = over(rolls(Game(order="rolled each round").at_sea().round(), kim=9, ole=12, whale=18))
    assert game.round().waits_for() == ("initiative", ("kim", "ole", "whale"))
    assert line(rolls(game, kim=1, ole=20, whale=3)) == ("ole", "kim", "whale")


def test_who_joins_while_a_round_is_rolled_for_takes_no_place_from_the_others():
    game = Game(order="rolled each round").at_sea().round().joins("shark").joins("eel", score=5)
    rolls(game, kim=9, ole=12, whale=18)
    assert game.waits_for() == ("initiative", ("shark",))
    assert line(game) == ("whale", "ole", "kim", "eel")
    assert line(rolls(game, shark=19)) == ("shark", "whale", "ole", "kim", "eel")


def test_an_order_by_hand_is_asked_for_once():
    game = Game(order="by hand").at_sea().round()
    over(game.answers("referee", "order", order=["whale", "kim", "ole"])).round()
    assert (line(game), game.combat.clock.actors) == (("whale", "kim", "ole"), ("whale",))


# --- ties ----------------------------------------------------------------------------------


def test_ties_go_by_the_bonus():
    assert line(hunt(order_ties="by bonus")) == ("whale", "kim", "ole")
    game = rolled_once(order_ties="by bonus").joins("eel", initiative=7).round()
    assert line(rolls(game, kim=9, ole=9, whale=1, eel=5)) == ("eel", "kim", "ole", "whale")


def test_ties_share_a_turn():
    game = hunt(order_ties="together").ends("whale")
    assert turns(game) == [("whale",), ("kim", "ole")]
    assert game.combat.clock.orders["order"].order == (("whale",), ("kim", "ole"))


def test_ties_are_rolled_off():
    game = Game(9, 9, 18, 4, 11, order_ties="rolled off").at_sea().round()
    for who in ("kim", "ole", "whale"):
        game.answers(who, "roll")
    assert (line(game), len(game.events(e.DiceRolled))) == (("whale", "ole", "kim"), 5)


def test_latecomers_of_one_score_roll_off_behind_who_has_it():
    game = Game(9, 9, 18, 4, 11, 9, 9, 5, 17, order_ties="rolled off").at_sea().round()
    for who in ("kim", "ole", "whale"):
        game.answers(who, "roll")
    game.joins("nan").joins("pip").ends("whale").answers("nan", "roll").answers("pip", "roll")
    assert line(game) == ("whale", "ole", "kim", "pip", "nan")


# --- several turns -------------------------------------------------------------------------


def test_two_scores_are_two_turns_a_round():
    game = hunt().joins("dragon", score=[19, 10]).ends("whale")
    over(game)
    assert turns(game) == [("whale",), ("dragon",), ("kim",), ("ole",), ("dragon",)]
    over(game.round())
    assert turns(game)[5:] == [("dragon",), ("whale",), ("kim",), ("ole",), ("dragon",)]
    order = game.combat.clock.orders["order"]
    assert (order.scores["dragon"], order.more) == (19, {"dragon": (10,)})


def test_an_order_by_hand_has_every_turn_that_a_sheet_gives():
    game = Game(order="by hand").at_sea().joins("dragon", score=[19, 10]).round()
    wanted = ["dragon", "kim", "ole", "dragon", "whale"]
    with pytest.raises(Refused):
        game.answers("referee", "order", order=["dragon", "kim", "ole", "whale"])
    over(game.answers("referee", "order", order=wanted))
    assert [who for [who] in turns(game)] == wanted


# --- who is down ---------------------------------------------------------------------------


def test_who_is_down_is_passed_over_and_their_turn_counts_as_over():
    game = hunt().does("kim", "lose", pool="hp", by=12)
    over(game)
    whys = [(t.who, t.why) for t in game.events(e.TurnBegan)]
    assert whys == [(("whale",), "order"), (("kim",), "down"), (("ole",), "order")]
    assert [t.why for t in game.events(e.TurnEnded)] == ["", "skipped", ""]


def test_hp_may_be_written_in_any_letters():
    game = Game(order="as added").joins("rosa", HP=4).joins("ole", hp=3).joins("wolf", hp=2)
    game.round().does("ole", "lose", pool="hp", by=3).does("rosa", "lose", pool="HP", by=4)
    over(game)
    assert [t.why for t in game.events(e.TurnEnded)] == ["", "skipped", ""]
    over(game.round())
    assert [t.why for t in game.events(e.TurnEnded)][3:] == ["skipped", "skipped", ""]


def test_a_condition_says_so_as_well():
    for name in ("Dead", "down", "unconscious"):
        game = hunt().does("kim", "begin", name=name).ends("whale")
        assert game.combat.clock.actors == ("ole",)


@pytest.mark.parametrize("params", [{}, {"after": "ole"}])
def test_who_delayed_and_is_down_when_it_goes_on_has_no_turn(params: dict[str, Any]):
    game = Game(order="as added").joins("rosa", hp=4).joins("ole", hp=3).joins("wolf", hp=2)
    game.round().does("rosa", "delay", **params)
    blow: dict[str, Any] = {"their hp": 4}
    game.does("ole", "hit", "rosa", **blow)
    over(game)
    assert [(t.who, t.why) for t in game.events(e.TurnEnded) if t.who == ("rosa",)] == [
        (("rosa",), "delayed"),
        (("rosa",), "skipped"),
    ]


def test_who_is_up_again_before_their_place_comes_has_their_turn():
    game = hunt().does("kim", "lose", pool="hp", by=12).does("ole", "gain", pool="hp", by=1)
    game.does("kim", "gain", pool="hp", by=1).ends("whale")
    assert turns(game)[-1] == ("kim",)


def test_a_table_may_ask_about_who_is_down():
    game = hunt(down="asked").does("kim", "lose", pool="hp", by=12).ends("whale")
    assert game.waits_for() == ("down", ("referee",))
    game.answers("referee", "skip")
    assert (game.events(e.TurnEnded)[-1].why, game.combat.clock.actors) == ("skipped", ("ole",))
    over(game).round().ends("whale").answers("kim", "take")
    assert game.combat.clock.actors == ("kim",)


@pytest.mark.parametrize(("answer", "why"), [("skip", "skipped"), ("take", "")])
def test_a_table_that_asks_is_asked_of_who_fell_while_interrupted(answer: str, why: str):
    game = hunt(down="asked").ends("whale").does("ole", "extra turn")
    game.does("kim", "lose", pool="hp", by=12).ends("ole")
    assert game.waits_for() == ("down", ("referee",))
    game.answers("referee", answer)
    if answer == "take":
        game.ends("kim")
    ended = [t for t in game.events(e.TurnEnded) if t.who == ("kim",)]
    assert [(t.why, t.held) for t in ended] == [("interrupted", True), (why, False)]
    assert game.combat.clock.actors == ("ole",)


def test_or_give_them_their_turns_as_usual():
    game = hunt(down="as usual").does("kim", "lose", pool="hp", by=12).ends("whale")
    assert game.combat.clock.actors == ("kim",)


def test_on_a_side_those_who_are_up_go_first():
    game = Game(order="by side").at_sea()
    game.say(c.Adjust(change=c.ConditionFix(subject="kim", name="down"), note="knocked out"))
    over(game.round())
    assert turns(game) == [("ole",), ("kim",), ("whale",)]
    assert [t.why for t in game.events(e.TurnEnded)] == ["", "skipped", ""]


def test_the_order_may_be_settled_otherwise_in_the_midst_of_it():
    game = at_sea().round().ends("kim").ends("ole").ends("whale").rules_that("order", "by side")
    assert turns(game.round())[-1] == ("kim", "ole")
