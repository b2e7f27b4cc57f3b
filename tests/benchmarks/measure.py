"""Benchmarks as ratios: two ways to do the same thing, timed side by side in one run.

What a machine does in a second changes from minute to minute; what it does in the same minute in
two ways can be compared. So a round times ours, the reference, the reference, ours, and counts as
one ratio. The median of many rounds is the figure; the worst round stands beside it.

A module of this folder with a list BENCHMARKS takes part in `make bench`. A bar that is missed is
printed, and nothing more: machines differ, and people read the table.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import Literal, NamedTuple

Sense = Literal["at least", "at most"]

Side = Callable[[], object]


class Sides(NamedTuple):
    """Both ways; each call does the same amount of work, some milliseconds of it at least."""

    ours: Side
    reference: Side


class Bar(NamedTuple):
    """`at least`: our speed in parts of the reference's; `at most`: our time, likewise.

    With a unit it is a figure of its own instead of a ratio.
    """

    sense: Sense
    ratio: float
    unit: str = ""

    def __str__(self) -> str:
        sign = ">=" if self.sense == "at least" else "<="
        return f"{sign} {self.ratio:,.2f} {self.unit}".rstrip()

    def ratio_of(self, ours: float, reference: float) -> float:
        """What two times come to, in the sense of this bar."""
        return reference / ours if self.sense == "at least" else ours / reference

    def worst(self, ratios: list[float]) -> float:
        """The ratio furthest on the wrong side."""
        return min(ratios) if self.sense == "at least" else max(ratios)

    def reached(self, ratio: float) -> bool:
        """Whether a ratio is on the right side."""
        return ratio >= self.ratio if self.sense == "at least" else ratio <= self.ratio


class Skipped(Exception):
    """This cannot be measured here; the message says why."""


class Benchmark(NamedTuple):
    """What is compared, and how to prepare it; `prepare` may raise `Skipped`."""

    name: str
    compared: str
    bar: Bar
    prepare: Callable[[ExitStack], Sides]


class Gauge(NamedTuple):
    """A figure that is held against a limit; `prepare` gives what measures it once."""

    name: str
    compared: str
    bar: Bar
    prepare: Callable[[ExitStack], Callable[[], float]]


class Result(NamedTuple):
    """A row of the table; without ratios it was skipped, and the verdict says why."""

    name: str
    compared: str
    bar: Bar
    verdict: str
    median: float | None = None
    worst: float | None = None


def measured(benchmark: Benchmark | Gauge, rounds: int) -> Result:
    """Prepare, warm up, and measure."""
    name, compared, bar, prepare = benchmark
    with ExitStack() as stack:
        try:
            prepared = prepare(stack)
        except Skipped as skipped:
            return Result(name, compared, bar, f"skipped: {skipped}")
        if isinstance(prepared, Sides):
            ratios = list(_ratios(bar, prepared, rounds))
        else:
            ratios = [prepared() for _ in range(rounds)]
    middle = median(ratios)
    verdict = "ok" if bar.reached(middle) else "MISSED"
    return Result(name, compared, bar, verdict, middle, bar.worst(ratios))


def _ratios(bar: Bar, sides: Sides, rounds: int) -> Iterator[float]:
    sides.ours(), sides.reference()
    for _ in range(rounds):
        gc.collect()
        first, then = _time(sides.ours), _time(sides.reference)
        then += _time(sides.reference)
        first += _time(sides.ours)
        yield bar.ratio_of(first, then)


def _time(side: Side) -> float:
    start = perf_counter()
    side()
    return perf_counter() - start
