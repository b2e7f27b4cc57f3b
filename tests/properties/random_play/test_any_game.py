"""Any game with all of it, at random in two worlds: a sample of what the soak plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from domain.state.combat import state_hash
from tests.support.playouts.reached import EVERYTHING
from tests.support.playouts.stored import Stored, service_in
from tests.support.playouts.worlds import Playout

STEPS, FEWEST, MOST = 150, 4, 24
"""How long a fight is, and how many there are: as many as it takes to reach everything."""


def test_everything_is_reached_and_looks_the_same_whatever_is_hidden():
    found, missing = Counter[str](), EVERYTHING
    for seed in range(MOST):
        found += Playout(seed).play(STEPS).reached
        missing = tuple(each for each in EVERYTHING if not found[each])
        if not missing and seed >= FEWEST:
            break
    assert not missing


def test_a_fight_that_is_stored_goes_there_and_back_restarts_and_travels(tmp_path: Path):
    with service_in(tmp_path / "here") as service:
        stored = Stored(service, 3).play(100)
        assert stored.there_and_back() > 40
        expected = state_hash(stored.world.combat)
        assert stored.elsewhere(tmp_path / "there") == expected
    with service_in(tmp_path / "here") as service:
        assert state_hash(service.combat(stored.name).head) == expected
