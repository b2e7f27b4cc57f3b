"""Ids of acts, questions and conditions are told from every other word."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.state.ids import holds_id, make_id, rename_ids, step_of


def test_an_id_says_its_step_and_no_clause_or_distance_does():
    assert (make_id(12, 3), step_of("#12.3")) == ("#12.3", 12)
    assert [step_of(word) for word in ("12.3", "#12", "round", "#12.3 ann", "")] == [0] * 5


def test_every_id_is_renamed_at_any_depth_and_all_else_stays():
    said: Any = {"from": "#4.1", "of": ["#4.2 ann", 7, None], "#4.1": {"rule": "4.1"}}
    slot = e.Slot(id="ann #4.2", who="ann", about="#4.2")
    names = {"#4.1": "a1", "#4.2": "a2"}
    assert rename_ids(said, names.__getitem__) == {
        "from": "a1",
        "of": ["a2 ann", 7, None],
        "a1": {"rule": "4.1"},
    }
    assert rename_ids(slot, names.__getitem__) == e.Slot(id="ann a2", who="ann", about="a2")


@pytest.mark.parametrize("value", ["by #4.1", ["x", {"#1.1": 2}], e.Slot(id="a", who="#7.2")])
def test_what_holds_an_id_is_found(value: Any):
    assert holds_id(value) and not holds_id("# 4.1 is no id, and 4.1 is a clause")
