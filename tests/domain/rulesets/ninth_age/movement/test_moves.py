"""Marching, rallying, random movement and ambush."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.state.viewer import TABLE
from domain.step.step import Step
from tests.support.fights.ninth_age import (
    ARCHERS,
    KNIGHTS,
    SPEARS,
    Battle,
    battle,
    mustered,
    refused,
)
from tests.support.refusals import lacks, legal


def moving(ann: dict[str, Any] | None = None, **more: Any) -> Battle:
    """Ann's Movement Phase."""
    armies = {"ann": ann or {"knights": KNIGHTS, "spears": SPEARS}, "bo": {"archers": ARCHERS}}
    return battle(armies, **more).until("moves")


def fleeing(traits: dict[str, Any], **more: Any) -> Battle:
    """Ann's unit flees as her turn begins."""
    told = battle({"ann": {"u": traits, "v": KNIGHTS}, "bo": {"archers": ARCHERS}}, **more)
    return told.fixes(what="condition", subject="u", name="fleeing").answers(
        "ann", "no more charges"
    )


@pytest.mark.parametrize("stage", ["random movement", "ambush", "no more foes"])
def test_where_it_concerns_no_unit_nothing_is_asked_and_nothing_follows(stage: str):
    told = moving()
    step = Step(told.combat, told.rules, told.dice, 99, TABLE)
    assert told.rules.stages[stage](step) is None
    assert step.drafts == []


# --- march ---------------------------------------------------------------------------------


def test_x_23_near_an_enemy_a_march_wants_a_test_and_any_other_move_stays_legal():
    told = moving().does("knights", "march", inches=14, nearest=8).agrees()
    assert told.waits_for() == ("discipline", ("knights",))
    told.rolls(4, 5)
    assert told.outcome("verdict") == ("failed", {"roll": 9, "needed": 8})
    why = refused(told, lambda: told.does("knights", "march", inches=14, nearest=8))
    assert (why.clause, lacks(why), legal(why)) == (
        "M3",
        "condition no march of knights: yes = no",
        "advance; reform",
    )
    told.does("knights", "advance", using="forward", inches=7).agrees()
    assert "moved" in told.states("knights")


def test_x_23_far_from_every_standing_enemy_there_is_no_test():
    told = moving().does("knights", "march", inches=14, nearest=9).agrees()
    assert "moved" in told.states("knights")
    assert told.waits_for() == ("moves", ("ann",))


@pytest.mark.parametrize(
    ("using", "most", "more"), [("forward", 5, 5.5), ("backward", "2 1/2", 3), ("sideways", 2.5, 3)]
)
def test_an_advance_goes_one_way_and_half_as_far_but_forward(using: str, most: Any, more: Any):
    told = moving()
    why = refused(told, lambda: told.does("spears", "advance", using=using, inches=more))
    farthest = 5 if using == "forward" else 2.5
    assert (why.clause, why.numbers["most"]) == ("M3", farthest)
    told.does("spears", "advance", using=using, inches=most)


def test_a_unit_moves_once():
    told = moving().does("spears", "reform", files=10)
    why = refused(told, lambda: told.does("spears", "advance", using="forward", inches=1))
    assert (why.clause, why.numbers, lacks(why), legal(why)) == (
        "M3",
        {"most": 1, "done": 1},
        "limit moves of spears: 1 < 1",
        "knights",
    )
    assert told.fact("files", "spears") == 10


# --- rallying ------------------------------------------------------------------------------


def test_who_rallies_flees_no_more_and_is_shaken():
    told = fleeing(SPEARS)
    assert told.waits_for() == ("discipline", ("u",))
    told.rolls(3, 4)
    assert told.states("u") == ["shaken"]
    why = refused(told, lambda: told.does("u", "advance", using="forward", inches=1))
    assert (why.clause, lacks(why), legal(why)) == ("M3", "condition shaken of u: yes = no", "v")


@pytest.mark.parametrize("faces", [(1, 1), (6, 6)])
def test_the_rally_test_of_who_flees_no_more_changes_nothing(faces: tuple[int, int]):
    told = fleeing(SPEARS)
    told.fixes(what="condition", subject="u", name="fleeing", begin=False).rolls(*faces)
    assert told.states("u") == []
    assert told.waits_for() == ("moves", ("ann",))


def test_who_fails_flees_again():
    told = fleeing(SPEARS).rolls(4, 4)
    assert told.waits_for() == ("flee distance", ("u",))
    told.rolls(2, 5).answers("ann", "straight ahead", edge=20).agrees()
    assert told.outcome("flee distance") == ("flees", {"inches": 7})
    assert told.states("u") == ["fleeing"]


