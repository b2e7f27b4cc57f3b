"""The toys: each a whole game on one page."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.support.rulesets.ruleset_checks import check

TOYS = ("toy", "counters", "responses", "simultaneous", "stopping", "melee", "delay")


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_fits_on_a_page_of_ninety_lines(toy: str):
    lines = Path(__file__).parents[2].joinpath(f"support/games/{toy}.py").read_text().splitlines()
    assert len(lines) <= 90
    assert all(len(line) <= 100 for line in lines)


@pytest.mark.parametrize("toy", TOYS)
def test_whatever_a_toy_names_exists(toy: str):
    assert check(getattr(import_module(f"tests.support.games.{toy}"), toy.upper())) == ()
