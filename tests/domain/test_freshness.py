"""Who answers a request for fresh dice, and what such a request may be about."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.freshness import Freshness, asked, follow, slot_of
from domain.ruleset import Forbidden, Refused
from domain.seats import Viewer
from domain.shown import Shown
from domain.undoing import PATIENCE
from domain.wire import Entry, Meta

ANA, BEN, RITA = (
    Viewer(f"p{n}", role) for n, role in ((1, "player"), (2, "player"), (4, "referee"))
)


def waiting() -> Freshness:
    request = asked("#9.1", ANA, ("p2", "referee"), 20, 0)
    return follow(Freshness(), Entry(Meta(seq=9, step=9, number=9, at=0), request))


def test_only_who_is_asked_answers_and_the_referee_for_another():
    fresh = waiting()
    assert slot_of(fresh, BEN, "", 0)[1] == "p2" and slot_of(fresh, RITA, "p2", 0)[1] == "p2"
    with pytest.raises(Refused, match="'p1' is not asked") as refused:
        slot_of(fresh, ANA, "", 0)
    assert refused.value.numbers == {"asked": "p2, referee"}
    with pytest.raises(Forbidden, match="only the referee"):
        slot_of(fresh, BEN, "referee", 0)
    with pytest.raises(Refused, match="nobody asks for fresh dice"):
        slot_of(fresh, BEN, "", PATIENCE)


def test_fresh_dice_are_of_dice_cards_and_who_came_in():
    with pytest.raises(ValueError, match="Acted shows neither dice nor cards"):
        Shown().consent(e.Acted(act="#2.1", who="ana", manoeuvre="move"))
