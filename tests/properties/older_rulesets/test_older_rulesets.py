"""An open fight goes on under rules in which what its log names is called otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.other_revision import as_asked
from domain.ruleset.ruleset import Refused, Ruleset, Stretch, Window
from domain.ruleset.sequence import innermost_stretch, is_gone
from domain.ruleset.stage_list import CHANGED, NAMES
from domain.ruleset.windows import others
from tests.properties.test_samples import WHOLE
from tests.support.games.toy import TOY, TURN
from tests.support.goldens.samples import FIGHTS
from tests.support.renamed_moments import phases_renamed, pools_renamed, stages_in
from tests.support.rulesets.older_rulesets import STEPS, goes_on, is_asked, moments, outdated, tried
from tests.support.story import Story
from tests.sweeps import so_many

PART = 18
"""One moment in so many is tried here; `python -m tests.soak --only outdated` tries them all."""


def renamed(old: str, new: str) -> Ruleset:
    """The toy fight in another revision: one of its stages has another name."""
    stages = {new if name == old else name: stage for name, stage in TOY.stages.items()}
    manoeuvres = tuple(
        replace(m, stages=tuple(new if s == old else s for s in m.stages)) for m in TOY.manoeuvres
    )
    return replace(TOY, revision="2", stages=stages, manoeuvres=manoeuvres)


LATER = renamed("blow", "wound")


@pytest.mark.sweep
@pytest.mark.parametrize("fight", WHOLE)
def test_moments_of_every_sample_play_on_or_ask_the_referee(fight: Path):
    went = tried(fight, Random(fight.parent.name), PART)
    assert went.said > 0


def test_the_samples_have_steps_to_rename_and_the_referee_is_asked():
    fight = next(f for f in FIGHTS if f.parent.name == "the-three-herons")
    assert any(stages_in(moment.combat) for moment in moments(fight))
    assert tried(fight, Random(1), so_many(3, 12)).asked > so_many(20, 5)


def struck() -> Story:
    """Ana has struck Bert, and both are to roll; what follows is called `blow`."""
    story = Story(TOY).joins("ana", side="a").joins("bert", side="b").round()
    story.does("ana", "move", beside=["bert"]).passes().does("ana", "strike", "bert").passes()
    return story


def before(story: Story, step: str) -> Story:
    """The same, asked before a step of the act, as where something interrupts it."""
    question = story.combat.exchange.question()
    assert question is not None and question.before == ""
    exchange = story.combat.exchange
    asked = {**exchange.questions, question.id: question._replace(before=step)}
    story.combat = story.combat._replace(exchange=exchange._replace(questions=asked))
    return story


def test_a_stage_that_is_called_otherwise_since_is_none_of_the_logs_matter():
    story = struck()
    story.rules = LATER
    story.answers("ana", "roll", faces=(12,))
    assert story.events(e.Resolved)[-1].outcome == "hit"


def test_what_was_to_follow_and_is_not_in_the_rules_is_asked_of_the_referee():
    story = before(struck(), "blow")
    story.rules = LATER
    story.answers("ana", "roll", faces=(12,))
    asked = story.events(e.Asked)[-1]
    assert (asked.about, [s.who for s in asked.slots]) == (CHANGED, ["referee"])
    offered = {
        o.command["choice"]: o.says for o in story.offered() if o.command["type"] == "answer"
    }
    assert offered == {
        "on": "play goes on with what these rules have next",
        "over": "what it was asked in is over: the act, or the open stretch of play",
    }


@pytest.mark.parametrize("choice", ["on", "over"])
def test_the_referee_sets_right_what_should_have_been_done_and_play_goes_on(choice: str):
    story = before(struck(), "blow")
    story.rules = LATER
    story.answers("ana", "roll", faces=(12,))
    hurt = c.ConditionFix(subject="bert", name="hurt")
    story.say(c.Adjust(change=hurt, note="12 is a hit")).answers("referee", choice)
    assert story.told()[-1] == "Closed a1" and story.combat.conditions.has("bert", "hurt")
    story.does("ana", "strike", "bert").passes().answers("ana", "roll", faces=(12,))
    assert story.events(e.Resolved)[-1].outcome == "hit"


def test_a_window_that_is_no_more_is_passed_and_then_the_referee_is_asked():
    story = struck()
    story.rules = replace(TOY, revision="2", windows={})
    [way] = [o for o in story.offered() if o.command.get("choice") == "pass"]
    story.say_plainly(way.command)
    assert is_asked(story.combat)


def test_what_is_known_of_what_was_to_follow_still_runs():
    story = before(struck(), "blow")
    story.rules = replace(TOY, revision="2", windows={})
    story.passes()
    assert is_asked(story.combat)
    assert story.events(e.Asked)[-1].before == "blow"


def test_what_a_condition_counts_down_to_is_as_these_rules_say():
    lasting = TOY.conditions[0]._replace(on_zero="gone")
    story = Story(TOY).joins("ana").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="ana", name="hurt"), note="a fall"))
    story.rules = replace(TOY, conditions=(lasting,), stages={**TOY.stages, "gone": _gone})
    story.ends("ana")
    assert "Moved ana away" in story.told()


def _gone(step: Any) -> None:
    step.move("ana", "away")


# --- names of pools, conditions, facts and table options ------------------------------------


TAKEN_OVER = replace(TOY, revision="2", takes_over=True)


def with_old_pools() -> Story:
    """Ana has struck Bert; their points are under a name that the later rules do not have."""
    story = struck()
    story.combat, story.rules = pools_renamed(story.combat), TAKEN_OVER
    return story


def test_names_that_are_not_known_are_asked_of_the_referee_before_anybody_goes_on():
    story = with_old_pools()
    [way] = story.offered()
    assert (way.command["who"], way.command["about"]) == ("referee", NAMES)
    assert "the pool 'ap of old': ana has" in way.says
    with pytest.raises(Refused, match="names changed"):
        story.answers("ana", "roll", faces=(12,))
    story.say_plainly(way.command)
    assert "Asked q1 on=a1 names changed (referee)" in story.told()
    story.answers("ana", "roll", faces=(12,))


def test_what_the_referee_sets_right_counts_and_is_asked_no_more():
    story = with_old_pools()
    story.say(c.Adjust(change=c.PoolFix(subject="ana", pool="ap", delta=2), note="as before"))
    story.answers("referee", "on")
    assert story.left("ana", "ap") == 2
    assert not is_asked(as_asked(story.combat, TAKEN_OVER))


def test_under_the_revision_in_which_it_was_opened_nothing_is_asked():
    story = with_old_pools()
    story.rules = TOY
    assert {o.command["type"] for o in story.offered()} == {"answer"}
    story.answers("ana", "roll", faces=(12,))


@pytest.mark.parametrize("error", [KeyError, StopIteration])
def test_a_stage_that_fails_is_asked_of_the_referee_and_leaves_nothing_half_done(
    error: type[Exception],
):
    def fails(step: Any) -> None:
        step.begin_condition("bert", "hurt")
        raise error("old")

    story = struck()
    story.rules = replace(TAKEN_OVER, stages={**TOY.stages, "blow": fails})
    story.answers("ana", "roll", faces=(12,))
    assert is_asked(story.combat) and not story.combat.conditions.has("bert", "hurt")
    story.answers("referee", "over")
    assert story.told()[-1] == "Closed a1"
    same = replace(TOY, stages={**TOY.stages, "blow": fails})
    with pytest.raises(error):
        struck_under(same).answers("ana", "roll", faces=(12,))


def struck_under(rules: Ruleset) -> Story:
    """The same, decided under these rules."""
    story = struck()
    story.rules = rules
    return story


# --- a stretch of play that is no more -----------------------------------------------------


def with_phases(*names: str) -> Ruleset:
    """The toy fight with its goes in phases; each is opened by a vow."""
    phases = tuple(Stretch("phase", name, ("vow",), inside=(TURN,)) for name in names)
    vow = Window("vow", "a vow?", "T8", others, takes=("action",), passes=True)
    sequence = TOY.sequence._replace(inside=phases)
    return replace(TOY, sequence=sequence, windows={**TOY.windows, "vow": vow})


EARLIER = with_phases("skirmish", "rout")
RENAMED = replace(with_phases("melee", "rout"), revision="2")


def in_skirmish() -> Story:
    """Everybody is asked for a vow, in a phase that the next revision calls otherwise."""
    return Story(EARLIER).joins("ana", side="a").joins("bert", side="b").round()


def asked_in(story: Story) -> str:
    """On what the referee is asked how play goes on."""
    assert is_asked(story.combat)
    return str(story.events(e.Asked)[-1].on)


def test_a_phase_that_is_no_more_is_played_as_far_as_its_act_and_then_the_referee_is_asked():
    story = in_skirmish().passes()
    story.rules = RENAMED
    assert is_gone(RENAMED.sequence, story.combat.clock.path)
    story.does("ana", "move", beside=["bert"])
    assert not is_asked(story.combat)
    story.passes()
    assert asked_in(story) == "round"
    asked = "Asked q2 on=round rules changed (referee)"
    assert story.told()[-3:] == ["TurnEnded ana", "PhaseEnded skirmish", asked]


@pytest.mark.parametrize(
    ("choice", "then"), [("on", e.PhaseBegan(phase="melee")), ("over", e.RoundEnded(n=1))]
)
def test_the_referee_says_whether_the_phases_of_these_rules_are_played(choice: str, then: e.Event):
    story = in_skirmish().passes()
    story.rules = RENAMED
    story.ends("ana")
    assert asked_in(story) == "round"
    story.answers("referee", choice)
    assert story.events(type(then))[-1] == then


def test_what_is_asked_in_a_phase_that_is_no_more_can_only_be_passed():
    story = in_skirmish()
    assert [o.command["manoeuvre"] for o in story.offered() if o.command["type"] == "act"]
    story.rules = RENAMED
    offered = [o.command for o in story.offered()]
    assert {command["type"] for command in offered} == {"answer", "pass-all"}
    assert {command.get("choice", "pass") for command in offered} == {"pass"}
    story.passes()
    assert asked_in(story) == "round"
    story.answers("referee", "on")
    assert innermost_stretch(RENAMED.sequence, story.combat.clock.path).name == "melee"


def test_the_samples_have_phases_to_rename():
    fight = next(f for f in FIGHTS if f.parent.name == "lamplighters-alley")
    assert sum(phases_renamed(m.combat) != m.combat for m in moments(fight)) > 90


@pytest.mark.parametrize(
    ("story", "number", "renamed"),
    [
        ("the-causeway", 46, "params_renamed"),
        ("the-causeway", 46, "said_renamed"),
        ("the-mill-at-dusk", 46, "words_renamed"),
    ],
)
def test_a_charge_and_a_spell_go_on_under_other_names(story: str, number: int, renamed: str):
    fight = next(f for f in FIGHTS if f.parent.name == story)
    moment = next(m for m in moments(fight) if m.step == number)
    assert goes_on(moment, dict(outdated(moment))[renamed], number).said == STEPS
