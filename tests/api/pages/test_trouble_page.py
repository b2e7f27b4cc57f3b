"""The page of what went wrong: it says once what was not found, and what to do."""

from __future__ import annotations

import re
from typing import Any

from pytest import MonkeyPatch

from api.service.service import Service
from api.store.core.errors import Unavailable
from api.web.join_codes import EACH
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table


def heading_and_alert(text: str) -> tuple[str, str]:
    """The heading of a page and what it says below."""
    [heading] = re.findall(r"<h1>(.*?)</h1>", text)
    [alert] = re.findall(r'<p role="alert"[^>]*>(.*?)</p>', text)
    return heading, re.sub(r"<[^>]*>", "", alert)


def test_a_fight_that_is_not_here_is_said_once_with_what_to_do(service: Service):
    table = Table.laid(service)
    reader = Reader(table.app, service.vault.operator_token())
    answer = reader.get("/combats/none")
    assert answer.status_code == 404
    heading, alert = heading_and_alert(answer.text)
    assert heading == "This fight is not here"
    assert alert.startswith("The address may be mistyped, or what was here is gone.")
    assert "ask your referee for its link" in alert and "Not found" not in heading + alert


def test_another_thing_that_is_not_here_is_named(service: Service):
    table = Table.laid(service)
    answer = Reader(table.app, table.tokens["ana"]).get(f"/combats/{table.combat}?at=9999")
    heading, alert = heading_and_alert(answer.text)
    assert heading == "There is no entry of that number"
    assert "The last one is" in alert and heading not in alert


def test_what_is_forbidden_is_said_once(service: Service):
    table = Table.laid(service)
    answer = Reader(table.app, table.tokens["sue"]).get(f"/combats/{table.combat}/referee")
    heading, alert = heading_and_alert(answer.text)
    assert heading and not alert.startswith(heading)


def test_when_to_try_again_is_in_the_headers_too(service: Service, monkeypatch: MonkeyPatch):
    table = Table.laid(service)
    reader = Reader(table.app, table.tokens["ana"])

    def fail(*_: Any) -> None:
        raise Unavailable("The database is away.")

    with monkeypatch.context() as away:
        away.setattr(service, "lock_combat", fail)
        answer = reader.get(f"/combats/{table.combat}")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.headers["Cache-Control"] == "no-store"
    form = Reader(table.app).reads("/join").form("Join")
    tries = [form.filled(code="ABCD-EFGH", name="Ulla")] * (EACH + 1)
    *_, refused = [Reader(table.app).sends(form, each) for each in tries]
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0


def test_a_form_or_an_address_with_a_nul_is_refused(either_service: Service):
    table = Table.laid(either_service)
    referee = Reader(table.app, either_service.vault.operator_token())
    for path in ("/?q=%00", "/audit?campaign=%00", "/new?ruleset=toy&from=%00"):
        assert referee.get(path).status_code == 404
    form = referee.reads(f"/combats/{table.combat}").form("Move")
    assert referee.sends(form, form.filled(beside="a\0b")).status_code == 404
