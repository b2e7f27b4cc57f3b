"""An entry shows a number that was entered where it shows another one when that is entered."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.rerun.entered_numbers import entered_numbers
from domain.rerun.number_trial import NumberTrial
from domain.rerun.shown_numbers import perhaps_shown
from domain.rulesets import ruleset
from tests.support.games.simultaneous import SIMULTANEOUS
from tests.support.redecided_stories import kept_steps, state_after
from tests.support.story import Story

POOLS: dict[str, Any] = {"pools": {"hp": 9, "ap": 2}}
BLOW: dict[str, Any] = {"their hp": 2, "cost ap": 2, "state": "dazed", "level": 2, "rounds": 2}


def bridge() -> Story:
    """Ana and a troll at a bridge."""
    story = Story(ruleset("open"), order="as added")
    return story.joins("ana", **POOLS).joins("troll", **POOLS).round()


def shown_by(story: Story, kind: type[e.Event], nth: int = 0, back: int = 1) -> list[str]:
    """The numbers of a step, the last or one some steps `back`, that an event of the last shows."""
    steps = kept_steps(story)
    said, drafts = tuple(steps[-back:]), steps[-1].drafts
    place = [n for n, draft in enumerate(drafts) if isinstance(draft.event, kind)][nth]
    entered = entered_numbers(said[0].command)
    perhaps = perhaps_shown(drafts[place].event, entered, story.rules)
    trial = NumberTrial(state_after(steps[:-back]), said, place, story.rules)
    return [one.called for one in trial.shown_of(perhaps)]


def test_of_equal_numbers_only_that_is_shown_which_was_said_of_it():
    story = bridge().does("ana", "hit", "troll", **BLOW)
    assert shown_by(story, e.PoolChanged, 0) == ["cost ap"]
    assert shown_by(story, e.PoolChanged, 1) == ["their hp"]
    assert shown_by(story, e.ConditionBegan) == ["level", "rounds"]


def test_a_number_without_the_name_of_its_pool_is_shown_as_well():
    story = bridge().does("troll", "lose", pool="hp", by=4)
    assert shown_by(story, e.PoolChanged) == ["by"]


def test_what_was_declared_is_shown_by_what_comes_of_it_later():
    story = (
        bridge().does("ana", "hit", "troll", using="", **{"their hp": 3, "answers": "yes"}).passes()
    )
    assert shown_by(story, e.PoolChanged, back=2) == ["their hp"]


def test_where_no_other_number_can_be_entered_the_name_decides():
    story = bridge()
    for _ in range(2):
        story.does("ana", "hit", using="", **{"cost ap": 1})
    assert shown_by(story, e.PoolChanged) == ["cost ap"]


def test_a_loss_that_the_rules_reckon_shows_nothing_that_was_entered():
    story = Story(SIMULTANEOUS).joins("mage", side="A", scrolls=2).joins("rats", side="R").round()
    story.declares("mage", "blast", "rats").passes("A").passes("R")
    story.answers("mage", "roll", faces=[2])
    assert shown_by(story, e.PoolChanged) == []
