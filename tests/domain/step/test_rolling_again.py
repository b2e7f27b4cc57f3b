"""A re-roll or explosion that the rules grant belongs to its roll, and shifts none after it."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Blank, Manoeuvre, Throw
from domain.state.roll_counts import next_of
from tests.support.games.toy_parts import toy
from tests.support.story import Story


def asked(scene, deed):
    """Whether he rolls again, if the rules let him."""
    return (Blank("again", "text", optional=True),)


def swing(name: str, stage: Any) -> Story:
    deed = Manoeuvre("swing", "swing", "R1", ("action",), ("swing",), blanks=asked)
    rules = toy(name, manoeuvres=(deed,))
    rules.stages["swing"] = stage
    return Story(rules).joins("ana", "bert").round()


def die(who: str, again: bool = False) -> Throw:
    return Throw(who, "swing", "die", 6, again=again)


def labels(story: Story) -> list[tuple[int, int, int]]:
    found = [x.label for x in story.events(e.DiceRolled)]
    return [(label.roller, label.r, label.reroll) for label in found]


def test_rolling_again_is_counted_apart_and_the_next_roll_is_the_next():
    def stage(step):
        for again in (False, True, True):
            step.roll(die("ana", again))
        step.roll(die("bert"))

    story = swing("again", stage).does("ana", "swing").does("ana", "swing")
    assert labels(story) == [
        (1, 0, 0),
        (1, 0, 1),
        (1, 0, 2),
        (2, 0, 0),
        (1, 1, 0),
        (1, 1, 1),
        (1, 1, 2),
        (2, 1, 0),
    ]


@pytest.mark.parametrize("again", [False, True])
def test_whether_somebody_rolls_again_changes_no_later_die(again: bool):
    def stage(step):
        step.roll(die("ana"))
        if step.act.params.get("again"):
            step.roll(die("ana", again=True))

    story = swing("either", stage)
    story.does("ana", "swing", again="yes" if again else "").does("ana", "swing")
    assert labels(story)[-1] == (1, 1, 0)


def test_nothing_is_rolled_again_that_was_not_rolled():
    story = swing("never", lambda step: step.roll(die("ana", again=True)) and None)
    with pytest.raises(LookupError, match="no 'die' of 'ana' was rolled"):
        story.does("ana", "swing")


def test_what_is_rolled_again_is_the_last_that_was_counted_or_the_first_there_is():
    """One function counts for the table and for the checks of a log."""
    rolls = {"open 1 die": 3, "open 1 die again": 1, "open 2 die": 1}
    assert next_of(rolls, "open 1 die", False) == (3, 0)
    assert next_of(rolls, "open 1 die", True) == (2, 2)
    assert next_of(rolls, "open 2 die", True) == (0, 1)
    assert next_of(rolls, "open 3 die", True) == (0, 1)


def test_loose_rolls_are_a_sort_of_their_own():
    story = swing("loose", lambda step: step.roll(die("ana")) and None)
    story.say(c.Roll(who="ana")).does("ana", "swing")
    assert labels(story) == [(1, 0, 0), (1, 0, 0)]
    assert [x.label.sort for x in story.events(e.DiceRolled)] == ["loose", "die"]
