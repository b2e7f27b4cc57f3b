"""A service that is started again and again on one database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.games.toy import TOY
from tests.support.postgres import url_of

Start = Callable[[], Service]


@pytest.fixture(params=["sqlite", "postgres"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Start]:
    """Starts the service on one and the same database, again and again."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/combats.db"
    else:
        url = url_of(request.getfixturevalue("postgres_database"))
    migrate(Settings(url))
    ticks = iter(range(1_700_000_000_000, 1_800_000_000_000))
    running: list[Service] = []

    def begin() -> Service:
        for service in running:
            service.close()
        log = open_log(Settings(url))
        service = Service(log, Vault(tmp_path / "keys"), lambda: {"toy": TOY}, lambda: next(ticks))
        running[:] = [service]
        return service

    yield begin
    for service in running:
        service.close()
