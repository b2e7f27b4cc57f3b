"""The clock as reported: turns come from reports alone, until the referee rules otherwise."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.open import Game
from tests.support.logs.reported_fights import begins, clock, joins, report, seen_elsewhere

ORDER = {"what": "order", "order": [["kara", "15.14"], ["ogre", 12]]}


def begun() -> Game:
    return seen_elsewhere().say(report(ORDER, clock(round=1, turn=["kara"])))


def stands(game: Game) -> tuple[str, tuple[str, ...]]:
    """The round and whose turn it is."""
    running = game.combat.clock.span("round")
    return running.name if running else "", game.combat.clock.actors


def test_nothing_is_asked_and_no_round_begins_by_itself():
    game = seen_elsewhere()
    assert stands(game) == ("", ())
    assert game.waits_for() == ("", ())
    assert not [option for option in game.offered() if option.command["type"] == "answer"]


def test_order_round_and_turn_are_as_they_are_said():
    game = begun()
    order = game.combat.clock.orders["order"]
    assert (order.order, order.why) == ((("kara",), ("ogre",)), "as reported")
    assert order.scores == {"kara": Decimal("15.14"), "ogre": 12}
    assert stands(game) == ("1", ("kara",))
    game.say(report(clock(turn=["ogre"])))
    assert stands(game) == ("1", ("ogre",))
    game.say(report(clock(round=4, turn=["kara", "ogre"])))
    assert stands(game) == ("4", ("kara", "ogre"))
    game.say(report(clock(turn=[])))
    assert stands(game) == ("4", ())
    game.say(report(clock(round="none")))
    assert stands(game) == ("", ())
    game.say(report(clock(turn=["kara"])))
    assert stands(game) == ("5", ("kara",))
    assert game.refolds()


def test_five_hundred_stand_in_an_order_and_have_one_turn():
    rats = [f"rat-{n}" for n in range(500)]
    game = Game(order="reported")
    for first in (0, 250):
        game.say(report(*(joins(rat) for rat in rats[first : first + 250])))
    game.say(report({"what": "order", "order": rats}, clock(round=1, turn=rats)))
    assert game.combat.clock.order("order") == game.combat.clock.actors == tuple(rats)
    game.say(c.Rule(point="order", value="as added"))
    line = {"what": "order", "scope": "order", "order": rats[::-1]}
    game.say_plainly({"type": "adjust", "note": "as agreed", "change": line})
    assert game.combat.clock.order("order") == tuple(rats[::-1])
    with pytest.raises(ValidationError, match="at most 500 items"):
        report({"what": "order", "order": [*rats, "kara"]})


def test_no_duration_ticks_by_itself():
    game = begun()
    for span in ("round", "turn"):
        game.say(report(begins("kara", span, until={"span": span, "left": 1})))
    game.say(report(clock(round=2, turn=["kara"]))).say(report(clock(round=3, turn=["ogre"])))
    assert [c.left for c in game.combat.conditions.on("kara")] == [1, 1]


def test_a_turn_is_taken_back():
    game = begun().say(report(clock(turn=["ogre"])))
    game.say(report(clock(turn=["kara"], taken_back=True)))
    ended, began = (d.event for d in game.steps[-1][1:])
    assert ended == e.TurnEnded(who=("ogre",), taken_back=True)
    assert began == e.TurnBegan(who=("kara",), why="taken back", resumes=True)
    [round_] = game.combat.clock.path[:1]
    assert (round_.done, game.combat.clock.actors) == ((), ("kara",))


def test_a_round_is_taken_back():
    game = begun().say(report(clock(round=2, turn=["kara"])))
    game.say(report(clock(round=1, turn=["ogre"], taken_back=True)))
    assert stands(game) == ("1", ("ogre",))
    assert game.events(e.RoundEnded)[-1] == e.RoundEnded(n=2, taken_back=True)


def test_nobody_ends_a_turn_by_hand_while_turns_are_reported():
    game = begun()
    with pytest.raises(Refused, match="as another program says"):
        game.ends("kara")
    with pytest.raises(Refused, match="as another program says"):
        seen_elsewhere().round()


def test_the_referee_rules_another_order_and_plays_on():
    game = begun().say(report(clock(round=4, turn=["kara"]))).say(report(clock(turn=["ogre"])))
    game.rules_that("order", "as added")
    assert stands(game) == ("4", ("ogre",))
    game.ends("ogre").round()
    assert stands(game) == ("5", ("kara",))


def test_a_clock_that_the_rules_move_is_not_reported():
    game = Game(order="as added").at_sea().round()
    with pytest.raises(Refused, match="rule the order to be reported first"):
        game.say(report(clock(turn=["ole"])))


def test_deeds_of_the_table_go_in_between():
    game = begun().does("ogre", "deed", what="shouts")
    assert isinstance(game.commands[-1], c.Act)
    assert stands(game) == ("1", ("kara",))
