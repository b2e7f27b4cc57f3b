"""Fights played at random by the list of options alone: whatever is offered is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.at_random import check_whole, play
from tests.rulesets.tales import TALES, Tale

STEPS = 300


@pytest.mark.parametrize("tale", TALES, ids=lambda t: f"{t.game}, {t.begins.__name__}")
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_accepted(tale: Tale, seed: int):
    story = play(tale.begins(), seed, STEPS)
    check_whole(story)
    tale.keeps(story)
