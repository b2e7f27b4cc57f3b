"""Units whose contact is lost without a blow: what is asked about them, and their Charging."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import commands as c
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A
from tests.support.fights.ninth_age import Battle, battle

Loses = Callable[[Battle], Battle]


def by_hand(told: Battle) -> Battle:
    """The referee takes the contact away."""
    return told.fixes(what="fact", of="a", name="engaged", toward="b", value="no")


def by_leaving(told: Battle) -> Battle:
    """The unit in contact leaves."""
    return told.say(c.Leave(who="b"))


def by_losses(told: Battle) -> Battle:
    """The unit in contact has no Health Points left, by the referee's word."""
    return told.fixes(what="pool", subject="b", pool="hp", to=0)


def field() -> Battle:
    return battle({"ann": {"a": A, "c": A}, "bo": {"b": A, "d": A}})


def charged() -> Battle:
    """A has charged B, and is in contact with it."""
    told = field().until("charges").charges("a", "b", 3).answers("b", "hold")
    return told.until("charge moves").moves_charge("a", "b", 3, 6, 6)


@pytest.mark.parametrize("loses", [by_hand, by_leaving])
def test_a_charger_out_of_contact_is_not_charging_after_the_melee_phase(loses: Loses):
    told = loses(charged())
    assert "charging" in told.states("a")
    told.until("charges", "bo")
    assert "charging" not in told.states("a")
    told.until("charges", "ann").charges("a", "d", 3)
    assert [k.toward for k in told.combat.conditions.on("a", "charging")] == ["d"]


def test_a_charger_in_contact_is_charging_until_its_first_round_is_over():
    told = charged().until("combats")
    assert "charging" in told.states("a")
    told.does("a", "fight").until("charges", "bo")
    assert "charging" not in told.states("a")


@pytest.mark.parametrize("loses", [by_hand, by_leaving, by_losses])
def test_no_combat_is_asked_for_when_the_last_contact_is_lost(loses: Loses):
    told = loses(field().touches("a", "b").until("combats"))
    assert told.waits_for() == ("charges", ("bo",))


def test_another_combat_is_still_asked_for():
    told = by_leaving(field().touches("a", "b").touches("c", "d").until("combats"))
    assert told.waits_for() == ("combats", ("ann",))
    assert {o.command["who"] for o in told.offered()} == {"c"}
