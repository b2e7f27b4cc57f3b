"""A service whose keys follow from a seed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.games.gamble import GAMBLE


@contextmanager
def den(seed: str) -> Iterator[Service]:
    """A service whose keys follow from a seed, in memory where there is a place for that."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        keys = Path(folder) / "keys"
        keys.mkdir()
        for name in ("master", "server"):
            (keys / f"{name}.key").write_bytes(sha256(f"{name} {seed}".encode()).digest())
        settings = Settings(f"sqlite:///{folder}/combats.db")
        migrate(settings)
        ids = itertools.count(1)
        service = Service(
            open_log(settings),
            Vault(keys),
            lambda: {"gamble": GAMBLE},
            lambda: 10**12,
            lambda: sha256(f"{seed} {next(ids)}".encode()).hexdigest(),
        )
        try:
            yield service
        finally:
            service.close()
