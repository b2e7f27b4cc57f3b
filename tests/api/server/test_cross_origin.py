"""Pages of other sites: none may call the API unless the operator or the referee allows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.server.app import create_app
from api.web.traffic.network import MOST_ORIGINS, checked_origin
from tests.support.clients.fixtures import running
from tests.support.clients.http_client import Table, json_of
from tests.support.postgres import Dsn, shut, url_of

MAP, OTHER = "https://map.example", "https://other.example:8443"
ALLOWED = "Access-Control-Allow-Origin"


def allow(table: Table, *origins: str) -> Any:
    answer = table.rita.post("door", {"origins": list(origins)})
    assert answer.status_code == 200, answer.text
    return answer.json


def preflight(table: Table, path: str, origin: str = MAP) -> TestResponse:
    """Ask as a browser does before it sends a command with a token."""
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
    }
    return table.client.open(path, method="OPTIONS", headers=asked)


def allowed(table: Table, path: str, origin: str = MAP) -> str | None:
    """Return which origin may read an answer; held to what the preflight says."""
    answer = table.rita.get(path, Origin=origin)
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    sent_first = preflight(table, path, origin)
    found = answer.headers.get(ALLOWED)
    assert sent_first.headers.get(ALLOWED) == found and "Origin" in sent_first.headers["Vary"]
    assert sent_first.status_code == (204 if found else 403)
    return found


def test_no_other_site_is_allowed_by_default(table: Table):
    paths = (table.at, f"{table.at}/state", "/v1/combats", "/openapi.json", "/v1/nothing")
    assert [allowed(table, path) for path in paths] == [None] * 5
    assert "--origin" in json_of(preflight(table, table.at))["detail"]


def test_the_referee_allows_a_site_at_one_combat_and_beside_all(table: Table):
    assert allow(table, MAP)["origins"] == [MAP]
    other = Table.opened(table.service)
    assert allowed(table, f"{table.at}/state") == MAP
    assert allowed(table, "/v1/rulesets/toy") == MAP
    assert allowed(table, f"{table.at}/state", OTHER) is None
    assert allowed(table, "/v1/rulesets/toy", OTHER) is None
    assert allowed(table, f"{other.at}/options") is None
    allow(table)
    assert allowed(table, f"{table.at}/state") is None


def test_the_operator_allows_a_site_everywhere(table: Table):
    table.app = create_app(table.service, origins=[MAP], request_id=lambda: "r1")
    table.client = table.app.test_client()
    table.rita = table.caller(table.tokens["rita"])
    for path in (table.at, "/v1/combats", "/health/live", "/v1/nothing"):
        assert allowed(table, path) == MAP
        assert allowed(table, path, OTHER) is None


def test_every_page_may_be_allowed_also_one_without_an_origin(table: Table):
    allow(table, "*")
    assert allowed(table, f"{table.at}/state", "null") == "*"
    assert allowed(table, f"{table.at}/state", OTHER) == "*"


def test_a_preflight_says_what_may_be_sent_and_an_answer_what_may_be_read(table: Table):
    allow(table, MAP)
    first = preflight(table, f"{table.at}/commands")
    assert "POST" in first.headers["Access-Control-Allow-Methods"]
    assert int(first.headers["Access-Control-Max-Age"]) > 0
    sent = first.headers["Access-Control-Allow-Headers"]
    for header in (
        "Authorization",
        "Content-Type",
        "If-Match",
        "If-None-Match",
        "Idempotency-Key",
        "Last-Event-ID",
        "Accept",
    ):
        assert header in sent
    command = {"type": "note", "note": "Here."}
    answer = table.rita.post("commands", command, Origin=MAP, Idempotency_Key="k")
    read = answer.headers["Access-Control-Expose-Headers"]
    for header in ("ETag", "Idempotency-Replayed", "Location", "Retry-After", "Link"):
        assert header in read
    assert "X-Request-Id" in read


def test_a_refusal_can_be_read_too(table: Table):
    allow(table, MAP)
    answer = table.rita.post("commands", {"type": "act"}, Origin=MAP)
    assert (answer.status_code, answer.headers[ALLOWED]) == (422, MAP)
    answer = table.nobody.get("state", Origin=MAP)
    assert (answer.status_code, answer.headers[ALLOWED]) == (401, MAP)


def test_pages_are_read_by_no_other_site(table: Table):
    allow(table, "*")
    for path in (f"/combats/{table.combat}", "/enter"):
        answer = table.client.get(path, headers={"Origin": MAP})
        assert ALLOWED not in answer.headers
        assert ALLOWED not in preflight(table, path).headers


def test_the_referee_sees_which_sites_are_allowed_and_players_change_nothing(table: Table):
    allow(table, MAP, OTHER)
    assert table.rita.read("")["origins"] == [MAP, OTHER]
    assert table.ana.post("door", {"origins": [MAP]}).status_code == 403
    opened = json_of(table.rita.post("door", {"minutes": 5}))
    assert opened["origins"] == [MAP, OTHER]
    code = opened["door"]["code"]
    allow(table, MAP)
    answer = table.nobody.post("/v1/join", {"code": code, "name": "Ulla"}, Origin=MAP)
    assert (answer.status_code, answer.headers[ALLOWED]) == (201, MAP)


@pytest.mark.parametrize("said", ["https://map.example/", "map.example", "null", "https://*.a", ""])
def test_what_is_no_origin_is_refused_and_says_what_one_is(table: Table, said: str):
    answer = table.rita.post("door", {"origins": [said]})
    assert answer.status_code == 422 and "https://map.example:8443" in json_of(answer)["detail"]
    with pytest.raises(ValueError, match="scheme"):
        checked_origin(said)


def test_there_are_only_so_many(table: Table):
    said = [f"https://map{n}.example" for n in range(MOST_ORIGINS + 1)]
    assert table.rita.post("door", {"origins": said}).status_code == 422


@pytest.mark.parametrize("said", ["http://[::1]:8000", "capacitor://localhost", "http://10.0.0.7"])
def test_an_origin_may_be_an_address_or_an_app(said: str):
    assert checked_origin(said) == said


def test_a_damaged_list_allows_nobody(table: Table):
    allow(table, MAP)
    table.service.log.tables.execute("UPDATE origins SET origins = ?", f'["{OTHER}"]')
    assert allowed(table, f"{table.at}/state", OTHER) is None
    assert allowed(table, "/v1/rulesets/toy", OTHER) is None


def test_a_page_of_another_site_is_told_that_the_database_is_away(
    postgres_database: Dsn, tmp_path: Path
):
    url = url_of(postgres_database)
    for service in running(url, tmp_path):
        table = Table.laid(service)
        allow(table, MAP)
        note = {"type": "note", "note": "Here."}
        assert preflight(table, f"{table.at}/commands").status_code == 204
        assert table.rita.post("commands", note, Origin=MAP).headers[ALLOWED] == MAP
        with shut(url):
            assert preflight(table, f"{table.at}/commands").headers[ALLOWED] == MAP
            assert preflight(table, f"{table.at}/commands", OTHER).status_code == 403
            answer = table.rita.post("commands", note, Origin=MAP)
            assert (answer.status_code, answer.headers[ALLOWED]) == (503, MAP)
            assert "Age" not in answer.headers
            assert ALLOWED not in table.rita.post("commands", note, Origin=OTHER).headers
