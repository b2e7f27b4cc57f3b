"""Fights played at random by the list of options alone: whatever is offered is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import ConditionEnded
from tests.support.fights.random_fights import TALES, Tale
from tests.support.fights.random_play import check_whole, play
from tests.sweeps import examples

STEPS, SEEDS = 300, 10
"""Of each game, and for each way to begin it; the soak plays thousands."""


@pytest.mark.sweep
@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
@examples(SEEDS)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_accepted(tale: Tale, seed: int):
    story = play(tale.begins(), seed, STEPS)
    check_whole(story)
    tale.keeps(story)


def test_who_dies_of_the_burn_of_a_lost_turn_has_nothing_left_to_forget():
    """Found at random: he burnt what he had not spent, and was asked to forget after his death."""
    tale = next(t for t in TALES if t.begins.__name__ == "playout_modified")
    story = play(tale.begins(), 80, 260)
    assert "the turn is lost" in [ended.why for ended in story.events(ConditionEnded)]
