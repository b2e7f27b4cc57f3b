"""Orders by score: the highest first, equals together or told apart, and dice for those tied."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import events as e
from domain.step.rolling import MOST_ROLL_OFFS
from domain.step.step import Step
from tests.support.games.toy_parts import TURNS, die, toy
from tests.support.story import Story

SCORES = {"ana": 5, "bo": 7, "cy": 5, "di": 5}


def begun(stage: Callable[[Step], None], *faces: int) -> Story:
    """A round that opens with a stage; every die shows a three where nothing is said."""
    rules = toy("orders", TURNS._replace(opens=("scored",)))
    rules.stages["scored"] = stage
    return Story(rules, *faces).joins("ana", "bo", "cy", "di").round()


def order(story: Story) -> tuple[tuple[str, ...], ...]:
    [found] = story.events(e.OrderSet)
    assert (found.scores, found.why) == (SCORES, "speed")
    return tuple(found.order)


@pytest.mark.parametrize(
    ("then", "line"),
    [
        ({}, (("bo",), ("ana", "cy", "di"))),
        ({"ana": 1, "cy": 2, "di": 2}, (("bo",), ("cy", "di"), ("ana",))),
        ({"ana": 3, "cy": 1, "di": 2}, (("bo",), ("ana",), ("di",), ("cy",))),
    ],
)
def test_the_highest_comes_first_and_equals_share_or_are_told_apart(
    then: dict[str, int], line: tuple[tuple[str, ...], ...]
):
    apart = (lambda who: then.get(who, 0)) if then else None
    assert order(begun(lambda step: step.order_by("line", SCORES, "speed", apart))) == line


def rolled_off(*faces: int) -> tuple[tuple[str, ...], int]:
    """The line of three who are tied, and how many dice it took."""
    found: list[tuple[str, ...]] = []
    tied = ("ana", "cy", "di")
    story = begun(
        lambda step: found.append(step.roll_off(tied, lambda who: die(who, "tie", sides=6))), *faces
    )
    return found[0], len(story.events(e.DiceRolled))


@pytest.mark.parametrize(
    ("faces", "line", "dice"),
    [
        ((1, 6, 3), ("cy", "di", "ana"), 3),
        ((4, 2, 4, 1, 5), ("di", "ana", "cy"), 5),
        ((), ("ana", "cy", "di"), 3 * MOST_ROLL_OFFS),
    ],
)
def test_who_is_tied_throws_until_they_differ(
    faces: tuple[int, ...], line: tuple[str, ...], dice: int
):
    assert rolled_off(*faces) == (line, dice)