@pytest.mark.parametrize(("played", "needed"), [("half Discipline", 4), ("full Discipline", 7)])
def test_how_a_decimated_unit_rallies_is_the_tables_to_say(played: str, needed: int):
    told = battle(
        {"ann": {"u": SPEARS, "v": KNIGHTS}, "bo": {"archers": ARCHERS}},
        settings={"decimated rally": played},
    )
    told.fixes(what="pool", subject="u", pool="hp", delta=-15)
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    told.rolls(1, 2)
    assert told.outcome("verdict") == ("passed", {"roll": 3, "needed": needed})


def test_the_general_lends_his_discipline_and_the_standard_a_second_roll():
    lord = {**KNIGHTS, "Discipline": 9, "General": True, "BSB": True}
    told = battle({"ann": {"u": SPEARS, "lord": lord}, "bo": {"archers": ARCHERS}})
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    told.answers("u", "by the General").agrees().rolls(5, 5)
    assert told.waits_for() == ("reroll", ("ann",))
    told.answers("ann", "reroll").rolls(4, 5)
    assert told.outcome("verdict") == ("passed", {"roll": 9, "needed": 9})


def test_a_failure_may_be_left_as_it_is():
    lord = {**KNIGHTS, "BSB": True}
    told = battle({"ann": {"u": SPEARS, "lord": lord}, "bo": {"archers": ARCHERS}})
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    told.rolls(5, 5).answers("ann", "keep")
    assert told.outcome("verdict") == ("failed", {"roll": 10, "needed": 7})
    assert told.waits_for() == ("flee distance", ("u",))


# --- random movement -----------------------------------------------------------------------


def test_random_movement_comes_after_the_rallying_and_is_all_the_move_there_is():
    wheels = {**KNIGHTS, "Random Movement": 2}
    told = battle({"ann": {"u": SPEARS, "wheels": wheels}, "bo": {"archers": ARCHERS}})
    told.fixes(what="condition", subject="u", name="fleeing").answers("ann", "no more charges")
    told.rolls(3, 4)
    assert told.waits_for() == ("random movement", ("wheels",))
    told.rolls(2, 6)
    assert told.events(e.DiceRolled)[-1].total == 8
    [moved] = [c for c in told.events(e.ConditionBegan) if c.name == "moved"]
    assert (moved.subject, moved.key) == ("wheels", "random movement")
    assert told.combat.clock.actors == ("bo",)  # nobody else could move


# --- ambush --------------------------------------------------------------------------------


def test_ambushers_arrive_from_the_second_own_turn_on_three_or_more():
    lurkers = {**SPEARS, "Ambush": True}
    armies = {"ann": {"u": SPEARS, "x": lurkers, "y": lurkers}, "bo": {"archers": ARCHERS}}
    told = ambushed(armies).until("ambush")
    assert (told.combat.clock.rounds, told.waits_for()) == (2, ("ambush", ("x", "y")))
    told.rolls(2, who="x").rolls(3, who="y")
    assert (told.fact("place", "x"), told.fact("place", "y")) == ("in ambush", "on the table")
    told.until("ambush").rolls(1).until("ambush").rolls(6)
    assert told.combat.clock.rounds == 4
    assert "not scoring" in told.states("x") and "not scoring" not in told.states("y")


def test_who_never_arrives_is_destroyed():
    armies = {"ann": {"u": SPEARS, "x": {**SPEARS, "Ambush": True}}, "bo": {"archers": ARCHERS}}
    told = ambushed(armies)
    for _ in range(5):
        told.until("ambush").rolls(2)
    while told.combat.clock.path:
        told.goes_on()
    assert "destroyed" in told.states("x")


def ambushed(armies: Any) -> Battle:
    return (
        mustered(armies)
        .prepares()
        .answers(
            "ann",
            "declare",
            ambushers=[u for u, traits in armies["ann"].items() if traits.get("Ambush")],
        )
        .deploys()
    )


@pytest.mark.parametrize("tested", [False, True])
def test_a_unit_that_leaves_before_its_march_marches_no_more(tested: bool):
    told = moving().does("spears", "march", inches=8, nearest=7)
    if tested:
        told.agrees()
    told.say(c.Leave(who="spears"))
    if told.waits_for()[0] == "confirm":
        told.agrees()
    assert told.waits_for() == ("moves", ("ann",))
