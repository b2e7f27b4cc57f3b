"""Reports on a real service: known ones change nothing, and all is kept, checked and undone."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.rebuild import Kept
from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table
from tests.support.logs.reported_fights import KARA, joins, pool

BOLT: dict[str, Any] = {
    "id": "m1",
    "time": "2026-03-01T19:04:12",
    "act": {"who": "kara", "manoeuvre": "Fire Bolt", "targets": ["ogre"], "id": "x12"},
    "rolls": [
        {"who": "kara", "for": "to hit", "dice": [{"sides": 20, "faces": [17]}], "total": 17}
    ],
    "changes": [pool("ogre", delta=-7)],
}


@pytest.fixture
def cave(service: Service) -> Table:
    """Kara and an ogre, in a fight whose turns come from reports."""
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open", title="The cave", settings={"order": "reported"})
    order = {"what": "order", "order": [["kara", "15.14"], ["ogre", 12]]}
    reports(table, changes=[joins("kara", **KARA), joins("ogre", hp=59), order], id="m0")
    return table


def reports(table: Table, **said: Any) -> Any:
    """Report something as the referee."""
    return table.rita.says("report", source="avrae", **said)


def left(table: Table, who: str) -> str:
    """What somebody has left of hp."""
    purses = {p["who"]: p["pools"] for p in table.rita.read("action-points")["items"]}
    [hp] = [each["points"] for each in purses[who] if each["pool"] == "hp"]
    return str(hp)


def is_whole(service: Service, table: Table) -> None:
    """Every seal, label and die of a stored combat is as it should be, and so is what is cached."""
    name = table.combat
    service.combat(name).store_caches(all_of_it=True)
    assert Kept(service.log, service.vault, all_rulesets()).check_combat(name).flaws == ()


def test_a_report_that_is_known_writes_nothing_and_is_answered_as_before(
    service: Service, cave: Table
):
    first = reports(cave, **BOLT)
    entries = cave.entries()
    again = reports(cave, **BOLT)
    assert cave.entries() == entries
    assert again["entries"] == first["entries"]
    assert left(cave, "ogre") == "52"
    is_whole(service, cave)


def test_a_report_that_was_undone_may_be_reported_again(service: Service, cave: Table):
    reports(cave, **BOLT)
    cave.rita.says("rewind", how="undo")
    assert left(cave, "ogre") == "59"
    reports(cave, **BOLT)
    assert left(cave, "ogre") == "52"
    is_whole(service, cave)


def test_known_reports_outlast_a_restart(service: Service, cave: Table):
    reports(cave, **BOLT)
    name = cave.combat
    service.combat(name).store_caches(all_of_it=True)
    service.combats.let_go(name)
    entries = cave.entries()
    reports(cave, **BOLT)
    assert cave.entries() == entries
