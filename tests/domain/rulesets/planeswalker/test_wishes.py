"""Planeswalker: who wishes is not asked until something is cast."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain.rulesets.planeswalker.turn import NOT_YET
from tests.domain.rulesets.planeswalker.test_turn import HOLDS, asked, ends, upkeep
from tests.support.fights.planeswalker import Combat, duel
from tests.support.logs.refused_fights import refused


def waiting() -> Combat:
    """Nils has said that he need not be asked until something is cast."""
    return upkeep().answers("nils", NOT_YET)


def test_who_wishes_is_not_asked_until_something_is_cast():
    combat = waiting()
    assert combat.under("nils") == ["unasked"]
    assert asked(combat) == []
    combat.goes_to("nils", "channeling")
    while combat.stands()[0] == "nils":
        ends(combat, "nils")
        assert combat.waits_for() == ("", ())


@pytest.mark.parametrize("spell", ["anthem", "flash"])
def test_any_cast_ends_the_wish(spell: str):
    combat = ends(duel(m=HOLDS, n=HOLDS).goes_to("mira", "channeling")).passes("mira")
    combat.answers("nils", NOT_YET)
    assert combat.stands() == ("mira", "main")
    if spell == "flash":
        combat.does("mira", "instant", "nils", using="flash").resolves()
    else:
        combat.casts("mira", "anthem").resolves()
    assert "unasked" not in combat.under("nils")
    assert ends(combat).waits_for() == ("instants", ("mira", "nils"))


def test_a_cast_after_the_wish_in_the_same_phase_has_it_asked_anew():
    combat = ends(duel(m=HOLDS, n=HOLDS).goes_to("mira", "channeling")).answers("nils", NOT_YET)
    combat.does("mira", "instant", "nils", using="flash").resolves()
    assert combat.under("nils") == []
    assert combat.waits_for() == ("instants", ("mira", "nils"))


def test_the_wish_is_taken_back_at_any_time_and_by_nobody_who_has_none():
    combat = waiting().does("nils", "be asked again")
    assert combat.under("nils") == []
    assert ends(combat).waits_for() == ("instants", ("nils",))
    combat.passes()
    why = refused(duel(), lambda: duel().goes_to("mira").does("nils", "be asked again"))
    assert why.clause == "5.3"


def test_the_wish_is_withdrawn_while_the_question_is_open():
    combat = ends(duel(m=HOLDS, n=HOLDS).goes_to("mira", "channeling")).answers("nils", NOT_YET)
    combat.say(c.Withdraw(who="nils"))
    assert combat.waits_for() == ("instants", ("mira", "nils"))
    assert combat.passes().under("nils") == []


def test_taking_the_wish_back_does_nothing_to_ones_turn():
    combat = duel(m=HOLDS, delay="before anything is done")
    ends(combat.goes_to("mira", "channeling")).answers("mira", NOT_YET)
    combat.goes_to("nils").goes_to("mira", "channeling").does("mira", "be asked again")
    assert "delay" in combat.manoeuvres("mira")
