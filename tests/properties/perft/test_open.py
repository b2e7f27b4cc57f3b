"""How many lines of play there are from two positions of any game, to a depth of two.

With three fighters there are sixty thousand, which is too many for every run of the tests.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fights.open import Game
from tests.support.oracles.perft import counted


def before() -> Game:
    """Rosa is alone, before the first round."""
    return Game(order="as added").joins("rosa", hp=12)


def alone() -> Game:
    """It is her turn."""
    return before().round()


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(("position", "counts"), [(before, (54, 3203)), (alone, (56, 3491))])
def test_the_number_of_lines(position: Callable[[], Game], counts: tuple[int, ...]):
    assert counted(position(), len(counts)) == counts
