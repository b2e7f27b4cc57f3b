"""A roster becomes reports: one for each, under an id of its own, whatever the file holds."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.importers import all_importers
from domain.importers.file import File
from domain.importers.importer import Imported, NotReadable
from domain.importers.joining import choose, newcomers
from domain.rosters.combatants import Amount, Combatant, State
from domain.rosters.known import KnownNames
from domain.ruleset.ruleset import Refused
from domain.rulesets import ruleset
from tests.domain.importers.accounting import missing
from tests.domain.importers.test_foundry_dnd5e import actor, effect
from tests.domain.importers.test_foundry_pf2e import GUARD
from tests.domain.importers.test_improved_initiative import member, saved
from tests.domain.importers.test_monsters import NEW, OLD, monster


def ogre(**more: Any) -> Combatant:
    return Combatant(**{"line": 1, "name": "Ogre", "id": "x", **more})


def test_a_report_says_the_join_and_all_that_it_begins_with():
    states = (State("prone"), State("bane", 2, "turn", "begin", "x", level=1, concentration=True))
    roster = Imported((ogre(hp=Amount(70, 59, 4), states=states, notes=("sly",), dead=True),))
    [found], findings = newcomers(choose(roster), "ours", {"ogre": "Ogre"})
    assert (found.subject, found.name, found.later) == ("ogre-1", "Ogre 1", ())
    assert [each.said for each in findings] == ["It is called Ogre 1, since there is another Ogre."]
    said = found.report.model_dump(mode="json", exclude_defaults=True)
    assert (said["source"], said["id"], said["note"]) == ("ours", "x", "sly")
    join, pool, *conditions = said["changes"]
    assert join["traits"] == {"hp": {"current": 59, "most": 59, "temporary": 4}}
    assert (pool["pool"], pool["to"]) == ("hp", 70)
    assert [each["name"] for each in conditions] == ["prone", "bane", "dead"]
    assert conditions[1]["until"] == {"span": "turn", "left": 2, "whose": "ogre-1", "edge": "begin"}
    assert (conditions[1]["level"], conditions[1]["concentration"]) == (1, True)


def test_an_ogre_at_minus_3_joins_at_0_and_is_set_where_0_is_the_least():
    known = KnownNames({"sheet": {"hp": {"is": "pool", "least": 0}}})
    roster = choose(Imported((ogre(hp=Amount(-3, 59)),)))
    [found], _ = newcomers(roster, "ours", {}, known)
    join, pool = (each.model_dump() for each in found.report.changes)
    assert join["traits"] == {"hp": {"current": 0, "most": 59}}
    assert (pool["pool"], pool["to"]) == ("hp", -3)


def test_conditions_that_name_others_come_when_all_have_joined():
    one = ogre(states=(State("bane", 2, "turn", "end", "y"), State("charmed", source="z")))
    two = ogre(name="Kara", id="y")
    [first, second], findings = newcomers(choose(Imported((one, two))), "ours", {})
    assert [change.what for change in first.report.changes] == ["join", "condition"]
    [later] = first.later
    assert (later.id, later.changes[0].model_dump()["until"]["whose"]) == ("x conditions", "kara")
    assert [each.said for each in findings] == [
        "charmed: its source is nobody who joins, so that is not brought in."
    ]
    assert second.later == ()


def test_each_has_an_id_of_its_own_that_can_be_kept():
    long = "x" * 300
    roster = Imported((ogre(), ogre(), ogre(id=long), ogre(id=long[:-1])))
    ids = [each.id for each in choose(roster).combatants]
    assert ids[:2] == ["x", "x 2"] and len(set(ids)) == 4 and max(map(len, ids)) <= 60
    assert [each.id for each in choose(roster).combatants] == ids


FILES = [
    actor() | {"effects": [effect(duration={"rounds": 1})]},
    GUARD,
    saved(member("c1", Tags=[{"Text": "Prone", "DurationRemaining": 1}])),
    OLD,
    NEW,
    monster(),
]
OTHERS: list[Any] = [
    None,
    True,
    -1,
    0,
    7.5,
    10**11,
    1e400,
    -1e400,
    math.nan,
    "",
    "7",
    "lots",
    "\n\u202e#12.3",
    "x" * 500,
]
OTHERS += [[], {}, [1], {"a": 1}, [{"name": 3}]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside of another one."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in parts:
        found.append((*path, key))
        if isinstance(part, dict | list):
            found += places(part, (*path, key))
    return found


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_a_file_holds_it_is_read_or_refused_with_a_sentence(data: st.DataObject):
    value = deepcopy(data.draw(st.sampled_from(FILES)))
    for _ in range(data.draw(st.integers(1, 3))):
        other = deepcopy(data.draw(st.sampled_from(OTHERS)))
        _put(value, data.draw(st.sampled_from(places(value))), other)
    file = File(json.dumps(value))
    for importer in all_importers().values():
        if importer.recognises(file):
            try:
                imported = importer.read(file)
                joining = newcomers(choose(imported), importer.source, {})[0]
            except NotReadable as error:
                assert str(error).endswith(".")
                continue
            assert missing(value, imported) == []
            for each in joining:
                _check_sheet(each.report.changes[0].model_dump()["traits"])


def _put(value: Any, path: tuple[Any, ...], other: Any) -> None:
    for key in path[:-1]:
        if not isinstance(value, dict | list):
            return
        value = value[key] if isinstance(value, dict) else value[min(key, len(value) - 1)]
    if isinstance(value, dict):
        value[path[-1]] = other


def _check_sheet(traits: dict[str, Any]) -> None:
    try:
        ruleset("open").sheet_of("combatant").read(traits)
    except Refused as refused:
        assert "cannot hold" in str(refused) or "whole number" in str(refused), refused
