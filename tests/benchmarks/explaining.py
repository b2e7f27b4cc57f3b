"""What it costs to explain a number of a long combat, with what its viewer has seen in memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from statistics import quantiles
from time import perf_counter

from api.combats.viewers.viewer_log import Sight, look_of
from api.service.service import OPERATOR
from projections.explain import explain
from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.moments import MIDDLE, MILLISECONDS, grown

TIMES = 200


def explained(stack: ExitStack) -> Callable[[], float]:
    """The 99th percentile of explaining everybody's pools, now and at random entries, in ms."""
    combat = grown().service.combat(grown().names[MIDDLE])
    sight, chance = Sight(combat, OPERATOR), Random(1)
    here = look_of(combat, sight, sight.line.node_after(len(sight))).combat.roster.members
    # Fighters whose coming was undone have accounts still, but nobody can ask for them.
    accounts = (each for each in sight.books()[0].accounts if each.subject in here)
    pools = [f"{account.pool} of {account.subject}" for account in accounts]

    def once() -> float:
        took = []
        for nth in range(TIMES):
            seq = len(sight) if nth % 2 else chance.randint(len(sight) // 2, len(sight))
            start = perf_counter()
            look = look_of(combat, sight, sight.line.node_after(seq))
            found = explain(look, chance.choice(pools), sight.place)
            took.append(perf_counter() - start)
            assert not found.adds_up or found.value is not None
        return quantiles(took, n=100)[98] * MILLISECONDS

    return once


BENCHMARKS = [
    Gauge(
        "explain",
        "why so many AP: explained, 10,000 entries, 99th percentile",
        Bar("at most", 10.0, "ms"),
        explained,
    )
]
