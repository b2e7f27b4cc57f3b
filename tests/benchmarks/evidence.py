"""How fast an archive of evidence is checked: its chain alone, and all of it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.evidence.zip_archive import check_seals, read, unpack_archive
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.benchmarks.measure import Bar, Gauge
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, play

ENTRIES = 10_000


@cache
def proven() -> bytes:
    """The archive of a long fight, full of undos and branches."""
    with TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp") as folder:
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        service = Service(open_log(settings), Vault(Path(folder) / "keys"), lambda: {"toy": TOY})
        name, chance = opened(service), Random(1)
        while service.combat(name).line.entries < ENTRIES:
            play(service, name, chance, 50)
        data = bundle(service, name)
        service.close()
    return data


def chain() -> int:
    """Seal and chain all entries again."""
    return len(check_seals(read(unpack_archive(proven())[0]["entries.txt"])).leaves)


def whole() -> int:
    """Make all checks, as `combatlog evidence verify` does."""
    report = check_archive(proven())
    assert not report.flaws
    return int(report.head["entries"])


def _rate(work: Callable[[], int]) -> Callable[[ExitStack], Callable[[], float]]:
    """How much some work does in a second."""

    def side() -> float:
        gc.disable()
        start = perf_counter()
        rate = work() / (perf_counter() - start)
        gc.enable()
        return rate

    def prepared(stack: ExitStack) -> Callable[[], float]:
        side()
        return side

    return prepared


BENCHMARKS = [
    Gauge(
        "evidence-chain",
        "leaves and chain of an archive",
        Bar("at least", 100_000, "entries/s"),
        _rate(chain),
    ),
    Gauge(
        "evidence-whole",
        "a whole archive verified, fold and all",
        Bar("at least", 20_000, "entries/s"),
        _rate(whole),
    ),
]
