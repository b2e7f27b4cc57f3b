"""Acts of anybody and anything with random results and rolls: the books balance, it folds again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from tests.support.fights.random_acts import hunt, play
from tests.support.fights.random_play import check_whole
from tests.sweeps import examples

STEPS, SEEDS = 120, 3
ORDERS = ("free", "rolled once", "rolled each round", "by hand", "by side", "as added")


@pytest.mark.sweep
@pytest.mark.parametrize("order", ORDERS)
@examples(SEEDS)
@given(seed=st.integers(0, 2**32))
def test_what_an_act_says_comes_about_and_nothing_else(order: str, seed: int):
    story = play(hunt(order, ("when said", "always")[seed % 2]), seed, STEPS)
    check_whole(story)
    dice = story.events(e.DiceRolled)
    assert all(rolled.lost or rolled.reckoned == rolled.total for rolled in dice)


def test_every_kind_of_result_and_roll_comes_up():
    story = play(hunt("as added", "when said"), 7, 150)
    check_whole(story)
    kinds = {type(draft.event) for step in story.steps for draft in step}
    assert kinds >= {e.PoolChanged, e.PoolLimited, e.ConditionBegan, e.ConditionEnded, e.FactSet}
    sizes = [len(rolled.groups) for rolled in story.events(e.DiceRolled)]
    assert min(sizes) == 0 and max(sizes) > 1
