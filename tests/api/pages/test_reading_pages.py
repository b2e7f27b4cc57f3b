"""The pages that look back: who may see them, under which policy, and what nobody learns there."""

from __future__ import annotations

import re

import pytest
from werkzeug.datastructures import MultiDict

from tests.api.pages.test_pages import POLICY
from tests.support.clients.html_reader import Reader, Sheet
from tests.support.clients.http_client import Table

READ = (
    "docket",
    "contest?entry=4",
    "replay",
    "replay?at=6&by=entry&through=1",
    "replay/frame?place=5",
    "compare?at=4&with_at=7",
    "audit",
    "why",
    "why?what=AP%20of%20ana",
    "ask",
    "ask?named=rolls",
    "why-not?who=ana&what=move",
    "dice",
    "what-if",
)
FILES = ("audit.html", "audit.md", "postings.csv", "ask.csv?named=rolls", "replay.html")


@pytest.mark.parametrize("path", READ)
def test_a_leaf_is_for_those_at_the_table_and_lets_nothing_else_run(
    table: Table, ana: Reader, at: str, path: str
):
    answer = ana.get(f"{at}/{path}")
    assert answer.status_code == 200, answer.text
    scripted = path.startswith(("replay", "contest")) and "frame" not in path
    more = "; script-src 'self'; connect-src 'self'" if scripted else ""
    assert answer.headers["Content-Security-Policy"] == POLICY + more
    assert answer.headers["Cache-Control"] == "no-store"
    page = Sheet(answer.text)
    assert not {"style", "iframe", "object"} & {tag for tag, _ in page.tags}
    assert not [n for _, found in page.tags for n in found if n == "style" or n.startswith("on")]
    for tag, found in page.tags:
        if tag == "script" or found.get("rel") == "stylesheet":
            kept = ana.get(found.get("src") or found["href"])
            assert kept.status_code == 200 and "immutable" in kept.headers["Cache-Control"]
    assert Reader(table.app).get(f"{at}/{path}").status_code == 401


@pytest.mark.parametrize("path", [*READ, *FILES])
def test_worlds_that_differ_in_hidden_things_look_back_the_same(
    table: Table, ana: Reader, at: str, path: str
):
    before = ana.get(f"{at}/{path}").text
    table.operator.says("join", subject="zorro", name="Zorro", hidden=True, side="b")
    table.operator.says("roll", who="referee", purpose="ambush", hidden=True, faces={"ambush": [3]})
    after = ana.get(f"{at}/{path}").text
    assert before == after and "zorro" not in after.lower()


def test_a_file_is_taken_along_and_says_what_it_is(ana: Reader, at: str):
    for path in FILES:
        answer = ana.get(f"{at}/{path}")
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert ana.get(f"{at}/audit.exe").status_code == 404
    refused = ana.get(f"{at}/bundle.zip")
    assert refused.status_code == 409 and "when the combat has ended" in refused.text


def test_whatever_people_write_to_a_dispute_is_shown_and_never_run(
    table: Table, ana: Reader, at: str
):
    evil = '<script>alert("x")</script>'
    form = ana.reads(f"{at}/contest?entry=4").form("Contest entry 4")
    answer = ana.sends(form, form.filled(note=evil))
    assert answer.status_code == 303 and re.fullmatch(rf"{at}/docket/\d+", answer.location)
    for path in (answer.location, f"{at}/docket"):
        text = ana.get(path).text
        assert evil not in text and "&lt;script&gt;" in text
    assert evil in ana.reads(answer.location).words
    assert ana.sends(form, form.filled(note=evil)).location == answer.location


def test_who_looks_on_contests_nothing(table: Table, ana: Reader, at: str):
    sue, entries = Reader(table.app, table.tokens["sue"]), table.entries()
    page = sue.reads(f"{at}/contest?entry=4")
    assert "You look on." in page.words and {f.action for f in page.forms} == {"/leave"}
    said = MultiDict(page.forms[0].hidden)
    said["command"] = '{"type": "contest", "entry": 4, "note": "no"}'
    origin = {"Origin": "http://localhost"}
    sent = sue.client.post(f"{at}/contest?entry=4", data=said, headers=origin)
    assert sent.status_code == 403 and table.entries() == entries
    forged = ana.client.post(f"{at}/contest?entry=4", data=said, headers=origin)
    assert forged.status_code == 403 and table.entries() == entries
    assert sue.get(f"{at}/why-not").status_code == 403


def test_what_is_not_there_is_said(ana: Reader, at: str):
    for path, status in (
        ("contest", 422),
        ("contest?entry=999", 404),
        ("docket/4", 404),
        ("docket/x", 404),
        ("replay?at=999", 404),
        ("replay?by=year", 422),
        ("compare?at=999", 404),
        ("why?what=the%20moon", 404),
        ("ask?sql=DROP%20TABLE%20rolls", 422),
        ("audit?rejudge=1", 403),
    ):
        assert ana.get(f"{at}/{path}").status_code == status, path


@pytest.mark.parametrize("what", ["AP of ana", "place of ana", "8"])
def test_the_sheet_over_the_table_is_the_middle_of_the_page(ana: Reader, at: str, what: str):
    path = f"{at}/why?what={what}"
    page = ana.get(path).text
    sheet = ana.get(path, **{"HX-Request": "true"}).text
    assert sheet.startswith('<h2 class="whole">') and "<html" not in sheet
    heading, _, rest = sheet.partition("</h2>")
    body, _, close = rest.partition('<form method="dialog">')
    assert body.strip() in page and close.startswith('<button class="quiet">Close')
    assert heading.replace('<h2 class="whole">', "<h1>") + "</h1>" in page
    assert ana.get(f"{at}/why?what=the moon", **{"HX-Request": "true"}).status_code == 404
