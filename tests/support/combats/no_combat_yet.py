"""A server without a fight, and its operator: fixtures for tests that import them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A server with every game, and no fight yet."""
    service = service_in(tmp_path)
    yield Table.at_combat(service, "none")
    service.close()


@pytest.fixture
def operator(table: Table) -> Reader:
    return Reader(table.app, table.service.vault.operator_token())
