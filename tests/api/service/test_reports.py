"""Reports on a real service: known ones change nothing, and all is kept, checked and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.checks.dice_checks import key_bonds
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.log_checks import Words
from api.evidence.checks.whole_log import check_log
from api.evidence.rebuild import Kept
from api.service.batch import Batch, BatchRun, Line, Stop
from api.service.service import OPERATOR, Request, Service
from api.store.core.errors import Unavailable
from api.transfer.import_combat import take_in
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Table
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.what_ifs import tries
from tests.support.logs.reported_fights import KARA, begins, clock, joins, pool

HIT = {"who": "kara", "purpose": "to hit", "dice": [{"sides": 20, "faces": [17]}], "total": 17}
BOLT: dict[str, Any] = {
    "id": "m1",
    "time": "2026-03-01T19:04:12",
    "act": {"who": "kara", "manoeuvre": "Fire Bolt", "targets": ["ogre"], "id": "x12"},
    "rolls": [
        {"who": "kara", "purpose": "to hit", "dice": [{"sides": 20, "faces": [17]}], "total": 17}
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
    rows = table.rita.part("pools")
    [hp] = [row["current"] for row in rows if (row["who"], row["pool"]) == (who, "hp")]
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


def test_a_dry_run_shows_what_a_report_would_change_and_that_a_known_one_changes_nothing(
    cave: Table,
):
    gap = {"what": "gap", "says": 2, "of": "goes"}
    would = cave.rita.would("report", source="avrae", changes=[pool("ogre", delta=-7), gap])
    assert [(x["kind"], x["says"], x["was"], x["becomes"]) for x in would["changes"]] == [
        ("pool", "HP", "59", "52"),
        ("gap", "2 goes were not logged", "no", "yes"),
    ]
    reports(cave, **BOLT)
    assert cave.rita.would("report", source="avrae", **BOLT)["changes"] == []


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
    assert cave.rita.part("conditions") == []


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
    reports(cave, rolls=[{**HIT, "total": 99}, {"who": "ogre", "total": 4}])
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
    cave.rita.says("roll", who="kara", sides=20)
    audit = cave.rita.read("audit")["report"]
    [person] = [p for p in audit["people"] if p["reports"]]
    assert (person["reports"], person["override"], person["reported"]) == (3, 0, 1)
    assert {row["dice"] for row in audit["luck"]} == {1}, "what was reported is nobody's luck"
    assert not [one for one in audit["irregular"] if one["kind"] != "correction"]
    assert [one["text"] for one in audit["gaps"]] == ["2 goes were not logged"]
    page = cave.rita.get("audit as text/markdown").text
    assert "Dice that another program reported fell elsewhere, and are left out." in page
    assert "This log is not complete" in page
    assert "dice may be missing here" in page


def test_a_number_of_a_report_is_corrected_and_what_follows_stays(service: Service, cave: Table):
    entries = reports(cave, **BOLT)["entries"]
    reports(cave, after="x12", changes=[pool("ogre", delta=-1)])
    [hurt] = [x for x in entries if x["type"] == "combat.pool-changed/1"]
    cave.rita.says("correct-number", entry=int(hurt["number"]), value=9)
    assert left(cave, "ogre") == "49"
    [rolled] = [x for x in cave.rita.read("events")["items"] if x["event"].get("faces")][-1:]
    cave.rita.says("correct-number", entry=int(rolled["number"]), value=12, was=17)
    is_whole(service, cave)
    assert reports(cave, **BOLT)["entries"]
    assert left(cave, "ogre") == "49"


def test_a_report_in_a_correction_goes_by_short_ids_as_well(cave: Table):
    act = reports(cave, **BOLT)["entries"][1]["event"]["act"]
    step = reports(cave, after=act, changes=[pool("ogre", delta=-1)])["entries"][0]["step"]
    said = {"type": "report", "source": "avrae", "after": act, "changes": [pool("ogre", to=3)]}
    cave.rita.says("correct", how="amend", step=step, command=said, note="it fell")
    assert left(cave, "ogre") == "3"


def test_a_report_is_put_in_the_place_of_another(service: Service, cave: Table):
    step = reports(cave, **BOLT)["entries"][0]["step"]
    reports(cave, after="x12", changes=[pool("ogre", delta=-1)])
    said = {"type": "report", "source": "avrae", **BOLT, "changes": [pool("ogre", delta=-20)]}
    cave.rita.says("correct", how="amend", step=step, command=said, note="the bot edited it")
    assert left(cave, "ogre") == "38"
    is_whole(service, cave)


def test_the_independent_checker_holds_a_fight_of_reports_for_whole(
    service: Service, cave: Table, tmp_path: Path
):
    reports(cave, **BOLT)
    reports(cave, rolls=[{**HIT, "total": 99}, {"who": "ogre", "total": 4}, HIT])
    cave.rita.says("rewind", how="undo")
    reports(cave, rolls=[{**HIT, "dice": [{"sides": 20, "faces": [3]}]}])
    cave.rita.says("roll", who="kara", sides=20)
    is_whole(service, cave)
    assert in_javascript(tmp_path, bundle(service, cave.combat)).startswith("HOLDS ")


def entries_of(service: Service, cave: Table) -> list[Entry]:
    combat = service.combat(cave.combat)
    return list(combat.entries(1, combat.line.entries, kept=True))


def check(name: str, entries: list[Entry]) -> None:
    check_log(name, entries, key_bonds(name, entries), {}, Words({}, {}))


def test_what_was_reported_stands_in_the_step_of_a_command_that_its_heading_begins(
    service: Service, cave: Table
):
    reports(cave, changes=[pool("ogre", delta=-7)])
    heading, hurt = entries_of(service, cave)[-2:]
    before = entries_of(service, cave)[:-2]
    check(cave.combat, [*before, heading, hurt])
    with pytest.raises(Flaw, match="it was decided in another log, but what it follows was not"):
        check(cave.combat, [*before, heading._replace(kept=None), hurt])
    swapped = heading._replace(event=e.Gap())
    with pytest.raises(Flaw, match="it was decided in another log, but what it follows was not"):
        check(cave.combat, [*before, swapped, hurt])


def test_a_known_report_is_answered_once_it_is_as_safe_as_a_new_one(cave: Table, monkeypatch):
    """The acknowledgement of the first may be lost, and the step be on one server alone."""
    reports(cave, **BOLT)
    monkeypatch.setattr(cave.service.log.tables, "await_standby", _away)
    again = {"type": "report", "source": "avrae", **BOLT}
    assert cave.rita.post("commands", again).status_code == 503
    report = c.COMMAND.validate_python(again)
    batch = Batch([Line(1, report)], Request(report, OPERATOR), lambda *_: Stop(Unavailable(), ""))
    with pytest.raises(Unavailable, match="no standby has it"):
        list(BatchRun(cave.service, cave.combat, batch).chunks())


def _away() -> None:
    raise Unavailable("no standby has it")
