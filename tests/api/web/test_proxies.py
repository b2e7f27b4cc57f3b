"""Behind a reverse proxy: who asks, how, and under which name is told by so many proxies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from api.server.app import create_app
from api.web.join_codes import EACH
from tests.support.clients.html_reader import Form, Reader, Sheet
from tests.support.clients.http_client import Table
from tests.support.clients.real_server import Served

pytestmark = pytest.mark.sweep(of="proxies", share=4)

PUBLIC = "combat.example"
FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": PUBLIC,
}


def behind(table: Table, proxies: int, *hosts: str) -> Flask:
    return create_app(table.service, hosts=("localhost", *hosts), proxies=proxies)


def enters(app: Flask, table: Table, headers: dict[str, str]) -> str:
    """The cookie that a seat's link gives."""
    headers = {**headers, "Sec-Fetch-Site": "same-origin"}
    form = {"token": table.tokens["ana"]}
    answer = app.test_client().post("/enter", data=form, headers=headers)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Set-Cookie"])


def seat_link(app: Flask, table: Table, headers: dict[str, str], origin: str) -> str:
    """The link of a seat that the referee opens on the page."""
    referee = Reader(app, table.service.vault.operator_token())
    at = f"/combats/{table.combat}/seats"
    form: Form = Sheet(referee.client.get(at, headers=headers).text).form("Open the seat")
    said = form.filled(person="Ulla", role="spectator")
    answer = referee.client.post(form.action, data=said, headers={**headers, "Origin": origin})
    assert answer.status_code == 200, answer.text
    [link] = re.findall(r'value="(https?://[^"]+/enter#)[^"]+"', answer.text)
    return str(link)


def tries(app: Flask, addresses: list[str]) -> list[int]:
    """What a wrong code comes to, for each address that a request says it comes from."""
    client = app.test_client()
    body = {"code": "AAAA-AAAA", "name": "Ulla"}
    return [
        client.post("/v1/join", json=body, headers={"X-Forwarded-For": each}).status_code
        for each in addresses
    ]


MANY = [f"203.0.113.{n}" for n in range(EACH + 2)]


def test_by_itself_nothing_that_a_client_says_of_its_way_counts(table: Table):
    app = behind(table, 0, PUBLIC)
    assert "Secure" not in enters(app, table, FORWARDED)
    assert seat_link(app, table, FORWARDED, "http://localhost") == "http://localhost/enter#"
    assert tries(app, MANY) == [404] * EACH + [429, 429]


def test_behind_a_proxy_codes_are_tried_by_the_address_that_it_tells(table: Table):
    app = behind(table, 1)
    assert tries(app, MANY) == [404] * len(MANY)
    assert tries(app, ["203.0.113.99"] * (EACH + 1)) == [404] * EACH + [429]
    # What the client put in front of it is no address of his.
    assert tries(app, [f"{one}, 203.0.113.99" for one in MANY]) == [429] * len(MANY)


def test_behind_two_proxies_the_word_of_the_outer_one_counts(table: Table):
    app = behind(table, 2)
    assert tries(app, [f"{one}, 10.0.0.1" for one in MANY]) == [404] * len(MANY)
    assert tries(app, [f"{one}, 198.51.100.7, 10.0.0.1" for one in MANY])[-1] == 429


def test_behind_a_proxy_links_and_cookies_are_those_of_the_outside(table: Table):
    app = behind(table, 1, PUBLIC)
    assert "Secure" in enters(app, table, FORWARDED)
    link = seat_link(app, table, FORWARDED, f"https://{PUBLIC}")
    assert link == f"https://{PUBLIC}/enter#"


def test_behind_a_proxy_a_foreign_name_is_refused_all_the_same(table: Table):
    app = behind(table, 1, PUBLIC)
    client = app.test_client()
    assert client.get("/", headers=FORWARDED).status_code == 200
    foreign = {**FORWARDED, "X-Forwarded-Host": "evil.example"}
    assert client.get("/", headers=foreign).status_code == 400
    assert behind(table, 1).test_client().get("/", headers=FORWARDED).status_code == 400


@pytest.mark.parametrize("server", [(), ("--workers", "1")], ids=["waitress", "gunicorn"])
@pytest.mark.parametrize("proxies", [0, 1])
def test_both_servers_hand_on_what_counts_and_nothing_else(
    tmp_path: Path, server: tuple[str, ...], proxies: int
):
    options = (*server, "--proxies", str(proxies), "--host-name", PUBLIC)
    served = Served(tmp_path, options=options)
    try:
        _, (ana, _) = served.combat()
        client = served.client(None)
        form = {"Content-Type": "application/x-www-form-urlencoded", **FORWARDED}
        client.connection.request(
            "POST", "/enter", f"token={ana}", {**form, "Sec-Fetch-Site": "same-origin"}
        )
        answer = client.answer()
        assert answer.status == 303
        assert ("Secure" in answer.headers["set-cookie"]) == bool(proxies)
        said = {"code": "AAAA-AAAA", "name": "Ulla"}
        found = [
            client.send("POST", "/v1/join", said, **{"X-Forwarded-For": each}).status
            for each in MANY
        ]
        assert found == ([404] * len(MANY) if proxies else [404] * EACH + [429, 429])
    finally:
        assert served.stop() == 0
        served.close()
