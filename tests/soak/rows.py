"""What a part of the soak reports, and how it counts on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple


class Row(NamedTuple):
    """What was tried, how often, how much came of it, and how long it took."""

    what: str
    runs: int
    amount: str
    seconds: float
    failed: tuple[str, ...] = ()


def counted(name: str, runs: int) -> Iterator[int]:
    """The runs' numbers, with progress on stderr."""
    for number in range(runs):
        if number % max(1, runs // 20) == 0:
            print(f"\r{name}: {number}/{runs}   ", end="", file=sys.stderr, flush=True)
        yield number
    print(f"\r{name}: {runs}/{runs}   ", file=sys.stderr)
