"""The table live: what a page is given to keep up by itself, and what it hears."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

import pytest

from api.pages.layout.render import CONFIG
from api.pages.layout.static_files import FOLDER, SCRIPTS, address
from api.service.service import Service
from tests.api.web.test_openapi import sample_of
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.clients.stream_listener import Listening


@pytest.fixture
def at(table: Table) -> Iterator[str]:
    """The address of the table; its streams end with the test."""
    yield f"/combats/{table.combat}"
    table.app.extensions["live"].close()


def attributes(page: Sheet, id: str) -> dict[str, str]:
    return next(found for _, found in page.tags if found.get("id") == id)


def listened(table: Table, path: str, token: str) -> Listening:
    return Listening(table.app, path, None, cookie=token)


# --- scripts --------------------------------------------------------------------------------


def test_what_others_wrote_is_as_they_published_it_and_under_a_free_licence():
    folder = FOLDER / "vendor"
    said = json.loads((folder / "vendored.json").read_text())
    files = {name: file for package in said for name, file in package["files"].items()}
    assert {path.name for path in folder.iterdir()} == {*files, "vendored.json"}
    for name, file in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == file["sha256"]
    assert [(one["package"], one["licence"]) for one in said] == [
        ("htmx.org", "0BSD"),
        ("lucide-static", "ISC"),
    ]
    assert said[0]["version"] in (folder / "htmx.js").read_text()
    assert said[1]["version"] in (folder / "lucide.svg").read_text()
    assert "Zero-Clause BSD" in (folder / "htmx.LICENSE.txt").read_text()
    assert "ISC License" in (folder / "lucide.LICENSE.txt").read_text()


def test_scripts_are_ours_alone_and_kept_for_ever(ana: Reader, at: str):
    page = ana.reads(at)
    asked = [found["src"] for tag, found in page.tags if tag == "script"]
    assert asked == list(map(address, SCRIPTS))
    for script in asked:
        answer = ana.get(script)
        assert re.fullmatch(r"/static/[0-9a-f]{16}/[a-z-]+\.js", script)
        assert (
            answer.mimetype == "text/javascript" and "immutable" in answer.headers["Cache-Control"]
        )
    assert ana.get("/static/0000000000000000/live.js").status_code == 404


def test_htmx_is_told_to_bring_no_style_and_nothing_is_left_to_be_evaluated(ana: Reader, at: str):
    assert json.loads(CONFIG)["includeIndicatorCSS"] is False
    page = ana.reads(at)
    assert attributes(page, "board")["hx-trigger"] == "entry from:#ear delay:30ms, look"
    for _, found in page.tags:
        assert not any(name.startswith("hx-on") for name in found)
        assert not any("js:" in value for name, value in found.items() if name.startswith("hx-"))
        assert "[" not in found.get("hx-trigger", "")


# --- the board ------------------------------------------------------------------------------


def stand_still(service: Service) -> None:
    """Stop the clock, so that heads are signed at the same time."""
    service.effects = service.effects._replace(now=lambda: 1_700_000_000_000)


def test_the_board_is_what_the_page_shows_of_the_table(table: Table, ana: Reader, at: str):
    stand_still(table.service)
    for path in (at, f"{at}?all=1"):
        page = ana.get(path).text
        board = ana.get(attributes(Sheet(page), "board")["hx-get"]).text
        assert board.strip() in page
        assert "What now?" in board and "<html" not in board


def test_whoever_may_not_see_the_table_sees_no_board(table: Table, at: str):
    for path in ("board", "stream"):
        assert Reader(table.app).get(f"{at}/{path}").status_code == 401
        assert Reader(table.app, "wrong").get(f"{at}/{path}").status_code == 401


def test_moments_and_samples_stay_as_they_are(service: Service, table: Table, at: str):
    sample = sample_of(service)
    for reader, path in (
        (Reader(table.app, table.tokens["ana"]), f"{at}?at=5"),
        (Reader(table.app), f"/combats/{sample}"),
    ):
        page = reader.reads(path)
        assert not any(tag == "script" for tag, _ in page.tags)
        assert "ear" not in {found.get("id") for _, found in page.tags}


def test_a_request_that_runs_out_is_looked_at_when_its_time_is_over(table: Table, at: str):
    table.ana.says("roll", who="ana", sides=20)
    table.rita.says("undo-policy", policy="consent")
    head = {"If_Match": f'"{table.ana.head()}"'}
    assert table.ana.post("commands", {"type": "ask-undo"}, **head).status_code == 200
    page = Reader(table.app, table.tokens["bert"]).reads(f"{at}/board")
    [trigger] = [f["hx-trigger"] for _, f in page.tags if f.get("hx-target") == "#board"]
    seconds = int(trigger.removeprefix("load delay:").removesuffix("s"))
    assert 100 < seconds <= 121
    for _ in range(seconds):
        table.service.effects.now()
    assert "Play waits for" not in Reader(table.app, table.tokens["bert"]).get(f"{at}/board").text


# --- the stream -----------------------------------------------------------------------------


def test_a_page_hears_what_came_since_it_was_drawn(ana: Reader, table: Table, at: str):
    ear = attributes(ana.reads(at), "ear")
    rolled = table.rita.says("roll", who="referee", sides=20)["entries"][0]["number"]
    connect = f"{ear['data-stream']}?after={ear['data-after']}"
    stream = listened(table, connect, table.tokens["ana"]).until(rolled)
    assert stream.numbers == [rolled]
    assert int(ear["data-after"]) == int(rolled) - 1


def test_a_page_whose_seat_was_taken_is_told_to_look_again(table: Table, at: str):
    stream = listened(table, f"{at}/stream", table.tokens["sue"])
    stream.until(str(table.sue.read("")["last"]))
    table.rita.says("seat-close", seat=table.sue.read("")["you"])
    assert stream.until_ended().events[-1].name == "again"
