"""Usual mistakes at a terminal: each is told in a sentence, as one problem with `--json`."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.support.clients.cli_runner import Typed


@pytest.fixture
def website() -> Iterator[str]:
    """The address of a server that is no combatlog: of some pages, and one that has moved."""

    class Website(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            moved = "moved" in self.path
            self.send_response(301 if moved else 200)
            self.send_header("Location", "https://127.0.0.1/")
            self.end_headers()
            self.wfile.write(b"" if moved else b"<h1>A shop</h1>")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Website) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("faces", ["three five", "4 -2", "4,x", "9" * 5_000])
def test_faces_that_are_no_numbers_are_not_rolled_instead(typed: Typed, faces: str):
    before = typed.json("show log last")
    assert "numbers" in typed.fails(f"roll last ana 2d6 --faces '{faces}'", 2)["detail"]
    assert typed.json("show log last") == before
    assert typed.json("roll last ana 2d6 --faces '4, 2'")["entries"][0]["event"]["total"] == 6


@pytest.mark.parametrize("command", ["serve --drain nan", "replay last --speed nan"])
def test_what_is_no_number_is_none(typed: Typed, command: str):
    assert "'nan' is no number" in typed.fails(command, 2)["detail"]


def test_what_is_no_export_is_not_imported_as_one(typed: Typed):
    Path("party.csv").write_text("name,hp\nAnn,12\n")
    before = typed.json("show combats")
    assert "is no export" in typed.fails("transfer import party.csv")["detail"]
    assert typed.json("show combats") == before


def test_another_website_is_no_combatlog(typed: Typed, website: str):
    for server in (website, f"{website}/moved"):
        assert "no combatlog" in typed.fails(f"show combats --server {server}")["detail"]


def test_an_address_of_no_server_is_told(typed: Typed):
    assert "is no address" in typed.fails("show combats --server 'http://[::1'")["detail"]


def test_a_preset_that_is_no_utf_8_is_told(typed: Typed):
    Path("mine.json").write_bytes('{"title": "Mine"}'.encode("utf-16"))
    assert "UTF-8" in typed.fails("preset check mine.json")["detail"]
    assert "UTF-8" in typed.fails("open --preset mine.json")["detail"]


@pytest.mark.parametrize("line", ["audit last -o nowhere/a.md", "evidence heads last -o nowhere/h"])
def test_a_file_that_cannot_be_written_is_told(typed: Typed, line: str):
    done = typed.run(line)
    assert (done.exit_code, done.stdout) == (1, "") and "nowhere" in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_device_that_is_full_is_told(typed: Typed):
    assert "/dev/full" in typed.fails("transfer export last -o /dev/full")["detail"]


def test_a_file_beside_the_one_that_is_written_stays(typed: Typed):
    Path("fight.new").write_text("mine")
    typed.says("transfer export last -o fight")
    assert Path("fight.new").read_text() == "mine"
    assert Path("fight").stat().st_mode & 0o777 == 0o600
    assert not [
        path
        for path in Path().iterdir()
        if path.name.startswith("fight.") and path.name not in ("fight.new", "fight.jsonl")
    ]


def test_json_that_is_nested_too_deeply_is_told(typed: Typed):
    deep = "[" * 100_000
    assert "no JSON" in typed.fails(f"edit last ana --traits '{deep}'", 2)["detail"]
