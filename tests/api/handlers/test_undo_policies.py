"""Who may undo, by the policy of the table and the free moves that it gives, over HTTP."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from tests.api.handlers.test_undo_requests import LUCK, Going, must
from tests.api.web.routes.test_commands import MOVE
from tests.support.clients.http_client import json_of


def test_free_moves_are_given_at_the_opening(service: Service):
    table = Going.back(service, allowance=2)
    assert (table.ana.part("undo")["allowance"], table.ana.part("undo")["left"]) == (2, 2)
    table.ana.says(**LUCK)
    assert table.types(table.asks(table.ana)) == ["undo-requested", "rewound"]
    assert table.ana.part("undo")["left"] == 1 and table.bert.part("undo")["left"] == 2


def test_the_referees_word_moves_the_head_and_is_marked(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    assert must(table.rita).keys() == {"p1", "p2"}
    moved = table.rita.post(
        "commands", {"type": "rewind", "how": "undo"}, If_Match=f'"{table.rita.head()}"'
    )
    assert json_of(moved)["entries"][0]["basis"] == "ruled"
    table.ana.says(**MOVE)
    assert table.asks(table.sue).status_code == 403


def test_a_policy_is_changed_by_a_recorded_ruling(service: Service):
    table = Going.back(service)
    table.ana.says(**LUCK)
    ruling: dict[str, Any] = {"type": "undo-policy", "policy": "strict"}
    assert table.ana.post("commands", ruling).status_code == 403
    table.rita.says(**ruling)
    assert table.ana.part("undo")["policy"] == table.ana.read("")["policy"] == "strict"
    assert "nothing that was learned" in table.ana.would("rewind")["receipt"]["barred"]
    for who in (table.ana, table.rita):
        assert table.asks(who).status_code == 409
        assert (
            who.post("commands", {"type": "rewind", "how": "undo"}, If_Match="*").status_code == 409
        )
    table.rita.says("undo-policy", policy="referee")
    assert must(table.ana).keys() == {"referee"} and must(table.rita) == {}
    table.rita.says("undo-policy", policy="free")
    assert table.types_of(table.ana.says("rewind", how="undo")) == ["rewound"]


def test_a_free_move_is_used_up(service: Service):
    table = Going.back(service)
    table.rita.says("undo-policy", policy="consent", allowance=1)
    table.ana.says(**LUCK)
    assert table.ana.would("rewind")["receipt"]["free"] and table.ana.part("undo")["left"] == 1
    assert table.types(table.asks(table.ana)) == ["undo-requested", "rewound"]
    assert table.ana.part("undo")["left"] == 0 and table.open() is None
    table.ana.says(**LUCK)
    assert table.types(table.asks(table.ana)) == ["undo-requested"]
