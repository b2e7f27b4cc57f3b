"""ARQ: how many lines may be played from three set positions, to a fixed depth."""

from __future__ import annotations

import pytest

from tests.support.fights.arq import Clash
from tests.support.oracles.perft import counted


def three_orcs() -> Clash:
    """The rules' Example A, before the pairings."""
    clash = Clash().figures(c1="0,0", c2="2,0", o1="0,1", o2="1,1", o3="2,1")
    return clash.to_phase("melee")


def stopped() -> Clash:
    """Everybody moves one square; c1 has been stopped beside two, and c2 is still to go."""
    clash = Clash().figures(
        c1={"at": "0,0", "speed": 3},
        c2={"at": "9,0", "speed": 1},
        o1={"at": "2,1", "speed": 1},
        o2={"at": "2,-1", "speed": 1},
    )
    return clash.to_phase("movement").does("c1", "move", to="2,0")


def dealt() -> Clash:
    """The activation deck is dealt to two players, a lone foe and a group of two."""
    clash = Clash({"order": "deck"}).figures(c1={}, c2={}, o1={})
    return clash.figures(o2={"group": "pack"}, o3={"group": "pack"}).round()


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "lines"), [(three_orcs, (2, 12)), (stopped, (2, 36, 170)), (dealt, (1, 48, 78))]
)
def test_lines_of_play(position, lines: tuple[int, ...]):
    assert counted(position(), len(lines)) == lines
