"""Files of other programs over HTTP: who joins with what, the report, and no doubles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from api.web.route_table import TEXT
from domain import commands as c
from domain import events as e
from tests.domain.importers.test_foundry_dnd5e import actor
from tests.domain.importers.test_improved_initiative import member, saved
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.goldens.samples import service_in

HOW = {"Content_Type": TEXT}


@pytest.fixture
def bridge(tmp_path: Path) -> Table:
    """A fight of any game with nobody in it."""
    service = service_in(tmp_path)
    return Table.at_combat(service, service.open(c.Open(ruleset="open")).combat.name)


def sent(table: Table, content: Any, **query: str) -> Any:
    asked = "&".join(f"{name.replace('_', '-')}={quote(value)}" for name, value in query.items())
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return json_of(table.operator.post(f"import?{asked}", raw, **HOW))


def names(table: Table) -> dict[str, str]:
    found = table.service.combat(table.combat).head.roster.members
    return {subject: each.name for subject, each in found.items() if each.here}


def test_an_actor_joins_with_every_number(bridge: Table):
    found = sent(bridge, actor(), name="fvtt-Actor-old-ogre-x9Y8.json")
    assert (found["importer"], found["carried_out"]) == ("foundry-actor", True)
    assert found["joined"] == [{"subject": "old-ogre", "name": "Old Ogre", "id": "Actor.a1B2"}]
    head = bridge.service.combat(bridge.combat).head
    ogre = head.roster.members["old-ogre"]
    assert (ogre.side, ogre.name) == ("enemy", "Old Ogre")
    pools = {"hp": 30, "hp/temporary": 4, "death save success": 1, "legendary actions": 2}
    assert dict(head.pools.of["old-ogre"]) == pools
    assert head.pools.limits_of("old-ogre", "hp", "").most == 59
    facts = {"ac": 11, "strength": 19, "dexterity": 8, "challenge rating": "0.25", "pc": False}
    assert facts.items() <= ogre.traits.items() and ogre.traits["initiative"] == 1
    [exhaustion] = head.conditions.on("old-ogre")
    assert (exhaustion.name, exhaustion.level) == ("exhaustion", 2)


def test_all_that_a_join_brings_has_the_basis_imported(bridge: Table):
    sent(bridge, actor())
    combat = bridge.service.combat(bridge.combat)
    entries = list(combat.entries(2, combat.line.entries))
    assert {entry.meta.basis for entry in entries} == {"imported"}
    heading = entries[0].event
    assert isinstance(heading, e.Reported)
    assert (heading.source, heading.id) == ("foundry", "Actor.a1B2")


def test_importing_again_changes_nothing(bridge: Table):
    first = sent(bridge, saved(member("c1"), member("c2", IndexLabel=2)))
    assert [each["name"] for each in first["joined"]] == ["Ogre 1", "Ogre 2"]
    entries = bridge.service.combat(bridge.combat).line.entries
    three = saved(*(member(f"c{n}", IndexLabel=n) for n in (1, 2, 3)))
    assert sent(bridge, three, only="Ogre 1")["known"] == ["Ogre 1"]
    assert bridge.service.combat(bridge.combat).line.entries == entries
    again = sent(bridge, three)
    assert (again["known"], [each["name"] for each in again["joined"]]) == (
        ["Ogre 1", "Ogre 2"],
        ["Ogre 3"],
    )
    assert list(names(bridge).values()) == ["Ogre 1", "Ogre 2", "Ogre 3"]
    left = {each["said"] for each in again["findings"] if each["id"] == "e1/c1"}
    assert left == {"It came in before, from the same file or another one: nothing is changed."}


def test_who_was_undone_comes_in_again(bridge: Table):
    sent(bridge, actor())
    bridge.operator.says("rewind", how="undo")
    assert names(bridge) == {}
    assert [each["name"] for each in sent(bridge, actor())["joined"]] == ["Old Ogre"]


def test_an_imported_roster_is_an_ordinary_log(bridge: Table):
    sent(bridge, saved(member("c1", Tags=["Prone"]), member("c2", IndexLabel=2)))
    combat = bridge.service.combat(bridge.combat)
    before = combat.head
    for _ in range(2):
        bridge.operator.says("rewind", how="undo")
    assert names(bridge) == {}
    for _ in range(2):
        bridge.operator.says("rewind", how="redo")
    assert bridge.service.combat(bridge.combat).head == before
    story = bridge.operator.get("timeline?full=1", Accept="text/plain").text
    assert "improved-initiative" in story and "Ogre 1" in story and "Prone" in story, story
    why = json_of(bridge.operator.get("explain?what=hp%20of%20ogre-1"))
    assert "imported" in json.dumps(why), why


def test_equal_names_get_numbers_and_the_report_says_so(bridge: Table):
    sent(bridge, b"name;hp\nOld Ogre;7")
    found = sent(bridge, actor())
    assert names(bridge) == {"old-ogre": "Old Ogre", "old-ogre-1": "Old Ogre 1"}
    assert found["findings"][0]["said"] == (
        "It is called Old Ogre 1, since there is another Old Ogre."
    )


def test_a_condition_counts_the_turns_of_another_who_joins(bridge: Table):
    tag = {
        "Text": "Bane",
        "DurationRemaining": 2,
        "DurationTiming": "StartOfTurn",
        "DurationCombatantId": "c2",
    }
    sent(bridge, saved(member("c1", Tags=[tag]), member("c2", IndexLabel=2)))
    [bane] = bridge.service.combat(bridge.combat).head.conditions.on("ogre-1")
    assert bane.until is not None
    assert (bane.until.whose, bane.until.edge, bane.until.left) == ("ogre-2", "begin", 2)


def test_a_hidden_one_joins_hidden(bridge: Table):
    tag = {
        "Text": "Bane",
        "DurationRemaining": 2,
        "DurationTiming": "StartOfTurn",
        "DurationCombatantId": "c2",
    }
    hidden = member("c1", Hidden=True, Alias="Grum", CurrentNotes="sly", Tags=["Prone", tag])
    sent(bridge, saved(hidden, member("c2")))
    assert bridge.service.combat(bridge.combat).head.roster.members["grum"].hidden
    seat = {"type": "seat-open", "person": "Sue", "role": "spectator"}
    token = json_of(bridge.operator.post("commands", seat))["tokens"]["s1"]
    watching = Caller(bridge.app.test_client(), token, bridge.operator.at)
    seen = "".join(watching.get(path).text for path in ("log", "state", "timeline?full=1"))
    assert "ogre" in seen
    for secret in ("grum", "Grum", "sly", "Prone", "Bane", "e1/c1"):
        assert secret not in seen, (secret, seen)


def test_hit_points_above_their_most_come_in_as_they_are(bridge: Table):
    sent(bridge, actor(hp={"value": 70, "max": 59}))
    head = bridge.service.combat(bridge.combat).head
    assert head.pools.balance_of("old-ogre", "hp") == 70
    assert head.pools.limits_of("old-ogre", "hp", "").most == 59


def test_a_dry_run_brings_nobody_in(bridge: Table):
    found = sent(bridge, actor(), dry_run="1")
    assert (found["carried_out"], found["joined"][0]["name"]) == (False, "Old Ogre")
    assert names(bridge) == {}


def test_what_is_not_clear_is_refused_with_a_sentence(bridge: Table):
    for content, query, says in (
        (b'["Once upon a time"]', {}, "This is JSON. No program that is known here"),
        (actor(), {"as": "open5e"}, "open5e cannot read it. It reads monsters"),
        (actor(), {"as": "boat"}, 'No importer is called "boat".'),
        (saved(member("c1")) | {"Creatures.b": member("c1")["StatBlock"]}, {}, "several parts"),
        (actor(), {"only": "Kara"}, 'Nobody in the file is called "Kara"'),
    ):
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        answer = bridge.operator.post(f"import?{asked}", raw, **HOW)
        assert answer.status_code == 409 and says in json_of(answer)["detail"], says
    assert names(bridge) == {}


def test_too_many_at_once_are_refused(bridge: Table):
    rows = [actor() | {"_id": f"a{n}", "_stats": {}} for n in range(51)]
    answer = bridge.operator.post("import", json.dumps(rows).encode(), **HOW)
    assert "at most 50 join at once" in json_of(answer)["detail"]


def test_a_file_opens_a_fight_of_its_own_once(bridge: Table):
    def opened(content: Any) -> Any:
        raw = json.dumps(content).encode()
        operator = Caller(bridge.app.test_client(), bridge.service.vault.operator_token())
        return json_of(operator.post("/v1/import", raw, **HOW))

    first = opened(actor())
    assert first["combat"] not in ("", bridge.combat) and first["joined"]
    again = opened(actor())
    assert (again["combat"], again["joined"], again["known"]) == (first["combat"], [], ["Old Ogre"])
    assert opened(actor() | {"name": "Ogre"})["combat"] != first["combat"]


def test_bytes_that_are_no_utf_8_are_read_and_said(bridge: Table):
    found = sent(bridge, "name;hp\nÉlan;7".encode("cp1252"))
    assert names(bridge) == {"elan": "Élan"}
    assert "It was read as cp1252." in found["findings"][0]["said"]


def test_other_games_take_no_file(table: Table):
    answer = table.operator.post("import", b"name;hp\nKara;24", **HOW)
    assert answer.status_code == 409 and "any game" in json_of(answer)["detail"]


def test_only_the_referee_brings_a_file_in(bridge: Table):
    nobody = Caller(bridge.app.test_client(), None, bridge.operator.at)
    assert nobody.post("import", b"name;hp\nKara;24", **HOW).status_code == 401


def test_every_importer_is_listed(bridge: Table):
    found = json_of(bridge.operator.get("/v1/importers"))["items"]
    assert {"name": "open5e", "reads": "monsters of the Open5e API", "gives": "roster"} in found
