"""What comes next is data: stages of acts and spans, what questions lead to, what events set off.

Nothing is forgotten when somebody must be asked in between, whoever asks and wherever.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Manoeuvre, Pool, Ruleset, Throw, Window
from domain.ruleset.windows import doer, others
from tests.support.logs.stage_games import act, asks, begun, game, sure, trodden
from tests.support.story import Story

# --- acts ------------------------------------------------------------------------------------


def test_the_stages_of_an_act_run_one_after_the_other():
    story = begun(game(None, act("one", "two", "three"))).does("ana", "do")
    assert trodden(story) == ["one", "two", "three"]
    assert story.told()[-1] == "Closed a1"


def test_an_act_without_stages_is_said_and_over():
    assert begun(game(None, act())).does("ana", "do").told() == ["Acted a1 ana do", "Closed a1"]


def test_a_reaction_may_stand_at_once():
    block = Manoeuvre("block", "block", "G4", ("reaction",), ("stand",), ("do",), stands=True)
    rules = game(None, act("guard", "two"), block)
    rules.asks(Window("guard", "guard?", "G4", others, takes=("reaction",), passes=True))
    guards = []
    rules.stages["two"] = lambda step: guards.extend(step.combat.exchange.standing(step.on))
    begun(rules).does("ana", "do").does("bert", "block")
    assert [guard.who for guard in guards] == ["bert"]


def test_a_stage_may_say_where_it_goes_on():
    rules = game(None, act("skip", "two", "three"))
    rules.stages["skip"] = lambda step: "three"
    assert trodden(begun(rules).does("ana", "do")) == ["three"]
    rules.stages["skip"] = lambda step: "end"
    assert trodden(begun(rules).does("ana", "do")) == []


def test_a_stage_that_is_not_in_the_list_comes_in_between():
    rules = game(None, act("aside", "two"))
    rules.stages["aside"] = lambda step: "extra"
    assert trodden(begun(rules).does("ana", "do")) == ["extra", "two"]


@pytest.mark.parametrize(
    ("then", "before", "after"),
    [
        ("two", "", ["two", "three"]),
        ("three", "", ["three"]),
        ("extra", "two", ["extra", "two", "three"]),
        ("end", "", []),
    ],
)
def test_a_question_says_the_step_it_came_before_where_its_window_leads_elsewhere(
    then, before, after
):
    rules = game(None, act("ask", "two", "three"))
    rules.stages["ask"] = asks(then)
    story = begun(rules).does("ana", "do")
    assert story.events(e.Asked)[-1].before == before
    assert trodden(sure(story)) == after
    assert story.told()[-1] == "Closed a1"


def test_a_stage_that_is_called_like_a_window_asks_it():
    story = begun(game(None, act("one", "sure", "two"))).does("ana", "do")
    assert story.waits_for() == ("sure", ("ana",))
    assert trodden(sure(story)) == ["one", "two"]


def test_nobody_to_ask_means_going_on():
    rules = game(None, act("sure", "two"))
    rules.asks(Window("sure", "sure?", "G1"))
    assert trodden(begun(rules).does("ana", "do")) == ["two"]


def test_of_two_questions_the_last_is_answered_first_and_the_rest_runs_once():
    rules = game(None, act("twice", "three"))

    def twice(step: Any) -> None:
        step.ask("sure", params={"then": "one"})
        step.ask("sure", params={"then": "two"})

    rules.stages["twice"] = twice
    story = begun(rules).does("ana", "do")
    assert trodden(sure(story)) == ["two"]
    assert trodden(sure(story)) == ["two", "one", "three"]


@pytest.mark.parametrize("fault", ["window", "stage"])
def test_a_ruleset_that_asks_for_what_does_not_exist_is_found_out(fault):
    rules = game(None, act("ask"))
    rules.stages["ask"] = lambda step: step.ask("nonsense") if fault == "window" else "nonsense"
    with pytest.raises(LookupError, match=f"the ruleset game has no {fault} 'nonsense'"):
        begun(rules).does("ana", "do")


# --- attempts --------------------------------------------------------------------------------


def tried(luck: str) -> Story:
    rules = game(
        None,
        act("luck", "begin", "one", cost=lambda scene, deed: {"ap": 1}),
        pools=(Pool("ap", "AP", "G3"),),
        opening=lambda traits: {"ap": 1},
    )
    rules.stages["luck"] = asks("end" if luck == "bad" else "begin")
    return begun(rules).does("ana", "do")


def test_an_attempt_is_declared_and_begins_and_costs_when_it_succeeds():
    story = tried("good")
    assert story.told()[0] == "Declared a1 ana do"
    assert sure(story).told()[2:] == [
        "Acted a1 ana do",
        "PoolChanged ana.ap -1 pay",
        "Moved ana one",
        "Closed a1",
    ]


def test_an_attempt_that_fails_costs_nothing():
    story = sure(tried("bad"))
    assert story.told()[2:] == ["Withdrawn a1"]
    assert story.events(e.Withdrawn)[-1].why == "the attempt failed"
    assert story.left("ana", "ap") == 1


def test_an_attempt_that_cannot_be_paid_when_it_succeeds_is_withdrawn():
    story = tried("good")
    story.say(c.Adjust(change=c.PoolFix(subject="ana", pool="ap", delta=-1), note="robbed"))
    assert sure(story).told()[2:] == ["Withdrawn a1"]


def test_an_attempt_of_somebody_who_leaves_ends_nothing_but_itself():
    guard = Manoeuvre("guard", "guard", "G4", ("reaction",), ("luck", "begin", "two"))
    rules = game(None, act("guard", "three"), guard)
    rules.asks(Window("guard", "guard?", "G4", others, takes=("reaction",), passes=True))
    rules.stages["luck"] = asks("end")
    story = begun(rules).does("ana", "do").does("bert", "guard").say(c.Leave(who="bert"))
    assert not sure(story).events(e.TurnEnded)
    assert trodden(story) == ["three"]


# --- what events set off ---------------------------------------------------------------------


def hurting(*stages: str, then: str = "extra") -> Ruleset:
    """Losing life sets off a question, whatever is going on."""
    rules = game(
        None,
        act(*stages),
        pools=(Pool("life", "life", "G4"),),
        opening=lambda traits: {"life": 3},
        triggers={"PoolChanged": "pain"},
    )
    rules.stages["hurt"] = lambda step: step.lose("bert", "life", 1)
    rules.stages["pain"] = lambda step: (
        step.ask("sure", params={"then": then}) if step.event.how == "lose" else None
    )
    return rules


def test_an_event_sets_off_a_stage_before_the_act_goes_on():
    story = begun(hurting("hurt", "two")).does("ana", "do")
    assert story.waits_for() == ("sure", ("ana",))
    assert story.events(e.Asked)[-1].before == "two"
    assert trodden(sure(story)) == ["extra", "two"]
    assert story.told()[-1] == "Closed a1"


def test_an_event_in_the_last_stage_keeps_the_act_open_until_it_is_answered():
    story = begun(hurting("hurt")).does("ana", "do")
    assert story.events(e.Asked)[-1].before == "end"
    assert sure(story).told()[-2:] == ["Moved ana extra", "Closed a1"]


def test_what_an_event_sets_off_may_end_the_act():
    story = begun(hurting("hurt", "two", then="end")).does("ana", "do")
    assert trodden(sure(story)) == []


def test_an_event_outside_of_any_act_sets_off_its_stage_as_well():
    wound = c.Adjust(change=c.PoolFix(subject="bert", pool="life", delta=-1), note="a stone")
    rules = hurting("one")
    rules.stages["pain"] = lambda step: step.ask("sure", params={"then": "extra"})
    story = Story(rules).joins("ana")
    assert story.waits_for() == ("sure", ("ana",))
    assert trodden(sure(story)) == ["extra"]
    story = sure(story.joins("bert")).round()
    assert trodden(sure(story.say(wound))) == ["extra", "extra", "extra"]
    assert story.manoeuvres("ana") == {"do"}


def test_an_event_while_somebody_is_asked_is_dealt_with_first():
    rules = hurting("sure", "two")
    story = begun(rules).does("ana", "do")
    rules.stages["pain"] = lambda step: step.ask("sure", params={"then": "extra"})
    wound = c.Adjust(change=c.PoolFix(subject="bert", pool="life", delta=-1), note="a stone")
    story.say(wound)
    assert trodden(sure(story)) == ["extra"]
    assert trodden(sure(story)) == ["extra", "two"]


# --- dice said in advance --------------------------------------------------------------------


def rolling(**said: Any) -> Story:
    rules = game(None, act("aim", "roll", "one"), sorts=("die",))
    rules.stages["aim"] = lambda step: None
    rules.asks(
        Window(
            "roll",
            "roll",
            "G6",
            doer,
            throw=lambda scene, asking, slot: Throw(
                slot.who, "luck", "die", 6, dice=None, per_die=3, most=2
            ),
        )
    )
    return begun(rules).does("ana", "do", **said)


@pytest.mark.parametrize(
    ("said", "total"),
    [
        ({"risk": {"luck": 2}}, 0),
        ({"risk": {"luck": 0}}, 0),
        ({"faces": {"luck": [6, 5]}}, 5),
        ({"risk": {"luck": 1}, "faces": {"luck": [4]}}, 1),
    ],
)
def test_dice_said_with_the_act_are_thrown_without_asking(said, total):
    story = rolling(**said)
    assert story.events(e.DiceRolled)[-1].total == total
    assert story.told()[-1] == "Closed a1"


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"risk": {"fate": 2}},
        {"risk": {"luck": 3}},
        {"faces": {"luck": [7]}},
        {"faces": {"luck": [1, 1, 1]}},
        {"risk": {"luck": 1}, "faces": {"luck": [1, 2]}},
    ],
)
def test_what_does_not_fit_the_throw_is_no_promise_and_the_owner_is_asked(said):
    story = rolling(**said)
    assert story.waits_for() == ("roll", ("ana",))
    assert story.answers("ana", "roll", risk=2, faces=[6, 6]).events(e.DiceRolled)[-1].total == 6
