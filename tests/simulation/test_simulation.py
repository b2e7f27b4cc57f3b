"""Two hundred seeds in which nothing is lost, doubled, out of order or missed."""

from __future__ import annotations

import pytest

from tests.simulation.soak import run_seeds

SEEDS = 200
"""What `make test` runs; `soak.py` runs more."""

SHARES = 8
"""Tests that share the seeds, so that all cores have some."""


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_is_lost_doubled_out_of_order_or_missed(share: int):
    tally = run_seeds(range(share, SEEDS, SHARES))
    assert not tally.failed, "\n".join(tally.failed)
    assert tally.entries and tally.faults
