"""How many lines of play there are from three positions, to fixed depths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel
from tests.support.oracles.perft import counted


def declaring() -> Fight:
    """Two fighters are about to declare."""
    return Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA).round()


def struck_at() -> Fight:
    """Yrsa is struck at, and may defend."""
    return duel().does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))


def at_magic() -> Fight:
    """A mage with a mass of 50, far from his foe."""
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").intends(
        "yrsa", "attack intention", using="long sword"
    )
    return fight.all_declared().rolls(mage=(6, 5), yrsa=(1, 2))


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "counts"),
    [(declaring, (73, 4435)), (struck_at, (16, 162, 1744)), (at_magic, (71, 1543))],
)
def test_the_number_of_lines(position: Callable[[], Fight], counts: tuple[int, ...]):
    assert counted(position(), len(counts)) == counts
