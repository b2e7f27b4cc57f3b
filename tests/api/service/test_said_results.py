"""What comes of an act over HTTP: told, explained, corrected, undone, and counted as luck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.service.service import Service
from api.transfer.import_combat import take_in
from domain.rulesets import all_rulesets
from domain.state.combat import state_hash
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.carried import elsewhere, lines_of

HIT: dict[str, Any] = {
    "type": "act",
    "who": "ana",
    "manoeuvre": "hit",
    "targets": ["troll"],
    "rolls": [
        {
            "purpose": "attack",
            "dice": "2d20kh1+5",
            "faces": [4, 17],
            "target": 15,
            "outcome": "hit",
        },
        "damage 2d6+1d4+3 (6, 2, 3)",
    ],
    "results": ["troll: health -7", "ana: health +1", "troll: is dazed 2 for 3 rounds"],
}


@pytest.fixture
def bridge(service: Service) -> Table:
    """Ana and a troll at a bridge, before their first round."""
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open", title="The bridge")
    table.operator.says("join", subject="ana", name="Ana", traits={"pools": {"health": 9}})
    table.operator.says("join", subject="troll", name="Troll", traits={"pools": {"health": 12}})
    table.operator.says("join", subject="bridge", kind="thing", name="The bridge")
    return table


def story(table: Table) -> list[str]:
    """The lines of the whole story."""
    return [line["text"] for line in table.rita.read("timeline")["items"]]


def number_of(table: Table, says: str) -> int:
    """The entry that stands whose line in the story begins so."""
    lines = [x for x in table.rita.read("timeline")["items"] if not x["undone"]]
    return next(int(line["number"]) for line in lines if line["text"].startswith(says))


def left(table: Table) -> dict[str, int]:
    return {row["who"]: row["current"] for row in table.rita.part("pools")}


def test_the_story_tells_every_roll_and_result(bridge: Table):
    bridge.operator.says(**HIT)
    assert left(bridge) == {"ana": 10, "troll": 5}
    told = "\n".join(story(bridge))
    assert "Ana rolls attack 22 = 2d20 [17] (without 4) + 5 bonus against 15: hit, typed" in told
    assert "Ana rolls damage 14 = 2d6 [6, 2] + 1d4 [3] + 3 bonus, typed" in told
    assert "Troll loses 7 health, 5 left" in told
    assert "Troll: dazed, level 2, until the end of the round (3 rounds to go)" in told


def test_a_thing_acts_and_a_bare_total_is_told_as_such(bridge: Table):
    creaks = {"who": "bridge", "manoeuvre": "creak", "rolls": ["noise 1d20+2 = 9"]}
    bridge.operator.says("act", **creaks, results=["ana: is wary"])
    told = "\n".join(story(bridge))
    assert "The bridge rolls noise 9 (1d20+2), faces unknown, typed" in told
    assert "Ana: wary" in told


def test_a_loss_is_explained_by_the_act_and_its_roll_by_every_die(bridge: Table):
    bridge.operator.says(**HIT)
    why = bridge.rita.read(f"explain?what={number_of(bridge, 'Troll loses')}")
    assert "Ana" in str(why) and "hit" in str(why)
    roll = bridge.rita.read(f"explain?what={number_of(bridge, 'Ana rolls damage')}")
    assert [part["points"] for part in roll["parts"]] == ["+8", "+3", "+3"]


def test_a_result_and_a_die_are_corrected_where_they_stand(bridge: Table):
    bridge.operator.says(**HIT)
    at = number_of(bridge, "Troll loses")
    bridge.rita.says("correct-number", entry=at, value=9)
    assert left(bridge)["troll"] == 3
    at = number_of(bridge, "Ana rolls damage")
    bridge.rita.says("correct-number", entry=at, value=4, was=3)
    assert "Ana rolls damage 15 = 2d6 [6, 2] + 1d4 [4] + 3 bonus, typed" in "\n".join(story(bridge))
    at = number_of(bridge, "Ana rolls attack")
    bridge.rita.says("correct-number", entry=at, value=2, was=17)
    assert "attack 9 = 2d20 [4] (without 2) + 5 bonus" in "\n".join(story(bridge))


def test_an_undone_act_takes_everything_with_it(bridge: Table):
    before = left(bridge)
    bridge.operator.says(**HIT)
    bridge.operator.says("rewind")
    assert left(bridge) == before


def state(service: Service, combat: str) -> str:
    """The state of a combat in one line."""
    return state_hash(service.combat(combat).head)


def test_it_is_the_same_after_undo_and_redo_and_elsewhere(bridge: Table, tmp_path: Path):
    bridge.operator.says(**HIT)
    bridge.operator.says("act", who="troll", manoeuvre="roars", rolls=["might 1d20+1d4"])
    stood = state(bridge.service, bridge.combat)
    bridge.operator.says("rewind", to=0)
    bridge.operator.says("rewind", how="redo")
    while state(bridge.service, bridge.combat) != stood:
        bridge.operator.says("rewind", how="redo")
    with elsewhere(tmp_path) as there:
        there.rulesets = all_rulesets
        take_in(there, lines_of(bridge.service, bridge.combat, keyed=True))
        assert state(there, bridge.combat) == stood


def test_luck_takes_each_size_by_itself(bridge: Table):
    bridge.operator.says(**HIT)
    rows = bridge.rita.read("audit")["report"]["luck"]
    mine = {(row["sides"], row["dice"], row["total"]) for row in rows if row["of"] == "Ana"}
    assert mine == {(20, 2, 21), (6, 2, 8), (4, 1, 3)}


def test_a_stranger_among_the_results_is_refused_by_name(bridge: Table):
    body = {**HIT, "results": ["troll: health -7", "ghost: health -1"]}
    answer = bridge.rita.post("commands", body, If_Match="*")
    problem = json_of(answer)
    assert answer.status_code == 409
    assert "Nobody and nothing here is called 'ghost'" in problem["detail"]
    assert (problem["pointer"], problem["legal"]) == ("/results/1", None)
    ghost = {"what": "pool", "subject": "ghost", "pool": "health", "delta": -1}
    body["results"] = ["troll: health -7", ghost]
    told = json_of(bridge.rita.post("commands", body, If_Match="*"))
    assert told["pointer"] == "/results/1/subject"
    assert "troll" in [each["value"] for each in told["legal"]]


def test_a_line_that_says_nothing_is_refused_with_how_to_write_it(bridge: Table):
    answer = bridge.rita.post("commands", {**HIT, "results": ["troll hurts"]}, If_Match="*")
    assert answer.status_code == 422
    assert "Write a result as" in answer.text


def test_the_rules_of_another_game_say_what_comes_of_it(table: Table):
    said = {
        "type": "act",
        "who": "ana",
        "manoeuvre": "move",
        "params": {"beside": []},
        "results": ["ana: life -1"],
    }
    answer = table.rita.post("commands", said, If_Match="*")
    assert answer.status_code == 409 and "leave out the results" in answer.text
