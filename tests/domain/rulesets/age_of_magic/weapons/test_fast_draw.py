"""Weapons made ready, sheathed and dropped, and drawn fast."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import (
    ADVANCE,
    COGAN,
    STRIKE,
    SWORD,
    URLIK,
    Fight,
    Points,
    refused,
)
from tests.support.refusals import lacks

DRAW, READY = "fast draw", "ready weapon"


def facing(skill: float = 3, points: Points = None, **weapon: Any) -> Fight:
    """Cogan has put his sword away, and Urlik stands beside him."""
    away = {**SWORD, "ready": False, **weapon}
    cogan = {**COGAN, "Sleight of hand": skill, "Fast draw": 1, "weapons": {"sword": away}}
    fight = Fight(points=points).joins("cogan", side="heroes", **cogan)
    fight.joins("urlik", side="reavers", **URLIK).side_by_side("cogan urlik")
    return fight.begins("cogan")


def drawn(result: float, points: Points = None) -> Fight:
    """Cogan draws, and his roll comes to so much."""
    fight = facing(result - 1 - 0.5, points).does("cogan", DRAW, using="sword")
    return fight.rolls("cogan")


# --- the roll ---


def test_a_fast_draw_is_sleight_of_hand_and_its_specialism_and_co():
    fight = facing().does("cogan", DRAW, using="sword")
    assert fight.waits_for() == (DRAW, ("cogan",))
    assert fight.left("cogan", "ap") == 16
    fight.rolls("cogan")
    assert fight.why(DRAW) == {"Sleight of hand": 6, "Fast draw": 2, "CO": 1}


@pytest.mark.parametrize(
    ("size", "worn", "points"),
    [
        ("small", "concealed", -4),
        ("small", "waist", 1),
        ("medium", "waist", 0),
        ("medium", "back", -1),
    ],
)
def test_size_and_place_count(size: str, worn: str, points: int):
    fight = facing(size=size, worn=worn).does("cogan", DRAW, using="sword").rolls("cogan")
    assert fight.why(DRAW).get("sword", 0) == 2 * points


@pytest.mark.parametrize(("size", "worn"), [("large", "waist"), ("small", "back")])
def test_what_is_not_printed_is_the_tables_to_rule(size: str, worn: str):
    fight = facing(size=size, worn=worn)
    no = refused(lambda: fight.does("cogan", DRAW, using="sword"))
    assert (no.clause, no.pointer) == ("3.5", "/using")
    assert DRAW not in fight.manoeuvres("cogan")
    fight = facing(points={"fast draw otherwise": "-3"}, size=size, worn=worn)
    assert fight.does("cogan", DRAW, using="sword").rolls("cogan").why(DRAW)["sword"] == -6


# --- the result ---


@pytest.mark.parametrize(
    ("result", "cost"), [(0.5, 3), (3, 3), (3.5, 2), (6, 2), (6.5, 1), (10, 1), (10.5, 0), (14, 0)]
)
def test_the_better_the_roll_the_fewer_points(result: float, cost: int):
    fight = drawn(result)
    assert fight.rolled(DRAW).total == result * 2
    assert fight.left("cogan", "ap") == 16 - 2 * cost
    assert fight.combat.facts.get("cogan", "bears", "sword") == "yes"
    assert fight.basis("fast draw") == ("3.5", "stated")
    assert tables.drawing_cost(int(result * 2)) == 2 * cost


@pytest.mark.parametrize("result", [0, -2])
@pytest.mark.parametrize("fumble", ["not drawn", "dropped"])
def test_a_fumble_costs_three_points_and_leaves_no_weapon_in_hand(result: float, fumble: str):
    fight = drawn(result, {"fast draw fumble": fumble})
    assert fight.outcome("fast draw") == (fumble, {"roll": result * 2, "cost": 6})
    assert fight.basis("fast draw") == ("3.5", "ruled")
    assert fight.left("cogan", "ap") == 10
    assert fight.combat.facts.get("cogan", "bears", "sword") is None
    fight.everybody_passes()
    assert refused(lambda: fight.does("cogan", STRIKE, "urlik", using="sword")).clause == "7.10"


def test_an_ordinary_draw_is_answered_like_any_manoeuvre():
    fight = drawn(6)
    assert fight.waits_for() == ("declare", ("urlik",))
    fight.everybody_passes()
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")


def test_nobody_reacts_to_a_lightning_draw_and_an_attack_follows():
    fight = drawn(11)
    assert fight.outcome("fast draw") == ("drawn at once", {"roll": 22, "cost": 0})
    assert fight.waits_for() == ("follow", ("cogan",))
    no = refused(lambda: fight.declares("urlik", "turn"))
    assert lacks(no) == "answer follow of cogan: no = yes"
    assert fight.manoeuvres("cogan") == {STRIKE, ADVANCE, "speak"}
    fight.does("cogan", STRIKE, "urlik", using="sword")
    assert fight.left("cogan", "ap") == 16 - 4
    [draw, blow] = fight.events(e.Acted)
    assert (blow.on, blow.targets) == (draw.act, ("urlik",))
    assert "side step" in fight.manoeuvres("urlik")


def test_a_lightning_draw_need_not_be_followed():
    fight = drawn(11).passes("cogan")
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")
    assert fight.left("cogan", "ap") == 16


def test_who_could_not_pay_a_fumble_does_not_try():
    fight = facing().tires("cogan", 5)
    assert DRAW not in fight.manoeuvres("cogan")
    no = refused(lambda: fight.does("cogan", DRAW, using="sword"))
    assert (no.clause, no.numbers, lacks(no)) == (
        "3.3",
        {"cost": 3, "left": 2.5},
        "points ap of cogan: 2 1/2 >= 3",
    )


def test_a_weapon_is_drawn_in_answer_to_a_move_and_strikes_whoever_is_near():
    fight = facing(20).ends("cogan").does("urlik", "move", beside=["cogan"])
    fight.declares("cogan", DRAW, using="sword")
    assert fight.waits_for() == (DRAW, ("cogan",))
    fight.rolls("cogan").does("cogan", STRIKE, "urlik", using="sword")
    assert fight.left("cogan", "ap") == 12


# --- in hand ---


def test_readying_takes_three_points_and_may_drop_what_was_in_hand():
    two = {"sword": {**SWORD, "ready": False}, "torch": {**SWORD, "hand": "left"}}
    fight = Fight().joins("cogan", **{**COGAN, "weapons": two}).joins("thug").begins("cogan")
    no = refused(lambda: fight.does("cogan", READY, using="sword", dropping=["sword"]))
    assert (no.clause, no.pointer) == ("3.5", "/params/dropping/0")
    fight.does("cogan", READY, using="sword", dropping=["torch"]).passes()
    assert fight.left("cogan", "ap") == 10
    assert fight.combat.facts.get("cogan", "bears", "sword") == "yes"
    assert fight.combat.facts.get("cogan", "bears", "torch") == "no"
    fight.does("cogan", READY, using="torch").passes()
    assert fight.left("cogan", "ap") == 4
    assert refused(lambda: fight.does("cogan", READY, using="torch")).why == (
        "cogan cannot use torch for this"
    )


def test_the_reaction_comes_after_the_weapon_is_ready():
    fight = facing().does("cogan", READY, using="sword")
    assert fight.combat.facts.get("cogan", "bears", "sword") == "yes"
    assert fight.waits_for() == ("declare", ("urlik",))
    assert {"turn", "speak"} <= fight.manoeuvres("urlik")
