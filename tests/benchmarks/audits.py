"""What an audit costs: the report on a long combat, and deciding all of it again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from api.read.step_audits import rejudged_combat
from api.server.app import create_app
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.benchmarks.measure import Bar, Gauge
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, play

ENTRIES = 10_000


class Long:
    """A toy fight of 10,000 entries, with undos and branches."""

    def __init__(self) -> None:
        self._kept = TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp")
        folder = Path(self._kept.name)
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        self.service = Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})
        self.name, chance = opened(self.service), Random(1)
        print(f"    growing a combat of {ENTRIES:,} entries", file=sys.stderr, flush=True)
        while self.service.combat(self.name).line.entries < ENTRIES:
            play(self.service, self.name, chance, 50)
        self.client = create_app(self.service).test_client()

    def audit(self, media: str) -> Any:
        """The report over HTTP, as the operator asks for it."""
        headers = {"Authorization": f"Bearer {self.service.vault.operator_token()}"}
        answer = self.client.get(
            f"/v1/combats/{self.name}/audit", headers={**headers, "Accept": media}
        )
        assert answer.status_code == 200, answer.text
        return answer


long = cache(Long)


def report(stack: ExitStack) -> Callable[[], float]:
    """Seconds for the whole report as a page with its pictures."""

    def once() -> float:
        fight, start = long(), perf_counter()
        fight.audit("text/html")
        return perf_counter() - start

    found = json.loads(long().audit("application/json").data)["report"]
    assert found["fights"][0]["entries"] >= ENTRIES
    return once


def rejudged(stack: ExitStack) -> Callable[[], float]:
    """Steps that are decided again in a second."""

    def once() -> float:
        fight, start = long(), perf_counter()
        found = rejudged_combat(lambda: fight.service.lock_combat(fight.name))
        assert found.steps == ()
        return found.judged / (perf_counter() - start)

    return once


BENCHMARKS = [
    Gauge(
        "audit-report",
        "the audit of a combat of 10,000 entries, as a page with pictures",
        Bar("at most", 3.0, "s"),
        report,
    ),
    Gauge(
        "rejudge",
        "steps decided again under today's rules, a difference told for each",
        Bar("at least", 1_000, "steps/s"),
        rejudged,
    ),
]
