"""What a part of the soak reports, and how it counts on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.games.toy import TOY


class Row(NamedTuple):
    """What was tried, how often, how much came of it, and how long it took."""

    what: str
    runs: int
    amount: str
    seconds: float
    failed: tuple[str, ...] = ()


def toy_service(folder: Path) -> Service:
    """A service over a folder, for the toy game."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})


def counted(name: str, runs: int) -> Iterator[int]:
    """The runs' numbers, with progress on stderr."""
    for number in range(runs):
        if number % max(1, runs // 20) == 0:
            print(f"\r{name}: {number}/{runs}   ", end="", file=sys.stderr, flush=True)
        yield number
    print(f"\r{name}: {runs}/{runs}   ", file=sys.stderr)
