"""What comes next is data: stages of acts and spans, what questions lead to, what events set off.

Nothing is forgotten when somebody must be asked in between, whoever asks and wherever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset import (
    Choice,
    ConditionKind,
    Manoeuvre,
    Pool,
    Ruleset,
    Slot,
    Stretch,
    Throw,
    Until,
    Window,
)
from domain.windows import doer
from tests.domain.fights import refused
from tests.story import Story

TURN = Stretch("turn", "turn", next="in-order", acts=True)
YES = Window(
    "sure", "sure?", "G1",
    slots=lambda scene, asking: tuple(Slot(id=who, who=who) for who in scene.present()[:1]),
    choices=lambda scene, asking, slot: (Choice("yes"),),
)  # fmt: skip


def says(word: str) -> Callable[[Any], None]:
    """A stage that leaves a trace: its word as a place where Ana goes."""
    return lambda step: step.move("ana", word)


def asks(then: str) -> Callable[[Any], str | None]:
    """A stage that asks whether to go on, and says what then."""
    return lambda step: step.ask("sure", then=then)


def game(sequence: Stretch | None = None, *manoeuvres: Manoeuvre, **more: Any) -> Ruleset:
    rules = Ruleset(
        "game", "Game", "1", "1", sequence or Stretch("round", "round", inside=(TURN,)),
        manoeuvres=manoeuvres, **more,
    )  # fmt: skip
    rules.stages.update({word: says(word) for word in ("one", "two", "three", "extra")})
    rules.asks(YES)
    return rules


def act(*stages: str, **more: Any) -> Manoeuvre:
    return Manoeuvre("do", "do", "G2", ("action",), stages, **more)


def begun(rules: Ruleset) -> Story:
    return Story(rules).joins("ana", "bert").round()


def trodden(story: Story) -> list[str]:
    """The words in the order in which stages left them."""
    return [event.place for event in story.events(e.Moved)]


def sure(story: Story) -> Story:
    return story.answers("ana", "yes")


# --- acts --------------------------------------------------------------------------------------


def test_the_stages_of_an_act_run_one_after_the_other():
    story = begun(game(None, act("one", "two", "three"))).does("ana", "do")
    assert trodden(story) == ["one", "two", "three"]
    assert story.told()[-1] == "Closed a1"


def test_an_act_without_stages_is_said_and_over():
    assert begun(game(None, act())).does("ana", "do").told() == ["Acted a1 ana do", "Closed a1"]


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
    ("then", "stored", "after"),
    [
        ("two", "two", ["two", "three"]),
        ("three", "three", ["three"]),
        ("extra", "extra,two", ["extra", "two", "three"]),
        ("extra,three", "extra,three", ["extra", "three"]),
        ("end", "end", []),
    ],
)
def test_what_follows_an_answer_stands_in_the_question(then, stored, after):
    rules = game(None, act("ask", "two", "three"))
    rules.stages["ask"] = asks(then)
    story = begun(rules).does("ana", "do")
    assert story.events(e.Asked)[-1].then == stored
    assert trodden(sure(story)) == after
    assert story.told()[-1] == "Closed a1"


def test_a_stage_that_is_called_like_a_window_asks_it():
    story = begun(game(None, act("one", "sure", "two"))).does("ana", "do")
    assert story.waits_for() == ("sure", ("ana",))
    assert trodden(sure(story)) == ["one", "two"]


def test_nobody_to_ask_means_going_on():
    rules = game(None, act("sure", "two"))
    rules.asks(YES.__class__("sure", "sure?", "G1"))
    assert trodden(begun(rules).does("ana", "do")) == ["two"]


def test_of_two_questions_the_last_is_answered_first_and_the_rest_runs_once():
    rules = game(None, act("twice", "three"))

    def twice(step: Any) -> None:
        step.ask("sure", then="one")
        step.ask("sure", then="two")

    rules.stages["twice"] = twice
    story = begun(rules).does("ana", "do")
    assert trodden(sure(story)) == ["two"]
    assert trodden(sure(story)) == ["two", "one", "three"]


@pytest.mark.parametrize("fault", ["window", "stage"])
def test_a_ruleset_that_asks_for_what_does_not_exist_is_found_out(fault):
    rules = game(None, act("ask"))
    rules.stages["ask"] = lambda step: (
        step.ask("nonsense", then="one") if fault == "window" else "nonsense"
    )
    with pytest.raises(LookupError, match=f"the ruleset game has no {fault} 'nonsense'"):
        begun(rules).does("ana", "do")


# --- attempts ------------------------------------------------------------------------------------


def tried(luck: str) -> Story:
    rules = game(
        None, act("luck", "begin", "one", cost=lambda scene, deed: {"ap": 1}),
        pools=(Pool("ap", "AP", "G3"),), opening=lambda traits: {"ap": 1},
    )  # fmt: skip
    rules.stages["luck"] = asks("end" if luck == "bad" else "begin")
    return begun(rules).does("ana", "do")


def test_an_attempt_is_declared_and_begins_and_costs_when_it_succeeds():
    story = tried("good")
    assert story.told()[0] == "Declared a1 ana do"
    assert sure(story).told()[2:] == [
        "Acted a1 ana do", "PoolChanged ana.ap -1 pay", "Moved ana one", "Closed a1",
    ]  # fmt: skip


def test_an_attempt_that_fails_costs_nothing():
    story = sure(tried("bad"))
    assert story.told()[2:] == ["Withdrawn a1"]
    assert story.events(e.Withdrawn)[-1].why == "the attempt failed"
    assert story.left("ana", "ap") == 1


def test_an_attempt_that_cannot_be_paid_when_it_succeeds_is_withdrawn():
    story = tried("good")
    story.say(c.Adjust(change=c.PoolFix(subject="ana", pool="ap", delta=-1), note="robbed"))
    assert sure(story).told()[2:] == ["Withdrawn a1"]


# --- what events set off -------------------------------------------------------------------------


def hurting(*stages: str, then: str = "extra") -> Ruleset:
    """Losing life sets off a question, whatever is going on."""
    rules = game(
        None, act(*stages), pools=(Pool("life", "life", "G4"),),
        opening=lambda traits: {"life": 3}, triggers={"PoolChanged": "pain"},
    )  # fmt: skip
    rules.stages["hurt"] = lambda step: step.lose("bert", "life", 1)
    rules.stages["pain"] = lambda step: (
        step.ask("sure", then=then) if step.event.how == "lose" else None
    )
    return rules


def test_an_event_sets_off_a_stage_before_the_act_goes_on():
    story = begun(hurting("hurt", "two")).does("ana", "do")
    assert story.waits_for() == ("sure", ("ana",))
    assert story.events(e.Asked)[-1].then == "extra,two"
    assert trodden(sure(story)) == ["extra", "two"]
    assert story.told()[-1] == "Closed a1"


def test_an_event_in_the_last_stage_keeps_the_act_open_until_it_is_answered():
    story = begun(hurting("hurt")).does("ana", "do")
    assert story.events(e.Asked)[-1].then == "extra,end"
    assert sure(story).told()[-2:] == ["Moved ana extra", "Closed a1"]


def test_what_an_event_sets_off_may_end_the_act():
    story = begun(hurting("hurt", "two", then="end")).does("ana", "do")
    assert trodden(sure(story)) == []


def test_an_event_outside_of_any_act_sets_off_its_stage_as_well():
    wound = c.Adjust(change=c.PoolFix(subject="bert", pool="life", delta=-1), note="a stone")
    rules = hurting("one")
    rules.stages["pain"] = lambda step: step.ask("sure", then="extra")
    story = Story(rules).joins("ana")
    assert story.waits_for() == ("sure", ("ana",))
    assert trodden(sure(story)) == ["extra"]
    story = sure(story.joins("bert")).round()
    assert trodden(sure(story.say(wound))) == ["extra", "extra", "extra"]
    assert story.manoeuvres("ana") == {"do"}


def test_an_event_while_somebody_is_asked_is_dealt_with_first():
    rules = hurting("sure", "two")
    story = begun(rules).does("ana", "do")
    rules.stages["pain"] = lambda step: step.ask("sure", then="extra")
    wound = c.Adjust(change=c.PoolFix(subject="bert", pool="life", delta=-1), note="a stone")
    story.say(wound)
    assert trodden(sure(story)) == ["extra"]
    assert trodden(sure(story)) == ["extra", "two"]


# --- spans ---------------------------------------------------------------------------------------


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
    assert story.events(e.Asked)[-1].then == "extra,close"
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
        "TurnBegan ana", "PhaseBegan march", "Moved ana one", "Moved ana two", "PhaseEnded march",
        "PhaseBegan battle",
    ]  # fmt: skip
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
        "Acted a1 ana do", "PhaseEnded battle", "TurnEnded ana stopped", "Closed a1",
        "TurnBegan bert", "PhaseBegan battle",
    ]  # fmt: skip


# --- what lasts ----------------------------------------------------------------------------------


def lasting(until: Until, on_zero: str = "") -> Story:
    """Ana is dazed from her first act on."""
    turn = TURN._replace(acts=False, inside=(Stretch("phase", "battle", acts=True),))
    rules = game(
        Stretch("round", "round", inside=(turn,)), act("daze"),
        conditions=(ConditionKind("dazed", "dazed", "G5", until, on_zero=on_zero),),
    )  # fmt: skip

    @rules.stage("daze")
    def daze(step: Any) -> None:
        step.begin_condition("ana", "dazed", source=step.on)

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


# --- dice said in advance ------------------------------------------------------------------------


def rolling(**said: Any) -> Story:
    rules = game(None, act("aim", "roll", "one"), sorts=("die",))
    rules.stages["aim"] = lambda step: None
    rules.asks(
        Window(
            "roll", "roll", "G6", doer, throw=lambda scene, asking, slot: Throw(
                slot.who, "luck", "die", 6, dice=None, per_die=3, most=2,
            ),
        )
    )  # fmt: skip
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
