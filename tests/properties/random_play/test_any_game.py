"""Any game with all of it, at random in two worlds: a sample of what the soak plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from domain.state.combat import state_hash
from tests.support.playouts.reached import EVERYTHING
from tests.support.playouts.stored import Stored, service_in
from tests.support.playouts.worlds import Playout

STEPS, MOST = 150, 32
"""How long a fight is, and how many there are at most: as many as it takes to reach everything."""

RICH = (47, 18, 65, 60, 1, 3)
"""Seeds of fights that together reached everything when this was written: they come first."""


def test_everything_is_reached_and_looks_the_same_whatever_is_hidden():
    found, missing = Counter[str](), EVERYTHING
    for seed in (*RICH, *range(MOST)):
        found += Playout(seed).play(STEPS).reached
        missing = tuple(each for each in EVERYTHING if not found[each])
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_fight_that_is_stored_goes_there_and_back_restarts_and_travels(tmp_path: Path, seed: int):
    with service_in(tmp_path / "here") as service:
        stored = Stored(service, seed).play(100)
        assert stored.there_and_back() > 10
        expected = state_hash(stored.world.combat)
        assert stored.elsewhere(tmp_path / "there") == expected
    with service_in(tmp_path / "here") as service:
        assert state_hash(service.combat(stored.name).head) == expected
