"""Many combats in one process: time hardly grows with how many there are, and memory has a limit.

Clubs play all over a country: ten thousand combats, each with a toy fight of some twenty commands.
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

from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.benchmarks.server.commands import ROUND
from tests.support.architecture import ROOT
from tests.support.games.toy import TOY

COMBATS = 10_000
FEW = 8
COMMANDS = 200
MEMORY = 8 * 1024**3
"""Room for all of them, without any that rests."""
LIMIT = 256 * 1024**2
PAGE = os.sysconf("SC_PAGE_SIZE")
OPENING = (
    {"type": "join", "subject": "ana", "side": "a"},
    {"type": "join", "subject": "bert", "side": "b"},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
    *ROUND,
    *ROUND,
)


def service(stack: ExitStack, memory: int = MEMORY) -> Service:
    """A service over an empty log on a real disk."""
    folder = Path(
        stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    )
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    vault = Vault(folder / "keys")
    opened = Service(open_log(settings), vault, lambda: {"toy": TOY}, memory=memory)
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
    """A command in each of ten thousand combats in turn, and in one of eight."""
    many, few = service(stack), service(stack)
    return Sides(in_turn(many, list(fought(many, COMBATS))), in_turn(few, list(fought(few, FEW))))


# --- memory --------------------------------------------------------------------------------


def resident() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def weighed() -> None:
    """Print what the memory of this process grew by, and what open combats count for in it."""
    with ExitStack() as stack:
        club = service(stack, LIMIT)
        list(fought(club, FEW))
        before = resident()
        list(fought(club, COMBATS // 2))
        print(json.dumps([resident() - before, len(list(club.combats._kept))]))


def memory(per_combat: bool) -> Callable[[ExitStack], Callable[[], float]]:
    """Kilobytes per open combat, or what all take in parts of the limit."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        command = [sys.executable, "-c", "from tests.benchmarks.many import weighed; weighed()"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        taken, kept = json.loads(said.stdout)
        figure = taken / kept / 1024 if per_combat else taken / LIMIT
        return lambda: figure

    return prepare


BENCHMARKS = [
    Benchmark(
        "many-time",
        f"a command in each of {COMBATS:,} combats in turn / in each of {FEW}",
        Bar("at least", 0.8),
        time_of_many,
    ),
    Gauge(
        "many-memory",
        f"memory of open combats / the limit of {LIMIT // 1024**2} MB",
        Bar("at most", 1.1),
        memory(per_combat=False),
    ),
    Gauge(
        "open-combat",
        f"memory of an open combat of some 60 entries, within {LIMIT // 1024**2} MB",
        Bar("at most", 200, "kB"),
        memory(per_combat=True),
    ),
]
