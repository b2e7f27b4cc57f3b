"""How fast the program that a bundle ships verifies it; the whole of it on two cores."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from api.evidence import bundle
from api.evidence.archive import packed, unpacked
from api.service import Service
from api.store import Settings, migrate, open_log
from api.vault import Vault
from tests.benchmarks.measure import Bar, Gauge
from tests.play import opened, play
from tests.rulesets.toy import TOY

ENTRIES = 10_000

_BEGIN = """
import gc, sys, time
sys.path.insert(0, "bundle.zip")
data = open("bundle.zip", "rb").read()
def timed(work):
    gc.disable()
    start = time.perf_counter()
    print(work() / (time.perf_counter() - start))
"""

CHAIN = (
    _BEGIN
    + """
from verifier.archive import unpacked
from verifier.entries import read, sealed
text = unpacked(data)[0]["entries.txt"]
timed(lambda: len(sealed(read(text)).leaves))
"""
)

DICE = (
    _BEGIN
    + """
from domain.events import DieLabel
from verifier.dice import Dice
dice, salt = Dice(bytes(32), "c-1"), bytes(32)
rolls = [DieLabel(round=n // 40, roller=n % 7, sort="attempt", r=n % 5) for n in range(20_000)]
timed(lambda: sum(len(dice.faces(label, salt, 20, 1)) for label in rolls))
"""
)

WHOLE = (
    _BEGIN
    + """
from verifier.apart import apart
from verifier.report import verified
timed(lambda: verified(data, (), apart).head["entries"])
"""
)


@cache
def proven() -> TemporaryDirectory[str]:
    """A folder with the bundle of a long fight, full of undos and branches."""
    folder = TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp")
    settings = Settings(f"sqlite:///{folder.name}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(Path(folder.name) / "keys"), lambda: {"toy": TOY})
    name, chance = opened(service), Random(1)
    while service.combat(name).line.entries < ENTRIES:
        play(service, name, chance, 50)
    data = bundle(service, name)
    service.close()
    files, flaws = unpacked(data)
    assert not flaws and packed(files) == data
    (Path(folder.name) / "bundle.zip").write_bytes(data)
    return folder


def _bare(program: str) -> Callable[[ExitStack], Callable[[], float]]:
    """A program that prints how much it did in a second, on a bare interpreter."""

    def side() -> float:
        run = subprocess.run(
            [sys.executable, "-I", "-S", "-c", program],
            cwd=proven().name,
            env={},
            check=True,
            capture_output=True,
            text=True,
        )
        return float(run.stdout)

    def prepared(stack: ExitStack) -> Callable[[], float]:
        side()
        return side

    return prepared


BENCHMARKS = [
    Gauge(
        "evidence-chain",
        "leaves and chain of a bundle, stand-alone",
        Bar("at least", 100_000, "entries/s"),
        _bare(CHAIN),
    ),
    Gauge(
        "evidence-dice",
        "dice of one die recomputed, stand-alone",
        Bar("at least", 250_000, "dice/s"),
        _bare(DICE),
    ),
    Gauge(
        "evidence-whole",
        "a whole bundle verified, fold and all, stand-alone, by two processes",
        Bar("at least", 50_000, "entries/s"),
        _bare(WHOLE),
    ),
]
