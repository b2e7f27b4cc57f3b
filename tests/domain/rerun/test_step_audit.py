"""One step decided again from the state before it: what it finds, and that nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import commands as c
from domain import events as e
from domain.rerun.rerun import Played
from domain.rerun.step_audit import Rejudged, redecide_step
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.stage_list import CHANGED
from domain.state.viewer import Viewer
from tests.domain.rerun.test_rerun import parried
from tests.support.fights.random_fights import toy
from tests.support.fights.random_play import play
from tests.support.games.toy import TOY, blow
from tests.support.redecided_stories import kept_steps, state_after
from tests.support.rulesets.broken_rulesets import changed, cursed
from tests.support.story import Story


def judged(story: Story, rules: Ruleset) -> list[Rejudged]:
    """Every step of a story, each from the state that was before it."""
    steps = kept_steps(story)
    return [redecide_step(state_after(steps[:n]), steps[n], rules) for n in range(len(steps))]


def others(found: list[Rejudged]) -> list[tuple[int, str]]:
    """The steps that come out otherwise."""
    return [(one.played.origin, one.finding) for one in found if one.finding != "same"]


def test_by_the_same_rules_every_step_of_any_fight_is_the_same():
    for seed in range(3):
        assert others(judged(play(toy(), seed, 60), TOY)) == []


def test_a_rule_that_changed_shows_where_it_is_used_and_nowhere_after():
    """A strike that once hit did no harm by rights: one step says so, those after it do not."""

    def harmless(step: object) -> None:
        return None

    story = parried()
    steps = [
        n
        for n, step in enumerate(story.steps, 1)
        if any(isinstance(d.event, e.Resolved) for d in step)
    ]
    assert steps
    assert others(judged(story, changed(TOY, "blow", harmless))) == [(n, "differs") for n in steps]
    assert others(judged(story, changed(TOY, "blow", blow))) == []


def test_a_step_that_is_no_longer_allowed_names_clause_and_numbers():
    dear = tuple(
        replace(m, cost=lambda scene, deed: {"ap": 4}) if m.name == "strike" else m
        for m in TOY.manoeuvres
    )
    story = parried()
    found = judged(story, replace(TOY, manoeuvres=dear))
    strikes = [
        n for n, said in enumerate(story.commands, 1) if getattr(said, "manoeuvre", "") == "strike"
    ]
    assert others(found) == [(n, "refused") for n in strikes]
    first = found[strikes[0] - 1]
    assert first.why == "strike costs 4 AP; 2 left"
    assert (refused := first.refusal) is not None
    assert (refused.clause, refused.numbers) == ("T4", {"cost": 4, "left": 2})
    assert first.drafts == ()


def test_dice_that_never_fell_are_wanted_and_none_is_drawn():
    def two(scene, asking, slot):
        return TOY.windows["roll"].throw(scene, asking, slot)._replace(sides=6)  # type: ignore[misc]

    windows = {**TOY.windows, "roll": replace(TOY.windows["roll"], throw=two)}
    found = judged(parried(), replace(TOY, windows=windows))
    assert {why.finding for why in found} == {"same", "needs dice"}
    wanted = [one for one in found if one.finding == "needs dice"]
    assert [one.why for one in wanted] == [
        f"step {one.played.origin} needs 1d6, which never fell" for one in wanted
    ]


def test_where_rules_do_not_know_a_stage_any_more_the_referee_would_be_asked():
    stages = {name: stage for name, stage in TOY.stages.items() if name != "blow"}
    found = judged(parried(), replace(TOY, stages=stages))
    assert {one.finding for one in found} == {"same", "differs"}
    for one in (one for one in found if one.finding == "differs"):
        asked = one.drafts[-1].event
        assert isinstance(asked, e.Asked) and asked.about == CHANGED


def test_rules_that_name_a_stage_they_do_not_have_cannot_judge_and_say_so():
    stages = {name: stage for name, stage in TOY.stages.items() if name != "go"}
    found = judged(parried(), replace(TOY, stages=stages))
    assert {one.finding for one in found} == {"same", "not judged"}
    assert {one.why for one in found if one.why} == {
        "these rules cannot go on from there: the ruleset toy has no stage 'go'"
    }


def test_whoever_may_not_say_it_any_more_is_refused():
    story = parried()
    steps = kept_steps(story)
    stranger = steps[7]._replace(viewer=Viewer("p9", "player", ("erik",)))
    found = redecide_step(state_after(steps[:7]), stranger, TOY)
    assert (found.finding, found.why) == ("refused", "this seat does not speak for cogan")


def test_the_opening_keeps_what_its_dice_were_bound_by():
    opened = e.CombatOpened(ruleset="toy", edition="1", commitments={"open": "c0"})
    story = Story(TOY)
    [first] = kept_steps(story)
    drafts = (first.drafts[0]._replace(event=opened), *first.drafts[1:])
    found = redecide_step(
        state_after([]), Played(1, c.Open(ruleset="toy"), first.viewer, drafts), TOY
    )
    assert found.finding == "same"


@pytest.mark.parametrize("rules", [TOY, cursed(TOY)], ids=["today", "broken"])
def test_judging_changes_neither_the_step_nor_the_state_before_it(rules: Ruleset):
    story = parried()
    steps = kept_steps(story)
    before = state_after(steps[:-1])
    first, again = (redecide_step(before, steps[-1], rules) for _ in range(2))
    assert first == again and first.played is steps[-1]
    assert before == state_after(steps[:-1])
