"""The shared replay: what the public may see, for people with the link, until it is closed."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from api.vault.key_files import TOKEN_PREFIX
from tests.support.clients.html_reader import Form, Reader
from tests.support.clients.http_client import Table

LINK = re.compile(r'value="(http[^"]*/shared/[^"]*)"')


@pytest.fixture
def shared(table: Table, referee: Reader, at: str) -> str:
    """The path of a replay that is shared."""
    form = referee.reads(f"{at}/summary").form("Share replay")
    assert referee.sends(form).location == f"{at}/summary#share"
    found = LINK.search(referee.get(f"{at}/summary").text)
    assert found
    return urlsplit(found[1]).path


def test_people_without_a_seat_read_what_everybody_may_see(
    table: Table, referee: Reader, at: str, shared: str
):
    table.operator.says("join", subject="lurker", name="Lurker", side="b", hidden=True)
    table.operator.says("roll", who="referee", sides=20, hidden=True, purpose="an ambush")
    stranger = Reader(table.app)
    page, file = stranger.get(shared), stranger.get(f"{shared}/replay.html")
    assert page.status_code == file.status_code == 200
    public = referee.get(f"{at}/replay.html?public=1").text
    assert file.text == public
    assert "Lurker" not in page.text and "an ambush" not in page.text
    assert "As everybody may see it." in page.text
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert "Content-Disposition" not in page.headers
    assert page.headers["Cache-Control"] == "no-store"


def test_a_link_that_no_phone_can_open_says_so(referee: Reader, at: str, shared: str):
    assert "Links from here open on this computer only." in referee.reads(f"{at}/summary").words


def test_the_link_opens_nothing_but_the_replay(table: Table, at: str, shared: str):
    secret = shared.rpartition("/")[2]
    assert secret.startswith(TOKEN_PREFIX)
    stranger, thief = Reader(table.app), Reader(table.app, secret)
    for path in (at, f"{at}/replay", f"{at}/summary", f"{at}/audit"):
        assert stranger.get(path).status_code == 401
        assert thief.get(path).status_code == 401
    assert table.caller(secret).get("state").status_code == 401


def test_a_link_that_is_closed_is_dead_at_once(table: Table, referee: Reader, at: str, shared: str):
    stranger = Reader(table.app)
    close = referee.reads(f"{at}/summary").form("Close the link")
    assert referee.sends(close, _pressed(close)).status_code == 303
    for path in (shared, f"{shared}/replay.html"):
        answer = stranger.get(path)
        assert answer.status_code == 404 and "This link opens nothing" in answer.text
    referee.sends(referee.reads(f"{at}/summary").form("Share replay"))
    assert stranger.get(shared).status_code == 404
    found = LINK.search(referee.get(f"{at}/summary").text)
    assert found and stranger.get(urlsplit(found[1]).path).status_code == 200


def test_closing_its_seat_closes_the_link(table: Table, shared: str):
    seats = table.operator.read("")["seats"]
    [seat] = [one["seat"] for one in seats if one["name"] == "Replay link"]
    table.operator.says("seat-close", seat=seat)
    assert Reader(table.app).get(shared).status_code == 404


def test_only_the_referee_shares_and_only_the_referee_sees_the_link(
    table: Table, ana: Reader, referee: Reader, at: str, shared: str
):
    page = ana.get(f"{at}/summary").text
    assert "/shared/" not in page and "Share replay" not in page
    close = referee.reads(f"{at}/summary").form("Close the link")
    close.hidden["form"] = ana.reads(at).form("Sign out").hidden["form"]
    assert ana.sends(close, _pressed(close)).status_code == 403
    assert Reader(table.app).get(shared).status_code == 200


@pytest.mark.parametrize("wrong", ["clt_x", "clt_" + 32 * "A"])
def test_a_wrong_link_does_not_say_whether_there_is_such_a_fight(
    table: Table, shared: str, wrong: str
):
    stranger = Reader(table.app)
    here = stranger.get(f"/shared/{table.combat}/{wrong}")
    nowhere = stranger.get(f"/shared/none/{wrong}")
    assert here.status_code == nowhere.status_code == 404
    assert here.text == nowhere.text


def test_shared_twice_it_has_one_link(table: Table, referee: Reader, at: str):
    form = referee.reads(f"{at}/summary").form("Share replay")
    assert referee.sends(form).status_code == referee.sends(form).status_code == 303
    seats = [one for one in table.operator.read("")["seats"] if one["name"] == "Replay link"]
    assert len(seats) == 1


@pytest.mark.parametrize("name", ["Replay link", " replay  Link"])
def test_nobody_joins_under_the_name_of_the_link(table: Table, referee: Reader, at: str, name: str):
    said = table.operator.post("door", {"role": "spectator", "minutes": 10}).json or {}
    code = said["door"]["code"]
    comer = Reader(table.app)
    form = comer.reads("/join").form("Join")
    answer = comer.sends(form, form.filled(code=code, name=name))
    assert answer.status_code == 422 and "Choose another name." in answer.text
    assert referee.reads(f"{at}/summary").form("Share replay")


def _pressed(form: Form) -> MultiDict[str, str]:
    said = form.filled()
    said["close"] = "1"
    return said
