"""The golden combats under rules of another day: they replay as stored, and the report says where.

The rules are broken on purpose. A combat is what was recorded; what the broken rules would say
instead is told step by step, of the steps that stand on the broken rule and of no other.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.combats.open_combat import OpenCombat
from api.service.service import Service
from domain.state.combat import state_hash
from tests.api.web.routes.test_commands import fight, finish
from tests.properties.test_samples import WHOLE
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import LUCKY, adopts
from tests.support.games.toy import TOY
from tests.support.goldens.samples import sample_in, service_in
from tests.support.rulesets.broken_rulesets import changed, cursed, rolled_for_the_rules


def hashes(combat: OpenCombat) -> dict[int, str]:
    """The state hash at the end of every step of play."""
    line = combat.line
    plays = (n for n in range(1, line.steps + 1) if line.is_play(n))
    return {n: state_hash(combat.moments.at(line.last(n))) for n in plays}


def found(table: Table) -> dict[str, Any]:
    """The report, as the referee has it."""
    answer = table.rita.get("audit?rejudge=true")
    assert answer.status_code == 200, answer.text
    return dict(json_of(answer)["rejudged"][0])


@pytest.fixture
def fought(table: Table) -> Table:
    """The fight to its end: steps 1 to 19, of which 5 to 8 are talk; Bert is hurt."""
    fight(table)
    finish(table)
    return table


# --- the golden combats ----------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("fight_file", WHOLE)
def test_a_golden_combat_replays_under_broken_rules_and_the_report_names_what_they_change(
    fight_file: Path, tmp_path: Path
):
    service, name = sample_in(tmp_path, fight_file)
    combat = service.combat(name)
    stored, entries = hashes(combat), list(combat.entries(1, combat.line.entries))
    rules = {combat.rules.key: cursed(combat.rules)}
    service.close()

    again = service_in(tmp_path)
    again.rulesets = lambda: rules
    read = again.combat(name)
    assert read is not combat and read.rules == replace(rules[combat.rules.key], takes_over=True)
    assert hashes(read) == stored
    report = Table.at_combat(again, name).operator.read("audit?rejudge=true")["rejudged"][0]
    assert [step["step"] for step in report["steps"]] == rolled_for_the_rules(entries)
    assert {step["finding"] for step in report["steps"]} <= {"differs"}
    assert {step["revision"] for step in report["steps"]} <= {combat.rules.revision}
    assert report["judged"] == len(stored) == report["same"] + len(report["steps"])
    assert report["revisions"] == {combat.rules.revision: len(stored)}
    assert hashes(read) == stored
    assert [x.chain for x in read.entries(1, read.line.entries)] == [x.chain for x in entries]
    again.close()


@pytest.mark.sweep
@pytest.mark.parametrize("fight_file", WHOLE)
def test_a_golden_combat_is_the_same_under_the_rules_of_today(fight_file: Path, tmp_path: Path):
    service, name = sample_in(tmp_path, fight_file)
    report = Table.at_combat(service, name).operator.read("audit?rejudge=true")["rejudged"][0]
    assert report["steps"] == [] and report["judged"] == report["same"] > 30
    service.close()


# --- what the report says --------------------------------------------------------------------


def test_under_the_same_rules_nothing_differs(fought: Table):
    same = {"judged": 15, "same": 15, "revision": "1", "revisions": {"1": 15}, "steps": []}
    assert found(fought) == same


def test_a_difference_is_told_line_by_line_with_the_fields_that_differ(fought: Table):
    """Bert's 14 would be 13; Ana's 13 would not hit the 14 on record, so no harm is done."""
    fought.service.combat(fought.combat).rules = cursed(TOY)
    report = found(fought)
    assert (report["revision"], report["revisions"]) == ("1-cursed", {"1": 15})
    first, other = report["steps"]
    assert (first["step"], first["number"], first["by"]) == (17, "40", "p0")
    assert first["standing"] is True
    assert (first["finding"], first["revision"]) == ("differs", "1")
    [line] = first["differences"]
    assert line["was"] == "Bert rolls attempt 14 = 1d20 [12] + 2 might, typed"
    assert line["becomes"] == "Bert rolls attempt 13 = 1d20 [12] + 2 might - 1 curse, typed"
    assert line["fields"]["total"] == "14 -> 13"
    assert list(line["fields"]) == ["modifiers", "total"]
    assert (other["step"], other["number"]) == (18, "41")
    assert [line["was"] for line in other["differences"]][1:] == [
        "Bert's parry: failed",
        "Ana's strike: hit (attack 14, defence 14)",
        "Bert: hurt, until the end of the round",
    ]
    assert [line["becomes"] for line in other["differences"]][1:] == [
        "Bert's parry: succeeded",
        "Ana's strike: stopped (attack 13, defence 14)",
        "",
    ]


def test_what_happens_no_longer_has_nothing_in_its_place(fought: Table):
    fought.service.combat(fought.combat).rules = changed(TOY, "blow", lambda step: None)
    [step] = found(fought)["steps"]
    assert (step["step"], step["finding"]) == (18, "differs")
    assert [(line["was"], line["becomes"]) for line in step["differences"]] == [
        ("Bert's parry: failed", ""),
        ("Ana's strike: hit (attack 14, defence 14)", ""),
        ("Bert: hurt, until the end of the round", ""),
    ]


def test_what_is_refused_by_now_names_its_clause(fought: Table):
    gone = tuple(m for m in TOY.manoeuvres if m.name != "parry")
    fought.service.combat(fought.combat).rules = replace(TOY, manoeuvres=gone, revision="2")
    steps = {step["step"]: step for step in found(fought)["steps"]}
    declared = steps[13]
    assert (declared["finding"], declared["revision"]) == ("refused", "1")
    assert declared["why"] and declared["differences"] == []


def test_steps_that_were_undone_are_judged_as_well_and_say_so(fought: Table):
    for _ in range(2):
        fought.rita.says("rewind", how="undo")
    fought.service.combat(fought.combat).rules = changed(TOY, "blow", lambda step: None)
    [step] = found(fought)["steps"]
    assert (step["step"], step["standing"]) == (18, False)


def test_a_corrected_line_is_judged_as_it_was_corrected(fought: Table):
    adopts(fought, **LUCKY)
    report = found(fought)
    assert report["judged"] == report["same"] == 18
    fought.service.combat(fought.combat).rules = cursed(TOY)
    assert [step["step"] for step in found(fought)["steps"]] == [17, 18, 21, 22]


def test_the_referee_alone_sees_it(fought: Table):
    assert fought.ana.get("audit?rejudge=true").status_code == 403
    assert fought.sue.get("audit?rejudge=true").status_code == 403
    assert fought.nobody.get("audit?rejudge=true").status_code == 401


def test_play_goes_on_between_two_pages(fought: Table, monkeypatch: pytest.MonkeyPatch):
    """Every page holds the combat anew; what is appended meanwhile is for the next report."""
    monkeypatch.setattr("api.read.step_audits.PAGE", 4)
    service, pages = fought.service, []

    def held(name: str) -> Any:
        pages.append(name)
        if len(pages) == 5:
            fought.rita.says("note", note="meanwhile")
            fought.rita.says("roll", who="cleo", sides=20)
        return Service.lock_combat(service, name)

    monkeypatch.setattr(service, "lock_combat", held)
    assert found(fought)["judged"] == 15
    monkeypatch.undo()
    assert found(fought)["judged"] == 16
