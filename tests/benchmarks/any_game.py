"""What a long fight of any game costs at the table: its options and its state.

Twelve fighters have fought for two thousand entries; some are in states that last.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
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
from api.vault.key_files import Vault
from domain import commands as c
from domain.rulesets import ruleset
from tests.benchmarks.measure import Bar, Gauge

FIGHTERS, ENTRIES = 12, 2_000
TIMES = 50
MILLISECONDS = 1000.0


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
        while self.service.combat(self.name).line.entries < ENTRIES:
            self._say({"type": "answer", "who": "referee", "about": "round", "choice": "begin"})
            for who, whom in zip(fighters, (*fighters[1:], fighters[0]), strict=True):
                self._turn(who, whom)

    def _turn(self, who: str, whom: str) -> None:
        does = {"type": "act", "who": who}
        hit = {"what": "hits", "their hp": 3, "state": "dazed", "rounds": 2}
        self._say({**does, "manoeuvre": "deed", "targets": [whom], "params": hit})
        burns = {"name": f"burning {who[-1]}", "turns": 2, "level": 1}
        self._say({**does, "manoeuvre": "begin", "params": burns})
        self._say({"type": "answer", "who": who, "about": "turn", "choice": "end"})

    def _say(self, command: dict[str, object]) -> None:
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


BENCHMARKS = [
    Gauge(
        "any-options",
        f"options of any game, {FIGHTERS} fighters after {ENTRIES:,} entries",
        Bar("at most", 6.0, "ms"),
        listed,
    ),
    Gauge(
        "any-options-read",
        "the same read by the referee over HTTP",
        Bar("at most", 40.0, "ms"),
        read("options"),
    ),
    Gauge(
        "any-state-read",
        "the state of that fight read by the referee over HTTP",
        Bar("at most", 20.0, "ms"),
        read("state"),
    ),
]
