"""A roster on the command line: the report first, and then those who are understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clients.cli_runner import Typed, typed_in

SAID = (
    'Line 2, column 8: Not understood: "HP lots". Dragon is taken without it.'
    " Write a whole number behind it, as in: HP 7."
)


def laid(typed: Typed, text: bytes) -> None:
    (typed.folder / "open.jsonl").write_text('{"type": "open", "ruleset": "open"}\n')
    (typed.folder / "party.txt").write_bytes(text)
    typed.says("play open.jsonl")


def test_a_clean_text_joins_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed, b"2 x Goblin HP 7\nKara 24/24 AC 16")
        assert typed.says("roster last party.txt") == "3 joined: Goblin 1, Goblin 2, Kara.\n"
        assert "Goblin 2" in typed.says("show state last")


def test_nobody_joins_before_a_person_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed, b"Kara 24/24\nDragon HP lots AC 19")
        dry = " ".join(typed.says("roster last party.txt --dry-run").split())
        assert SAID in dry and "Nobody has joined." in dry
        asked = typed.run("roster last party.txt")
        assert asked.exit_code == 2 and "Add these 2 as read?" in asked.stderr
        assert SAID in " ".join(asked.stdout.split())
        assert "Kara" not in typed.says("show state last")
        assert typed.json("roster last party.txt --yes")["joined"] is True
        assert "Dragon" in typed.says("show state last")


def test_a_text_with_nobody_in_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        laid(typed, b"HP 7 AC 13")
        done = typed.run("roster last party.txt --yes")
        assert done.exit_code == 1 and 'There is no name before "HP 7".' in done.stdout
