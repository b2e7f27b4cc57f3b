"""Any game with all of it, at random in two worlds: every new thing is reached, nothing fails."""

from __future__ import annotations

import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import perf_counter
from typing import NamedTuple

from tests.soak.rows import Row, counted
from tests.support.playouts.reached import EVERYTHING
from tests.support.playouts.worlds import Playout

PLAYOUTS, STEPS = 1_000, 300
EACH = 10
"""Playouts that a process does in one go."""


class Went(NamedTuple):
    """What came of some playouts: steps, commands refused, what was reached, what failed."""

    steps: int
    seconds: float
    reached: Counter[str]
    failed: tuple[str, ...] = ()


def playouts(runs: int = PLAYOUTS) -> list[Row]:
    """Play on all cores; a row for the playouts, and one for what was reached how often."""
    done = list[Went]()
    with ProcessPoolExecutor() as pool:
        firsts = range(0, runs, EACH)
        running = [pool.submit(played, first, min(first + EACH, runs)) for first in firsts]
        for _, future in zip(counted("any game", len(firsts)), as_completed(running), strict=True):
            done.append(future.result())
    seconds = sum(each.seconds for each in done)
    failed = tuple(why for each in done for why in each.failed)
    steps = f"{sum(each.steps for each in done):,} steps"
    found = sum((each.reached for each in done), Counter[str]())
    return [Row("any game in two worlds", runs, steps, seconds, failed), _reached(found)]


def _reached(found: Counter[str]) -> Row:
    """What was reached; the rarest thing says how often at least."""
    missing = tuple(f"never reached: {each}" for each in EVERYTHING if not found[each])
    rarest = min(EVERYTHING, key=lambda each: found[each])
    what = f"things reached, each at least {found[rarest]:,} times"
    return Row(what, len(EVERYTHING), f"rarest: {rarest}", 0, missing)


def played(first: int, last: int) -> Went:
    """Play some seeds."""
    start, steps, found, failed = perf_counter(), 0, Counter[str](), list[str]()
    for seed in range(first, last):
        try:
            playout = Playout(seed).play(STEPS)
            steps += playout.steps
            found += playout.reached
        except Exception:
            failed.append(f"any game in two worlds, seed {seed}\n{traceback.format_exc()}")
    return Went(steps, perf_counter() - start, found, tuple(failed))
