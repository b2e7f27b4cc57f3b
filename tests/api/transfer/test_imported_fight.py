"""A fight that was imported is an ordinary log: every view of it, undo, what-if, and going on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.api.transfer.test_report_timeline import FIGHTS, brought
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in
from tests.support.playing_service import say

Said = dict[str, Any]
VIEWS = (
    "state",
    "timeline",
    "timeline as text/plain",
    "timeline as text/markdown",
    "state as text/plain",
    "events",
    "frames",
    "ledger",
    "audit",
    "audit as text/markdown",
    "audit?rejudge=true",
    "dice",
    "state?part=notes",
    "options",
    "ledger?undone=true as text/csv",
    "evidence as application/zip",
)
"""What is read of a fight, by the path of its address."""


@pytest.fixture(params=FIGHTS, ids=lambda fight: fight.__name__)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """A made-up fight that was imported."""
    service = service_in(tmp_path)
    return Table.at_combat(service, brought(service, request.param(11, 25)).combat)


def test_every_view_shows_it(table: Table):
    for view in VIEWS:
        answer = table.operator.get(view)
        assert answer.status_code == 200, (view, answer.text[:500])
    at = table.entries() // 2
    for view in ("state", "timeline as text/plain"):
        path, _, media = view.partition(" ")
        assert table.operator.get(f"{path}?at={at} {media}".strip()).status_code == 200


def test_the_audit_counts_it_as_reported_and_not_as_overridden(table: Table):
    report = (table.operator.get("audit").json or {})["report"]
    [referee] = report["people"]
    assert referee["reports"] == referee["steps"] - 1 > 0
    assert (referee["override"], referee["ruling"], report["irregular"]) == (0, 0, [])


def test_what_an_act_did_is_damage_also_where_no_line_says_the_difference(tmp_path: Path):
    hp = {"k": "pool", "pool": "hp", "from": None}
    lines: list[Said] = [
        {"k": "join", "who": "kara", "name": "Kara"},
        {**hp, "who": "kara", "to": {"cur": 24, "max": 24}},
        {"k": "join", "who": "ogre", "name": "Ogre"},
        {**hp, "who": "ogre", "to": {"cur": 7, "max": 7}},
        {"k": "clock", "set": {"round": 1, "current": "kara"}},
        {"k": "act", "id": "x1", "verb": "attack", "who": "kara", "targets": ["ogre"]},
        {**hp, "who": "ogre", "from": {"cur": 7, "max": 7}, "to": {"cur": 0, "max": 7}, "by": "x1"},
    ]
    service = service_in(tmp_path)
    table = Table.at_combat(service, brought(service, lines).combat)
    rows = (table.operator.get("query?named=damage-by-round").json or {})["rows"]
    assert [list(row) for row in rows] == [[1, "kara", "ogre", "hp", 7, 1]]


def test_an_undo_takes_back_one_line(table: Table):
    combat = table.service.combat(table.combat)
    before = combat.node
    say(table.service, table.combat, c.Rewind(how="undo"))
    assert combat.node < before
    say(table.service, table.combat, c.Rewind(how="redo"))
    assert combat.node == before


def test_the_table_can_play_on(table: Table):
    service, name = table.service, table.combat
    say(service, name, c.Rule(point="order", value="free"))
    who = next(m.subject for m in service.combat(name).head.roster.present("combatant"))
    say(service, name, c.Act(who=who, manoeuvre="gain", params={"pool": "luck", "by": 2}))
    assert service.combat(name).head.pools.balance_of(who, "luck") == 2


def test_every_entry_is_imported_and_says_its_source(table: Table):
    combat = table.service.combat(table.combat)
    entries = list(combat.entries(3, combat.line.entries))
    assert {entry.meta.basis for entry in entries} == {"imported"}
    heads = [entry for entry in entries if entry.meta.nth == 0]
    assert {type(entry.event) for entry in heads} == {e.Reported}
