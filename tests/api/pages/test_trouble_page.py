"""The page of what went wrong: it says once what was not found, and what to do."""

from __future__ import annotations

import re

from api.service.service import Service
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
