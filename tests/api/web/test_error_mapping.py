"""A refusal may cite what stands in the way: each caller is told its number in his own log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.service.service import Service
from domain.ruleset.ruleset import ConditionKind, Manoeuvre, Refused
from tests.support.clients.http_client import Table, json_of
from tests.support.games.toy import TOY


def once(scene: Any, deed: Any) -> None:
    for hoarse in scene.combat.conditions.on(deed.who, "hoarse"):
        raise Refused("T9", "one shouts once", {"most": 1}, cites=hoarse.id)


def shouted(step: Any) -> None:
    step.begin_condition(step.act.who, "hoarse")


SHOUT = Manoeuvre("shout", "shout", "T9", ("action",), ("shouted",), allows=once)
SHOUTING = replace(
    TOY,
    manoeuvres=(*TOY.manoeuvres, SHOUT),
    conditions=(*TOY.conditions, ConditionKind("hoarse", "hoarse", "T9")),
    stages={**TOY.stages, "shouted": shouted},
)


@pytest.fixture
def table(service: Service) -> Table:
    """Somebody whom the players do not see lurks about before Ana shouts."""
    service.rulesets = lambda: {"toy": SHOUTING}
    table = Table.laid(service)
    table.rita.says("join", subject="dora", hidden=True)
    table.ana.says("act", who="ana", manoeuvre="shout")
    return table


def cited(answer: Any) -> Any:
    """The numbers of a refusal, and the entry that stands in the way."""
    assert answer.status_code == 409
    return answer.json["numbers"], answer.json["entry"]


def test_the_entry_is_told_by_its_number(table: Table):
    again = {"type": "act", "who": "ana", "manoeuvre": "shout"}
    told = cited(table.ana.post("commands", again))
    [began] = [
        e
        for e in table.ana.read("events?limit=200")["items"]
        if e["type"] == "combat.condition-began/1"
    ]
    assert told == ({"most": 1}, began["number"])
    assert cited(table.rita.post("commands", again)) == told


def test_what_was_taken_back_is_not_cited_and_what_is_played_anew_is(table: Table):
    first = cited(table.ana.post("commands", {"type": "act", "who": "ana", "manoeuvre": "shout"}))
    table.rita.says("rewind", how="undo")
    table.ana.says("act", who="ana", manoeuvre="shout")
    told = cited(table.ana.post("commands", {"type": "act", "who": "ana", "manoeuvre": "shout"}))
    assert int(told[1]) > int(first[1])


@pytest.mark.parametrize("name", ["0", "none", "c-0000000000000000"])
def test_of_a_combat_that_is_not_there_that_alone_is_said(table: Table, name: str):
    body = {"at": "9", "title": "\x84"}
    answer = table.operator.post(f"/v1/combats/{name}/what-ifs", body)
    assert answer.status_code == 404 and json_of(answer)["type"].endswith("not-found")


def test_of_a_combat_whose_game_is_not_installed_that_is_said(table: Table):
    table.service.rulesets = dict
    table.service.combats.let_go(table.combat)
    answer = table.rita.get("state")
    assert answer.status_code == 404
    assert "'toy'" in json_of(answer)["detail"] and "operator" in json_of(answer)["detail"]
