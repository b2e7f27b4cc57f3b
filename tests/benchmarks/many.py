"""Many combats in one process: neither time nor memory grows with how many there are.

A club plays for a year: two thousand combats, of which as many are open in memory as the service
keeps. Each has a toy fight of some twenty commands.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from api.combats.registry import MOST_OPEN
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.benchmarks.server.commands import ROUND
from tests.support.architecture import ROOT
from tests.support.games.toy import TOY

COMBATS = 2_000
FEW = 20
COMMANDS = 200
PAGE = os.sysconf("SC_PAGE_SIZE")
OPENING = (
    {"type": "join", "subject": "ana", "side": "a"},
    {"type": "join", "subject": "bert", "side": "b"},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
    *ROUND,
    *ROUND,
)


def service(stack: ExitStack) -> Service:
    """A service over an empty log on a real disk."""
    folder = Path(
        stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    )
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    opened = Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})
    stack.callback(opened.close)
    return opened


def fought(service: Service, combats: int) -> Iterator[str]:
    """Combats one after another, each fought for two rounds."""
    for _ in range(combats):
        name = service.open(c.Open(ruleset="toy", title="A fight")).combat.name
        for command in OPENING:
            said(service, name, command)
        yield name


def said(service: Service, name: str, command: object) -> None:
    """Say a command as the operator."""
    service.say(name, Request(c.COMMAND.validate_python(command), OPERATOR))


def in_turn(service: Service, names: list[str]) -> Callable[[], None]:
    """Commands that go round the open combats, one in each."""
    going = cycle((name, command) for command in ROUND for name in names)

    def some() -> None:
        for _ in range(COMMANDS):
            said(service, *next(going))

    return some


def time_of_many(stack: ExitStack) -> Sides:
    """A command in one of two hundred open combats of two thousand, and in one of twenty."""
    many, few = service(stack), service(stack)
    names = list(fought(many, COMBATS))[-MOST_OPEN:]
    return Sides(in_turn(many, names), in_turn(few, list(fought(few, FEW))))


# --- memory --------------------------------------------------------------------------------


def resident() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def weighed() -> None:
    """Print what memory they take: those that are kept open, twice as many passed by, and all."""
    with ExitStack() as stack:
        club = service(stack)
        list(fought(club, FEW))
        before, marks = resident(), []
        for number, _ in enumerate(fought(club, COMBATS - FEW), start=1):
            if number in (MOST_OPEN, 2 * MOST_OPEN, COMBATS - FEW):
                marks.append(resident() - before)
        print(json.dumps(marks))


def memory(per_combat: bool) -> Callable[[ExitStack], Callable[[], float]]:
    """Kilobytes per open combat, or how much more all take than those that are kept open."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        command = [sys.executable, "-c", "from tests.benchmarks.many import weighed; weighed()"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        open_ones, soon, at_last = json.loads(said.stdout)
        figure = open_ones / MOST_OPEN / 1024 if per_combat else at_last / soon
        return lambda: figure

    return prepare


BENCHMARKS = [
    Benchmark(
        "many-time",
        f"a command in one of {MOST_OPEN} open combats of {COMBATS:,} / one of {FEW}",
        Bar("at most", 1.2),
        time_of_many,
    ),
    Gauge(
        "many-memory",
        f"memory after {COMBATS:,} combats / after {2 * MOST_OPEN}",
        Bar("at most", 1.2),
        memory(per_combat=False),
    ),
    Gauge(
        "open-combat",
        f"memory of an open combat of some 60 entries ({MOST_OPEN} open)",
        Bar("at most", 500, "kB"),
        memory(per_combat=True),
    ),
]
