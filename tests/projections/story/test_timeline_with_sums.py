"""A story with its sums: each comes to what the pool holds, on whatever branch it is told."""

from __future__ import annotations

import itertools
import re

from domain import events as e
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.story.timeline import StoryLine, story
from projections.story.timeline_with_sums import SUM, lines_with_sums
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.whole_logs import seen_entries


def told(fight: Recorded, viewer: Viewer = TABLE, full: bool = False) -> tuple[StoryLine, ...]:
    entries = seen_entries(fight.log, viewer)
    return lines_with_sums(entries, TOY, story(entries, TOY, full))


def sums(fight: Recorded, viewer: Viewer = TABLE) -> list[str]:
    return [line.text for line in told(fight, viewer) if line.kind == SUM]


def test_under_each_change_stands_what_is_left_and_how_it_came():
    assert sums(first_trace(TOY)) == [
        "Man: 2 AP = 3 (9) - 1 (14)",
        "Cogan: 2 AP = 3 (10) - 1 (23)",
        "Man: 1 AP = 3 (9) - 1 (14) - 1 (30)",
    ]


def test_a_sum_stands_right_under_the_line_that_it_is_about_and_nothing_else_changes():
    fight = first_trace(TOY)
    entries = seen_entries(fight.log, TABLE)
    for full in (False, True):
        lines, plain = told(fight, full=full), story(entries, TOY, full)
        assert tuple(line for line in lines if line.kind != SUM) == plain
        for line, under in itertools.pairwise(lines):
            if under.kind == SUM:
                assert under.depth == line.depth + (line.kind != SUM)
                assert under.number == line.number


def test_every_sum_comes_to_what_its_terms_are_and_to_what_the_posting_says():
    fight = first_trace(TOY)
    for line in told(fight):
        if line.kind == SUM:
            total, terms = line.text.split(" AP = ")
            signed = re.sub(r" \(\d+\)", "", terms).replace(" ", "")
            last = fight.log[int(re.findall(r"\((\d+)\)", terms)[-1]) - 1].event
            assert isinstance(last, e.PoolChanged)
            added = sum(map(int, re.findall(r"[+-]?\d+", signed)))
            assert int(total.split(": ")[1]) == added == last.balance


def test_what_was_undone_is_summed_on_its_own_branch():
    fight = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    fight.does("man", "move", beside=["cogan"]).passes()
    fight.undoes().undoes().does("man", "move", beside=[])
    found = [(line.undone, line.text) for line in told(fight) if line.kind == SUM]
    assert [undone for undone, _ in found] == [True, False]
    assert all(text.startswith("Man: 2 AP = 3 (") for _, text in found)


def test_there_is_no_sum_where_something_hidden_touched_the_pool():
    fight = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    fight.secretly(e.PoolChanged(subject="man", pool="ap", delta=-1, balance=2, how="lose"))
    fight.does("man", "move", beside=[])
    assert sums(fight, PUBLIC) == []
    assert len(sums(fight)) == 2
