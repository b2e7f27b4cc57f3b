"""A combat that was begun elsewhere, on the command line: read, gone on with, and carried on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.clients.cli_runner import Typed, typed_in
from tests.support.clients.replay_reader import ReplayReader


def test_it_is_said_what_came_along_and_what_is_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        (
            typed.says("transfer export last --keys -o keyed.ndjson"),
            typed.says("transfer export last -o bare.ndjson"),
        )
        assert "brought its keys: its dice can be proven" in moved(typed, "keyed", "one")
        assert "came without its keys" in moved(typed, "bare", "two")
        assert (
            "the referee goes on with it"
            in typed.fails("undo step last --yes --data two")["detail"]
        )
        assert "with the keys of era 2 for its dice" in typed.says("transfer go-on last --data two")
        assert "Host entropy only" in typed.says("dice show last --data two")
        assert "goes on here already" in typed.fails("transfer go-on last --data two")["detail"]
        said = typed.says("transfer export last --keys -o on.ndjson --data two")
        assert "Without keys: it was begun elsewhere, and some of them stayed there." in said
        assert typed.json("transfer export last --keys -o on.ndjson --data two")["keys"] is False
        assert typed.json("transfer export last --keys -o on.ndjson --data one")["keys"] is True


def moved(typed: Typed, file: str, to: str) -> str:
    return typed.says(f"transfer import {file}.ndjson --data {to}")


def test_a_replay_is_one_html_file_for_yourself_or_for_everybody(typed: Typed):
    said = typed.says("transfer export last --html -o fight.html")
    assert "It holds all that you may see. For others, add --public." in said
    html = (typed.folder / "fight.html").read_text("utf-8")
    read = ReplayReader(html)
    assert read.texts["h1"] == "The bridge"
    assert any("Ana strikes Bert" in text for _, text in read.story)
    assert "As the referee sees it" in html and f"{len(html.encode())} bytes" in said
    found = typed.json("transfer export last --html --public -o fight.html")
    public = (typed.folder / "fight.html").read_text("utf-8")
    assert (found["public"], found["bytes"]) == (True, len(public.encode()))
    assert "As everybody may see it." in public
    assert typed.says("transfer export last --html --public") == public


def test_a_replay_has_no_keys_and_only_a_replay_is_public(typed: Typed):
    for line in ("export last --html --keys", "export last --public"):
        done = typed.run(f"transfer {line}")
        assert done.exit_code == 2 and "--html" in done.stderr, done.output
    assert typed.fails("transfer export nothing --html -o fight.html")["status"] in (401, 404)
    assert not (typed.folder / "fight.html").exists()
