"""Seeds by the thousand, on all cores; what failed is told with its seed."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import NamedTuple

from tests.simulation.run import simulate
from tests.soak.rows import Row, counted

CHUNK = 100
"""Seeds that a process runs one after the other."""


class Tally(NamedTuple):
    """What came of some seeds."""

    entries: int
    faults: int
    failed: tuple[str, ...]


def simulations(count: int) -> Row:
    """Run the seeds from 0 on: nothing is lost, doubled, out of order or missed."""
    start, entries, faults, failed = perf_counter(), 0, 0, list[str]()
    chunks = [range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    with ProcessPoolExecutor() as pool:
        found = pool.map(run_seeds, chunks)
        for _, tally in zip(counted("simulations", len(chunks)), found, strict=True):
            entries, faults = entries + tally.entries, faults + tally.faults
            failed += tally.failed
    what = "simulations of service and store under faults"
    took = perf_counter() - start
    return Row(what, count, f"{faults:,} faults", took, tuple(failed))


def run_seeds(seeds: Iterable[int]) -> Tally:
    """Run some seeds in this process."""
    entries, faults, failed = 0, 0, list[str]()
    for seed in seeds:
        outcome = simulate(seed)
        entries, faults = entries + outcome.entries, faults + outcome.faults
        if outcome.wrongs:
            failed.append(f"python -m tests.simulation {seed}: {'; '.join(outcome.wrongs[:3])}")
    return Tally(entries, faults, tuple(failed))
