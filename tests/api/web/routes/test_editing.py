"""Editing somebody over HTTP: story, state, why, correction, undo, export; and other games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.transfer.import_combat import take_in
from domain import commands as c
from tests.support.clients.http_client import Table, json_of
from tests.support.goldens.samples import service_in

TEXT = {"Accept": "text/plain"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Kara has lost 8 of her 24 hp, in the first round of any game."""
    service = service_in(tmp_path)
    opening = c.Open(ruleset="open", settings={"order": "as added"})
    found = Table.at_combat(service, service.open(opening).combat.name)
    found.operator.says("join", subject="kara", name="Kara", traits={"hp": 24, "ac": 16})
    found.operator.says("join", subject="ogre", name="Ogre", traits={"hp": 59})
    found.operator.says("answer", who="referee", about="round", choice="begin")
    deed = {"who": "kara", "manoeuvre": "hit", "targets": ["ogre"], "params": {"their hp": 9}}
    found.operator.says("act", **deed)
    found.operator.says("act", **{**deed, "targets": ["kara"], "params": {"their hp": 8}})
    return found


def members(table: Table) -> dict[str, Any]:
    return {each["subject"]: each for each in table.operator.read("state")["members"]}


def story(table: Table) -> str:
    return str(table.operator.get("timeline?full=1", **TEXT).text)


def left(table: Table, who: str) -> str:
    rows = table.operator.part("pools")
    return str(next(row["amount"] for row in rows if row["who"] == who))


def test_the_story_the_state_and_why_follow_an_edit(table: Table):
    table.operator.says("edit", who="ogre", name="Grumm", traits={"hp": 69, "ac": 11}, note="typo")
    assert "Ogre: called Grumm, HP current 69, not 59, HP most 69, not 59, ac 11" in story(table)
    assert members(table)["ogre"]["name"] == "Grumm"
    assert left(table, "ogre") == "60 of 69"
    why = json_of(table.operator.get("explain?what=hp+of+ogre"))
    assert (why["title"], why["value"]) == ("Grumm: 60 HP", 60)
    fact = json_of(table.operator.get("explain?what=ac+of+ogre"))
    assert any("Ogre: called Grumm" in part["says"] for part in fact["parts"])


def test_it_is_undone_and_redone(table: Table):
    before = members(table), left(table, "ogre")
    table.operator.says("edit", who="ogre", name="Grumm", traits={"hp": 69})
    after = members(table), left(table, "ogre")
    table.operator.says("rewind", how="undo")
    assert (members(table), left(table, "ogre")) == before
    table.operator.says("rewind", how="redo")
    assert (members(table), left(table, "ogre")) == after


def test_an_edited_number_is_corrected_in_two_steps(table: Table):
    table.operator.says("edit", who="ogre", traits={"hp": 96})
    [line] = [one for one in story(table).splitlines() if "Ogre: HP current 96" in one]
    entry = int(line.split()[0])
    table.operator.says("correct-number", entry=entry, value=69)
    assert left(table, "ogre") == "60 of 69"


def test_it_travels(table: Table, tmp_path: Path):
    table.operator.says("edit", who="ogre", name="Grumm", side="hill", traits={"hp": 69})
    exported = table.operator.get("export").data
    (tmp_path / "there").mkdir()
    there = service_in(tmp_path / "there")
    take_in(there, exported.splitlines(keepends=True))
    elsewhere = Table.at_combat(there, table.combat)
    assert members(elsewhere) == members(table) and story(elsewhere) == story(table)
    assert there.log.catalogue_row(table.combat).members == "Kara, Grumm"  # type: ignore[union-attr]


def test_in_a_what_if_somebody_is_edited_as_well(table: Table):
    table.operator.says("edit", who="ogre", name="Grumm", controller="kara")
    made = json_of(table.operator.post("what-ifs", {"title": "Else"}))
    copy = Table.at_combat(table.service, made["combat"])
    assert members(copy)["ogre"]["controller"] == "kara"


def test_a_player_does_not_edit_and_a_sheet_that_cannot_be_is_refused(table: Table):
    seat = table.operator.says("seat-open", person="Ann", role="player", combatants=["kara"])
    token = next(iter(seat["tokens"].values()))
    player = type(table.operator)(table.client, token, table.operator.at)
    asked = player.post("commands", {"type": "edit", "who": "kara", "name": "Queen"})
    assert asked.status_code == 403
    wrong = {"type": "edit", "who": "kara", "traits": {"hp": {"current": 9, "most": 5}}}
    refused = table.operator.post("commands", wrong)
    assert refused.status_code == 409
    assert json_of(refused)["pointer"] == "/traits/hp/current"


def test_a_dry_run_says_what_would_stand_otherwise(table: Table):
    would = table.operator.would("edit", who="ogre", traits={"hp": 69})
    assert any(each["says"] == "HP" and each["becomes"] == "60" for each in would["changes"])
