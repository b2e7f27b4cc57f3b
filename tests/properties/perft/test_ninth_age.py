"""How many lines there are from three set positions: golden counts of what is legal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle
from tests.support.oracles.perft import counted, perft, reached


def charges() -> Battle:
    """The first Charge Phase: two units against two."""
    return battle(
        {
            "ann": {"knights": KNIGHTS, "spears": SPEARS},
            "bo": {"archers": ARCHERS, "guards": SPEARS},
        }
    )


def combat() -> Battle:
    """A Round of Combat of three units, at its first step."""
    told = battle({"ann": {"knights": KNIGHTS}, "bo": {"guards": SPEARS, "others": SPEARS}})
    told.touches("knights", "guards").touches("knights", "others")
    return told.until("combats").does("knights", "fight")


def magic() -> Battle:
    """A Magic Phase with two wizards."""
    told = battle().until("flux").draws("ann", 3, 0)
    return told.until("casts")


@pytest.mark.sweep(of="perft")
@pytest.mark.parametrize(
    ("position", "lines"),
    [(charges, (25, 99, 349, 2697)), (combat, (26, 467, 5072)), (magic, (13, 67, 261, 1036))],
)
def test_so_many_lines(position: Callable[[], Battle], lines: tuple[int, ...]):
    assert counted(position(), len(lines)) == lines


@pytest.mark.parametrize("position", [charges, combat, magic])
def test_different_lines_may_meet_but_none_is_lost(position: Callable[[], Battle]):
    assert 0 < reached(position(), 2) <= perft(position(), 2)
