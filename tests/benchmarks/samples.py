"""What the rules cost at the table: options and decisions along every sample, a sample played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.service.service import OPERATOR
from api.transfer.samples import load_sample
from domain import commands as c
from domain.engine.decide import decide
from domain.legality.options import options
from domain.state.combat import Combat
from tests.benchmarks.measure import Bar, Gauge
from tests.support.architecture import ROOT
from tests.support.goldens.samples import FIGHTS, service_in

MILLISECONDS = 1000.0
TRIES = 5
"""Times that one thing is timed; the fastest counts, since only ours is of interest."""


class Decision(NamedTuple):
    """A command of a sample, and the state that it was decided on."""

    combat: OpenCombat
    before: Combat
    command: c.Command
    step: int


@cache
def decisions() -> tuple[Decision, ...]:
    """Every command of play of every sample."""
    found: list[Decision] = []
    for fight in FIGHTS:
        with TemporaryDirectory() as folder:
            service = service_in(Path(folder))
            found += _of(service.combat(load_sample(service, fight)))
            service.close()
    return tuple(found)


def _of(combat: OpenCombat) -> Iterator[Decision]:
    for entry in combat.entries(1, combat.line.entries, kept=True):
        if entry.kept is not None and entry.is_play and entry.meta.parent:
            before = combat.moments.at(entry.meta.parent)
            yield Decision(combat, before, entry.kept.command, entry.step)


def fastest(act: Callable[[], object]) -> float:
    """How long something takes when nothing disturbs it, in milliseconds."""
    times = []
    for _ in range(TRIES):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return min(times) * MILLISECONDS


def slowest_options(stack: ExitStack) -> Callable[[], float]:
    """The slowest list of options of any state of any sample, for who may do most."""

    def listed(d: Decision) -> float:
        return fastest(lambda: options(d.before, d.combat.rules, OPERATOR))

    return lambda: max(map(listed, decisions()))


def median_decision(stack: ExitStack) -> Callable[[], float]:
    """The median of the decisions of all samples."""

    def decided(d: Decision) -> float:
        combat = d.combat
        return fastest(
            lambda: decide(d.before, d.command, combat.rules, combat.luck.dice, d.step, OPERATOR)
        )

    return lambda: median(map(decided, decisions()))


def played(stack: ExitStack) -> Callable[[], float]:
    """Seconds in which the command line plays the longest sample into an empty folder."""
    longest = max(FIGHTS, key=lambda fight: fight.stat().st_size)

    def play() -> float:
        with TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp") as folder:
            command = [
                sys.executable,
                "-c",
                "from api.cli import main; main()",
                "play",
                "--data",
                folder,
                str(longest),
                "--json",
            ]
            start = perf_counter()
            subprocess.run(command, cwd=ROOT, check=True, env=os.environ, capture_output=True)
            return perf_counter() - start

    return play


BENCHMARKS = [
    Gauge(
        "options",
        "options, the slowest state of all samples",
        Bar("at most", 5.0, "ms"),
        slowest_options,
    ),
    Gauge(
        "decide",
        "deciding a command, median of all samples",
        Bar("at most", 1.0, "ms"),
        median_decision,
    ),
    Gauge(
        "play-sample", "`combatlog play` of the longest sample", Bar("at most", 3.0, "s"), played
    ),
]
