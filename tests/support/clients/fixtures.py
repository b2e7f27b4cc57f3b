"""Fixtures of the HTTP tests: a table of the toy game, on either database, and its callers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.clients.cli_runner import Typed, typed_in
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table, rules
from tests.support.postgres import Dsn, url_of


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file that is migrated and empty: to be copied, which is quicker than to make it."""
    path = tmp_path_factory.mktemp("blank") / "combats.db"
    migrate(Settings(f"sqlite:///{path}"))
    return path


@pytest.fixture
def service(blank: Path, tmp_path: Path) -> Iterator[Service]:
    """The service on an SQLite file, its clock ticking a second at a time."""
    shutil.copyfile(blank, tmp_path / "combats.db")
    yield from running(f"sqlite:///{tmp_path}/combats.db", tmp_path)


@pytest.fixture
def table(service: Service) -> Table:
    """A toy fight, Anna's go, with seats for a player, a second one, a spectator and a referee."""
    return Table.laid(service)


@pytest.fixture
def at(table: Table) -> str:
    """The address of the table."""
    return f"/combats/{table.combat}"


@pytest.fixture
def referee(table: Table) -> Reader:
    """The operator with a browser."""
    return Reader(table.app, table.service.vault.operator_token())


@pytest.fixture
def ana(table: Table) -> Reader:
    """Anna, who plays ana and has the go."""
    return Reader(table.app, table.tokens["ana"])


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    """A folder to type commands in: Ana has moved up and struck, and Bert is asked to react."""
    with typed_in(tmp_path, monkeypatch) as found:
        found.says("play fight.jsonl")
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def either_service(
    request: pytest.FixtureRequest, blank: Path, tmp_path: Path
) -> Iterator[Service]:
    """The service on each of the databases."""
    if request.param == "sqlite":
        shutil.copyfile(blank, tmp_path / "combats.db")
        url = f"sqlite:///{tmp_path}/combats.db"
    else:
        url = url_of(request.getfixturevalue("postgres_database"))
    yield from running(url, tmp_path)


@pytest.fixture
def two_services(postgres_database: Dsn, tmp_path: Path) -> Iterator[tuple[Service, ...]]:
    """Two services over one PostgreSQL."""
    with services_over(Settings(url_of(postgres_database)), tmp_path, 2) as services:
        yield services


@contextmanager
def services_over(settings: Settings, folder: Path, count: int) -> Iterator[tuple[Service, ...]]:
    """So many services over one PostgreSQL with the same keys, as in processes of their own."""
    migrate(settings)
    with ExitStack() as stack:
        made = (Service(open_log(settings), Vault(folder / "keys"), rules) for _ in range(count))
        yield tuple(stack.enter_context(closing(service)) for service in made)


def running(url: str, folder: Path) -> Iterator[Service]:
    """The service on a database, closed at the end."""
    migrate(Settings(url))
    ticks = iter(range(1_700_000_000_000, 1_900_000_000_000, 1000))
    service = Service(open_log(Settings(url)), Vault(folder / "keys"), rules, lambda: next(ticks))
    yield service
    service.close()
