"""A cheater who tries every trick that we know against each policy of undoing."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, as_completed
from time import perf_counter

from tests.soak.rows import Row, counted
from tests.support.oracles import cheater
from tests.support.oracles.luck_of_lines import Tally

SCRIPTS = 100_000
SHARES = {"referee": 0.3, "consent": 0.3, "strict": 0.3, "free": 0.1}
"""Scripts of the cheater, and how they are shared out."""


def cheaters(policy: str, scripts: int) -> list[Row]:
    """A cheater under a policy: honest where judges refuse, and under `free` never unmarked."""
    rounds = range(int(scripts * SHARES[policy]) // cheater.ROUNDS)
    shares = [cheater.Stretch(policy, n, n + 1) for n in rounds]
    done, took = Tally(), 0.0
    with ProcessPoolExecutor() as pool:
        running = [pool.submit(_cheated, share) for share in shares]
        for _, future in zip(counted("cheater", len(shares)), as_completed(running), strict=True):
            tally, seconds = future.result()
            done += tally
            took += seconds
    return [_gain(policy, done, took)]


def _cheated(stretch: cheater.Stretch) -> tuple[Tally, float]:
    start = perf_counter()
    return cheater.cheated(stretch), perf_counter() - start


def _gain(policy: str, tally: Tally, seconds: float) -> Row:
    what = f"a cheater under {policy}, gain {tally.gain:+.4f}"
    honest = policy == "free" or (abs(tally.deviations) < 4.5 and not tally.gained)
    failed = () if honest else (f"under {policy}: {tally}, {tally.deviations:.1f} deviations",)
    return Row(what, tally.scripts, f"{tally.gained:,} gained", seconds, failed)
