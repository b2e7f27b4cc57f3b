"""What comes after the end of all that lasts until a stretch is over, and before it closes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import commands as c
from domain.engine.standard_stages import asks
from domain.ruleset.ruleset import Ruleset, Stage, Window
from domain.ruleset.windows import others
from tests.support.games.toy import TOY
from tests.support.rulesets.ruleset_checks import check
from tests.support.story import Story


def toy(dusk: Stage) -> Ruleset:
    """The toy fight with a stage as its round closes, and two after that."""
    sequence = TOY.sequence._replace(closes=("tally",), after=("dusk", "night"))

    def says(word: str) -> Stage:
        return lambda step: step.move("ana", word)

    stages = {**TOY.stages, "tally": says("tally"), "dusk": dusk, "night": says("night")}
    rest = Window("rest", "a rest?", "T8", others, passes=True)
    return replace(TOY, sequence=sequence, stages=stages, windows={**TOY.windows, "rest": rest})


def over(dusk: Stage) -> Story:
    """Ana and Bert end their goes; Ana is hurt until the end of the round."""
    story = Story(toy(dusk)).joins("ana", "bert").round()
    story.say(c.Adjust(change=c.ConditionFix(subject="ana", name="hurt"), note="a fall"))
    return story.ends("ana").ends("bert")


def closing(story: Story) -> list[str]:
    """The kinds of what a step said, and where Ana went."""
    kinds = ("Moved", "ConditionEnded", "RoundEnded", "Asked")
    lines = (line.split() for line in story.told())
    return [line[-1] if line[0] == "Moved" else line[0] for line in lines if line[0] in kinds]


def dusk(step: Any) -> None:
    step.move("ana", "dusk" if step.combat.conditions.has("ana", "hurt") else "healed")


def test_the_stages_after_it_run_when_all_that_lasts_until_then_has_ended():
    assert check(toy(dusk)) == ()
    assert closing(over(dusk)) == ["tally", "ConditionEnded", "healed", "night", "RoundEnded"]


def test_what_is_asked_after_it_is_answered_before_the_stretch_closes():
    story = over(asks("rest"))
    assert closing(story) == ["tally", "ConditionEnded", "Asked"]
    assert story.combat.clock.path
    assert closing(story.passes()) == ["night", "RoundEnded"]


def test_a_stage_after_it_may_say_that_it_is_over():
    story = over(lambda step: "end")
    assert closing(story) == ["tally", "ConditionEnded", "RoundEnded"]
    assert not story.combat.clock.path


@pytest.mark.parametrize(
    ("after", "fault"),
    [
        (("rest", "tally"), "round has 'tally' twice"),
        (("midnight",), "round names a stage 'midnight' that does not exist"),
    ],
)
def test_the_stages_after_it_are_checked_like_those_before(after: tuple[str, ...], fault: str):
    rules = toy(dusk)
    rules = replace(rules, sequence=rules.sequence._replace(after=after))
    assert fault in check(rules)
