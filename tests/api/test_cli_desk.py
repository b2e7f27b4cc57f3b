"""Which desk a command goes to, the files or a server; and how it is said there."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from api.running import NAME, running_at
from api.serving import Installation, running_service
from tests.api.desks import DATA, typed
from tests.api.served import MAIN
from tests.api.typed import PLAIN, Typed, served_in
from tests.architecture import ROOT
from tests.postgres import Dsn, url_of

__all__ = ["typed"]


# --- which desk ------------------------------------------------------------------------------


def test_a_server_is_found_and_never_believed_when_it_is_gone(typed: Typed):
    with served_in(typed.folder) as server:
        state = typed.folder / DATA / NAME
        assert state.stat().st_mode & 0o777 == 0o600
        assert json.loads(state.read_text())["pid"] == server.process.pid
        typed.says("play fight.jsonl")
        assert server.stop(signal.SIGKILL) < 0
        assert state.exists() and running_at(typed.folder / DATA) == ""
        assert "The bridge" in typed.says("list")
        server.start()
        assert running_at(typed.folder / DATA)
        server.stop()
        assert not state.exists()


def test_a_server_that_is_named_gets_no_token_from_the_folder(typed: Typed):
    typed.says("play fight.jsonl")
    with served_there(typed) as server:
        url = f"http://127.0.0.1:{server.port}"
        mine = f"--data there/{DATA} --server {url}"
        assert typed.says(f"play fight.jsonl {mine}")
        assert typed.fails(f"rebuild --check --data {DATA}/none")["detail"]
        assert (
            typed.json(f"list --server {url}")["items"]
            == typed.json(f"list --server {url}/")["items"]
        )
        assert typed.fails(f"show sample --server {url}")["status"] in (401, 404)
        token = server.operator.token
        assert typed.says(f"play fight.jsonl --server {url} --token {token}")
        found = typed.run("list", COMBATLOG_SERVER=url, COMBATLOG_TOKEN=str(token))
        assert "The bridge" in found.stdout


def served_there(typed: Typed) -> Any:
    """A server on another folder."""
    (typed.folder / "there").mkdir()
    return served_in(typed.folder / "there")


def test_on_postgresql_it_is_the_same(typed: Typed, postgres_database: Dsn):
    place = {"COMBATLOG_DATABASE": url_of(postgres_database)}
    assert "combatlog migrate" in typed.run("list", **place).stderr
    typed.says("migrate", **place)
    typed.says("play fight.jsonl", **place)
    assert "The bridge" in typed.says("list", **place)
    typed.says("undo last --yes", **place)
    typed.says("export last -o moved.ndjson", **place)
    assert "imported" in typed.says("import moved.ndjson --data other")
    assert "as it should be" in typed.says("rebuild --check", **place)
    assert "made anew" in typed.says("rebuild", **place)
    assert "pg_dump" in typed.run("backup x.tar", **place).stderr


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "127.0.0.1:8000", "ftp://x"])
def test_where_nobody_answers_it_says_so(typed: Typed, url: str):
    problem = typed.fails(f"list --server {url}")
    assert "No server answers" in problem["detail"] or "no address" in problem["detail"]


def test_what_reads_makes_no_folder(typed: Typed):
    for line in ("list", "show last", "rebuild --check", "export last", "backup x.tar"):
        assert "no combats" in typed.fails(line)["detail"]
    assert "toy" in typed.says("rulesets")
    assert not (typed.folder / DATA).exists()


def test_a_command_waits_for_another_that_has_the_files(typed: Typed):
    typed.says("play fight.jsonl")
    with running_service(Installation(Path(DATA)), samples=False):
        waiting = Thread(target=lambda: found.append(typed.says("list")))
        found: list[str] = []
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive() and not found
    waiting.join(10)
    assert "The bridge" in found[0]


def test_it_gives_up_where_the_files_stay_taken(typed: Typed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("api.cli.finding.PATIENCE", 0.1)
    typed.says("play fight.jsonl")
    with running_service(Installation(Path(DATA)), samples=False):
        problem = typed.fails("list")
    assert problem["pid"] == os.getpid() and "is writing" in problem["detail"]


# --- how it is said --------------------------------------------------------------------------


def test_a_wrong_word_is_a_problem_document_as_well(typed: Typed):
    assert typed.fails("shw", 2)["title"] == "Wrong usage"
    assert typed.fails("list --limit 0", 2)["detail"]
    plain = typed.run("list --limit 0")
    assert plain.exit_code == 2 and "Usage: " in plain.stderr


def test_sides_have_colours_where_they_are_seen(typed: Typed):
    typed.says("play fight.jsonl")
    for no_color, coloured in (("", True), ("1", False)):
        said = _on_a_terminal(typed, "log last", NO_COLOR=no_color)
        assert ("\x1b[36mAna\x1b[0m" in said) == coloured
        assert ("\x1b[33mBert\x1b[0m" in said) == coloured
    assert "\x1b" not in typed.says("log last") and "\x1b" not in typed.says("show last")


def test_on_a_terminal_there_is_a_bar_and_a_question(typed: Typed):
    said = _on_a_terminal(typed, "play fight.jsonl")
    assert "Playing" in said and "100%" in said
    before = typed.json("show last")
    assert "Do it? [y/N]" in _on_a_terminal(typed, "undo last", answer=b"n\n")
    assert typed.json("show last") == before
    _on_a_terminal(typed, "undo last", answer=b"y\n")
    assert typed.json("show last") != before


def _on_a_terminal(typed: Typed, line: str, answer: bytes = b"", **environment: str) -> str:
    """What a line shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    paths = os.pathsep.join([str(ROOT), str(typed.folder / "plugin")])
    env = {**os.environ, **PLAIN, "PYTHONPATH": paths, "TERM": "xterm", **environment}
    words = [sys.executable, "-c", MAIN, *shlex.split(line)]
    with subprocess.Popen(
        words, cwd=typed.folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        os.write(ours, answer)
        said = _until_the_end(ours)
    os.close(ours)
    return said


def _until_the_end(terminal: int) -> str:
    said = b""
    while True:
        try:
            said += os.read(terminal, 4096)
        except OSError:
            return said.decode()


def test_whoever_stops_reading_stops_it(typed: Typed):
    typed.says("play fight.jsonl")
    paths = os.pathsep.join([str(ROOT), str(typed.folder / "plugin")])
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "export", "last"],
        cwd=typed.folder,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as done:
        assert done.stdout and done.stderr
        done.stdout.close()
        assert b"Traceback" not in done.stderr.read()
