"""Rulesets are found where they lie: in the folder, and among installed packages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from domain import rulesets
from tests.rulesets.toy import TOY


@pytest.fixture
def found_afresh() -> Iterator[None]:
    rulesets.all_rulesets.cache_clear()
    yield
    rulesets.all_rulesets.cache_clear()


def installs(monkeypatch: pytest.MonkeyPatch, *loaded: Any) -> None:
    points = [SimpleNamespace(load=lambda one=one: one) for one in loaded]
    monkeypatch.setattr(rulesets, "entry_points", lambda group: points)


@pytest.mark.usefixtures("found_afresh")
def test_an_installed_package_offers_a_ruleset_or_a_module_with_one(monkeypatch):
    other = replace(TOY, key="other")
    installs(monkeypatch, TOY, SimpleNamespace(RULES=other), "no ruleset at all")
    assert rulesets.ruleset("toy") is TOY
    assert rulesets.ruleset("other") is other


@pytest.mark.usefixtures("found_afresh")
def test_an_installed_ruleset_takes_the_place_of_none_from_here(monkeypatch):
    own = rulesets.ruleset("age-of-magic")
    rulesets.all_rulesets.cache_clear()
    installs(monkeypatch, replace(TOY, key="age-of-magic"))
    assert rulesets.ruleset("age-of-magic") is own
