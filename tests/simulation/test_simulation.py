"""A hundred seeds in which nothing is lost, doubled, out of order or missed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.simulation.run import simulate
from tests.simulation.soak import run_seeds
from tests.support.architecture import ROOT

SEEDS = 100
"""What `make test` runs; `soak.py` runs more."""

SHARES = 8
"""Tests that share the seeds, so that all cores have some."""


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_is_lost_doubled_out_of_order_or_missed(share: int):
    tally = run_seeds(range(share, SEEDS, SHARES))
    assert not tally.failed, "\n".join(tally.failed)
    assert tally.entries and tally.faults


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_seed_is_one_run(seed: int):
    first, again = simulate(seed, trace=True), simulate(seed, trace=True)
    assert first == again
    assert len(first.trace) > 50


def test_a_seed_is_one_run_in_every_process():
    runs = {
        subprocess.run(
            [sys.executable, "-m", "tests.simulation", "5"],
            cwd=ROOT,
            env={"PYTHONHASHSEED": number, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    [said] = runs
    assert said.endswith("nothing was wrong\n") and "FAULT" in said
