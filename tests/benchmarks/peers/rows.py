"""Rows of the table of peers: the same amount of work in two ways, interleaved, as a median."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import NamedTuple

from tests.benchmarks.measure import Skipped

MICROSECONDS = 1_000_000.0

Side = Callable[[], float]
"""Do some work once; return the seconds that one unit of it took."""


class Both(NamedTuple):
    """Our way and that of the peer, for the same unit of work."""

    ours: Side
    theirs: Side


class Row(NamedTuple):
    """What is compared with which peer; `prepare` may raise Skipped."""

    peer: str
    what: str
    prepare: Callable[[ExitStack], Both]


class Outcome(NamedTuple):
    """A measured row: medians in microseconds, and the peer's time in parts of ours."""

    row: Row
    ours: float = 0.0
    theirs: float = 0.0
    ratio: float = 0.0
    skipped: str = ""

    @property
    def winner(self) -> str:
        """Who is faster, and by how much."""
        if self.skipped:
            return f"skipped: {self.skipped}"
        if self.ratio >= 1:
            return f"combatlog, {amount(self.ratio)} x"
        return f"{self.row.peer}, {amount(1 / self.ratio)} x"


def amount(number: float) -> str:
    """A number in three digits, or in whole ones."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def timed(times: int, work: Callable[[], object]) -> Side:
    """A side in this process: work that makes so many units."""

    def side() -> float:
        start = perf_counter()
        work()
        return (perf_counter() - start) / times

    return side


def measured(row: Row, rounds: int) -> Outcome:
    """Prepare, warm up and measure; one round is ours, theirs, theirs, ours."""
    with ExitStack() as stack:
        try:
            both = row.prepare(stack)
        except Skipped as skipped:
            return Outcome(row, skipped=str(skipped))
        both.ours(), both.theirs()
        ours, theirs = zip(*_rounds(both, rounds), strict=True)
    ratio = median(there / here for here, there in zip(ours, theirs, strict=True))
    return Outcome(row, median(ours) * MICROSECONDS, median(theirs) * MICROSECONDS, ratio)


def _rounds(both: Both, rounds: int) -> Iterator[tuple[float, float]]:
    for _ in range(rounds):
        gc.collect()
        here, there = both.ours(), both.theirs()
        there += both.theirs()
        here += both.ours()
        yield here / 2, there / 2
