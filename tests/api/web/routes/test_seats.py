"""Seats: coming in with a code, who is there, and every role at every page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.pages.forms.files import check_file_form
from api.pages.layout.session import check_form, check_origin
from api.pages.register import PAGES, Page
from api.server.app import create_app
from api.service.service import Service
from api.web.auth import RANKS
from api.web.join_codes import EACH, LENGTH, LETTERS, TOGETHER
from api.web.problems import Problem
from api.web.traffic.rate_limit import Rates
from tests.api.web.test_openapi import OF_ROLE, sample_of
from tests.support.clients.fixtures import running
from tests.support.clients.html_reader import ORIGIN, Reader
from tests.support.clients.http_client import Caller, Table
from tests.support.postgres import Dsn, url_of


def door(table: Table, **said: Any) -> Any:
    answer = table.rita.post("door", {"minutes": 10, **said})
    assert answer.status_code == 200, answer.text
    return (answer.json or {}).get("door")


def comes(table: Table, code: str, name: str = "Ulla") -> Any:
    return table.nobody.post("/v1/join", {"code": code, "name": name})


def later(table: Table, seconds: int) -> None:
    """Let time go by: the clock of these tests ticks a second at every look."""
    for _ in range(seconds):
        table.service.effects.now()


# --- the door -------------------------------------------------------------------------------


def test_whoever_has_the_code_gets_a_seat_of_his_own(table: Table):
    code = door(table, role="spectator")["code"]
    assert re.fullmatch(rf"[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", code) and LENGTH == 8
    me = table.nobody
    for written in (code, code.lower(), code.replace("-", " "), f" {code} "):
        answer = comes(table, written)
        assert answer.status_code == 201 and answer.headers["Cache-Control"] == "no-store"
        said = answer.json
        me = table.caller(said["token"])
        assert said["combat"] == table.combat and me.read("")["role"] == "spectator"
        assert me.read("")["you"] == said["seat"]
        assert me.post("commands", {"type": "roll", "who": "ana"}).status_code == 403


def test_a_player_who_came_in_plays_nobody_until_the_referee_says_whom(table: Table):
    said = comes(table, door(table)["code"]).json
    ulla = table.caller(said["token"])
    assert ulla.read("")["role"] == "player" and ulla.read("options")["options"] == []
    table.rita.says("seat-change", seat=said["seat"], role="player", combatants=["ana"])
    assert ulla.read("options")["options"]


def test_the_door_shuts_by_itself_by_hand_and_for_an_old_code(table: Table):
    first = door(table, minutes=1)["code"]
    later(table, 60)
    assert comes(table, first).status_code == 404
    second, third = door(table)["code"], door(table)["code"]
    assert comes(table, second).status_code == 404
    assert comes(table, third).status_code == 201
    assert door(table, minutes=0) is None
    assert comes(table, third).status_code == 404
    assert comes(table, "").status_code == 422 and comes(table, third, "").status_code == 422


def test_the_code_is_told_once_and_stored_as_a_keyed_hash(table: Table, tmp_path: Path):
    code = door(table)["code"].replace("-", "")
    shown = table.rita.read("")["door"]
    assert shown["role"] == "player" and "code" not in shown
    token = comes(table, code).json["token"]
    table.service.log.tables.fetch("PRAGMA wal_checkpoint")
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("combats.db*"))
    assert table.combat.encode() in kept
    assert code.encode() not in kept and token.encode() not in kept


def test_guessing_is_slowed_down_for_each_and_for_all(table: Table):
    code = door(table)["code"]
    statuses = [comes(table, "AAAA-AAAA").status_code for _ in range(EACH + 1)]
    assert statuses == [404] * EACH + [429]
    answer = comes(table, code)
    assert answer.status_code == 429 and 0 < int(answer.headers["Retry-After"]) <= 6
    other = table.client.post(
        "/v1/join",
        json={"code": code, "name": "Ulla"},
        environ_overrides={"REMOTE_ADDR": "10.0.0.9"},
    )
    assert other.status_code == 201


def test_tries_come_back_evenly():
    clock = [0.0]
    rates = Rates(10, 100, lambda: clock[0])

    def tries(address: str) -> int:
        for number in range(1000):
            try:
                rates.count_try(address)
            except Problem:
                return number
        return 1000

    assert tries("a") == 10 and tries("b") == 10
    clock[0] = 12.0
    assert tries("a") == 2
    assert [tries(f"c{n}") for n in range(12)] == [10] * 9 + [8, 0, 0]
    assert TOGETHER == 100


# --- the door on a page ---------------------------------------------------------------------


def test_a_page_lets_people_in_and_shows_the_code_once(table: Table):
    referee = Reader(table.app, table.tokens["rita"])
    at = f"/combats/{table.combat}"
    form = referee.reads(f"{at}/seats").form("Show a code for spectators")
    opened = referee.client.post(
        form.action, data={**form.hidden, "role": "spectator"}, headers={"Origin": ORIGIN}
    )
    [code] = re.findall(r'<b class="called">([A-Z0-9-]+)</b>', opened.text)
    assert f"http://localhost/join#{code}" in opened.text
    assert 'class="code" src="data:image/svg+xml' in opened.text
    assert "The door is open" in referee.reads(f"{at}/seats").words
    assert code not in referee.get(f"{at}/seats").text
    comer = Reader(table.app)
    form = comer.reads("/join").form("Join")
    answer = comer.sends(form, form.filled(code=code, name="Ulla"))
    assert (answer.status_code, answer.location) == (303, at)
    assert "Ulla (spectator)" in comer.reads(at).words
    form = referee.reads(f"{at}/seats").form("Show a code for players")
    referee.client.post(form.action, data={**form.hidden, "role": ""}, headers={"Origin": ORIGIN})
    late = Reader(table.app)
    form = late.reads("/join").form("Join")
    assert "This code opens nothing" in late.sends(form, form.filled(code=code, name="Late")).text


def test_a_form_sent_twice_gives_one_seat_whose_cookie_holds(table: Table):
    code, at = door(table)["code"], f"/combats/{table.combat}"
    comer = Reader(table.app)
    form = comer.reads("/join").form("Join")
    said, before = form.filled(code=code, name="Ulla"), len(table.rita.read("")["seats"])
    readers = Reader(table.app), Reader(table.app)
    # Both are sent before the first answer has brought a cookie.
    assert [one.sends(form, said).location for one in readers] == [at, at]
    assert len(table.rita.read("")["seats"]) == before + 1
    assert "Ulla (player)" in readers[1].reads(at).words
    said["name"] = "Otto"
    assert Reader(table.app).sends(form, said).status_code == 422
    said["key"] = "a"
    assert "The form came without its key" in Reader(table.app).sends(form, said).text
    other = comer.reads("/join").form("Join")
    assert Reader(table.app).sends(other, other.filled(code=code, name="Ulla")).location == at
    assert len(table.rita.read("")["seats"]) == before + 2


# --- who is there ---------------------------------------------------------------------------


def here(table: Table) -> set[str]:
    return {seat["name"] for seat in table.rita.read("")["seats"] if seat["here"]}


def test_the_referee_sees_who_is_there(table: Table):
    later(table, 60)
    table.ana.get("state")
    assert here(table) == {"Anna Berg", "Rita Eck"}
    Reader(table.app, table.tokens["sue"]).get(f"/combats/{table.combat}")
    assert here(table) == {"Anna Berg", "Sue Dunn", "Rita Eck"}
    later(table, 60)
    assert here(table) == {"Rita Eck"}
    assert not any("here" in seat for seat in table.ana.read("")["seats"])
    page = Reader(table.app, table.tokens["rita"]).reads(f"/combats/{table.combat}/seats").words
    assert "Rita Eck referee, here now" in page and "Bert Cole player, plays bert, away" in page


def test_who_is_there_is_known_to_every_process(postgres_database: Dsn, tmp_path: Path):
    one, two = (next(running(url_of(postgres_database), tmp_path)) for _ in range(2))
    table = Table.laid(one)
    other = Caller(create_app(two).test_client(), table.tokens["ana"], table.at)
    other.get("state")
    assert two.presence.here(table.combat) == one.presence.here(table.combat) != frozenset()
    one.close()
    two.close()


# --- every role at every page ----------------------------------------------------------------


@pytest.fixture(scope="module")
def table_that_is_read(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table at which nothing is done, for all who only look or are refused."""
    folder = tmp_path_factory.mktemp("read")
    shutil.copyfile(blank, folder / "combats.db")
    for service in running(f"sqlite:///{folder}/combats.db", folder):
        yield Table.laid(service)


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("each", PAGES, ids=lambda each: f"{each.method} {each.rule}")
@pytest.mark.parametrize("role", ["nobody", "stranger", "sue", "ana", "rita", "operator"])
def test_every_role_meets_every_page_as_the_table_of_pages_says(
    each: Page, role: str, request: pytest.FixtureRequest
):
    looks = each.method == "GET" and not each.rule.endswith("/stream")
    changes_nothing = looks or not admitted(each, role)
    table: Table = request.getfixturevalue("table_that_is_read" if changes_nothing else "table")
    reader = reader_of(table, role)
    path = each.rule.replace("<combat>", table.combat).replace("<token>", "clt_none")
    if each.method == "POST":
        sent = {"form": mark(reader), "ruleset": "toy", "command": '{"type": "pass-all"}'}
        status = reader.client.post(path, data=sent, headers={"Origin": ORIGIN}).status_code
    else:
        query = "?ruleset=toy" if each.rule == "/new" else ""
        status = reader.get(path + query).status_code
    if not changes_nothing:
        table.app.extensions["live"].hang_up()
    if each.rule == "/enter" or "<token>" in each.rule:
        return
    assert (status in (401, 403)) == (not admitted(each, role)), status


