"""Undo, redo and jump in a sentence: whose deeds are moved over, and what comes back."""

from __future__ import annotations

import pytest

from domain.rulesets import all_rulesets
from projections.changes.differences import Change
from projections.changes.move_summary import move_summary

GAME = all_rulesets()["age-of-magic"]


def pool(was: str, becomes: str, name: str = "Urlik") -> Change:
    return Change("pool", name.lower(), name, "ap", "AP", becomes, was)


@pytest.mark.parametrize(
    ("changes", "back"),
    [
        ([], "Nobody's points or states change."),
        ([pool("1/2", "1 1/2")], "Urlik gets 1 AP again."),
        ([pool("13", "0", "Cogan")], "Cogan loses 13 AP again."),
        ([pool("?", "3")], "Urlik has 3 AP instead of ?."),
        (
            [Change("condition", "urlik", "Urlik", "prone", "prone", "no", "yes")],
            "Urlik: no longer prone.",
        ),
        (
            [pool("1", "2"), pool("1", "2", "Cogan"), pool("3", "4"), pool("5", "4")],
            "Urlik gets 1 AP again. Cogan gets 1 AP again. 2 more things change.",
        ),
    ],
)
def test_what_changes_is_said_with_its_difference(changes: list[Change], back: str):
    assert move_summary("redo", [], [], changes, GAME, str).back == back


def test_a_move_over_nothing_that_is_seen_is_a_step():
    assert move_summary("undo", [], [], [], GAME, str).does == "undo a step"
