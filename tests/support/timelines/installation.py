"""Installations that know any game, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain.rulesets import ruleset


@contextmanager
def installation(folder: Path) -> Iterator[Service]:
    """A service over the log of a folder; entered again, it is a restart."""
    folder.mkdir(exist_ok=True)
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), lambda: {"open": ruleset("open")})
    try:
        yield service
    finally:
        service.close()
