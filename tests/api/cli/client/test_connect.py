"""Which server or files a command goes to, and how output and errors are printed."""

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

from api.server.address_file import NAME, running_at
from api.server.serve import Installation, running_service
from tests.support.architecture import ROOT
from tests.support.clients.cli_runner import PLAIN, Typed, served_in
from tests.support.clients.real_server import MAIN
from tests.support.postgres import Dsn, url_of

pytestmark = pytest.mark.sweep(of="finding a server", share=3)

DATA = ".combatlog"


# --- which desk ------------------------------------------------------------------------------


def test_a_server_is_found_and_never_believed_when_it_is_gone(empty: Typed):
    with served_in(empty.folder) as server:
        state = empty.folder / DATA / NAME
        assert state.stat().st_mode & 0o777 == 0o600
        assert json.loads(state.read_text())["pid"] == server.process.pid
        empty.says("play fight.jsonl")
        assert server.stop(signal.SIGKILL) < 0
        assert state.exists() and running_at(empty.folder / DATA) == ""
        assert "The bridge" in empty.says("show combats")
        server.start()
        assert running_at(empty.folder / DATA)
        server.stop()
        assert not state.exists()


def test_a_server_that_is_named_gets_no_token_from_the_folder(empty: Typed):
    empty.says("play fight.jsonl")
    with served_there(empty) as server:
        url = f"http://127.0.0.1:{server.port}"
        mine = f"--data there/{DATA} --server {url}"
        assert empty.says(f"play fight.jsonl {mine}")
        assert empty.fails(f"admin rebuild --check --data {DATA}/none")["detail"]
        assert (
            empty.json(f"show combats --server {url}")["items"]
            == empty.json(f"show combats --server {url}/")["items"]
        )
        assert empty.fails(f"show state sample --server {url}")["status"] in (401, 404)
        token = server.operator.token
        assert empty.says(f"play fight.jsonl --server {url} --token {token}")
        found = empty.run("show combats", COMBATLOG_SERVER=url, COMBATLOG_TOKEN=str(token))
        assert "The bridge" in found.stdout


def served_there(empty: Typed) -> Any:
    """A server on another folder."""
    (empty.folder / "there").mkdir()
    return served_in(empty.folder / "there")


def test_on_postgresql_it_is_the_same(empty: Typed, postgres_database: Dsn):
    place = {"COMBATLOG_DATABASE": url_of(postgres_database)}
    assert "combatlog admin migrate" in empty.run("show combats", **place).stderr
    empty.says("admin migrate", **place)
    empty.says("play fight.jsonl", **place)
    assert "The bridge" in empty.says("show combats", **place)
    empty.says("undo step last --yes", **place)
    empty.says("transfer export last -o moved.ndjson", **place)
    assert "imported" in empty.says("transfer import moved.ndjson --data other")
    assert "as it should be" in empty.says("admin rebuild --check", **place)
    assert "made anew" in empty.says("admin rebuild", **place)
    empty.says("admin backup x.tar", **place)
    assert (empty.folder / "x.tar").stat().st_size > 10_000


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "127.0.0.1:8000", "ftp://x"])
def test_where_nobody_answers_it_says_so(empty: Typed, url: str):
    problem = empty.fails(f"show combats --server {url}")
    assert "No server answers" in problem["detail"] or "no address" in problem["detail"]


def test_what_reads_makes_no_folder(empty: Typed):
    for line in (
        "show combats",
        "show state last",
        "admin rebuild --check",
        "transfer export last",
        "admin backup x.tar",
    ):
        assert "no combats" in empty.fails(line)["detail"]
    assert "toy" in empty.says("show rulesets")
    assert not (empty.folder / DATA).exists()


def test_a_command_waits_for_another_that_has_the_files(empty: Typed):
    empty.says("play fight.jsonl")
    with running_service(Installation(Path(DATA)), samples=False):
        waiting = Thread(target=lambda: found.append(empty.says("show combats")))
        found: list[str] = []
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive() and not found
    waiting.join(10)
    assert "The bridge" in found[0]


def test_it_gives_up_where_the_files_stay_taken(empty: Typed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("api.client.places.PATIENCE", 0.1)
    empty.says("play fight.jsonl")
    with running_service(Installation(Path(DATA)), samples=False):
        problem = empty.fails("show combats")
    assert problem["pid"] == os.getpid() and "is writing" in problem["detail"]


# --- how it is said --------------------------------------------------------------------------


def test_a_wrong_word_is_a_problem_document_as_well(empty: Typed):
    assert empty.fails("shw", 2)["title"] == "Wrong usage"
    assert empty.fails("show combats --limit 0", 2)["detail"]
    plain = empty.run("show combats --limit 0")
    assert plain.exit_code == 2 and "Usage: " in plain.stderr


def test_sides_have_colours_where_they_are_seen(empty: Typed):
    empty.says("play fight.jsonl")
    for no_color, coloured in (("", True), ("1", False)):
        said = _on_a_terminal(empty, "show log last", NO_COLOR=no_color)
        assert ("\x1b[36mAna\x1b[0m" in said) == coloured
        assert ("\x1b[33mBert\x1b[0m" in said) == coloured
    assert "\x1b" not in empty.says("show log last") and "\x1b" not in empty.says("show state last")


def test_on_a_terminal_there_is_a_bar_and_a_question(empty: Typed):
    said = _on_a_terminal(empty, "play fight.jsonl")
    assert "Playing" in said and "100%" in said
    before = empty.json("show state last")
    assert "Do it? [y/N]" in _on_a_terminal(empty, "undo step last", answer=b"n\n")
    assert empty.json("show state last") == before
    _on_a_terminal(empty, "undo step last", answer=b"y\n")
    assert empty.json("show state last") != before


def _on_a_terminal(empty: Typed, line: str, answer: bytes = b"", **environment: str) -> str:
    """What a line shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    paths = os.pathsep.join([str(ROOT), str(empty.folder / "plugin")])
    env = {**os.environ, **PLAIN, "PYTHONPATH": paths, "TERM": "xterm", **environment}
    words = [sys.executable, "-c", MAIN, *shlex.split(line)]
    with subprocess.Popen(
        words, cwd=empty.folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
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


def test_whoever_stops_reading_stops_it(empty: Typed):
    empty.says("play fight.jsonl")
    paths = os.pathsep.join([str(ROOT), str(empty.folder / "plugin")])
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "transfer", "export", "last"],
        cwd=empty.folder,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as done:
        assert done.stdout and done.stderr
        done.stdout.close()
        assert b"Traceback" not in done.stderr.read()
