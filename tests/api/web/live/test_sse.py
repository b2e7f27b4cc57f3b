"""Streams: without a hole and without a double, and not a byte of secrets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.combats.open_combat import OpenCombat
from api.handlers.transaction import Work
from api.server.app import create_app
from api.service.dispatch import enter_command
from api.service.service import OPERATOR
from domain import commands as c
from tests.support.clients.http_client import Table
from tests.support.clients.stream_listener import Listen, Listening, last, roll

# --- what comes -----------------------------------------------------------------------------


def test_a_stream_tells_what_there_is_and_then_what_comes(table: Table, listen: Listen):
    stream = listen(table.ana).until(last(table.ana))
    assert stream.answer.status_code == 200
    assert stream.answer.headers["Content-Type"] == "text/event-stream"
    assert stream.answer.headers["Cache-Control"] == "no-store"
    assert stream.answer.headers["X-Accel-Buffering"] == "no"
    assert stream.events[0].name == "beat"
    stream.until(roll(table)).until(roll(table))
    table.bert.says("note", note="Well met.")
    stream.until(last(table.ana))
    assert stream.entries == table.ana.read("events?limit=500")["items"]
    assert stream.numbers == [entry["number"] for entry in stream.entries]
    assert stream.entries[-1]["note"]["words"] == "Well met."


def test_whoever_comes_back_goes_on_after_any_number_he_had(table: Table, listen: Listen):
    for hidden in (True, False, True):
        roll(table, hidden)
    for caller in (table.ana, table.rita):
        whole = caller.read("events?limit=500")["items"]
        for place, entry in enumerate(whole[:-1]):
            # On a reconnect a browser sends both; the header is the later one.
            stream = listen(caller, "?after=1", last=entry["number"]).until(whole[-1]["number"])
            assert stream.entries == whole[place + 1 :]


def test_a_stream_tells_what_came_through_a_combat_that_was_let_go(table: Table, listen: Listen):
    """It is told of while that combat is still held, and another one was read without it."""
    stream = listen(table.ana).until(last(table.ana))
    service, name = table.service, table.combat
    with service.lock_combat(name) as combat:
        service.combats.let_go(name)
        assert in_thread(lambda: table.ana.read("")["last"]) == last_number(combat)
        work = Work(service.effects, combat, OPERATOR)
        enter_command(work, c.Roll(who="ana", sides=20))
        work.commit(None)
        stream.until(last_number(combat))


def last_number(combat: OpenCombat) -> str:
    """The number of the last entry."""
    [entry] = combat.entries(combat.line.entries, combat.line.entries)
    return str(entry.meta.number)


def in_thread(ask: Callable[[], Any]) -> Any:
    """What another thread gets."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(ask).result()


def test_whoever_is_far_behind_reads_on_from_the_log(
    table: Table, listen: Listen, monkeypatch: Any
):
    monkeypatch.setattr("api.web.live.listener.KEPT", 4)
    monkeypatch.setattr("api.web.live.hub.KEPT", 4)
    early = listen(table.ana)
    number = [roll(table) for _ in range(20)][-1]
    late = listen(table.ana)
    whole = table.ana.read("events?limit=500")["items"]
    for stream in (early, late):
        assert stream.until(number).entries == whole


def test_whoever_has_seen_more_than_was_told_yet_is_not_sent_away(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch
):
    """A page that was drawn just now, while the same seat listens on one that it replaces."""
    early = listen(table.ana).until(last(table.ana))
    monkeypatch.setattr(table.app.extensions["live"]._feed, "_appended", lambda each: None)
    number = roll(table)
    late = listen(table.ana, f"?after={number}")
    early.until(number)
    monkeypatch.undo()
    late.until(roll(table))
    assert "again" not in [event.name for event in late.events]
    assert early.until(last(table.ana)).entries == table.ana.read("events?limit=500")["items"]


