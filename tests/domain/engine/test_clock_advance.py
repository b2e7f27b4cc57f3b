"""Turns, phases and rounds open and close with their stages; what lasts ends at its edge."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import ConditionKind, Stretch, Until
from tests.support.logs.refused_fights import refused
from tests.support.logs.stage_games import TURN, act, asks, begun, game, sure, trodden
from tests.support.story import Story

# --- spans -----------------------------------------------------------------------------------


def test_a_turn_opens_and_closes_with_its_stages_and_so_does_the_round():
    turn = TURN._replace(opens=("one",), closes=("two",))
    story = begun(game(Stretch("round", "round", ("three",), ("extra",), (turn,))))
    assert trodden(story) == ["three", "one"]
    assert trodden(story.ends("ana")) == ["three", "one", "two", "one"]
    assert story.ends("bert").told()[-2:] == ["Moved ana extra", "RoundEnded 1"]


@pytest.mark.parametrize("then", ["extra", "three", "end"])
def test_opening_and_closing_stages_may_ask(then):
    rules = game(Stretch("round", "round", ("dawn", "one"), ("dusk", "two", "three"), (TURN,)))
    rules.stages.update(dawn=asks("extra"), dusk=asks(then))
    story = sure(begun(rules))
    assert trodden(story) == ["extra", "one"]
    story.ends("ana").ends("bert")
    after = {"extra": ["extra", "two", "three"], "three": ["three"], "end": []}[then]
    assert trodden(sure(story))[2:] == after
    assert story.told()[-1] == "RoundEnded 1"


def test_a_round_may_be_over_as_soon_as_it_has_opened():
    rules = game(Stretch("round", "round", ("dawn", "one"), ("two",), (TURN,)))
    rules.stages["dawn"] = asks("end")
    assert trodden(sure(begun(rules))) == ["two"]


def test_the_last_closing_stage_may_ask_and_then_the_span_is_over():
    rules = game(Stretch("round", "round", closes=("one", "ask"), inside=(TURN,)))
    rules.stages["ask"] = asks("extra")
    story = begun(rules).ends("ana").ends("bert")
    assert story.events(e.Asked)[-1].before == "close"
    assert sure(story).told()[-2:] == ["Moved ana extra", "RoundEnded 1"]
    rules.stages["ask"] = asks("end")
    story = begun(rules).ends("ana").ends("bert")
    assert sure(story).told()[-1] == "RoundEnded 1"


def test_phases_come_in_their_order_inside_of_rounds_and_turns():
    phase = Stretch("phase", "march", ("one",), ("two",))
    battle = Stretch("phase", "battle", acts=True)
    turn = TURN._replace(acts=False, inside=(phase, battle))
    story = begun(game(Stretch("round", "round", inside=(turn,))))
    assert story.told()[-6:] == [
        "TurnBegan ana",
        "PhaseBegan march",
        "Moved ana one",
        "Moved ana two",
        "PhaseEnded march",
        "PhaseBegan battle",
    ]
    story.say(c.Answer(who="ana", about="phase", choice="end"))
    assert story.told()[:3] == ["PhaseEnded battle", "TurnEnded ana", "TurnBegan bert"]


def test_a_stage_may_say_that_nobody_has_anything_left_to_do():
    rules = game(Stretch("round", "round", inside=(TURN._replace(idle="spent"),)), act("one"))
    rules.stages["spent"] = lambda step: (
        "end" if step.combat.exchange.times("turn", step.actors()[0], "do") else None
    )
    story = begun(rules).does("ana", "do")
    assert story.told()[-2:] == ["TurnEnded ana", "TurnBegan bert"]


def test_rounds_that_do_not_wait_follow_each_other_up_to_their_limit():
    turn = TURN._replace(idle="over")
    rules = game(Stretch("round", "round", inside=(turn,), limit=3, waits=False))
    rules.stages["over"] = lambda step: "end"
    story = Story(rules).joins("ana")
    assert [event.n for event in story.events(e.RoundBegan)] == [1, 2, 3]
    assert story.offered() == ()
    assert refused(story, story.round).why == "no round can begin now"


def test_a_turn_that_is_ended_from_within_ends_what_is_open_in_it():
    turn = TURN._replace(acts=False, inside=(Stretch("phase", "battle", acts=True),))
    rules = game(Stretch("round", "round", inside=(turn,)), act("stop"))
    rules.stages["stop"] = lambda step: step.end_turn(why="stopped")
    story = begun(rules).does("ana", "do")
    assert story.told() == [
        "Acted a1 ana do",
        "PhaseEnded battle",
        "TurnEnded ana stopped",
        "Closed a1",
        "TurnBegan bert",
        "PhaseBegan battle",
    ]


# --- what lasts ------------------------------------------------------------------------------


def lasting(until: Until, on_zero: str = "") -> Story:
    """Ana is dazed from her first act on."""
    turn = TURN._replace(acts=False, inside=(Stretch("phase", "battle", acts=True),))
    rules = game(
        Stretch("round", "round", inside=(turn,)),
        act("daze"),
        conditions=(ConditionKind("dazed", "dazed", "G5", until, on_zero=on_zero),),
    )

    @rules.stage("daze")
    def daze(step: Any) -> None:
        step.begin_condition("ana", "dazed", act=step.on)

    return begun(rules).does("ana", "do")


def ends_phase(story: Story) -> Story:
    who = story.combat.clock.actors[0]
    return story.say(c.Answer(who=who, about="phase", choice="end"))


@pytest.mark.parametrize(
    ("until", "phases"),
    [
        (Until(span="act"), 0),
        (Until(span="phase"), 1),
        (Until(span="phase", name="battle"), 1),
        (Until(span="turn"), 1),
        (Until(span="turn", whose="ana"), 1),
        (Until(span="turn", whose="bert"), 2),
        (Until(span="turn", whose="bert", edge="begin"), 1),
        (Until(span="round"), 2),
        (Until(span="phase", left=3), 3),
        (Until(span="turn", whose="ana", edge="begin"), 2),
        (Until(span="round", left=2), 4),
    ],
)
def test_a_condition_lasts_until_its_edge(until, phases):
    story = lasting(until)
    for _ in range(phases):
        assert story.combat.conditions.has("ana", "dazed")
        ends_phase(story) if story.combat.clock.path else ends_phase(story.round())
    story = story if story.combat.clock.path else story.round()
    assert not story.combat.conditions.has("ana", "dazed")


def test_a_condition_until_the_end_of_the_combat_ends_with_it():
    story = lasting(Until(span="combat")).say(c.End())
    assert story.told()[-2:] == ["ConditionEnded k1", "CombatEnded ended by the referee"]


def test_what_counts_down_says_so():
    story = ends_phase(lasting(Until(span="phase", left=2)))
    assert story.told()[0] == "ConditionChanged k1"
    assert story.events(e.ConditionChanged)[-1].left == 1
    assert ends_phase(story).told()[0] == "ConditionEnded k1"


def test_at_zero_a_stage_may_decide_before_the_span_is_over():
    story = lasting(Until(span="phase"), "wake")
    story.rules.stages["wake"] = asks("woken")
    story.rules.stages["woken"] = lambda step: step.end_condition(
        step.combat.conditions.on("ana", "dazed")[0], "awake"
    )
    ends_phase(story)
    assert story.told() == ["ConditionChanged k1", "Asked q1 on=phase sure (ana)"]
    assert sure(story).told()[1:4] == ["Closed q1", "ConditionEnded k1", "PhaseEnded battle"]


def test_one_condition_may_last_as_long_as_another():
    story = lasting(Until(span="turn"))

    @story.rules.stage("daze")
    def shake(step: Any) -> None:
        [first] = step.combat.conditions.on("ana")
        until = Until(span="condition", name=first.id)
        step.begin_condition("bert", "dazed", until=until)

    ends_phase(story.does("ana", "do"))
    assert story.told()[1:3] == ["ConditionEnded k1", "ConditionEnded k2"]


def test_the_oldest_ends_first():
    story = lasting(Until(span="turn")).does("ana", "do")
    assert ends_phase(story).told()[1:3] == ["ConditionEnded k1", "ConditionEnded k2"]
