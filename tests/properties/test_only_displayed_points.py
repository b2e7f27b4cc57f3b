"""Every number of a pool that is sent follows the displayed points: none is in units of the log.

Each sample is read twice: as it is, and under rules in which a displayed point is eight times as
many units. The log is the same, so a number that stays as it was is one in units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.server.app import create_app
from domain.events.measures import fraction
from domain.ruleset.ruleset import Pool
from tests.support.clients.http_client import Caller
from tests.support.goldens.samples import FIGHTS, sample_in

LARGER = 8
SHORT = (
    "the-toll-bridge",
    "lamplighters-alley",
    "the-narrow-stair",
    "the-causeway",
    "the-golem-in-the-hall",
    "the-swift-errand",
)
READS = (
    "state",
    "options",
    "events?limit=500",
    "ledger",
    "audit",
    "frames",
    "compare?at=40&with_at=80",
    "state?at=60",
    "options?at=60",
)
COUNTS = {"number", "times", "round", "n", "step", "entry", "turn", "seq", "key", "pool", "clause"}
"""What stands beside the name of a pool and counts something else."""
TYPED = "params"
"""What people typed, as they typed it."""


def _larger(name: str, says: str) -> Pool:
    return Pool(name, says, "", least=None, scale=LARGER)


def is_of_a_pool(sent: dict[str, Any], name: str) -> bool:
    return ("pool" in sent or sent.get("kind") == "pool") and name not in COUNTS


def numbers(sent: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Every number that stands beside the name of a pool, with where it is."""
    if isinstance(sent, list):
        for place, part in enumerate(sent):
            yield from numbers(part, f"{where}/{place}")
    elif isinstance(sent, dict):
        for name, part in sent.items():
            if isinstance(part, list | dict) and name != TYPED:
                yield from numbers(part, f"{where}/{name}")
            elif (
                ("pool" in sent or sent.get("kind") == "pool")
                and name not in COUNTS
                and (number := fraction(part))
            ):
                yield f"{where}/{name}", number


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("sample", SHORT)
def test_no_number_of_a_pool_is_sent_in_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: str
):
    service, combat = sample_in(tmp_path, next(f for f in FIGHTS if f.parent.name == sample))
    client = create_app(service, long_reads=10**6).test_client()
    referee = Caller(client, service.vault.operator_token(), f"/v1/combats/{combat}")
    plain = {path: dict(numbers(referee.read(path))) for path in READS}
    held = service.combat(combat)
    pools = tuple(pool._replace(scale=pool.scale * LARGER) for pool in held.rules.pools)
    monkeypatch.setattr("domain.rulesets.open.ruleset._pool", _larger)
    monkeypatch.setattr(held, "rules", replace(held.rules, pools=pools))
    for path in READS:
        larger = dict(numbers(referee.read(path)))
        assert larger.keys() == plain[path].keys()
        for where, value in larger.items():
            assert value * LARGER == plain[path][where], (path, where)
    assert sum(map(len, plain.values())) > 100
    service.close()
