"""A writing process is killed at any moment, again and again: what it acknowledged is there."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from domain.log.sealing import GENESIS
from tests.api.store.test_log import catalogue_row, entries, is_whole, key_row, settings

pytestmark = pytest.mark.sweep(share=2)

__all__ = ["settings"]

ROOT = Path(__file__).parents[3]
COMBATS = ("c-1", "c-2", "c-3")
KILLS = 6


def size(step: int) -> int:
    """How many entries a step has, so that a half one can be told from a whole one."""
    return 1 + step % 5


def last_seq(step: int) -> int:
    return sum(size(each) for each in range(1, step + 1))


def steps_in(log: CombatLog, combat: str) -> int:
    """How many whole steps a combat has."""
    step, entries_found = 0, log.last_seq(combat)
    while last_seq(step) < entries_found:
        step += 1
    assert last_seq(step) == entries_found, "half a step was stored"
    return step


def append_step(log: CombatLog, combat: str, step: int, chain: bytes) -> bytes:
    """One step with all that goes beside it; gives back the chain after it."""
    first = last_seq(step - 1) + 1
    records = entries(first, size(step), combat, chain)
    row = catalogue_row(combat, changed_at=step)
    log.append(records, Beside(keys=[key_row(f"k-{step}", step, combat=combat)], catalogue=row))
    return records[-1].chain


def storm(url: str) -> None:
    """Append steps to all combats as fast as can be, and say so after each of them."""
    with open_log(Settings(url)) as log:
        steps = {combat: steps_in(log, combat) for combat in COMBATS}
        chains = {c: next((r.chain for r in log.read(c, last_seq(steps[c]))), b"") for c in COMBATS}
        while True:
            for combat in COMBATS:
                steps[combat] += 1
                chains[combat] = append_step(log, combat, steps[combat], chains[combat] or GENESIS)
                print(combat, steps[combat], flush=True)


def acknowledged_before_the_kill(settings: Settings, chance: random.Random) -> dict[str, int]:
    """Start a storm and kill it; the last step that it said was stored, by combat."""
    code = "import sys; from tests.api.store.test_log_kill import storm; storm(sys.argv[1])"
    with subprocess.Popen(
        [sys.executable, "-c", code, settings.database], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(chance.randint(1, 120))]
        time.sleep(chance.random() / 200)
        process.kill()
        said += process.stdout.readlines()
    # The last line may be cut short by the kill; then it was not said.
    return {combat: int(step) for combat, step in (s.split() for s in said if s.endswith("\n"))}


def test_what_was_acknowledged_outlasts_every_kill(settings):
    migrate(settings)
    chance = random.Random(11)
    for _ in range(KILLS):
        acknowledged = acknowledged_before_the_kill(settings, chance)
        assert acknowledged
        with open_log(settings) as log:
            for combat in COMBATS:
                check(log, combat, acknowledged.get(combat, 0))


def check(log: CombatLog, combat: str, acknowledged: int) -> None:
    """Every step that was acknowledged is there, whole, sealed, and with what stands beside it."""
    steps = steps_in(log, combat)
    assert steps >= acknowledged
    assert is_whole(list(log.read(combat)))
    for step in range(1, steps + 1):
        assert log.find_key(combat, "s1", f"k-{step}") is not None
    assert log.find_key(combat, "s1", f"k-{steps + 1}") is None
    row = log.catalogue_row(combat)
    assert (row.changed_at if row else 0) == steps
