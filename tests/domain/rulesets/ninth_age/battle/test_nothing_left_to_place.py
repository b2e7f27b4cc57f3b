"""The last unit that a side was asked about is gone: the question closes, and play goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import commands as c
from tests.support.fights.ninth_age import SPEARS, Battle, mustered

SCOUTS, VANGUARD = {**SPEARS, "Scout": True}, {**SPEARS, "Vanguard": True}
Goes = Callable[[Battle, str], Battle]


def leaves(told: Battle, unit: str) -> Battle:
    """The unit leaves."""
    return told.say(c.Leave(who=unit))


def is_placed(told: Battle, unit: str) -> Battle:
    """The referee puts the unit on the table."""
    return told.fixes(what="fact", of=unit, name="place", value="on the table")


def changes_side(told: Battle, unit: str) -> Battle:
    """The unit turns out to be Bo's."""
    return told.say(c.Edit(who=unit, side="bo"))


@pytest.mark.parametrize("goes", [leaves, is_placed, changes_side])
def test_a_side_without_a_unit_to_deploy_has_finished(goes: Goes):
    armies = {"ann": {"a": SPEARS, "a2": SPEARS}, "bo": {"b": SPEARS, "b2": SPEARS}}
    told = mustered(armies).prepares().answers("ann", "deploy", unit="a")
    told.answers("bo", "deploy", unit="b")
    goes(told, "a2")
    assert told.waits_for() == ("first turn", ("ann",))
    assert told.fact("finished", "ann") == "first"
    assert told.answers("ann", "first turn", of="bo").waits_for() == ("deploy", ("bo",))


@pytest.mark.parametrize("goes", [leaves, is_placed])
def test_the_battle_begins_when_the_last_unit_to_deploy_is_gone(goes: Goes):
    told = mustered({"ann": {"a": SPEARS, "a2": SPEARS}, "bo": {"b": SPEARS}}).prepares()
    told.answers("ann", "deploy", unit="a").answers("bo", "deploy", unit="b")
    goes(told.answers("bo", "first turn", of="ann"), "a2")
    assert told.waits_for() == ("charges", ("ann",))
    assert told.fact("finished", "ann") == "last"


@pytest.mark.parametrize("goes", [leaves, is_placed])
def test_without_scouts_left_on_one_side_the_other_places_its_own(goes: Goes):
    armies = {"ann": {"a": SPEARS, "s": SCOUTS}, "bo": {"b": SPEARS, "s2": SCOUTS}}
    told = mustered(armies).prepares()
    told.answers("bo", "declare", scouts=["s2"]).answers("ann", "declare", scouts=["s"]).deploys()
    assert told.waits_for() == ("scouts", ("ann",))
    assert goes(told, "s").waits_for() == ("scouts", ("bo",))
    assert goes(told, "s2").waits_for() == ("charges", ("ann",))


def test_without_vanguards_left_on_one_side_the_other_moves_its_own():
    armies = {"ann": {"a": SPEARS, "v": VANGUARD}, "bo": {"b": SPEARS, "v2": VANGUARD}}
    told = mustered(armies).prepares().deploys()
    assert told.waits_for() == ("vanguard", ("bo",))
    assert leaves(told, "v2").waits_for() == ("vanguard", ("ann",))
    assert leaves(told, "v").waits_for() == ("charges", ("ann",))
