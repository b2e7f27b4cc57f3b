"""A rebuilt moment equals what was kept live, at every moment of any fight."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain import events as e
from domain.log.codec import Entry
from domain.state.combat import EMPTY, Combat, fold
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.state.conditions import conditions
from projections.state.pools import pools
from projections.state.positions import ties
from projections.state.turn_order import turn_order
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import VisibleLog
from tests.support.logs.recorded_logs import BEN, Recorded, first_trace
from tests.support.logs.recorded_playouts import RULES, played, with_secrets
from tests.support.logs.whole_logs import head_of, line_of_play, rebuild, seen_entries
from tests.sweeps import examples

LENSES = {"turn order": turn_order, "pools": pools, "conditions": conditions, "ties": ties}
COMBAT = TypeAdapter(Combat)


class Live:
    """A viewer's moments, kept entry by entry as a service keeps them."""

    def __init__(self, log: list[Entry], viewer: Viewer):
        self.eyes, self.moments, self.head = VisibleLog(viewer), {0: START}, 0
        self.at: dict[int, Moment] = {}
        for entry in log:
            self.follow(entry)
            if not entry.meta.audience:
                self.at[entry.meta.number] = self.moments[self.head]

    def follow(self, entry: Entry) -> None:
        one = self.eyes.see(entry)
        if one is None:
            return
        if one.entry.is_play:
            below = self.moments[one.entry.meta.parent or 0]
            self.head = one.entry.seq
            self.moments[self.head] = advance(below, one)
        elif isinstance(one.event, e.Rewound):
            self.head = one.event.to


@examples(40)
@given(st.data())
def test_rebuilt_equals_live_for_everybody_at_any_moment(data):
    script, told = played(data.draw)
    told = data.draw(st.sampled_from([told, with_secrets(data.draw, script)]))
    viewer = data.draw(st.sampled_from([TABLE, PUBLIC, BEN]))
    live = Live(told.log, viewer)
    for at in data.draw(st.lists(st.integers(1, told.number()), min_size=1, max_size=5)):
        assert rebuild(told.log, viewer, at) == live.at[at]
        for look in LENSES.values():
            shown = look(rebuild(told.log, viewer, at), RULES)
            assert shown == look(live.at[at], RULES)
    assert rebuild(told.log, viewer) == live.moments[live.head]


@examples(40)
@given(st.data())
def test_what_is_shown_agrees_with_the_state_that_decides(data):
    told = played(data.draw)[1]
    state = Moment(told.combat)
    for look in (turn_order, pools):
        assert look(rebuild(told.log), RULES) == look(state, RULES)


@examples(40)
@given(st.data())
def test_where_nothing_is_hidden_a_view_is_the_state_itself_but_for_short_names(data):
    told = played(data.draw)[1]
    eyes = VisibleLog(PUBLIC)
    assert all(eyes.see(entry) for entry in told.log)
    at = data.draw(st.integers(1, told.number()))
    whole = fold(told.log[seq - 1] for seq in line_of_play(told.log, at))
    assert plain(rebuild(told.log, PUBLIC, at).combat) == renamed(plain(whole), eyes)
    assert plain(rebuild(told.log, PUBLIC).combat) == renamed(plain(told.combat), eyes)
    assert rebuild(told.log, PUBLIC).combat == rebuild(told.log, TABLE).combat


def plain(combat: Combat) -> Any:
    return COMBAT.dump_python(combat, mode="json")


def renamed(value: Any, eyes: VisibleLog) -> Any:
    """A dumped state with every id in it as the eyes name it."""
    if isinstance(value, dict):
        return {renamed(k, eyes): renamed(v, eyes) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, eyes) for v in value]
    if isinstance(value, str):
        return " ".join(eyes.names.of(word) for word in value.split(" "))
    return value


def test_a_viewers_own_log_is_a_log_and_looks_the_same_to_himself():
    told = first_trace(RULES)
    own = [x.entry for x in seen_entries(told.log, PUBLIC)]
    assert [x.entry for x in seen_entries(own, PUBLIC)] == own
    assert [entry.seq for entry in own] == list(range(1, len(own) + 1))


def test_at_is_the_line_right_after_that_public_entry():
    told = first_trace(RULES)
    middle = told.log[20]
    assert line_of_play(told.log, middle.meta.number)[-1] == middle.seq
    assert rebuild(told.log, PUBLIC, 0).combat == EMPTY


def test_after_a_rewind_the_line_is_the_branch_that_it_leads_to():
    told = Recorded(RULES).comes("man").comes("erik").round()
    before, state = told.head, told.combat
    told.does("man", "move").passes()
    after = told.head
    told.rewinds(before)
    assert head_of(told.log) == before and head_of(told.log, told.number() - 1) == after
    assert rebuild(told.log, TABLE).combat == rebuild(told.log, TABLE, before).combat == state
    told.rewinds(after, "redo")
    assert head_of(told.log) == after


def test_a_number_that_is_none_is_an_error():
    with pytest.raises(ValueError, match="no public entry 99"):
        rebuild(Recorded(RULES).log, PUBLIC, 99)


def test_names_of_an_undone_stretch_stay_and_are_not_given_again():
    told = Recorded(RULES).comes("man").comes("erik").round()
    before = told.head
    told.does("man", "move").passes().rewinds(before)
    told.does("man", "move")
    acts = [
        one.event.act for one in seen_entries(told.log, TABLE) if isinstance(one.event, e.Acted)
    ]
    assert acts == ["a1", "a2"]
