"""Files of other programs on the command line: the report, and who joins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.domain.importers.test_foundry_dnd5e import actor
from tests.support.clients.cli_runner import PLAIN, Typed, typed_in


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


def test_an_imported_roster_outlasts_restarts_and_exports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with typed_in(tmp_path, monkeypatch) as typed:  # each line begins anew with the files
        laid(typed)
        typed.says("import ogre.json")
        typed.says("import party.csv --into last")
        typed.says('act last kara hit old-ogre --result "old-ogre: hp -5"')
        before = typed.json("show state last")
        typed.says("transfer export last --keys -o moving.ndjson")
        typed.says("transfer import moving.ndjson", COMBATLOG_DATA="elsewhere")
        monkeypatch.setitem(PLAIN, "COMBATLOG_DATA", "elsewhere")
        assert typed.json("show state last") == before
        assert typed.says("show log last --full").count("comes in") == 2
        typed.says("transfer go-on last")
        assert "Here already: Kara." in typed.says("import party.csv --into last")
        typed.says("transfer export last --html -o fight.html")
        assert "Old Ogre comes in" in (tmp_path / "fight.html").read_text("utf-8")


def test_a_long_file_is_imported_in_parts_with_a_bar_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    joins = ({"n": n, "k": "join", "who": f"w{n}", "name": f"Wolf {n}"} for n in range(1, 26))
    monkeypatch.setattr("api.cli.set_up.import_file.AT_ONCE", 10)
    with typed_in(tmp_path, monkeypatch) as typed:
        (tmp_path / "pack.ndjson").write_text("".join(json.dumps(it) + "\n" for it in joins))
        seen = typed.run("import pack.ndjson", FORCE_COLOR="1", TERM="xterm", COLUMNS="80")
        assert seen.exit_code == 0, seen.output
        assert "Importing" in seen.stderr and "100%" in seen.stderr
        assert "25 happenings became entries" in " ".join(seen.stdout.split())


def test_a_file_that_nobody_knows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed)
        assert "No program that is known here" in typed.fails("import story.txt")["detail"]
        typed.says("play fight.jsonl")
        typed.says("transfer export last -o fight.ndjson")
        assert "already here, 21 entries." in typed.says("import fight.ndjson")
        refused = typed.fails("import fight.ndjson --into last")["detail"]
        assert "an export of combatlog itself" in refused


def test_a_plain_text_joins_where_nothing_is_remarked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed)
        typed.says("import ogre.json")
        (tmp_path / "more.txt").write_text("2 x Goblin HP 7")
        assert "Joined: Goblin 1, Goblin 2." in typed.says("import more.txt --into last")
        (tmp_path / "odd.txt").write_text("Kara HP 24\n24 HP")
        odd = typed.says("import odd.txt --into last")
        assert "Would join: Kara." in odd and "Line 2: " in odd
        assert "Kara" not in typed.says("show state last")
