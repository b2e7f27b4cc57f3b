"""A cluster with three hosts for the tests of this folder, and the table of what they measured."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.hosts import Host, all_hosts
from tests.cluster.patroni import Cluster, cluster, missing
from tests.support.architecture import ROOT
from tests.support.clients.real_server import MAIN


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """A PostgreSQL of three nodes that fails over."""
    if absent := missing():
        pytest.skip(
            f"not installed: {', '.join(absent)} (Debian: apt install postgresql patroni"
            " etcd-server haproxy)"
        )
    with _alone(), cluster() as found:
        yield found


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process of this machine has a cluster: two would slow each other down."""
    with (Path(tempfile.gettempdir()) / "combatlog-cluster.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module")
def hosts(nodes: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Host]]:
    """Three hosts: one asks haproxy for the primary, the others find it themselves."""
    folder = tmp_path_factory.mktemp("hosts")
    admin(folder, nodes.url, "migrate")
    with ExitStack() as stack:
        found = all_hosts(folder, [nodes.url, nodes.direct_url, nodes.direct_url])
        for host in found:
            stack.callback(host.close)
        yield found


def admin(folder: Path, url: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `combatlog admin`, which has to succeed."""
    command = [sys.executable, "-c", MAIN, "admin", *words, "--database", url]
    done = subprocess.run(
        [*command, "--data", str(folder)], cwd=ROOT, text=True, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what was measured, a line for each test."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    measured = [dict(report.user_properties) for report in reports if report.user_properties]
    rows = [row for row in measured if "fault" in row]
    if not rows:
        return
    terminalreporter.section("three hosts on a PostgreSQL that fails over; seconds")
    titles = {
        name: max(len(name), *(len(str(row.get(name, ""))) for row in rows)) for name in rows[0]
    }
    lines = [{name: name for name in titles}, *rows]
    for line in lines:
        terminalreporter.line(" | ".join(str(line.get(n, "")).rjust(w) for n, w in titles.items()))
