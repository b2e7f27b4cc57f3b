"""Long polls: a program waits for the next page of entries."""

from __future__ import annotations

import threading
import time
from typing import Any

from api.server.app import create_app
from api.web.live.hub import Hub
from tests.support.clients.http_client import Caller, Table
from tests.support.clients.stream_listener import Listening, last, roll


def test_a_program_waits_for_the_next_page(table: Table):
    number, found = last(table.ana), list[Any]()
    waits = threading.Thread(
        target=lambda: found.append(table.ana.get(f"events?after={number}&wait=30").json)
    )
    waits.start()
    while not table.app.extensions["live"]._places:
        time.sleep(0.001)
    roll(table, hidden=True)
    assert not found
    rolled = roll(table)
    waits.join()
    assert [entry["number"] for entry in found[0]["items"]] == [rolled]
    assert found[0]["next"] is None


def test_who_loses_the_seat_while_waiting_is_told_nothing(table: Table, monkeypatch):
    number, ear = last(table.ana), Hub.ear

    def change_the_seat_first(self: Hub, *of: Any) -> Any:
        monkeypatch.undo()
        table.rita.says("seat-change", seat="s1", role="player", combatants=["cleo"])
        return ear(self, *of)

    monkeypatch.setattr(Hub, "ear", change_the_seat_first)
    found = table.ana.read(f"events?after={number}&wait=30")
    assert found == {"items": [], "next": None}


def test_what_is_there_is_not_waited_for(table: Table):
    page = table.ana.read("events?after=3&limit=2&wait=60")
    assert [entry["number"] for entry in page["items"]] == ["4", "5"] and page["next"] == "5"


def test_nobody_waits_where_there_is_no_room(table: Table):
    app = create_app(table.service, streams=1)
    held = Listening(app, f"{table.at}/events", table.bert.token).until(last(table.ana))
    ana = Caller(app.test_client(), table.ana.token, table.at)
    assert ana.read(f"events?after={last(ana)}&wait=60")["items"] == []
    app.extensions["live"].close()
    held.until_ended()
