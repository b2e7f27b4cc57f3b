"""The door of the pages: who sends a form, tokens, links, cookies, and other sites."""

from __future__ import annotations

import logging
import re

import pytest
from werkzeug.test import TestResponse

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


@pytest.mark.parametrize("origin", ["http://[", "http://[x]", "//]", "\0", "http://a b"])
def test_an_origin_that_cannot_be_read_is_another_site(table: Table, origin: str):
    sent = table.client.post(
        "/enter", data={"token": table.tokens["ana"]}, headers={"Origin": origin}
    )
    assert sent.status_code == 403 and "Set-Cookie" not in sent.headers


def test_over_https_the_cookie_is_secure(table: Table):
    answer = table.app.test_client().post(
        "/enter",
        data={"token": table.tokens["ana"]},
        base_url="https://localhost",
        headers={"Origin": "https://localhost"},
    )
    assert "Secure" in answer.headers["Set-Cookie"]


def follows(reader: Reader, token: str) -> TestResponse:
    """What the script of the page sends to whom a link leads there."""
    form = {"token": token, "look": "1"}
    return reader.client.post("/enter", data=form, headers={"Origin": ORIGIN})


def test_a_link_says_which_seat_it_gives_and_one_tap_takes_it(
    table: Table, at: str, caplog: pytest.LogCaptureFixture
):
    token, reader = table.tokens["bert"], Reader(table.app)
    with caplog.at_level(logging.INFO, "combatlog.access"):
        page = Sheet(follows(reader, token).text)
    assert not any(token in str(record.__dict__) for record in caplog.records)
    assert "This link makes you Bert Cole (player) on this device." in page.words
    assert reader.get(at).status_code == 401
    answer = reader.sends(page.form("Come in"))
    assert (answer.status_code, answer.headers["Location"]) == (303, at)
    page = reader.reads(at)
    assert "Bert Cole (player)" in page.words
    again = follows(reader, token)
    assert (again.status_code, again.headers["Location"]) == (303, at)
    answer = reader.sends(page.form("Sign out"))
    assert answer.status_code == 303 and reader.get(at).status_code == 401
    assert follows(Reader(table.app), "clt_nothing").status_code == 401


def test_without_a_script_the_whole_link_is_pasted(table: Table, at: str):
    reader = Reader(table.app)
    form = reader.reads("/enter").form("Enter")
    link = f"http://localhost/enter#{table.tokens['bert']}"
    assert reader.sends(form, form.filled(token=link)).status_code == 303
    assert "Bert Cole (player)" in reader.reads(at).words


def test_no_address_on_any_page_has_a_secret_before_its_fragment(table: Table, at: str):
    referee = Reader(table.app, table.tokens["rita"])
    form = referee.reads(f"{at}/seats").form("Open the seat")
    shown = referee.sends(form, form.filled(person="Ulla", role="spectator")).text
    door = referee.reads(f"{at}/seats").form("Show a code for players")
    pressed = {**door.hidden, "role": "player"}
    shown += referee.client.post(door.action, data=pressed, headers={"Origin": ORIGIN}).text
    pages = (at, f"{at}/seats", f"{at}/referee", f"{at}/replay", f"{at}/docket", f"{at}/heads")
    texts = [shown, *(referee.get(page).text for page in pages)]
    code = re.findall(r'<b class="called">([A-Z0-9-]+)</b>', shown)[0]
    marks = {mark for text in texts for mark in re.findall(r'name="form" value="(\w+)"', text)}
    secrets = (*re.findall(r"clt_[\w-]{20,}", shown), code, *marks, table.tokens["rita"])
    found = [
        address
        for text in texts
        for address in re.findall(r'(?:href|src|action|hx-get|data-\w+)="([^"]*)"', text)
        if any(secret in address.partition("#")[0] for secret in secrets)
    ]
    assert len(secrets) > 3 and found == []
    assert f"/enter#{secrets[0]}" in shown and f"/join#{code}" in shown


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
    shown = follows(referee, token)
    assert "Set-Cookie" not in shown.headers
    assert "frame-ancestors 'none'" in shown.headers["Content-Security-Policy"]
    assert "You are the operator here now, and will not be any more." in Sheet(shown.text).words
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
    form = Sheet(follows(Reader(table.app), token).text).form("Come in")
    assert device.sends(form).status_code == 303
    assert "Bert Cole (player)" in device.reads(at).words


def test_a_foreign_name_of_the_server_is_refused(referee: Reader):
    assert referee.client.get("/", base_url="http://evil.example").status_code == 400
