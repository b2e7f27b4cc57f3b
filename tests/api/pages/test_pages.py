"""The pages: who may see them, what they say, and what they may do in a browser."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from api.pages.layout import static_files
from api.server.app import create_app
from api.service.service import Service
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SEATLESS = "You’re not seated here Open the link from your referee, or join with a code."


@pytest.fixture
def app(table: Table) -> Flask:
    """The application that the table is on."""
    return table.app


# --- what is to be read ----------------------------------------------------------------------


def test_the_table_says_whose_go_it_is_and_what_may_be_done(ana: Reader, at: str):
    page = ana.reads(at)
    assert "Round 1 Turn of ana" in page.words
    assert "What now?" in page.words and "Anna Berg (player)" in page.words
    assert "ana a (you) AP 3 Now" in page.words
    assert " ".join(page.form("Move").button.split()) == "Ana: Move 1 AP"
    assert page.form("Move").hidden["command"] == (
        '{"manoeuvre": "move", "type": "act", "who": "ana"}'
    )


def test_the_open_question_is_told_with_what_it_is_on(ana: Reader, referee: Reader, at: str):
    form = referee.reads(at).form("Move")
    said = form.filled()
    said.setlist("some:params.beside", ["bert"])
    assert referee.sends(form, said).status_code == 303
    page = referee.reads(at)
    assert "A reaction? bert and cleo ↳" not in page.words
    assert "A reaction? bert and cleo Ana: move" in page.words
    assert "Waiting for bert and cleo." in ana.reads(at).words


def test_a_moment_is_read_only_and_leads_back(referee: Reader, at: str):
    page = referee.reads(f"{at}?at=6")
    assert "As it was after entry 6" in page.words and "Back to now" in page.words
    assert "ana comes in" in page.words and "cleo comes in" not in page.words
    assert {form.action for form in page.forms} == {"/leave"}
    assert referee.get(f"{at}?at=999").status_code == 404
    assert referee.get(f"{at}?at=x").status_code == 404


def test_every_line_of_the_story_leads_to_its_moment(referee: Reader, at: str):
    page = referee.reads(at)
    numbers = {found["href"] for tag, found in page.tags if tag == "a" and "?at=" in found["href"]}
    assert f"{at}?at=5" in numbers
    for address in sorted(numbers):
        assert referee.get(address).status_code == 200


def test_samples_alone_are_read_without_a_token(app: Flask, service: Service, at: str):
    nobody = Reader(app)
    assert "Samples to read and replay" in nobody.reads("/").words
    assert "The ford" not in nobody.reads("/").words
    for path in (at, f"{at}?at=2", f"{at}/referee", f"{at}/seats", f"{at}/move", "/combats/none"):
        answer = nobody.get(path)
        assert answer.status_code == 401 and SEATLESS in Sheet(answer.text).words


def test_a_page_that_waits_looks_again_only_where_one_wants_it(table: Table, at: str):
    bert = Reader(table.app, table.tokens["bert"])
    assert "Refresh" not in bert.get(at).headers
    assert bert.get(f"{at}?watch=1").headers["Refresh"] == f"5; url={at}?watch=1"
    assert "Refresh" not in Reader(table.app, table.tokens["ana"]).get(f"{at}?watch=1").headers


# --- what a page may do in a browser ----------------------------------------------------------


def scripts_of(path: str, at: str) -> tuple[str, ...]:
    """The scripts of a page: of the table, and of where a link leads."""
    own = {"/": ("home.js",), "/enter": ("enter.js",), f"{at}/seats": ("share.js",)}
    return {at: static_files.SCRIPTS, **own}.get(path, ())


def test_pages_let_nothing_run_and_nobody_frame_them(referee: Reader, ana: Reader, at: str):
    for path in (
        "/",
        "/enter",
        "/new?ruleset=toy",
        at,
        f"{at}?at=3",
        f"{at}/referee",
        f"{at}/seats",
        f"{at}/move",
        "/combats/none",
    ):
        answer = referee.get(path)
        expected = scripts_of(path, at)
        scripted = "; script-src 'self'; connect-src 'self'" if expected else ""
        assert answer.headers["Content-Security-Policy"] == POLICY + scripted
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        page = Sheet(answer.text)
        assert not {"style", "iframe", "object"} & {tag for tag, _ in page.tags}
        scripts = [found["src"] for tag, found in page.tags if tag == "script"]
        assert scripts == list(map(static_files.address, expected))
        assert "<script>" not in answer.text
        names = {name for _, found in page.tags for name in found}
        assert not {name for name in names if name == "style" or name.startswith("on")}


def test_the_style_has_a_name_of_its_own_and_is_kept_for_ever(referee: Reader):
    [style, _] = re.findall(r'rel="stylesheet" href="([^"]+)"', referee.get("/").text)
    answer = referee.get(style)
    assert re.fullmatch(r"/static/[0-9a-f]{16}/page\.css", style) and answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]


def test_the_client_for_programs_is_at_an_address_that_stays(referee: Reader):
    for name, media in (("combatlog.js", "text/javascript"), ("combatlog.d.ts", "typescript")):
        answer = referee.get(f"/{name}", Origin="https://map.example")
        assert answer.data == (static_files.FOLDER / name).read_bytes()
        assert (
            media in str(answer.mimetype) and answer.headers["Access-Control-Allow-Origin"] == "*"
        )
        assert answer.headers["X-TypeScript-Types"] == "/combatlog.d.ts"
        same = referee.get(f"/{name}", **{"If-None-Match": answer.headers["ETag"]})
        assert (same.status_code, same.data) == (304, b"")


def test_whatever_people_write_is_shown_and_never_run(referee: Reader, table: Table, at: str):
    evil = '<script>alert("x")</script>'
    table.operator.says("join", subject="evil", name=evil, side="'\"><b>")
    table.operator.says("note", note=f"{evil} & <i>")
    for path in (at, f"{at}/referee", f"{at}/seats", f"{at}?at=9", "/"):
        text = referee.get(path).text
        assert "<script>" not in text and "'\"><b>" not in text
    assert evil in referee.reads(at).text


# --- what is hidden -----------------------------------------------------------------------------


def test_who_is_in_hiding_is_on_nobody_elses_page(table: Table, referee: Reader, at: str):
    table.operator.says("join", subject="zorro", name="Zorro", hidden=True, side="b")
    table.operator.says("roll", who="referee", purpose="ambush", hidden=True, faces={"ambush": [3]})
    assert "Zorro" in referee.reads(at).words and "ambush" in referee.reads(at).words
    for who in ("ana", "bert", "sue"):
        reader = Reader(table.app, table.tokens[who])
        for path in (at, f"{at}?all=1", f"{at}?at=7", f"{at}/move?how=undo", "/"):
            text = reader.get(path).text.lower()
            assert "zorro" not in text and "ambush" not in text


def test_pages_of_worlds_that_differ_in_hidden_things_are_the_same(
    table: Table, ana: Reader, at: str
):
    paths = (at, f"{at}?all=1", f"{at}?at=6", f"{at}/move?how=undo")
    # Heads are signed at the time of the look; this look is at one time.
    table.service.effects = table.service.effects._replace(now=lambda: 1_700_000_000_000)
    before = [ana.get(path).text for path in paths]
    table.operator.says("join", subject="zorro", hidden=True, side="b")
    table.operator.says("roll", who="referee", hidden=True, faces={"loose": [3]})
    assert [ana.get(path).text for path in paths] == before


def test_problems_of_the_server_are_not_hidden_by_the_pages(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    reader = Reader(create_app(service), service.vault.operator_token())
    monkeypatch.setattr(service.log, "combats", lambda *_, **__: 1 / 0)
    assert reader.get("/").status_code == 500
