"""The table of peers is honest: who wins is named either way, and what cannot be had is skipped."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.measure import Skipped
from tests.benchmarks.peers import install
from tests.benchmarks.peers.__main__ import HEADINGS, ROWS, table
from tests.benchmarks.peers.rows import Both, Outcome, Row, measured


def row(ours: float, theirs: float) -> Row:
    return Row("a peer", "nothing", lambda stack: Both(lambda: ours, lambda: theirs))


@pytest.mark.parametrize(
    ("ours", "theirs", "says"), [(1.0, 250.0, "combatlog, 250 x"), (3.0, 1.0, "a peer, 3 x")]
)
def test_a_row_names_who_is_faster(ours: float, theirs: float, says: str):
    assert measured(row(ours, theirs), 3).winner == says


def test_a_row_is_interleaved():
    said: list[str] = []

    def side(name: str) -> float:
        said.append(name)
        return 1.0

    both = Both(lambda: side("ours"), lambda: side("theirs"))
    measured(Row("a peer", "nothing", lambda stack: both), 1)
    assert said == ["ours", "theirs", "ours", "theirs", "theirs", "ours"]


def test_a_peer_that_cannot_be_had_is_skipped_with_the_reason():
    def prepare(stack: ExitStack) -> Both:
        raise Skipped("there is no npm here")

    outcome = measured(Row("a peer", "nothing", prepare), 3)
    assert table([outcome]).endswith("| - | - | - | skipped: there is no npm here |")


def test_a_registry_out_of_reach_skips_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: Any):
    def fails(*args: Any, **more: Any) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(install, "PLACE", tmp_path)
    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(Skipped, match="could not fetch chess"):
        install.from_pip("chess")
    assert [*tmp_path.iterdir()] == []


def test_the_table_has_a_line_for_each_row():
    lines = table([Outcome(row, 1.0, 2.0, 2.0) for row in ROWS]).splitlines()
    assert len(lines) == len(ROWS) + 2
    assert {line.count(" | ") for line in lines} == {len(HEADINGS) - 1}
    assert {row.peer for row in ROWS} == {
        "boardgame.io",
        "python-chess",
        "pokemon-showdown",
        "eventsourcing",
    }
