"""How many lines of play Age of Magic has from three set positions, to fixed depths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fights.age_of_magic import COGAN, URLIK, Fight, boxers, duel
from tests.support.oracles.perft import counted


def initiative() -> Fight:
    """A combat turn begins: two roll for initiative and for their action points."""
    fight = Fight().joins("cogan", side="heroes", **COGAN)
    return fight.joins("urlik", side="reavers", **URLIK).side_by_side("cogan urlik").round()


def struck_at() -> Fight:
    """Cogan strikes at Urlik, who may declare a reaction."""
    return duel().does("cogan", "stand and attack", "urlik", using="hand-&-half", aim="chest")


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "counts"),
    [(initiative, (4, 8, 32, 64)), (struck_at, (60, 397, 2623)), (boxers, (101, 6746))],
)
def test_as_many_lines_as_ever(position: Callable[[], Fight], counts: tuple[int, ...]):
    assert counted(position(), len(counts)) == counts
