"""Commands that others notice: asked at a terminal, refused without one unless `--yes` is given."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.architecture import ROOT
from tests.support.clients.cli_runner import Typed, typed_in

LINES = (
    "admin forget last p1",
    "undo step last",
    "undo redo last",
    "undo jump last 12",
    'correct annul last --step 6 --note "not so"',
)


@pytest.fixture
def fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typed]:
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        typed.says("play more.jsonl --into last")
        typed.says("undo step last --yes")
        yield typed


def stored(fight: Typed) -> list[str]:
    """Every entry and every word of the combat."""
    fight.says("transfer export last -o out.ndjson")
    return (fight.folder / "out.ndjson").read_text().splitlines()[1:]


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("form", ["", " --json"])
def test_without_a_terminal_it_is_refused_and_nothing_changes(fight: Typed, line: str, form: str):
    before = stored(fight)
    done = fight.run(line + form)
    assert done.exit_code == 2, done.output
    assert "Nobody can answer here: add --yes to do it." in done.stderr
    assert stored(fight) == before


@pytest.mark.parametrize("line", LINES)
def test_with_yes_it_is_done(fight: Typed, line: str):
    before = stored(fight)
    assert fight.json(f"{line} --yes") and stored(fight) != before


class Terminal(NamedTuple):
    """What a command printed to stdout and stderr, and the code it ended with."""

    printed: str
    said: str
    code: int


def at_a_terminal(folder: Path, line: list[str], answer: str) -> Terminal:
    """Run a command with a terminal as its input, and type an answer."""
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from api.cli import main; main()", *line],
            stdin=theirs,
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=60,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT}:{folder / 'plugin'}",
                "COMBATLOG_DATA": ".combatlog",
            },
        )
    finally:
        for end in (ours, theirs):
            os.close(end)
    return Terminal(done.stdout, done.stderr, done.returncode)


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("y\n", 0)])
def test_at_a_terminal_json_asks_as_well_and_prints_one_document(
    fight: Typed, answer: str, code: int
):
    before = stored(fight)
    done = at_a_terminal(fight.folder, ["undo", "step", "last", "--json"], answer)
    assert (done.code, "Do it? [y/N]" in done.said) == (code, True), done
    assert (stored(fight) == before) == (code == 1)
    assert done.printed == "" if code else json.loads(done.printed)
