"""Files of other programs on the command line: the report, and who joins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.domain.importers.test_foundry_dnd5e import actor
from tests.support.clients.cli_runner import Typed, typed_in


def laid(typed: Typed) -> None:
    (typed.folder / "ogre.json").write_text(json.dumps(actor()))
    (typed.folder / "party.csv").write_text("name;hp\nKara;24\n")
    (typed.folder / "story.txt").write_text("Once upon a time")


def test_a_file_opens_a_fight_and_the_report_names_its_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed)
        dry = " ".join(typed.says("import ogre.json --dry-run").split())
        assert "Would join: Old Ogre." in dry and "prototypeToken.disposition" in dry
        assert "Places of the file:" in dry and "system.abilities.str.value" not in dry
        said = typed.says("import ogre.json")
        assert "Joined: Old Ogre." in said and "The fight is c-" in said
        assert "Old Ogre" in typed.says("show state last")
        assert "Here already: Old Ogre." in typed.says("import ogre.json")
        full = typed.says("import ogre.json --into last --full")
        assert "system.abilities.str.value" in full


def test_a_second_file_goes_into_the_same_fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed)
        typed.says("import ogre.json")
        found = typed.json("import party.csv --into last")
        assert [each["name"] for each in found["joined"]] == ["Kara"]
        assert [each["how"] for each in found["findings"]] == ["imported", "imported"]


def test_a_file_that_nobody_knows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed)
        assert "No program that is known here" in typed.fails("import story.txt")["detail"]
        typed.says("play fight.jsonl")
        typed.says("transfer export last -o fight.ndjson")
        assert "combatlog transfer import" in typed.fails("import fight.ndjson")["detail"]
