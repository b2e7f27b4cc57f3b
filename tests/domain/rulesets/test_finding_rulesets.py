"""Rulesets are found where they lie: in the folder, and among installed packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api.server.app import create_app
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import rulesets
from tests.support.clients.http_client import Caller, contract
from tests.support.games.toy import TOY
from tests.support.story import Story


@pytest.fixture
def found_afresh() -> Iterator[None]:
    """Games are looked for again, and the contract is made anew for those that are found."""
    _forgets()
    yield
    _forgets()


def _forgets() -> None:
    rulesets.all_rulesets.cache_clear()
    contract.cache_clear()


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


PACKAGE = {
    "sea_game/__init__.py": '"""A game of somebody else."""\n',
    "sea_game/book.py": (Path(__file__).parents[2] / "support/games/toy.py")
    .read_text("utf-8")
    .replace('"toy"', '"sea-fight"')
    .replace('"Toy"', '"The Sea Fight"')
    .replace("TOY", "RULES"),
    "sea_game-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: sea-game\nVersion: 1.0\n",
    "sea_game-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n",
    "sea_game-1.0.dist-info/entry_points.txt": "[combatlog.rulesets]\nsea = sea_game.book\n",
}
"""What an installed wheel leaves: the package, and beside it what it offers."""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with a game of its own lies among the installed ones."""
    for path, text in PACKAGE.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("sea_game", "sea_game.book"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("found_afresh", "installed")
def test_a_game_of_an_installed_package_is_found_and_played():
    rules = rulesets.ruleset("sea-fight")
    assert rules.title == "The Sea Fight" and rules.stages["go"].__module__ == "sea_game.book"
    assert set(rulesets.all_rulesets()) > {"sea-fight", "open"}
    story = Story(rules).joins("ana", side="a").joins("bo", side="b").round()
    story.does("ana", "move", beside=["bo"]).passes().does("ana", "strike", "bo").passes()
    story.answers("ana", "roll", faces=[15])
    assert [k.name for k in story.combat.conditions.on("bo")] == ["hurt"]
    assert story.left("ana", "ap") == 1 and story.refolds()


@pytest.mark.usefixtures("found_afresh", "installed")
def test_a_game_of_an_installed_package_is_played_over_http(tmp_path: Path):
    settings = Settings(f"sqlite:///{tmp_path}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(tmp_path / "keys"), rulesets.all_rulesets)
    operator = Caller(create_app(service).test_client(), service.vault.operator_token())
    assert operator.read("/v1/rulesets/sea-fight")["title"] == "The Sea Fight"
    opened = operator.post("/v1/combats", {"ruleset": "sea-fight"}).json
    assert opened is not None
    operator.at = f"/v1/combats/{opened['combat']}"
    operator.says("join", subject="ana")
    said = operator.says("answer", who="referee", about="round", choice="begin")
    assert said["entries"][0]["type"] == "combat.round-began/1"
    service.close()
