"""Counters: each miss lets the one who was missed strike back, inside the attack that missed."""

from tests.domain.traces.lines import block, traced
from tests.rulesets.counters import COUNTERS
from tests.story import Story


def test_x():
    story = Story(COUNTERS, 8, 10, 8, 12, 13, 11).joins("xena", ap=3).joins("yuri", ap=1)
    story.round()
    n = len(story.steps)
    story.does("xena", "attack", "yuri").does("yuri", "block", "xena")
    story.does("yuri", "attack", "xena").does("xena", "block", "yuri")
    story.does("xena", "attack", "yuri").does("yuri", "block", "xena")
    print(traced(story, n))
    n = len(story.steps)
    story.does("xena", "attack", "yuri")
    story.ends("xena").ends("yuri")
    print(traced(story, n))
    assert story.refolds()
    assert 0
