"""The door of the pages: who sends a form, tokens, links, cookies, and other sites."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.support.clients.html_reader import ORIGIN, Reader, Sheet
from tests.support.clients.http_client import Table

# --- who sends a form --------------------------------------------------------------------------


def test_a_form_from_another_site_does_nothing(referee: Reader, table: Table, at: str):
    form, entries = referee.reads(at).form("Move"), table.entries()
    for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
        assert referee.sends(form, origin=origin).status_code == 403
    assert referee.sends(form, origin=None).status_code == 403
    for headers in (
        {"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN},
        {"Sec-Fetch-Site": "same-site"},
    ):
        sent = referee.client.post(form.action, data=form.filled(), headers=headers)
        assert sent.status_code == 403
    assert table.entries() == entries
    same = {"Sec-Fetch-Site": "same-origin"}
    assert referee.client.post(form.action, data=form.filled(), headers=same).status_code == 303


def test_a_form_of_another_session_does_nothing(referee: Reader, ana: Reader, at: str):
    theirs = referee.reads(at).form("Move")
    assert "does not come from a page of yours" in ana.sends(theirs).text
    forged = ana.reads(at).form("Move")
    forged.hidden["form"] = "é" * 32
    assert ana.sends(forged).status_code == 403


def test_a_seat_does_what_it_may_and_nothing_else(table: Table, referee: Reader, at: str):
    bert, sue = (Reader(table.app, table.tokens[who]) for who in ("bert", "sue"))
    theirs = referee.reads(at).form("Move")
    for reader, status in ((bert, 403), (sue, 403)):
        forged = reader.reads(at)
        theirs.hidden["head"] = ""
        theirs.hidden["form"] = next(f for f in forged.forms if f.action == "/leave").hidden["form"]
        entries = table.entries()
        assert reader.sends(theirs).status_code == status
        assert table.entries() == entries
        assert reader.get(f"{at}/referee").status_code == 403
        assert reader.get(f"{at}/seats").status_code == 403
        assert reader.get("/new?ruleset=toy").status_code == 403


# --- the door ----------------------------------------------------------------------------------


def test_a_pasted_token_becomes_a_cookie_that_nobody_else_can_use(table: Table, at: str):
    reader = Reader(table.app)
    form = reader.reads("/enter").form("Enter")
    answer = reader.sends(form, form.filled(token=f" {table.tokens['ana']} "))
    assert (answer.status_code, answer.location) == (303, at)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie
    assert "Anna Berg (player)" in reader.reads(at).words
    wrong = Reader(table.app)
    answer = wrong.sends(form, form.filled(token="clt_wrong"))
    assert answer.status_code == 401 and "opens nothing" in answer.text
    assert "Set-Cookie" not in answer.headers and "clt_wrong" not in answer.text


def test_over_https_the_cookie_is_secure(table: Table):
    answer = table.app.test_client().post(
        "/enter",
        data={"token": table.tokens["ana"]},
        base_url="https://localhost",
        headers={"Origin": "https://localhost"},
    )
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_link_says_which_seat_it_gives_and_one_tap_takes_it(
    table: Table, at: str, caplog: pytest.LogCaptureFixture
):
    token, reader = table.tokens["bert"], Reader(table.app)
    with caplog.at_level(logging.INFO, "combatlog.access"):
        page = reader.reads(f"/enter/{token}")
    logged: Any = [record.__dict__["request"] for record in caplog.records]
    assert [line["path"] for line in logged] == ["/enter/<token>"]
    assert "This link makes you Bert Cole (player) on this device." in page.words
    assert reader.get(at).status_code == 401
    answer = reader.sends(page.form("Come in"))
    assert (answer.status_code, answer.headers["Location"]) == (303, at)
    page = reader.reads(at)
    assert "Bert Cole (player)" in page.words
    again = reader.get(f"/enter/{token}")
    assert (again.status_code, again.headers["Location"]) == (303, at)
    answer = reader.sends(page.form("Sign out"))
    assert answer.status_code == 303 and reader.get(at).status_code == 401
    assert Reader(table.app).get("/enter/clt_nothing").status_code == 401


ELSEWHERE = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {},
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost:81"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_another_site_signs_nobody_in_or_out(
    table: Table, at: str, headers: dict[str, str], referee: Reader
):
    token = table.tokens["bert"]
    stranger = referee.client.get(f"/enter/{token}", headers=headers)
    assert "Set-Cookie" not in stranger.headers
    assert "frame-ancestors 'none'" in stranger.headers["Content-Security-Policy"]
    assert "You are the operator here now, and will not be any more." in Sheet(stranger.text).words
    marked = Sheet(Reader(table.app).get("/enter").text)
    for path, form in (("/enter", {"token": token}), ("/leave", marked.form("Enter").hidden)):
        answer = referee.client.post(path, data=form, headers=headers)
        assert answer.status_code == 403 and "Set-Cookie" not in answer.headers, path
    assert referee.get(at).status_code == 200


def test_who_comes_from_a_link_elsewhere_with_another_seat_here_takes_the_new_one_with_a_tap(
    table: Table, at: str
):
    """A browser brings no cookie along from another site, and does with our own form."""
    device, token = Reader(table.app, table.tokens["ana"]), table.tokens["bert"]
    form = Sheet(table.app.test_client().get(f"/enter/{token}").text).form("Come in")
    assert device.sends(form).status_code == 303
    assert "Bert Cole (player)" in device.reads(at).words


def test_a_foreign_name_of_the_server_is_refused(referee: Reader):
    assert referee.client.get("/", base_url="http://evil.example").status_code == 400
