"""What was shown beside play is learned: going back behind it asks the others, and costs little."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.combats.open_combat import OpenCombat
from api.handlers.undo_consent import receipt_of
from api.service.service import Service
from api.store.core.rows import Record
from domain import commands as c
from domain.state.viewer import TABLE
from domain.table.table import commitment_of
from tests.api.handlers.test_undo_requests import Going, must
from tests.api.web.routes.test_commands import MOVE
from tests.support.playing_service import say

OATH = commitment_of("oath", "seven swans")


def test_a_promise_that_was_shown_since_is_news_to_all_but_its_owner(service: Service):
    table = Going.back(service)
    table.ana.says("commit", what="oath", commitment=OATH)
    table.ana.says(**MOVE)
    assert must(table.ana) == {}
    table.bert.says("commit", what="plan", commitment=commitment_of("plan", "the swamp"))
    table.bert.says("reveal", what="plan", value="the swamp")
    assert must(table.ana) == {"p2": "seen since: 1 reveal", "referee": "seen since: 1 reveal"}
    service.combat(table.combat).store_caches(all_of_it=True)
    service.combats.let_go(table.combat)
    assert must(table.ana) == {"p2": "seen since: 1 reveal", "referee": "seen since: 1 reveal"}


def test_what_was_shown_before_is_no_news(service: Service):
    table = Going.back(service)
    table.ana.says("commit", what="oath", commitment=OATH)
    table.ana.says("reveal", what="oath", value="seven swans")
    table.bert.says("note", note="swans?")
    table.ana.says(**MOVE)
    assert must(table.ana) == {}


def test_what_was_said_since_is_not_read_to_see_who_must_agree(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    """However long a table talks, or goes to and fro, one more undo costs what the first did."""
    table = Going.back(service)
    table.ana.says(**MOVE)
    for _ in range(200):
        say(service, table.combat, c.Rewind(how="undo"))
        say(service, table.combat, c.Rewind(how="redo"))
    combat, read = service.combat(table.combat), []
    records = OpenCombat.records

    def counted(self: OpenCombat, first: int, last: int) -> Iterator[Record]:
        for record in records(self, first, last):
            read.append(record)
            yield record

    monkeypatch.setattr(OpenCombat, "records", counted)
    assert not receipt_of(combat, TABLE, combat.line.parent(combat.line.head)).barred
    assert len(read) < 10 < combat.line.entries - combat.node


def test_what_a_preview_found_serves_the_move_until_the_log_goes_on(service: Service):
    table = Going.back(service)
    table.ana.says(**MOVE)
    combat = service.combat(table.combat)
    back = combat.line.parent(combat.line.head)
    found = receipt_of(combat, TABLE, back)
    assert receipt_of(combat, TABLE, back) is found
    table.bert.says("commit", what="plan", commitment=commitment_of("plan", "the swamp"))
    table.bert.says("reveal", what="plan", value="the swamp")
    assert receipt_of(combat, TABLE, back).cost.learned == found.cost.learned + 1
