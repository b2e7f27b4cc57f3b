"""Combats opened, presets looked at and checked, and somebody edited, on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.presets.shipped import shipped
from tests.support.clients.cli_runner import Typed, typed_in


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    with typed_in(tmp_path, monkeypatch) as found:
        yield found


def test_a_combat_is_opened_by_the_name_of_a_preset(typed: Typed):
    said = typed.says('open --preset dnd-5e --title "The ford" --set "order=as added"')
    assert said.endswith(" is open.\n")
    (typed.folder / "party.txt").write_text("Kara 24/24 AC 16")
    typed.says("roster last party.txt")
    assert "24 hit points" in typed.says("show state last")
    assert "The ford (D&D 5e)" in typed.says("show log last --full")


def test_one_of_a_file_is_checked_and_taken(typed: Typed):
    typed.says("preset list")
    text = typed.says("preset show hit-points")
    assert text == shipped()["hit-points"]
    file = typed.folder / "mine.json"
    file.write_text(text.replace("Plain hit points", "Rust"))
    said = typed.says("preset check mine.json")
    assert said == "mine.json is a preset of Rust: 3 sheet fields, 6 usual conditions.\n"
    typed.says("open --preset mine.json")
    assert "(Rust)" in typed.says("show log last --full")


def test_a_mistake_has_its_line(typed: Typed):
    file = typed.folder / "mine.json"
    file.write_text(shipped()["hit-points"].replace('"rounds": 3', '"rounds": "3"'))
    refused = typed.fails("preset check mine.json")
    assert (refused["line"], refused["column"]) == (13, 28)
    assert refused["detail"] == (
        "mine.json: Line 13, column 28: \"rounds\" cannot be '3'."
        " Write a whole number from 1 to 1000000, such as 10."
    )
    assert "Line 13, column 28" in typed.fails("open --preset mine.json")["detail"]
    assert typed.fails("preset show gurps")["detail"].startswith("No preset is called 'gurps'.")


def test_a_wrong_word_is_a_wrong_usage(typed: Typed):
    assert typed.run("open --preset none.json").exit_code == 2
    assert typed.run("open --set order").exit_code == 2


def test_somebody_is_edited_and_it_is_undone(typed: Typed):
    typed.says("open")
    (typed.folder / "party.txt").write_text("Goblin 2 HP 7")
    typed.says("roster last party.txt")
    said = typed.says("""edit last goblin-2 --name Grub --side wolves --traits '{"hp": 9}'""")
    assert said == "Grub is edited.\n"
    told = typed.says("show log last --full")
    assert "Goblin 2: called Grub, for wolves, HP current 9, not 7, HP most 9, not 7" in told
    assert "Grub" in typed.says("show state last")
    typed.says("undo step last --yes")
    assert "Grub" not in typed.says("show state last")
    assert typed.run("edit last goblin-2").exit_code == 2
