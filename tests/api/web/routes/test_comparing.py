"""Two combats of one game are put side by side."""

from __future__ import annotations

from api.service.service import Service
from tests.api.web.routes.test_commands import MOVE
from tests.support.clients.http_client import Caller, Table, json_of, rules
from tests.support.combats.what_ifs import tries
from tests.support.games.stopping import STOPPING


def name_of(caller: Caller) -> str:
    return caller.at.rpartition("/")[2]


def test_two_combats_are_put_side_by_side(table: Table):
    there = tries(table, table.ana)
    same = table.ana.read(f"compare?with={name_of(there)}")
    assert same["changes"] == []
    there.says(**MOVE)
    found = table.ana.read(f"compare?with={name_of(there)}")
    assert {change["who"] for change in found["changes"]} >= {"ana"}
    assert ("3", "2") in {(change["was"], change["becomes"]) for change in found["changes"]}


def test_a_what_if_is_compared_with_the_fight_from_there_as_well(table: Table):
    there = tries(table, table.ana)
    there.says(**MOVE)
    here, beside = table.ana.at.rpartition("/")[2], name_of(there)
    found = there.read(f"compare?with={here}")["changes"]
    back = table.ana.read(f"compare?with={beside}")["changes"]
    assert found and {each["becomes"] for each in found} == {each["was"] for each in back}


def test_only_combats_of_one_game_are_compared(service: Service):
    table = Table.laid(service)
    service.rulesets = lambda: {**rules(), STOPPING.key: STOPPING}
    other = Table.opened(service, ruleset=STOPPING.key)
    answer = table.operator.get(f"compare?with={other.combat}")
    assert answer.status_code == 409 and "one game" in json_of(answer)["detail"]
