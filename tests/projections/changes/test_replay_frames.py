"""Frames: on and back by any stretch, past or through what was undone, as by looking at all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from api.combats.viewers.viewer_log import Sight
from api.service.service import OPERATOR, Service
from domain import events as e
from projections.changes.differences import changes
from projections.changes.replay_frames import By, Reader
from projections.visibility.snapshot import START, Moment, advance
from tests.api.web.routes.test_commands import MOVE, fight, finish
from tests.support.clients.http_client import Table, changes_of, json_of
from tests.support.games.toy import TOY
from tests.support.logs.whole_logs import line_of_play
from tests.support.playing_service import opened, play

BEGAN = {"turn": e.TurnBegan, "phase": e.PhaseBegan, "round": e.RoundBegan}
WAYS: list[tuple[By, bool]] = [
    (by, through) for by in ("entry", "step", "turn", "phase", "round") for through in (False, True)
]


@pytest.fixture
def course(service: Service) -> Sight:
    """A fight of the toy game, full of undos and branches."""
    name = opened(service, policy="free")
    play(service, name, Random(3), 120)
    return Sight(service.combat(name), OPERATOR)


def expected(course: Sight, by: By, through: bool) -> list[int]:
    """Where frames end, by looking at every entry."""
    log = list(course.entries(1, len(course)))
    way = list(range(1, len(log) + 1)) if through else list(line_of_play(log))
    if by == "entry":
        return way
    if by == "step":
        then = [*way[1:], 0]
        return [
            n for n, m in zip(way, then, strict=True) if not m or log[m - 1].step != log[n - 1].step
        ]
    began = [n for n in way if isinstance(log[n - 1].event, BEGAN[by])]
    return began if began[-1:] == way[-1:] else [*began, *way[-1:]]


def walked(course: Sight, seq: int) -> Moment:
    """The moment after an entry, walked to from the beginning."""
    log, moment = list(course.entries(1, seq)), START
    for each in line_of_play(log):
        moment = advance(moment, course.entry(each))
    return moment


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize(("by", "through"), WAYS)
def test_a_reader_stops_where_looking_at_all_finds_it(course: Sight, by: By, through: bool):
    reader, stops = Reader(course, by, through), expected(course, by, through)
    on, place = list[int](), 0
    while (found := reader.after(place)) is not None:
        on.append(place := found)
    assert on == stops and len(stops) > (by != "phase")
    back = [place]
    while (found := reader.before(back[-1])) is not None:
        back.append(found)
    assert back == stops[::-1]
    for place in Random(4).sample(range(1, stops[-1] + 1), 20):
        assert reader.after(place) == next((n for n in stops if n > place), None)
        before = [n for n in stops if n < place]
        assert reader.before(place) == (before[-1] if before else None)
        assert reader.stop(place) == next(n for n in stops if n >= place)


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize(("by", "through"), WAYS)
def test_a_frame_tells_what_changed_since_the_one_before(course: Sight, by: By, through: bool):
    reader, stops = Reader(course, by, through), expected(course, by, through)
    for nth in Random(5).sample(range(len(stops)), min(6, len(stops))):
        since, stop = ([0, *stops])[nth], stops[nth]
        frame = reader.frame(stop, TOY)
        assert frame.changes == changes(walked(course, since), walked(course, stop), TOY)
        assert frame.number == frame.shots[-1].number == course.number(stop)
        way = [n for n in expected(course, "entry", through) if since < n <= stop]
        assert [shot.number for shot in frame.shots] == [course.number(n) for n in way]


def test_through_what_was_undone_every_entry_is_met_once(course: Sight):
    reader = Reader(course, "entry", through=True)
    frames = [reader.frame(n, TOY) for n in range(1, len(course) + 1)]
    assert [f.number for f in frames] == [course.number(n) for n in range(1, len(course) + 1)]
    moves = [f for f in frames if f.shots[-1].text.startswith(("Undo", "Redo", "Jump"))]
    assert any(f.changes for f in moves) and any(f.undone for f in frames)
    past = Reader(course, "entry")
    assert not any(past.frame(n, TOY).undone for n in expected(course, "entry", False))


# --- over HTTP -----------------------------------------------------------------------------


def read(table: Table, **query: Any) -> dict[str, Any]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return dict(table.sue.read(f"frames?{asked}"))


def test_frames_are_read_on_and_back_by_their_cursors(table: Table):
    fight(table)
    finish(table)
    first = read(table, limit=3)
    on = read(table, after=first["next"], limit=2)
    assert [f["number"] for f in read(table, limit=5)["items"]] == [
        f["number"] for f in first["items"] + on["items"]
    ]
    back = read(table, before=on["next"], limit=4)
    assert back["items"] == [*first["items"], *on["items"]][-2::-1]
    assert back["previous"] is None and back["next"] == first["items"][0]["number"]
    whole = read(table, limit=500)
    assert whole["next"] is None and len(whole["items"]) > 10
    strike = next(f for f in whole["items"] if "ana strikes bert" in f["shots"][0]["text"])
    [spent] = changes_of(strike, "pool")
    assert (spent["name"], spent["was"], spent["becomes"]) == ("ana", "2", "1")
    assert read(table, entry=strike["number"])["items"] == [strike]


def test_what_was_undone_is_passed_by_or_gone_through(table: Table):
    step = table.ana.says(**MOVE)["entries"]
    table.ana.says("rewind", how="undo")
    past, through = read(table, limit=500), read(table, limit=500, through="true")
    numbers = [f["number"] for f in past["items"]]
    assert step[-1]["number"] not in numbers
    [undone] = [f for f in through["items"] if f["number"] == step[-1]["number"]]
    assert undone["undone"] and undone["shots"][0]["undone"]
    back = through["items"][-1]
    assert changes_of(back, "pool")[0]["becomes"] == "3" and not back["undone"]
    by_turn = read(table, by="turn", limit=500)["items"]
    assert by_turn[0]["path"] == ["round 1", "turn of ana"]


def test_nothing_is_a_frame_before_anything_and_wrong_places_are_said(table: Table):
    last = read(table, limit=500)["items"][-1]["number"]
    end = read(table, after=last)
    assert (end["items"], end["next"], end["previous"]) == ([], None, last)
    assert table.sue.get("frames?after=9999").status_code == 404
    assert table.sue.get("frames?by=hour").status_code == 422


def test_bookmarks_and_comments_alter_nothing(table: Table):
    state, frames = table.sue.read("state"), read(table, limit=500)
    table.ana.says("note", note="here it turned", about=9, bookmark=True)
    table.bert.says("note", note="did it?", about=9)
    assert table.sue.read("state") == state and read(table, limit=500) == frames
    marks = table.sue.part("notes")
    assert [(m["about"], m["by"], m["bookmark"], m["words"]) for m in marks] == [
        ("9", "p1", True, "here it turned"),
        ("9", "p2", False, "did it?"),
    ]
    table.ana.says("rewind", how="undo")
    assert table.sue.part("notes") == marks
    nowhere = {"type": "note", "note": "x", "bookmark": True}
    assert json_of(table.ana.post("commands", nowhere))["pointer"] == "/about"
    told = [line["text"] for line in table.sue.read("timeline")["items"]]
    assert 'A bookmark on 9: "here it turned"' in told