def mark(reader: Reader) -> str:
    """What proves that a form was drawn for this reader."""
    return reader.reads("/join").form("Join").hidden["form"]


def reader_of(table: Table, role: str) -> Reader:
    if role == "stranger":
        return Reader(table.app, Table.opened(table.service).tokens["ana"])
    if role == "operator":
        return Reader(table.app, table.service.vault.operator_token())
    return Reader(table.app, table.tokens.get(role, ""))


def admitted(each: Page, role: str) -> bool:
    """What the table of pages says of a role."""
    if each.access in ("anyone", "visitor"):
        return True
    if role == "nobody" or ("<combat>" in each.rule and role == "stranger"):
        return False
    return OF_ROLE[role] >= RANKS[each.access]


def test_no_form_is_taken_from_elsewhere(table: Table):
    for each in PAGES:
        if each.method == "POST":
            path = each.rule.replace("<combat>", table.combat)
            reader = reader_of(table, "operator")
            strangers = [({"form": mark(reader)}, "http://evil.example")]
            if each.check is not check_origin:
                strangers.append(({}, ORIGIN))
            for sent, origin in strangers:
                answer = reader.client.post(path, data=sent, headers={"Origin": origin})
                assert answer.status_code == 403, path
    assert [each.rule for each in PAGES if each.check is check_origin] == ["/enter"]
    assert {each.check for each in PAGES} <= {check_form, check_file_form, check_origin}


def test_samples_have_no_seats_to_take(service: Service, table: Table):
    sample = sample_of(service)
    assert table.rita.post(f"/v1/combats/{sample}/door", {}).status_code == 403
    assert Reader(table.app).get(f"/combats/{sample}/seats").status_code == 401


def test_a_combat_that_is_not_there_has_no_door(table: Table):
    assert table.operator.post("/v1/combats/none/door", {}).status_code == 404
    assert table.operator.get("/v1/combats/none").status_code == 404
