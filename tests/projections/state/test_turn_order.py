"""Who has gone, who may go, who is asked and who is next, where no order is set."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from projections.state.turn_order import AT_WILL, Ordered, TurnOrder, turn_order
from projections.visibility.snapshot import Moment
from tests.support.fights.arq import on_the_grid
from tests.support.fights.ninth_age_random import from_the_start
from tests.support.fights.open import Game
from tests.support.story import Story
from tests.support.timelines.replaying import RULES, replay


def shown(story: Story) -> TurnOrder:
    return turn_order(Moment(story.combat), story.rules)


def running(story: Story) -> Ordered:
    [found] = [order for order in shown(story).orders if order.running]
    return found


def states(story: Story) -> dict[str, str]:
    return {row.who: row.state for row in running(story).rows}


# --- ARQ ---------------------------------------------------------------------------------------


def test_in_a_free_order_anybody_may_go_and_nobody_is_next():
    clash = on_the_grid().to_phase("action")
    order = running(clash)
    assert (order.scope, order.fixed, shown(clash).next) == (AT_WILL, False, "")
    assert set(states(clash).values()) == {"may go"}
    assert set(shown(clash).may_go) == set(states(clash)) < set(shown(clash).asked)


def test_who_has_acted_has_gone_and_the_others_may_go():
    clash = on_the_grid().to_phase("action")
    first, *others = shown(clash).may_go
    clash.does(first, "pass")
    assert states(clash) == {first: "gone", **dict.fromkeys(others, "may go")}
    assert shown(clash).gone == (first,) and shown(clash).may_go == tuple(others)
    clash.to_phase("movement")
    assert set(states(clash).values()) == {"may go"} and not shown(clash).gone


def test_while_somebody_acts_it_is_his_go_and_others_wait():
    clash = on_the_grid().to_phase("action")
    clash.does("c1", "shoot", "o1")
    assert (shown(clash).now, shown(clash).may_go, shown(clash).next) == (("c1",), (), "")
    assert states(clash)["c1"] == "now" and states(clash)["o1"] == "waits"


def test_on_a_card_only_those_of_its_side_may_go():
    clash = on_the_grid({"order": "deck"}).round()
    assert (shown(clash).asked, shown(clash).may_go) == (("referee",), ())
    assert set(states(clash).values()) == {"waits"}
    clash.draws("foe")
    foes = tuple(who for who in states(clash) if who.startswith("o"))
    assert shown(clash).may_go == foes and shown(clash).next == ""
    assert states(clash)["c1"] == "waits"
    clash.does(foes[0], "pass")
    assert states(clash)[foes[0]] == "gone"


def test_the_line_of_the_melee_is_no_order_of_going():
    clash = on_the_grid().to_phase("melee")
    assert (shown(clash).next, [o for o in shown(clash).orders if o.running]) == ("", [])


# --- the Ninth Age -----------------------------------------------------------------------------


def test_while_they_deploy_it_is_told_who_is_on_the_table_and_whom_the_side_asked_may_place():
    battle = from_the_start().prepares()
    for side in shown(battle).asked:
        battle.answers(side, "declare")
    side = shown(battle).asked[0]
    may = shown(battle).may_go
    assert may and {battle.combat.roster.members[who].side for who in may} == {side}
    assert (shown(battle).next, running(battle).fixed) == ("", False)
    battle.answers(side, "deploy", unit=may[0])
    assert states(battle)[may[0]] == "gone" and may[0] in shown(battle).gone


# --- any game ----------------------------------------------------------------------------------


def test_side_by_side_the_next_is_one_of_the_next_side():
    game = Game(order="by side")
    game.joins("a1", "a2", side="a").joins("b1", side="b").round()
    assert (shown(game).now, shown(game).next) == (("a1", "a2"), "b1")
    assert states(game) == {"a1": "now", "a2": "now", "b1": "next"}


def test_where_the_referee_says_whose_turn_it_is_nobody_is_next():
    game = Game(order="free")
    game.joins("a", "b").round()
    assert (shown(game).asked, shown(game).may_go) == (("referee",), ("a", "b"))
    game.answers("referee", "turn", whose="b")
    assert (shown(game).now, shown(game).next) == (("b",), "")


def test_who_came_later_stands_behind_the_order():
    game = Game(order="by hand")
    game.joins("a", "b").round().answers("referee", "order", order=["b", "a"])
    game.joins("c")
    assert [(row.who, row.state) for row in running(game).rows] == [
        ("b", "now"),
        ("a", "next"),
        ("c", "waits"),
    ]


def test_one_with_two_scores_stands_twice_and_each_place_has_its_state():
    game = Game(order="rolled once")
    game.joins("a", score=15).joins("dragon", score=[19, "10.5"]).joins("b", score=12).round()

    def rows() -> list[tuple[str, str, str]]:
        return [(row.who, row.points, row.state) for row in running(game).rows]

    assert rows() == [
        ("dragon", "19", "now"),
        ("a", "15", "next"),
        ("b", "12", "waits"),
        ("dragon", "10.5", "waits"),
    ]
    game.ends("dragon").ends("a").ends("b")
    assert [state for *_, state in rows()] == ["gone", "gone", "gone", "now"]


def test_who_delays_is_held_who_is_interrupted_is_next_and_who_is_down_is_not():
    game = Game(order="as added")
    game.joins("a", "b", "c", "d", pools={"hp": 3}).round().does("a", "delay")
    game.does("c", "lose", pool="hp", by=3)
    assert (shown(game).now, shown(game).next, shown(game).held) == (("b",), "d", ("a",))
    game.does("d", "extra turn")
    assert (shown(game).now, shown(game).next) == (("d",), "b")
    game.ends("d").ends("b").ends("d")
    assert shown(game).now == ("a",)


def hunted(**settings: Any) -> Game:
    """Three goblins: the first delays, the second acts, the third is at 0 hp."""
    game = Game(order="as added", **settings)
    game.joins("gob1", "gob2", "gob3", pools={"hp": 3}).round().does("gob1", "delay")
    return game.does("gob3", "lose", pool="hp", by=3)


def test_nobody_is_next_where_the_referee_is_asked_first_about_who_is_down():
    game = hunted(down="asked")
    assert (shown(game).now, shown(game).next, shown(game).held) == (("gob2",), "", ("gob1",))
    game.ends("gob2")
    assert game.waits_for() == ("down", ("referee",))
    game.answers("referee", "skip")
    assert shown(game).now == ("gob1",)


def test_who_is_down_and_passed_over_is_not_next_but_who_delays():
    game = hunted(down="skipped")
    assert shown(game).next == "gob1"
    assert shown(game.ends("gob2")).now == ("gob1",)


def test_who_is_down_until_the_running_turn_ends_is_next():
    game = Game(order="as added", down="asked").joins("a", "b", "c").round()
    game.does("a", "begin", name="unconscious", bearer="b", turns=1, whose="a", edge="end")
    assert (shown(game).next, shown(game.ends("a")).now) == ("b", ("b",))


def test_nobody_is_next_where_a_newcomer_rolls_first():
    game = Game(order="rolled once").joins("a", "b").round()
    for who in ("a", "b"):
        game.answers(who, "roll")
    assert shown(game).next == "b"
    game.joins("late")
    assert shown(game).next == ""
    assert game.ends("a").waits_for() == ("initiative", ("late",))


def test_in_the_midst_of_an_act_that_others_may_answer_the_next_is_known():
    game = Game(order="as added", answers="always").joins("a", "b").round()
    game.does("a", "deed", "b", what="hails")
    assert game.waits_for() == ("answer", ("b",))
    assert shown(game).next == "b"


def test_nobody_is_next_once_the_fight_is_over():
    game = Game(order="as added").joins("a", "b").round().say(c.End())
    assert shown(game).next == ""


# --- any game: an order that another program reported --------------------------------------------


def reported(*lines: dict[str, Any]) -> tuple[TurnOrder, list[tuple[str, str, str]]]:
    people = [{"k": "join", "who": who, "name": who, "role": "unit"} for who in ("k", "o", "bench")]
    scores = {"k": "order", "order": [["k", 15.14], ["o", 9]]}
    found = replay([*people, scores, {"k": "clock", "set": {"round": 1, "current": "k"}}, *lines])
    order = turn_order(Moment(found.combat), RULES)
    [rows] = (each.rows for each in order.orders)
    return order, [(row.who, row.points, row.state) for row in rows]


def test_who_is_not_in_a_reported_order_is_neither_shown_in_it_nor_next():
    order, rows = reported()
    assert rows == [("k", "15.14", "now"), ("o", "9", "next")]
    order, rows = reported({"k": "clock", "set": {"current": "o"}})
    assert rows == [("k", "15.14", "gone"), ("o", "9", "now")]
    assert order.next == ""


def test_turns_that_go_by_no_order_leave_a_reported_one_as_it_is():
    order, rows = reported(
        {"k": "clock", "set": {"current": "o"}},
        {"k": "clock", "set": {"current": ["k", "bench"]}},
        {"k": "clock", "set": {"current": "o"}},
    )
    assert order.now == ("o",)
    assert rows == [("k", "15.14", "gone"), ("o", "9", "now")]


def test_a_reported_order_of_nobody_has_no_rows():
    order, rows = reported({"k": "order", "order": []})
    assert (order.next, rows) == ("", [])
