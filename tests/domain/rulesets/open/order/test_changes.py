"""Any game: turns that come later, are ready, interrupt or come again, and new initiative."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.kaiser import refused
from tests.support.fights.open import Game, cost, rolled_once, side_by_side

FOUR: dict[str, Any] = {"their blubber": 4}
SCORES = {"kim": 17, "ole": 12, "whale": 8}


def hunt(**scores: object) -> Game:
    """The first round; Kim 17, Ole 12, the whale 8, or as is said."""
    game = rolled_once()
    return says(game, scores=SCORES | scores).round()


def says(game: Game, **order: Any) -> Game:
    """The referee says an order, or scores."""
    change = c.OrderFix.model_validate({"scope": "order", **order})
    return game.say(c.Adjust(change=change, note="at the table"))


def turns(game: Game) -> list[tuple[str, ...]]:
    return [t.who for t in game.events(e.TurnBegan)]


def line(game: Game) -> tuple[str, ...]:
    return game.combat.clock.order("order")


def over(game: Game) -> Game:
    while game.combat.clock.path:
        game.ends(*game.combat.clock.actors[:1])
    return game


# --- scores by the referee -----------------------------------------------------------------


def test_the_referee_gives_scores_and_the_order_follows_from_them():
    game = hunt(whale="17.01", ole=["12.5", 3])
    assert line(game) == ("whale", "kim", "ole", "ole")
    assert game.combat.clock.orders["order"].more == {"ole": (3,)}
    assert not game.events(e.Asked)


def test_exact_scores_stay_as_they_are_when_a_command_is_read_again():
    said = c.OrderFix.model_validate({"scope": "order", "scores": {"whale": ["17.01", 3]}})
    assert c.OrderFix.model_validate(said.model_dump()) == said


def test_some_scores_move_some_and_leave_the_others():
    game = says(hunt(), scores={"whale": "12.5"})
    assert line(game) == ("kim", "whale", "ole")


def test_an_order_may_name_somebody_twice_with_scores_for_both():
    game = hunt()
    says(game, order=("whale", "kim", "ole", "whale"), scores={"whale": [9, 1]})
    order = game.combat.clock.orders["order"]
    assert (order.line(), order.scores_of("whale")) == (("whale", "kim", "ole", "whale"), (9, 1))
    assert order.scores_of("kim") == (17,)


def test_an_order_by_names_keeps_the_further_turns_of_who_is_named_once():
    game = hunt(whale=17, ole=[15, 3])
    says(game, order=("ole", "whale", "kim"))
    order = game.combat.clock.orders["order"]
    assert (order.line(), order.scores_of("ole")) == (("ole", "whale", "kim", "ole"), (15, 3))
    over(game)
    assert turns(game) == [("kim",), ("ole",), ("whale",), ("ole",)]
    says(game, order=("ole", "whale", "kim"), scores={"ole": [15]})
    assert line(game) == ("ole", "whale", "kim")


@pytest.mark.parametrize(
    ("fix", "pointer"),
    [
        ({"scores": {"ahab": 3}}, "/change/scores/ahab"),
        ({"order": ("kim", "ole")}, "/change/order/2"),
        ({}, "/change/order/0"),
    ],
)
def test_an_order_that_fits_nobody_here_is_refused(fix: dict[str, object], pointer: str):
    with pytest.raises(Refused) as why:
        says(hunt(), **fix)
    assert why.value.pointer == pointer


# --- delays --------------------------------------------------------------------------------


def test_who_delays_comes_when_all_others_have_gone():
    game = hunt().does("kim", "delay")
    assert (game.combat.clock.actors, game.combat.conditions.has("kim", "delaying")) == (
        ("ole",),
        True,
    )
    over(game)
    assert turns(game) == [("kim",), ("ole",), ("whale",), ("kim",)]
    assert [t.resumes for t in game.events(e.TurnBegan)] == [False, False, False, True]
    assert not game.combat.conditions.has("kim", "delaying")
    assert line(game) == ("kim", "ole", "whale")


def test_who_comes_in_goes_after_the_running_turn_and_keeps_that_place():
    game = hunt().does("kim", "delay").does("kim", "come in")
    assert (line(game), game.combat.clock.actors) == (("ole", "kim", "whale"), ("ole",))
    over(game)
    assert turns(game)[1:] == [("ole",), ("kim",), ("whale",)]
    over(game.round())
    assert turns(game)[4:] == [("ole",), ("kim",), ("whale",)]


def test_or_at_once_and_the_interrupted_turn_goes_on():
    game = hunt().does("kim", "delay").does("kim", "come in", when="now")
    assert (game.combat.clock.actors, game.combat.conditions.has("ole", "interrupted")) == (
        ("kim",),
        True,
    )
    over(game)
    assert turns(game) == [("kim",), ("ole",), ("kim",), ("ole",), ("whale",)]
    assert game.combat.conditions.all == {}


def test_a_delay_that_somebody_began_by_hand_is_one_in_any_letters():
    game = hunt().does("ole", "begin", name="Delaying").does("ole", "come in")
    assert (line(game), game.combat.conditions.all) == (("kim", "ole", "whale"), {})
    game.does("kim", "begin", name="DELAYING")
    why = refused(game, lambda: game.does("kim", "come in")).why
    assert why == "their turn has come already"


def test_nobody_comes_in_while_nobody_has_a_turn():
    game = over(hunt()).does("ole", "begin", name="delaying")
    game.does("kim", "begin", name="interrupted")
    why = refused(game, lambda: game.does("ole", "come in")).why
    assert why == "nobody has a turn to come in after"


def test_a_turn_may_be_put_behind_somebody():
    game = hunt().does("kim", "delay", after="whale")
    assert line(game) == ("ole", "whale", "kim")
    over(game)
    assert turns(game) == [("kim",), ("ole",), ("whale",), ("kim",)]


def test_pools_of_a_turn_are_filled_once_for_a_delayed_one():
    game = hunt().does("kim", "swim", **cost(breath=2)).does("kim", "delay")
    game.ends("ole").ends("whale")
    assert (game.combat.clock.actors, game.left("kim", "breath")) == (("kim",), 1)


def test_the_last_to_come_has_nobody_to_wait_for():
    game = hunt().ends("kim").ends("ole")
    assert refused(game, lambda: game.does("whale", "delay")).why == (
        "nobody else is still to come in this round"
    )


def test_a_side_delays_as_little_as_one_without_a_turn():
    game = side_by_side().round()
    assert refused(game, lambda: game.does("kim", "delay")).clause == "order"
    game = hunt()
    assert refused(game, lambda: game.does("ole", "come in")).why == "only who delays comes in"


# --- one more turn -------------------------------------------------------------------------


def test_one_more_turn_interrupts_and_uses_up_none():
    game = hunt().does("whale", "extra turn")
    assert game.combat.clock.actors == ("whale",)
    over(game)
    assert turns(game) == [("kim",), ("whale",), ("kim",), ("ole",), ("whale",)]
    assert [t.extra for t in game.events(e.TurnBegan)] == [False, True, False, False, False]


def test_one_turn_at_a_time_is_interrupted():
    game = hunt().does("whale", "extra turn")
    assert "extra turn" not in game.manoeuvres("ole")
    assert refused(game, lambda: game.does("ole", "extra turn")).clause == "order"
    assert refused(game, lambda: game.does("whale", "delay")).clause == "order"


# --- initiative ----------------------------------------------------------------------------


def test_another_initiative_moves_somebody_in_the_middle_of_a_round():
    game = hunt().does("whale", "initiative", score="12.5")
    assert (line(game), str(game.combat.clock.orders["order"].scores["whale"])) == (
        ("kim", "whale", "ole"),
        "12.5",
    )
    over(game)
    assert turns(game) == [("kim",), ("whale",), ("ole",)]


def test_nobody_goes_twice_or_not_at_all_by_it():
    game = (
        hunt().ends("kim").does("kim", "initiative", score=1).does("whale", "initiative", score=20)
    )
    over(game)
    assert turns(game) == [("kim",), ("ole",), ("whale",)]
    assert line(game) == ("whale", "ole", "kim")


def test_it_may_give_one_more_turn_each_round_and_change_one_of_several():
    game = hunt().does("whale", "initiative", score=15, turns="one more")
    assert line(game) == ("kim", "whale", "ole", "whale")
    game.does("whale", "initiative", score=20, which=2)
    assert game.combat.clock.orders["order"].scores_of("whale") == (20, 15)
    over(game)
    assert turns(game) == [("kim",), ("whale",), ("whale",), ("ole",)]


# --- ready ---------------------------------------------------------------------------------


def test_what_is_ready_is_done_in_the_turn_of_another():
    game = hunt().does("kim", "ready", what="throw", trigger="it dives").ends("kim").ends("ole")
    assert game.combat.conditions.has("kim", "ready")
    game.does("kim", "readied", "whale", **FOUR)
    assert (game.left("whale", "blubber"), game.combat.conditions.all) == (36, {})
    assert refused(game, lambda: game.does("kim", "readied")).why == "nothing is ready to be done"


def test_readiness_lasts_until_the_next_turn_begins():
    game = over(hunt().does("kim", "ready", what="throw"))
    assert game.combat.conditions.has("kim", "ready")
    assert not game.round().combat.conditions.has("kim", "ready")


# --- newcomers -----------------------------------------------------------------------------


def with_shark(score: object = None) -> Game:
    """Kim delays, Ole has a turn; a shark joins, and has a score on its sheet or has to roll."""
    given: dict[str, Any] = {} if score is None else {"score": score}
    return hunt().does("kim", "delay").joins("shark", **given)


def test_a_newcomer_still_rolls_for_a_place_after_a_delay_has_ended():
    for when in ("next", "now"):
        game = with_shark().does("kim", "come in", when=when)
        assert line(game) == ("ole", "kim", "whale")
        game.ends(*game.combat.clock.actors)
        assert game.waits_for() == ("initiative", ("shark",))
        game.answers("shark", "roll", faces=[10])
        order = game.combat.clock.orders["order"]
        assert (order.line(), order.scores_of("shark")) == (("ole", "kim", "shark", "whale"), (10,))
        assert sorted(turns(over(game))[-2:]) == [("shark",), ("whale",)]


def test_a_newcomer_keeps_the_scores_of_the_sheet_when_a_delay_ends():
    game = with_shark([10, 2]).does("kim", "come in")
    order = game.combat.clock.orders["order"]
    assert order.line() == ("ole", "kim", "shark", "whale", "shark")
    assert order.scores_of("shark") == (10, 2)


def test_a_newcomer_keeps_a_score_when_somebody_delays_or_is_scored_anew():
    game = hunt().joins("shark").joins("eel", score=9).does("kim", "delay", after="whale")
    assert line(game) == ("ole", "eel", "whale", "kim")
    assert game.waits_for() == ("initiative", ("shark",))
    game = hunt().joins("shark").joins("eel", score=9).does("whale", "initiative", score=20)
    assert line(game) == ("whale", "kim", "ole", "eel")
    assert game.combat.clock.orders["order"].scores_of("eel") == (9,)


def test_nobody_is_put_behind_a_newcomer_without_a_place():
    game = hunt().joins("shark")
    with pytest.raises(Refused):
        game.does("kim", "delay", after="shark")
    game.does("shark", "begin", name="delaying").does("shark", "come in")
    assert line(game) == ("kim", "ole", "whale")
