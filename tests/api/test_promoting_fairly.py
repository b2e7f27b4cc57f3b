"""A fork gives nobody the rights of another: not the referee's, nor those of who tried along."""

from __future__ import annotations

import pytest

from api.service import Service
from tests.api.forking import forked, inside, promotes
from tests.api.served import Json
from tests.api.table import Table, json_of
from tests.api.test_http_play import MOVE

STRIKE: Json = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
PET: Json = {"type": "join", "subject": "pet", "side": "a", "controller": "ana"}
MORE: Json = {"what": "pool", "subject": "ana", "pool": "ap", "delta": 2}


@pytest.mark.parametrize("policy", ["consent", "free", "referee"])
@pytest.mark.parametrize(
    "said",
    [
        {"type": "end"},
        PET,
        {**STRIKE, "against": True},
        {"type": "roll", "who": "ana", "sides": 20, "hidden": True},
        {"type": "adjust", "change": MORE, "note": "mine"},
    ],
)
def test_what_only_the_referee_may_say_waits_for_him(service: Service, policy: str, said: Json):
    table = Table.laid(service, policy=policy)
    before = table.bert.read("state")
    assert table.ana.post("commands", said).status_code in (403, 409)
    fork = forked(table.ana)
    inside(table, table.ana, fork).says(**said)
    asked = json_of(promotes(table.ana, fork))["entries"][0]["event"]
    assert [slot["who"] for slot in asked["slots"]] == ["referee"]
    assert table.bert.read("state")["members"] == before["members"]
    table.rita.says("answer-undo", choice="refuse")
    assert table.bert.read("state")["action_points"] == before["action_points"]


def test_the_referee_promotes_his_own_word_without_asking_anybody(service: Service):
    table = Table.laid(service)
    fork = forked(table.rita)
    inside(table, table.rita, fork).says("adjust", change=MORE, note="forgotten")
    assert promotes(table.rita, fork).status_code == 200
    assert table.ana.read("state")["action_points"][0]["pools"][0]["points"] == "5"


def test_what_somebody_only_tried_in_a_shared_fork_is_not_done_without_his_word(service: Service):
    table = Table.laid(service, policy="consent")
    fork = forked(table.ana, shared=True)
    inside(table, table.ana, fork).says(**MOVE)
    inside(table, table.bert, fork).says("answer", who="bert", about="declare", choice="pass")
    asked = json_of(promotes(table.ana, fork))["entries"][0]["event"]
    assert [slot["who"] for slot in asked["slots"]] == ["p2"]
