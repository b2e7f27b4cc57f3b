"""The cheater on a seeded sample; the soak lets him play a hundred thousand scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.oracles.cheater import ROUNDS, Stretch, cheated
from tests.sweeps import so_many

COMBATS = so_many(4, 1)
"""As many as he plays, with so many scripts in each."""

GUIDE = Path(__file__).parents[3] / "api" / "pages" / "guide" / "dice.md"


@pytest.mark.sweep(of="cheater")
@pytest.mark.parametrize("policy", ["referee", "consent", "strict"])
def test_where_judges_refuse_his_luck_is_honest(policy: str):
    tally = cheated(Stretch(policy, 0, COMBATS))
    assert tally.scripts == COMBATS * ROUNDS and not tally.gained
    assert abs(tally.deviations) < 4


def test_where_going_back_is_free_he_gains_what_the_guide_says_and_all_of_it_is_marked():
    tally = cheated(Stretch("free", 0, COMBATS))
    assert tally.gained > COMBATS * ROUNDS / 2
    said = " ".join(GUIDE.read_text("utf-8").split())
    told = re.search(r"gains (\d\.\d\d) of the way from the worst face to the best", said)
    assert told and abs(tally.gain - float(told[1])) < 0.06
