"""Polearms: they strike in the ring beyond the front hexes as well, as the table says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import (
    ADVANCE,
    AXE,
    BACK,
    COGAN,
    HALF,
    STRIKE,
    URLIK,
    Fight,
    refused,
)
from tests.support.refusals import lacks

PIKE: dict[str, Any] = {**AXE, "polearm": True, "hand": "both"}
PIKEMAN: dict[str, Any] = {
    **URLIK,
    "weapons": {"pike": PIKE, "dirk": {**AXE, "ready": False}},
    "shield": 0,
}


def apart(first: str) -> Fight:
    """Cogan and a pikeman, who are not adjacent."""
    fight = Fight().joins("cogan", side="heroes", **COGAN)
    return fight.joins("pikeman", side="reavers", **PIKEMAN).begins(first)


def test_a_polearm_strikes_at_who_is_not_adjacent():
    fight = apart("pikeman").does("pikeman", STRIKE, "cogan", using="pike")
    assert fight.waits_for() == ("declare", ("cogan",))
    assert fight.combat.facts.get("cogan", "adjacent", "pikeman") != "yes"
    no = refused(lambda: apart("cogan").does("cogan", STRIKE, "pikeman", using="hand-&-half"))
    assert (no.clause, no.pointer) == ("3.5", "/targets/0")


@pytest.mark.parametrize(("near", "adjacent"), [({}, "yes"), ({"beside": []}, "no")])
def test_who_advances_with_one_may_keep_off(near: dict[str, Any], adjacent: str):
    fight = apart("pikeman").does("pikeman", ADVANCE, "cogan", using="pike", **near)
    assert (fight.combat.facts.get("cogan", "adjacent", "pikeman") or "no") == adjacent


def test_who_moves_into_the_ring_beyond_is_struck_at():
    fight = apart("cogan").does("cogan", "move")
    fight.declares("pikeman", STRIKE, "cogan", using="pike")
    assert fight.waits_for()[0] != "react"
    fight = apart("cogan").does("cogan", "speak", words=1)
    no = refused(lambda: fight.declares("pikeman", STRIKE, "cogan", using="pike"))
    assert (no.clause, lacks(no)) == ("5.9", "distance adjacent of cogan: no = now")


def test_who_was_adjacent_when_he_stepped_away_is_not():
    fight = Fight().joins("cogan", side="heroes", **COGAN)
    fight.joins("pikeman", side="reavers", **PIKEMAN).side_by_side("cogan pikeman")
    fight.begins("cogan").does("cogan", "move", beside=[])
    assert fight.outcome("left")[0] == "steps away"
    no = refused(lambda: fight.declares("pikeman", STRIKE, "cogan", using="pike"))
    assert no.clause == "5.9"


# --- struck from the ring beyond ---


def piked(**cogan: Any) -> Fight:
    """The pikeman strikes at Cogan from the ring beyond."""
    fight = Fight().joins("cogan", side="heroes", **{**COGAN, **cogan})
    fight.joins("pikeman", side="reavers", **PIKEMAN).begins("pikeman")
    return fight.does("pikeman", STRIKE, "cogan", using="pike")


def test_a_sword_does_not_strike_back_at_a_pike_in_the_ring_beyond():
    fight = piked()
    assert fight.manoeuvres("cogan") >= {"block", "parry", "jump back"}
    assert BACK not in fight.manoeuvres("cogan")
    no = refused(lambda: fight.declares("cogan", BACK, "pikeman", using=HALF))
    assert (no.clause, no.pointer) == ("6.5", "/targets/0")
    assert lacks(no) == "target the attacker, alive and adjacent of pikeman: no = yes"


def test_a_pike_strikes_back_at_a_pike():
    fight = piked(weapons={"pike": PIKE}).declares("cogan", BACK, "pikeman", using="pike")
    fight.everybody_passes().rolls("pikeman", "cogan")
    assert fight.outcome("hit") == ("missed", {"attack": 12, "against": 13, "by": -1})


def test_a_sword_strikes_back_at_a_pike_that_comes_beside():
    fight = apart("pikeman").does("pikeman", ADVANCE, "cogan", using="pike")
    assert BACK in fight.manoeuvres("cogan")
    kept_off = apart("pikeman").does("pikeman", ADVANCE, "cogan", using="pike", beside=[])
    assert BACK not in kept_off.manoeuvres("cogan")
