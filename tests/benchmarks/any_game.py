"""What a long fight of any game costs: its options and its state at the table, and its import.

Twelve fighters have fought for two thousand entries; some are in states that last. A fight of
another program has five thousand lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from flask.testing import FlaskClient

from api.server.app import create_app
from api.server.serve import settle_memory
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.file_report import Wanted
from api.transfer.import_file import bring_in, read_file
from api.vault.key_files import Vault
from domain import commands as c
from domain.rulesets import ruleset
from tests.benchmarks.append import INSERT, bare_sqlite, many, row_of
from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.support.timelines.cards import cards
from tests.support.timelines.installation import installation

FIGHTERS, ENTRIES = 12, 2_000
TIMES = 50
MILLISECONDS = 1000.0
LINES = 5_000


class Fought:
    """A service with the fight, and whoever asks it."""

    def __init__(self) -> None:
        self._kept = TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp")
        folder = Path(self._kept.name)
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        rules = {"open": ruleset("open")}
        self.service = Service(open_log(settings), Vault(folder / "keys"), lambda: rules)
        opened = c.Open(ruleset="open", settings={"order": "as added"})
        self.name = self.service.open(opened).combat.name
        self._fight()
        settle_memory()

    def _fight(self) -> None:
        fighters = [f"fighter{nth}" for nth in range(FIGHTERS)]
        for nth, who in enumerate(fighters):
            traits = {"hp": 5_000, "pools": {"mana": 5}, "zone": f"zone {nth % 3}", "armour": 12}
            self._say({"type": "join", "subject": who, "side": "ab"[nth % 2], "traits": traits})
        begin: dict[str, object] = {
            "type": "answer",
            "who": "referee",
            "about": "round",
            "choice": "begin",
        }
        while self.service.combat(self.name).line.entries < ENTRIES:
            self._say(begin)
            for who, whom in zip(fighters, (*fighters[1:], fighters[0]), strict=True):
                self._turn(who, whom)
        self._say(begin)

    def _turn(self, who: str, whom: str) -> None:
        does = {"type": "act", "who": who}
        hit = {"what": "hits", "their hp": 3, "state": "dazed", "rounds": 2}
        self._say({**does, "manoeuvre": "deed", "targets": [whom], "params": hit})
        burns = {"name": f"burning {who[-1]}", "turns": 2, "level": 1}
        self._say({**does, "manoeuvre": "begin", "params": burns})
        self._say({"type": "answer", "who": who, "about": "turn", "choice": "end"})

    def _say(self, command: Mapping[str, object]) -> None:
        self.service.say(self.name, Request(c.COMMAND.validate_python(command), OPERATOR))

    @property
    def client(self) -> FlaskClient:
        """A client of the application."""
        return create_app(self.service, long_reads=10**6).test_client()


fought = cache(Fought)


def listed(stack: ExitStack) -> Callable[[], float]:
    """Listing the options of everybody, which the referee has."""
    service, name = fought().service, fought().name
    return lambda: _median(lambda: service.may(service.combat(name), OPERATOR))


def read(what: str) -> Callable[[ExitStack], Callable[[], float]]:
    """Reading `options` or `state` as the referee does over HTTP."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        client, token = fought().client, fought().service.vault.operator_token()
        path, headers = f"/v1/combats/{fought().name}/{what}", {"Authorization": f"Bearer {token}"}
        assert client.get(path, headers=headers).status_code == 200
        return lambda: _median(lambda: client.get(path, headers=headers))

    return prepare


def _median(act: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return median(times) * MILLISECONDS


# --- a fight of another program ----------------------------------------------------------------


def import_fight(stack: ExitStack) -> Sides:
    """A fight of so many lines, as happenings of its own; against as many single inserts."""
    folder = stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    service = stack.enter_context(installation(Path(folder) / "here"))
    bare = bare_sqlite(stack)
    insert = many(LINES, count(1), lambda seq: bare.execute(INSERT, row_of(seq)))
    return Sides(imported(service), insert)


def imported(service: Service) -> Callable[[], None]:
    """Import the same lines each time as another fight, all of them new."""
    meta, *lines = cards(1, 2_000)[:LINES]
    rest, fights = [json.dumps(line) for line in lines], count(1)

    def side() -> None:
        first = json.dumps({**meta, "fight": f"fight {next(fights)}"})
        reading = read_file("\n".join((first, *rest)).encode())
        report = bring_in(service, "", reading, Wanted(OPERATOR))
        assert report.reported > LINES / 2 and not report.repeated

    return side


BENCHMARKS = [
    Benchmark(
        "import-fight",
        "import of a fight of 5,000 lines / as many bare sqlite3 inserts, synchronous=FULL",
        Bar("at most", 20.0),
        import_fight,
    ),
    Gauge(
        "any-options",
        f"options of any game, {FIGHTERS} fighters after {ENTRIES:,} entries",
        Bar("at most", 5.0, "ms"),
        listed,
    ),
    Gauge(
        "any-options-read",
        "the same read by the referee over HTTP",
        Bar("at most", 10.0, "ms"),
        read("options"),
    ),
    Gauge(
        "any-state-read",
        "the state of that fight read by the referee over HTTP",
        Bar("at most", 2.0, "ms"),
        read("state"),
    ),
]
