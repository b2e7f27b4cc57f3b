"""/metrics: what Prometheus reads, for the operator alone."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from tests.api.server.test_workers import three
from tests.support.clients.http_client import Table
from tests.support.clients.real_server import Served
from tests.support.games.toy import TOY

__all__ = ["three"]


def value(text: str, name: str) -> float:
    """The sum of all samples of a name."""
    found = re.findall(rf"^{name} ([0-9.e+]+)$", text, re.MULTILINE)
    assert found, text
    return sum(map(float, found))


def test_requests_are_counted_by_route_and_status(table: Table):
    state = (
        r'combatlog_requests_total\{method="GET",route="/v1/combats/<combat>/state",status="%d"\}'
    )
    for _ in range(3):
        table.ana.get("state")
    table.nobody.get("state")
    told = table.operator.get("/metrics")
    assert told.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert value(told.text, state % 200) == 3 and value(told.text, state % 401) == 1
    assert value(told.text, "combatlog_database_up") == 1
    assert value(told.text, "combatlog_last_position") > 3
    assert value(told.text, "combatlog_stale_reads_total") == 0
    assert table.combat not in told.text


def test_fights_that_make_room_for_others_are_counted(tmp_path: Path):
    settings = Settings(f"sqlite:///{tmp_path}/combats.db")
    migrate(settings)
    vault = Vault(tmp_path / "keys")
    with closing(Service(open_log(settings), vault, lambda: {"toy": TOY}, memory=1)) as service:
        table = Table.laid(service)
        before = table.operator.get("/metrics").text
        other = service.open(c.Open(ruleset="toy", title="Another")).combat.name
        table.operator.get(f"/v1/combats/{other}/state")
        told = table.operator.get("/metrics").text
    name = "combatlog_fights_let_go_total"
    assert (value(before, name), value(told, name)) == (0, 1)


@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("ana", 403), ("rita", 403)])
def test_it_is_for_the_operator_alone(table: Table, who: str, status: int):
    assert getattr(table, who).get("/metrics").status_code == status


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_processes_of_one_server_count_together(three: Served):
    combat, (ana, _) = three.combat()
    before = counted(three)
    for _ in range(30):
        three.client(ana, combat).send("GET", "state")
    assert counted(three) - before == 30


def counted(server: Served) -> float:
    told = server.client(server.operator.token).send("GET", "/metrics").data.decode()
    return sum(float(n) for n in re.findall(r'<combat>/state",status="200"\} ([0-9.]+)', told))


def test_a_method_that_somebody_made_up_is_not_kept(table: Table):
    for made_up in ("AAAA", "BBBB"):
        table.nobody.client.open("/nothing", method=made_up)
    told = table.operator.get("/metrics").text
    assert 'method="other"' in told and "AAAA" not in told
