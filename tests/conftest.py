"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NoReturn

import psycopg
import pytest

from domain.ruleset.sheets.sheet import Sheet
from tests.support import postgres
from tests.support.in_memory import keep_temporary_files_in_memory
from tests.support.made_once import begin_run, compile_templates_once
from tests.support.sheets.agreement import agree
from tests.sweeps import begin, shared_out

pytest_plugins = ("tests.support.clients.fixtures",)

LONGEST = (
    "test_failover",
    "test_schemathesis",
    "test_evening_",
    "test_every_answer",
    "test_http_server",
    "test_first_ruling",
    "test_simulation",
    "test_write_a_ruleset",
    "test_guide",
)
"""Files with tests of some ten seconds and more."""


def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than cores, as tests often wait: for a disk, a page, a server that starts."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Say what runs, and make a folder for what the tests share, in whatever process they run."""
    begin(whole=_is_whole(config))
    keep_temporary_files_in_memory()
    if (end := begin_run()) is not None:
        config.add_cleanup(end)
    compile_templates_once()


def _is_whole(config: pytest.Config) -> bool:
    """Whether nothing is left out: on demand, or for tests that are named one by one."""
    return bool(config.getoption("sweeps")) or any("::" in name for name in config.args)


def pytest_collection() -> None:
    """Look for no garbage while tests are found: all that is found is kept."""
    gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run take in all of every sweep."""
    parser.addoption("--sweeps", action="store_true", help="run all of every sweep, not a share")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not drawn; begin with what takes longest, so that nobody waits for it."""
    if not _is_whole(config):
        items[:], left_out = shared_out(items)
        config.hook.pytest_deselected(items=left_out)
    items.sort(key=lambda item: not item.path.stem.startswith(LONGEST))


def pytest_collection_finish() -> None:
    """Look for garbage seldom, but among all that tests leave: it makes cycles."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


@pytest.fixture(scope="session", autouse=True)
def sheets_and_schemas_agree() -> Iterator[None]:
    """Hold the schema of every sheet that any test reads against its reader."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Sheet, "read", agree)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Dsn]:
    """A real PostgreSQL server; where there is none, a failure under CI and a loud skip at home."""
    with ExitStack() as stack:
        try:
            dsn = stack.enter_context(postgres.server())
        except postgres.NoPostgres as error:
            _missing(f"NO POSTGRESQL HERE, SO NOTHING WAS TESTED ON IT: {error}")
        except psycopg.Error as error:
            # Without a trace, which would show the password.
            pytest.fail(f"{postgres.VARIABLE} names a server, but: {error}", pytrace=False)
        yield dsn


def _missing(reason: str) -> NoReturn:
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def postgres_database(postgres_server: postgres.Dsn) -> Iterator[postgres.Dsn]:
    """A fresh, empty database of a test's own: host, port, dbname, user and password."""
    with postgres.database(postgres_server) as dsn:
        yield dsn
