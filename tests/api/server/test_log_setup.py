"""Tokens are in no log and in no cache, and no request is logged unless asked for."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest

from api.server.app import create_app
from api.server.log_setup import JsonLines
from api.service import batch as service_batch
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.transfer.format import Sums
from api.web import batch
from api.web.route_table import EVENTS, NDJSON
from tests.support.clients.http_client import Caller, Table


@contextmanager
def logged() -> Iterator[StringIO]:
    """What the server writes to its log, each request included."""
    said, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonLines())
    before = root.level, logging.getLogger("combatlog.access").level
    root.addHandler(handler)
    logging.getLogger("combatlog.access").setLevel(logging.INFO)
    try:
        yield said
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        logging.getLogger("combatlog.access").setLevel(before[1])


def test_no_token_gets_into_the_log(table: Table, monkeypatch: pytest.MonkeyPatch):
    token = table.tokens["ana"]

    def fail(*_: Any) -> None:
        raise RuntimeError(f"Authorization: Bearer {token}")

    with logged() as said:
        table.ana.get("state")
        table.nobody.get(f"state?token={token}")
        monkeypatch.setattr(table.service, "may", fail)
        table.ana.get("options")
        table.operator.get(f"/v1/combats/{token}")
    assert "RuntimeError" in said.getvalue() and '"status": 200' in said.getvalue()
    assert token not in said.getvalue()


def test_the_id_of_a_request_is_in_each_line_and_on_its_stream(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: Any) -> None:
        raise Unavailable("The database is away.")

    with logged() as said:
        monkeypatch.setattr(table.service, "may", fail)
        table.ana.get("options", X_Request_Id="table-7")
        logging.getLogger("combatlog.errors").error("beside any request")
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [line.get("request_id") for line in lines] == ["table-7", "table-7", None]
    headers = {"X-Request-Id": "table-8", "Accept": EVENTS}
    headers["Authorization"] = f"Bearer {table.tokens['ana']}"
    answer = table.client.get(f"{table.at}/events", headers=headers)
    assert b'data: {"request_id":"table-8"}' in next(iter(answer.response))
    answer.close()


def test_the_id_of_a_request_is_in_what_is_logged_while_its_answer_is_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    log, add_sum, row_of = logging.getLogger("combatlog.errors"), Sums.add_sum, batch._row

    def exported(sums: Sums, line: Any) -> bytes:
        log.error("while exporting")
        return add_sum(sums, line)

    def rendered(*about: Any) -> Any:
        log.error("while answering a batch")
        return row_of(*about)

    note = json.dumps({"type": "note", "note": "Here."}).encode()
    monkeypatch.setattr(Sums, "add_sum", exported)
    monkeypatch.setattr(batch, "_row", rendered)
    monkeypatch.setattr(service_batch, "MOST_WHOLE", 1)
    monkeypatch.setattr(service_batch, "CHUNK", 0)
    with logged() as said:
        table.operator.get("export", X_Request_Id="table-7")
        more = {"Content_Type": NDJSON, "Accept": NDJSON, "X_Request_Id": "table-7"}
        table.operator.post("commands", note + b"\n" + note, **more)
    said_lines = map(json.loads, said.getvalue().splitlines())
    lines = [line for line in said_lines if "message" in line]
    assert {line["message"] for line in lines} == {"while exporting", "while answering a batch"}
    assert {line.get("request_id") for line in lines} == {"table-7"}


def test_no_request_is_logged_unless_asked_for(table: Table, caplog: pytest.LogCaptureFixture):
    table.ana.get("state")
    assert not caplog.records


def test_answers_with_a_token_are_not_kept_anywhere(service: Service):
    client = create_app(service).test_client()
    operator = Caller(client, service.vault.operator_token())
    answer = operator.post("/v1/combats", {"ruleset": "toy"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Vary"] == "Authorization, Accept, Origin"