def test_what_is_hidden_wakes_no_socket(table: Table, listen: Listen):
    streams_ = [listen(caller) for caller in (table.ana, table.bert, table.sue)]
    referee = listen(table.rita)
    number = last(table.ana)
    for stream in streams_:
        stream.until(number)
    before = [len(stream.chunks) for stream in streams_]
    for nth in (1, 2, 3):
        assert roll(table, hidden=True) == f"{number}.{nth}"
    referee.until(f"{number}.3")
    table.rita.says("note", note="Now.")
    for stream, chunks in zip(streams_, before, strict=True):
        stream.until(str(int(number) + 1))
        assert len(stream.chunks) == chunks + 1


def test_a_step_comes_in_one_piece(table: Table, listen: Listen):
    stream = listen(table.sue).until(last(table.sue))
    before = len(stream.chunks)
    said = table.operator.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    assert len(said["entries"]) > 1
    stream.until(said["entries"][-1]["number"])
    assert len(stream.chunks) == before + 1


def test_beats_come_on_a_fixed_clock_whatever_else_comes(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch
):
    clock = [100.0]
    monkeypatch.setattr("api.web.live.sse.clock", lambda: clock[0])
    stream = listen(table.sue).until(last(table.sue))
    names = []
    for seconds in (104.0, 109.9, 110.0, 119.9, 127.0, 129.9, 130.0):
        clock[0] = seconds
        before = len(stream.events)
        # What comes after a beat comes later, so that with the second one the beat is there.
        stream.until(roll(table)).until(roll(table))
        names.append([e.name for e in stream.events[before:]].count("beat"))
    assert names == [0, 0, 1, 0, 1, 0, 1]


# --- how many -------------------------------------------------------------------------------


def test_where_there_is_no_room_the_stream_says_so_and_when_to_come_back(table: Table):
    table.app = create_app(table.service, streams=4)
    path, live = f"{table.at}/events", table.app.extensions["live"]
    held = [Listening(table.app, path, table.ana.token) for _ in range(2)]
    full = Listening(table.app, path, table.ana.token).until_ended()
    assert full.answer.status_code == 200
    assert full.chunks == [b"retry: 30000\nevent: full\ndata: {}\n\n"]
    others = [Listening(table.app, path, caller.token) for caller in (table.bert, table.sue)]
    for stream in (*held, *others):
        stream.until(last(table.ana))
    assert Listening(table.app, path, table.rita.token).until_ended().chunks == full.chunks
    live.close()
    for stream in (*held, *others):
        stream.until_ended()


def test_whose_client_is_gone_makes_room(table: Table):
    table.app = create_app(table.service, streams=2)
    path, gone = f"{table.at}/events", threading.Event()
    leaves = Listening(
        table.app, path, table.ana.token, environ={"waitress.client_disconnected": gone.is_set}
    )
    leaves.until(last(table.ana))
    gone.set()
    comes = Listening(table.app, path, table.ana.token).until(last(table.ana))
    leaves.until_ended()
    assert comes.numbers
    table.app.extensions["live"].close()


# --- who no longer may ----------------------------------------------------------------------


@pytest.mark.parametrize("change", ["seat-close", "seat-renew", "seat-change"])
def test_whose_seat_is_taken_hears_no_more(table: Table, listen: Listen, change: str):
    anna, bert = (listen(caller).until(last(caller)) for caller in (table.ana, table.bert))
    before = anna.numbers
    more = {"role": "player", "combatants": ["ana", "cleo"]} if change == "seat-change" else {}
    table.rita.says(change, seat=table.ana.read("")["you"], **more)
    number = roll(table)
    assert anna.until_ended().numbers == before
    assert anna.events[-1].name == "again"
    bert.until(number)
    again = table.ana.get("events as text/event-stream")
    assert again.status_code == (200 if change == "seat-change" else 401)


def test_a_number_from_a_future_that_was_lost_starts_over(table: Table, listen: Listen):
    stream = listen(table.ana, last="999").until_ended()
    assert [event.name for event in stream.events] == ["again"]


def test_what_is_no_number_is_refused(table: Table):
    for form in ("application/json", "text/event-stream"):
        assert table.ana.get(f"events as {form}", Last_Event_ID="x").status_code == 400
    assert table.ana.get("events?after=x as text/event-stream").status_code == 422
