"""Made-up fights of three kinds of program: every line is reported, and every state is equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.importers.findings import Finding
from tests.support.timelines.battle import battle
from tests.support.timelines.cards import cards
from tests.support.timelines.evening import evening
from tests.support.timelines.replaying import replay
from tests.sweeps import so_many

FIGHTS = (evening, cards, battle)
SILENT = ("meta", "state")


def unexpected(lines: list[dict[str, Any]], findings: list[Finding]) -> list[str]:
    """Return what was not imported as it stands, but for lines that report nothing."""
    silent = {f"line {at}" for at, line in enumerate(lines, 1) if line["k"] in SILENT}
    return [str(each) for each in findings if each.how != "imported" and each.at not in silent]


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("fight", FIGHTS)
def test_every_line_is_reported_and_every_state_is_equal(
    fight: Callable[[int, int], list[dict[str, Any]]], seed: int
):
    lines = fight(seed, 60)
    found = replay(lines)
    assert found.wrong == []
    assert found.states > 3
    assert unexpected(lines, found.findings) == []
    assert len(found.findings) == len(lines)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(100, 103))
@pytest.mark.parametrize("fight", FIGHTS)
def test_thousands_of_happenings(fight: Callable[[int, int], list[dict[str, Any]]], seed: int):
    lines = fight(seed, so_many(1000, 400))
    found = replay(lines)
    assert len(lines) > so_many(3000, 1200)
    assert (found.wrong, unexpected(lines, found.findings)) == ([], [])
