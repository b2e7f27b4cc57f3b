"""Durations are tied to events: to the edges of spans, in every game, whatever else happens."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import ConditionKind, Until
from tests.support.fights.random_fights import TALES, Tale
from tests.support.games.toy_parts import toy
from tests.support.oracles.durations import check_durations, disturbed
from tests.support.story import Story


@pytest.mark.sweep
@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
def test_nothing_lasts_longer_or_shorter_because_others_come_leave_or_change_places(tale: Tale):
    for seed in range(3):
        check_durations(disturbed(tale.begins(), seed, 60))


SEEDS = (5, 2, *range(16))
"""With the first two something ended by the clock in every game when this was written."""


def test_every_game_has_things_that_end_by_the_clock():
    """Every game but ARQ, in which there may be none."""
    tales = [tale for tale in TALES if tale.game != "ARQ"]
    ended: set[str] = set()
    for seed, tale in product(SEEDS, tales):
        if tale.game not in ended and check_durations(disturbed(tale.begins(), seed, 80)):
            ended.add(tale.game)
    assert ended == {tale.game for tale in tales}


SPANS = {
    "until his turn begins": Until(span="turn", whose="bert", edge="begin"),
    "until his turn ends": Until(span="turn", whose="bert"),
    "for two of his turns": Until(span="turn", whose="bert", left=2),
    "until the round ends": Until(span="round"),
    "for three rounds": Until(span="round", left=3),
}


def fight() -> Story:
    """Four in a row, and bert under everything that ends by the clock; ana has the go."""
    rules = toy("spans", conditions=tuple(ConditionKind(n, n, "S1", u) for n, u in SPANS.items()))
    story = Story(rules).joins("ana", "bert", "cleo", "dan").round()
    for name in SPANS:
        fix = c.ConditionFix(subject="bert", name=name)
        story.say(c.Adjust(change=fix, note="so it is"))
    return story


def ends(story: Story) -> dict[str, tuple[int, str]]:
    """When each ended: in which round, and whose go was then beginning or ending."""
    found, names = dict[str, tuple[int, str]](), dict[str, str]()
    round, actor = 0, ""
    for step in story.steps:
        for draft in step:
            match draft.event:
                case e.RoundBegan(n=n):
                    round, actor = n, ""
                case e.RoundEnded():
                    actor = ""
                case e.TurnBegan(who=who):
                    actor = who[0]
                case e.TurnEnded():
                    actor = ""
                case e.ConditionBegan(id=id, name=name):
                    names[id] = name
                case e.ConditionEnded(id=id):
                    found[names[id]] = round, actor if "turn" in names[id] else ""
    return found


def goes_on(story: Story, rounds: int = 4) -> Story:
    """Everybody ends his go until so many rounds are over."""
    while True:
        actors = story.combat.clock.actors
        if actors:
            story.ends(actors[0])
        elif story.combat.clock.rounds < rounds:
            story.round()
        else:
            return story


def late(story: Story) -> None:
    story.joins("eve")


def removed(story: Story) -> None:
    story.say(c.Leave(who="dan"))


def reordered(story: Story) -> None:
    order = ("dan", "cleo", "bert", "ana")
    story.say(c.Adjust(change=c.OrderFix(scope="initiative", order=order), note="thrown again"))


def all_of_it(story: Story) -> None:
    for change in (reordered, late, removed):
        change(story)


@pytest.mark.parametrize("change", [late, removed, reordered, all_of_it])
@pytest.mark.parametrize("after", [0, 1, 2, 5])
def test_who_comes_leaves_or_changes_places_moves_no_end_of_anothers_condition(
    change: Any, after: int
):
    plain = ends(goes_on(fight()))
    assert set(plain) == set(SPANS)
    story = fight()
    for _ in range(after):
        if story.combat.clock.actors:
            story.ends(story.combat.clock.actors[0])
        else:
            story.round()
    change(story)
    assert ends(goes_on(story)) == plain


@pytest.mark.parametrize("first", range(1, 6))
def test_ends_are_the_same_however_long_the_log_was_before(first: int):
    """Nothing is counted in entries or steps: idle words and dice before move no end."""
    story = fight()
    for _ in range(first):
        story.say(c.Roll(who="ana"))
    assert ends(goes_on(story)) == ends(goes_on(fight()))
