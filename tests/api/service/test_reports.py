"""Reports on a real service: known ones change nothing, and all is kept, checked and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.import_combat import take_in
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.what_ifs import tries
from tests.support.logs.reported_fights import KARA, begins, clock, joins, pool

HIT = {"who": "kara", "for": "to hit", "dice": [{"sides": 20, "faces": [17]}], "total": 17}
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


def test_a_report_follows_from_an_act_by_its_short_id(cave: Table):
    [_, acted, *_] = reports(cave, **BOLT)["entries"]
    act = acted["event"]["act"]
    burned = reports(cave, after=act, changes=[begins("ogre", "burning", id="c1")])
    assert {entry["cause"] for entry in burned["entries"]} == {act}
    [condition] = [e["event"]["id"] for e in burned["entries"] if "condition" in e["type"]]
    ended = {"what": "condition", "subject": "ogre", "name": condition, "begin": False}
    reports(cave, changes=[ended])
    assert cave.rita.read("conditions")["items"] == []


def test_undo_and_redo_give_the_same_state(service: Service, cave: Table):
    reports(cave, **BOLT)
    reports(cave, changes=[clock(round=3, turn=["kara"]), begins("kara", "blessed", id="c1")])
    reports(cave, changes=[{"what": "leave", "who": "kara"}, {"what": "gap", "says": 2}])
    reports(cave, changes=[{"what": "back", "who": "kara"}])
    before = service.combat(cave.combat).head
    for _ in range(4):
        cave.rita.says("rewind", how="undo")
    for _ in range(4):
        cave.rita.says("rewind", how="redo")
    assert service.combat(cave.combat).head == before
    is_whole(service, cave)


def test_a_fight_of_reports_is_exported_and_taken_in_elsewhere(
    service: Service, cave: Table, tmp_path: Path
):
    reports(cave, **BOLT)
    reports(cave, changes=[clock(round=3, turn=["kara"]), {"what": "gap", "says": 2}])
    lines = lines_of(service, cave.combat)
    with elsewhere(tmp_path) as there:
        there.rulesets = all_rulesets
        assert take_in(there, lines).outcome == "imported"
        assert there.combat(cave.combat).head == service.combat(cave.combat).head
        assert there.combat(cave.combat).reports.steps.keys() == {"avrae\0m0", "avrae\0m1"}


def test_a_what_if_goes_on_from_reports_and_takes_more_of_them(service: Service, cave: Table):
    reports(cave, **BOLT)
    begun = tries(cave, cave.rita, at=cave.rita.read("state")["number"])
    name = begun.at.rpartition("/")[2]
    begun.says("report", source="avrae", after="x12", changes=[pool("ogre", delta=-9)])
    service.combat(name).store_caches(all_of_it=True)
    assert Kept(service.log, service.vault, all_rulesets()).check_combat(name).flaws == ()


def test_the_explanation_of_a_pool_says_who_reported_it(cave: Table):
    reports(cave, **BOLT)
    told = cave.rita.read("explain?what=hp of ogre")
    assert told["parts"][-1]["because"] == (
        "Kara's Fire Bolt, as avrae reports (2026-03-01 19:04:12)"
    )
    assert told["parts"][-1]["basis"] == "imported"


def test_only_the_referee_reports(cave: Table):
    answer = cave.ana.post("commands", {"type": "report", "source": "avrae"})
    assert answer.status_code == 403


def test_the_state_says_who_reported_last_and_what_was_not_logged(cave: Table):
    reports(cave, **BOLT)
    reports(cave, changes=[{"what": "gap", "says": 2, "of": "goes"}])
    found = cave.rita.read("state")["reported"]
    says = "As avrae reported it at 2026-03-01 19:04:12. 2 goes were not logged."
    assert found["says"] == says
    assert found["gaps"] == [{"many": 2, "what": "goes", "says": "2 goes were not logged"}]


def test_the_audit_counts_reports_and_says_that_it_is_not_complete(cave: Table):
    reports(cave, **BOLT, note="from the log of the bot")
    reports(cave, changes=[{"what": "gap", "says": 2, "of": "goes"}])
    audit = cave.rita.read("audit")["report"]
    [person] = [p for p in audit["people"] if p["reports"]]
    assert (person["reports"], person["override"], person["reported"]) == (3, 0, 1)
    assert not [one for one in audit["irregular"] if one["kind"] != "correction"]
    assert [one["text"] for one in audit["gaps"]] == ["2 goes were not logged"]
    page = cave.rita.get("audit as text/markdown").text
    assert "This log is not complete" in page
    assert "dice may be missing here" in page
