"""The pages: who may see them, what they say, and what a form does, once or not at all."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from api.app import create_app
from api.pages.fields import filled
from api.pages.names import named
from api.pages.scripts import scripts as scripts_of_ours
from api.pages.traits import traits
from api.problems import Problem
from api.service import Service
from tests.api.paper import ORIGIN, Reader, Sheet
from tests.api.table import Table

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


@pytest.fixture
def app(table: Table) -> Flask:
    """The application that the table is on."""
    return table.app


# --- what is to be read ----------------------------------------------------------------------


def test_the_table_says_whose_go_it_is_and_what_may_be_done(ana: Reader, at: str):
    page = ana.reads(at)
    assert "Round 1 Turn of ana" in page.words
    assert "What now?" in page.words and "Anna Berg (player)" in page.words
    assert "ana a yours now AP 3 3" in page.words
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
    assert [form.action for form in page.forms] == ["/leave"]
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
    assert "Samples, for everybody to read" in nobody.reads("/").words
    assert "The ford" not in nobody.reads("/").words
    for path in (at, f"{at}?at=2", f"{at}/referee", f"{at}/seats", f"{at}/move", "/combats/none"):
        answer = nobody.get(path)
        assert answer.status_code == 401 and "No valid token" in answer.text


def test_a_page_that_waits_looks_again_only_where_one_wants_it(table: Table, at: str):
    bert = Reader(table.app, table.tokens["bert"])
    assert "Refresh" not in bert.get(at).headers
    assert bert.get(f"{at}?watch=1").headers["Refresh"] == f"5; url={at}?watch=1"
    assert "Refresh" not in Reader(table.app, table.tokens["ana"]).get(f"{at}?watch=1").headers


# --- what a page may do in a browser ----------------------------------------------------------


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
        live = "; script-src 'self'; connect-src 'self'" if path == at else ""
        assert answer.headers["Content-Security-Policy"] == POLICY + live
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        page = Sheet(answer.text)
        assert not {"style", "iframe", "object"} & {tag for tag, _ in page.tags}
        scripts = [found["src"] for tag, found in page.tags if tag == "script"]
        assert scripts == (list(scripts_of_ours()) if live else [])
        assert "<script>" not in answer.text
        names = {name for _, found in page.tags for name in found}
        assert not {name for name in names if name == "style" or name.startswith("on")}


def test_the_style_has_a_name_of_its_own_and_is_kept_for_ever(referee: Reader):
    [style] = re.findall(r'rel="stylesheet" href="([^"]+)"', referee.get("/").text)
    answer = referee.get(style)
    assert re.fullmatch(r"/style/[0-9a-f]{16}\.css", style) and answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]


def test_whatever_people_write_is_shown_and_never_run(referee: Reader, table: Table, at: str):
    evil = '<script>alert("x")</script>'
    table.operator.says("join", subject="evil", name=evil, side="'\"><b>")
    table.operator.says("note", note=f"{evil} & <i>")
    for path in (at, f"{at}/referee", f"{at}/seats", f"{at}?at=9", "/"):
        text = referee.get(path).text
        assert "<script>" not in text and "'\"><b>" not in text
    assert evil in referee.reads(at).text


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


# --- what a form does ---------------------------------------------------------------------------


def test_sent_twice_it_is_done_once(ana: Reader, table: Table, at: str):
    form = ana.reads(at).form("Move")
    assert ana.sends(form).location == at
    entries = table.entries()
    assert ana.sends(form).status_code == 303
    assert table.entries() == entries


def test_a_stale_form_is_refused_with_what_was_missed(ana: Reader, table: Table, at: str):
    form = ana.reads(at).form("Move")
    form.hidden["button"] = "Move"
    table.operator.says(
        "adjust",
        note="a blessing",
        change={"what": "pool", "subject": "ana", "pool": "ap", "delta": 1},
    )
    entries = table.entries()
    answer = ana.sends(form)
    words = Sheet(answer.text).words
    assert answer.status_code == 412 and table.entries() == entries
    assert "The table went on since this page was drawn" in words
    assert "The combat went on: Move." in words and "Since then: ana: AP set to 4" in words
    assert ana.sends(Sheet(answer.text).form("Move")).status_code == 303


def test_a_refusal_says_the_clause_and_the_numbers_beside_its_form(
    referee: Reader, table: Table, at: str
):
    form = referee.reads(f"{at}/referee").form("Change AP")
    said = form.filled(subject="ana", delta="-7", note="a curse")
    entries = table.entries()
    answer = referee.sends(form, said)
    page = Sheet(answer.text)
    assert answer.status_code == 409 and table.entries() == entries
    assert "AP cannot go below 0 (§ T1). Nothing has changed." in page.words
    assert "left 3 change -7 least 0" in page.words
    again = page.form("Change AP")
    assert again.id == form.id and any(box.value == "-7" for box in again.boxes)


def test_what_cannot_be_read_is_said_at_its_field(referee: Reader, at: str):
    form = referee.reads(f"{at}/referee").form("Change AP")
    answer = referee.sends(form, form.filled(subject="ana", delta="much", note="a curse"))
    assert answer.status_code == 422
    assert "This has to be a number of points" in Sheet(answer.text).words


def test_a_form_without_its_parts_is_refused(referee: Reader, table: Table, at: str):
    entries = table.entries()
    for missing, status in (("key", 400), ("command", 400)):
        form = referee.reads(at).form("Move")
        form.hidden.pop(missing)
        assert referee.sends(form).status_code == status
    form = referee.reads(at).form("Move")
    form.hidden["command"] = '{"type": "act"}'
    assert referee.sends(form).status_code == 422
    form.hidden["command"] = "[" * 5000
    assert referee.sends(form).status_code == 400
    assert table.entries() == entries


def test_undo_and_redo_show_first_what_would_change(referee: Reader, table: Table, at: str):
    referee.sends(referee.reads(at).form("Move"))
    page = referee.reads(f"{at}/move?how=undo")
    assert "What falls away" in page.words and "ana moves" in page.words
    assert "ana: AP 3 instead of 2" in page.words
    assert referee.sends(page.form("Undo it")).location == at
    page = referee.reads(at)
    assert (
        "ana moves, by the referee (1 AP, 2 left) undone" in page.words
        and "ana a now AP 3 3" in page.words
    )
    page = referee.reads(f"{at}/move?how=redo")
    assert "What comes back" in page.words
    assert referee.sends(page.form("Redo it")).status_code == 303
    assert "ana a now AP 2 2" in referee.reads(at).words
    page = referee.reads(f"{at}/move?how=jump&to=5")
    assert referee.sends(page.form("Go on from there")).status_code == 303
    assert "Before the first round" in referee.reads(at).words
    assert "nothing to redo" not in referee.reads(at).words


def test_a_seat_is_opened_and_its_link_shown_once(referee: Reader, table: Table, at: str):
    form = referee.reads(f"{at}/seats").form("Open the seat")
    said = form.filled(person="Cora", role="player")
    said.add("some:combatants", "cleo")
    answer = referee.sends(form, said)
    [token] = set(re.findall(r"clt_[\w-]{20,}", answer.text))
    assert f"http://localhost/enter/{token}" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert token not in referee.get(f"{at}/seats").text
    again = referee.sends(form, said)
    assert again.status_code == 303 and len(table.operator.read("")["seats"]) == 5
    cora = Reader(table.app, token)
    assert "Cora (player)" in cora.reads(at).words


def test_a_combat_is_opened_from_the_start_page(referee: Reader, service: Service):
    page = referee.reads("/new?ruleset=toy")
    form = page.form("Open the combat")
    said = form.filled(title="At the mill")
    answer = referee.sends(form, said)
    assert answer.status_code == 303
    assert referee.sends(form, said).location == answer.location
    page = referee.reads(answer.location)
    said = page.form("Bring in").filled(name="Würlik & Söhne", traits="ap 3")
    assert referee.sends(page.form("Bring in"), said).location == answer.location
    words = referee.reads(answer.location.removesuffix("/referee")).words
    assert "Würlik & Söhne" in words and "At the mill" in words
    like = referee.reads(f"{answer.location}?like=wurlik-sohne")
    copied = [box.value for box in like.form("Bring in").boxes]
    assert "Würlik & Söhne (another)" in copied


# --- what is hidden -----------------------------------------------------------------------------


def test_who_is_in_hiding_is_on_nobody_elses_page(table: Table, referee: Reader, at: str):
    table.operator.says("join", subject="zorro", name="Zorro", hidden=True, side="b")
    table.operator.says("roll", who="referee", purpose="ambush", hidden=True, faces=[3])
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
    table.operator.says("roll", who="referee", hidden=True, faces=[3])
    assert [ana.get(path).text for path in paths] == before


# --- small parts --------------------------------------------------------------------------------


def test_traits_are_typed_a_line_each_or_as_json():
    lines = (
        "ST 4",
        "Combat speed -1",
        "",
        "CO 1/2",
        "Combat 6 1/2",
        "w/axe/damage 8",
        "w/axe/type: cutting",
        "w/axe/big: yes",
        "w/shield/",
        "w / axe /",
    )
    assert traits("\n".join(lines)) == {
        "ST": 4,
        "Combat speed": -1,
        "CO": "1/2",
        "Combat": "6 1/2",
        "w": {"axe": {"damage": 8, "type": "cutting", "big": True}, "shield": {}},
    }
    assert traits('{"ST": 4}') == {"ST": 4}
    assert traits("hp 12, mana 3\nzone: hall, upstairs") == {
        "hp": 12,
        "mana": 3,
        "zone": "hall, upstairs",
    }
    for wrong in ("ST", "ST 4\nST/x 3", "ST 4\nST/", '{"ST": }'):
        with pytest.raises(ValueError):
            traits(wrong)


def test_an_id_is_made_of_a_name():
    assert named("Man-at-arms", ()) == "man-at-arms"
    assert named("Cogan", {"cogan", "cogan-2"}) == "cogan-3"
    assert named("李", ()) == "somebody"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("2", 2),
        ("-1 1/2", "-1 1/2"),
        ("1/2", "1/2"),
        ("+3", 3),
        ("- 1/2", "-1/2"),
        ("-2.5", "-2 1/2"),
        ("-½", "-1/2"),
    ],
)
def test_points_are_sent_as_they_are_typed(typed: str, sent: int | str):
    form = MultiDict({"command": '{"change": {}}', "points:change.delta": typed})
    assert filled(form) == {"change": {"delta": sent}}


@pytest.mark.parametrize("typed", ["", "x", "1/0", "--1", "1 2", "2,5"])
def test_points_that_are_none_are_refused(typed: str):
    with pytest.raises(Problem):
        filled(MultiDict({"command": "{}", "points:change.delta": typed}))


def test_nobody_is_another_thing_than_nothing():
    base = ("command", "{}")
    assert filled(MultiDict([base])) == {}
    assert filled(MultiDict([base, ("some:params.beside", "*nobody*")])) == {
        "params": {"beside": []}
    }
    with pytest.raises(Problem, match="not both"):
        filled(
            MultiDict([base, ("some:params.beside", "*nobody*"), ("some:params.beside", "erik")])
        )


def test_faces_alone_say_how_many_dice_were_risked():
    said = MultiDict({"command": "{}", "number:risk": "", "faces:faces": "3, 5 6"})
    assert filled(said) == {"faces": [3, 5, 6], "risk": 3}


def test_problems_of_the_server_are_not_hidden_by_the_pages(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    reader = Reader(create_app(service), service.vault.operator_token())
    monkeypatch.setattr(service.log, "combats", lambda *_, **__: 1 / 0)
    assert reader.get("/").status_code == 500
