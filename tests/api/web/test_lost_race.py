"""A command of which another process's came first: what its sender is told."""

from __future__ import annotations

import pytest

from api.service.service import Receipt, Request, Service
from domain import commands as c
from tests.support.clients.http_client import Table, json_of
from tests.support.playing_service import say

MOVE = {"type": "act", "who": "ana", "manoeuvre": "move"}


def test_who_loses_a_race_is_told_what_he_missed(
    two_services: tuple[Service, ...], monkeypatch: pytest.MonkeyPatch
):
    one, rival = two_services
    table, carry_out = Table.laid(one), one.say
    head = table.ana.head()

    def say_second(name: str, request: Request) -> Receipt:
        say(rival, name, c.Roll(who="bert"))
        return carry_out(name, request)

    monkeypatch.setattr(one, "say", say_second)
    refused = table.ana.post("commands", MOVE, If_Match=f'"{head}"')
    assert refused.status_code == 412
    missed = json_of(refused)["missed"]
    assert [entry["type"] for entry in missed] == ["combat.dice-rolled/1"]
    assert json_of(refused)["head"] == table.ana.head() != head
