"""A course read whole: the same stops, moments and changes as a reader of the log finds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from api.combats.viewers.viewer_log import Sight
from api.service.service import OPERATOR, Service
from domain.log.undo_tree import Line
from projections.changes.replay_frames import By, Reader
from projections.changes.whole_course import SPANS, Stops, WholeCourse
from tests.projections.changes.test_replay_frames import WAYS
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, play

LEAST: dict[By, int] = {"entry": 40, "step": 20, "turn": 5, "phase": 1, "round": 3}
"""How many stops there are at least; the toy game has no phases."""


@pytest.fixture
def sight(service: Service) -> Sight:
    """A fight of the toy game, full of undos and branches."""
    name = opened(service, policy="free")
    play(service, name, Random(5), 80)
    return Sight(service.combat(name), OPERATOR)


def whole(sight: Sight) -> WholeCourse:
    """All of it, taken along."""
    began = {span: tuple(sight.began(span)) for span in SPANS}
    entries = sight.seen_entries(range(1, len(sight) + 1))
    return WholeCourse(entries, Line.load(sight.line.dump()), began)


def test_its_stops_are_those_of_a_reader_with_the_same_changes(sight: Sight):
    stops = Stops(whole(sight), TOY)
    for by, through in WAYS:
        reader = Reader(sight, by, through)
        found = list(stops.of(by, through))
        assert [stop.place for stop in found] == list(_stops(reader))
        assert [s.changes for s in found] == [reader.frame(s.place, TOY).changes for s in found]
        assert len(found) >= LEAST[by], by


def _stops(reader: Reader) -> Iterator[int]:
    place = 0
    while (after := reader.after(place)) is not None:
        yield (place := after)


def test_each_of_its_moments_is_that_of_the_log(sight: Sight):
    course = whole(sight)
    nodes = {sight.line.node_after(place) for place in range(1, len(sight) + 1)}
    assert len(course) == len(sight) and len(nodes) > 50
    assert all(course.moment(node) == sight.moment(node) for node in nodes)
    assert course.entry(7) == sight.entry(7)


def test_it_goes_only_by_spans_that_there_were(sight: Sight):
    course = whole(sight)
    course_ways = {"turn": course.began("turn"), "phase": (), "round": course.began("round")}
    entries = sight.seen_entries(range(1, len(sight) + 1))
    bare = WholeCourse(entries, sight.line, course_ways)
    assert bare.ways() == ("entry", "step", "turn", "round")
