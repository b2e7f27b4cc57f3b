"""Polearms: they strike in the ring beyond the front hexes as well, as the table says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import ADVANCE, AXE, COGAN, STRIKE, URLIK, Fight, refused
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
