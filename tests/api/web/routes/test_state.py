"""The state: all of it, parts of it, and where we were as a text; forms that there are not."""

from __future__ import annotations

import pytest

from api.web.routes.state import Part
from tests.support.clients.http_client import Table

OF_THE_TABLE = {"undo", "where_we_were", "notes"}
"""Parts that are only given where they are asked for."""


def test_everything_that_follows_from_the_moment_is_there_unless_parts_are_asked(table: Table):
    parts = {part.replace("-", "_") for part in Part.__args__}  # type: ignore[attr-defined]
    assert set(table.sue.read("state")) == {"number", "ended", "names"} | parts - OF_THE_TABLE
    some = table.sue.read("state?part=pools,undo&at=9")
    assert set(some) == {"number", "ended", "names", "pools", "undo"}
    assert some["pools"] == table.sue.read("state?at=9")["pools"]


def test_every_part_is_found_by_its_name(table: Table):
    for part in Part.__args__:  # type: ignore[attr-defined]
        assert part.replace("-", "_") in table.sue.read(f"state?part={part}")
    refused = table.sue.get("state?part=pools,purses")
    assert refused.status_code == 422 and refused.json
    assert "'pools'" in refused.json["errors"][0]["detail"]


@pytest.mark.parametrize("said", ["pools,", ",pools", ","])
def test_an_empty_name_is_no_part(table: Table, said: str):
    refused = table.sue.get(f"state?part={said}")
    assert refused.status_code == 422 and refused.json
    assert "'pools'" in refused.json["errors"][0]["detail"]


def test_an_empty_list_of_parts_asks_for_none_in_particular(table: Table):
    assert table.sue.read("state?part=") == table.sue.read("state")


def test_a_pool_is_a_row_of_numbers(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move")
    row = table.sue.part("pools")[0]
    assert row == {
        "who": "ana",
        "name": "ana",
        "pool": "ap",
        "key": "",
        "says": "action points",
        "unit": 1,
        "current": 2,
        "least": 0,
        "most": None,
        "temporary": 0,
        "exact": True,
        "amount": "2",
    }


def test_the_least_of_a_pool_is_that_of_the_game_unless_the_table_set_one(table: Table):
    assert table.sue.part("pools")[0]["least"] == 0
    change = {"what": "pool", "subject": "ana", "pool": "ap", "least": 1}
    table.rita.says("adjust", change=change, note="One is always left.")
    assert table.sue.part("pools")[0]["least"] == 1


def test_a_dispute_that_stops_play_is_what_the_state_waits_for(table: Table):
    table.ana.says("roll", who="ana", sides=20)
    said = table.bert.says("contest", entry=17, note="A cocked die.", clause="T3", pause=True)
    assert table.ana.read("options")["options"] == []
    number, waiting = said["entries"][0]["number"], table.ana.part("waiting")
    assert (waiting["question"], waiting["about"]) == (f"dispute {number}", "dispute")
    assert waiting["says"] == f"dispute {number} about entry 17"
    assert [one["who"] for one in waiting["waits_for"]] == ["referee"]
    table.rita.says("answer-dispute", dispute=int(number), choice="play-on")
    assert table.ana.part("waiting") is None


@pytest.mark.parametrize(
    ("path", "media", "status"),
    [
        ("state?part=where-we-were", "text/plain", 200),
        ("state?part=pools", "text/plain", 406),
        ("state", "text/csv", 406),
        ("state", "text/csv, */*;q=0.1", 200),
        ("options", "text/html", 406),
        ("options", "application/*", 200),
        ("timeline", "text/plain;q=0.5, application/json", 200),
    ],
)
def test_a_form_that_there_is_not_is_refused(table: Table, path: str, media: str, status: int):
    answer = table.sue.get(path, Accept=media)
    assert answer.status_code == status
    if status == 406:
        assert answer.json and answer.json["type"] == "/problems/not-acceptable"
        assert "application/json" in answer.json["detail"] or "JSON" in answer.json["detail"]


@pytest.mark.parametrize("path", ["state?at=9", "state?part=pools&at=9", "ledger?at=9"])
def test_a_past_moment_that_a_seat_sees_otherwise_is_sent_again(table: Table, path: str):
    first = table.ana.get(path)
    tag, other = first.headers["ETag"], table.bert.get(path).headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache" and tag != other
    table.ana.says("note", note="Here.")
    assert table.ana.get(path, If_None_Match=tag).status_code == 304
    table.rita.says("seat-change", seat="s1", role="player", combatants=["ana", "cleo"])
    again = table.ana.get(path, If_None_Match=tag)
    assert again.status_code == 200 and again.headers["ETag"] not in (tag, other)
    table.rita.says("seat-change", seat="s1", role="player", combatants=["ana"])
    assert table.ana.get(path, If_None_Match=tag).status_code == 304
