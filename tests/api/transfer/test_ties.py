"""Combats and actors of Foundry VTT in one fight: each fighter is there once, in either order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.service.service import OPERATOR, Service
from api.transfer.file_report import FileReport, Wanted
from api.transfer.import_file import bring_in, read_file
from domain import commands as c
from domain.state.combat import Combat
from tests.support.timelines.installation import installation

OGRE: dict[str, Any] = {
    "_id": "aOgre",
    "name": "Old Ogre",
    "type": "npc",
    "system": {
        "attributes": {"hp": {"value": 30, "max": 59}, "ac": {"flat": 11, "calc": "flat"}},
        "abilities": {"dex": {"value": 8}},
    },
    "effects": [{"name": "Prone", "disabled": False}],
    "_stats": {"systemId": "dnd5e"},
}


def combat(*names: str) -> dict[str, Any]:
    """A combat in round 2 whose combatants are all of one actor."""
    people = [
        {"_id": f"c{n}", "name": name, "actorId": "aOgre", "initiative": 20 - n}
        for n, name in enumerate(names, 1)
    ]
    return {"_id": "f1", "round": 2, "turn": 0, "combatants": people}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that knows any game."""
    with installation(tmp_path / "here") as opened:
        yield opened


def brought(service: Service, *files: dict[str, Any]) -> tuple[Combat, FileReport]:
    """Import files into a fight whose turns come from elsewhere; the last report is returned."""
    fight = c.Open(ruleset="open", settings={"order": "reported"})
    name = service.open(fight, viewer=OPERATOR).combat.name
    reports = [
        bring_in(service, name, read_file(json.dumps(file).encode()), Wanted(OPERATOR))
        for file in files
    ]
    return service.combat(name).head, reports[-1]


def hit_points(head: Combat) -> dict[str, int]:
    """Return the hit points of each fighter by name."""
    members = head.roster.members.values()
    return {each.name: head.pools.balance_of(each.subject, "hp") for each in members}


def test_the_actor_of_a_combatant_gives_it_numbers_and_nobody_else_joins(service: Service):
    head, report = brought(service, combat("Ogre"), OGRE)
    assert hit_points(head) == {"Ogre": 30}
    assert (report.joined, report.known) == ((), ("Old Ogre",))
    assert "Ogre is in the fight already: these numbers are theirs now." in [
        each.said for each in report.findings
    ]
    assert head.roster.members["c1"].traits["ac"] == 11
    assert [one.name for one in head.conditions.on("c1")] == ["Prone"]


def test_the_combatant_of_an_actor_in_the_fight_is_that_fighter(service: Service):
    head, report = brought(service, OGRE, combat("Ogre"))
    assert hit_points(head) == {"Old Ogre": 30}
    assert head.clock.order("order") == ("old-ogre",)
    assert head.clock.actors == ("old-ogre",)
    wrong = [each.said for each in report.findings if " in the source, and " in each.said]
    assert wrong == ["combatants.old-ogre.name is Ogre in the source, and Old Ogre here."]


def test_a_combatant_without_a_name_has_that_of_its_actor(service: Service):
    head, _ = brought(service, combat(""), OGRE)
    assert hit_points(head) == {"Old Ogre": 30}
    head, report = brought(service, OGRE, combat(""))
    assert hit_points(head) == {"Old Ogre": 30}
    assert [each.said for each in report.findings if each.words == "name"] == [
        "It has no name of its own: it has that of its actor, once that is in the fight."
    ]


def test_several_tokens_of_one_actor_stay_several_and_each_has_its_numbers(service: Service):
    head, _ = brought(service, combat("", "", "Chief"), OGRE, OGRE)
    assert hit_points(head) == {"Old Ogre 1": 30, "Old Ogre 2": 30, "Chief": 30}
    head, _ = brought(service, OGRE, combat("", "Chief"), OGRE)
    assert hit_points(head) == {"Old Ogre": 30, "Chief": 30}


def test_the_combat_imported_again_changes_nothing(service: Service):
    head, report = brought(service, OGRE, combat("", "Chief"), OGRE, combat("", "Chief"))
    assert hit_points(head) == {"Old Ogre": 30, "Chief": 30}
    assert report.reported == 0
