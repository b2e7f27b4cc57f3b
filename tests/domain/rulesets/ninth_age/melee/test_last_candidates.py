"""The last one that could be named in a Round is gone: the question closes, and play goes on."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes
from tests.domain.rulesets.ninth_age.melee.test_contact_lost import Loses, by_leaving, by_losses
from tests.support.fights.ninth_age import Battle, battle

CHAMPION = {**A, "Champion": True}
HERO: dict[str, Any] = {**A, "Models": 1, "HP": 3, "Character": True}
FEW = {**A, "Standard": False, "Models": 9}


def challenged(b: dict[str, Any], d: dict[str, Any]) -> Battle:
    """Ann's Champion issues a Duel; a touches b and d."""
    told = battle({"ann": {"a": CHAMPION}, "bo": {"b": b, "d": d}})
    told.touches("a", "b").touches("a", "d").until("combats").does("a", "fight")
    return told.answers("ann", "issue", challenger="a")


# --- duels ---------------------------------------------------------------------------------


@pytest.mark.parametrize("loses", [by_leaving, by_losses])
def test_nobody_is_shamed_when_the_only_character_is_gone(loses: Loses):
    told = challenged(HERO, A).answers("bo", "refuse")
    assert told.waits_for() == ("duel shame", ("ann",))
    assert loses(told).waits_for() == ("strikes", ("a", "d"))


@pytest.mark.parametrize("loses", [by_leaving, by_losses])
def test_a_duel_that_nobody_can_accept_any_more_is_not_answered(loses: Loses):
    told = loses(challenged(CHAMPION, A))
    assert told.waits_for() == ("strikes", ("a", "d"))
    assert "duel" not in told.states("a")


def test_a_duel_is_over_when_the_challenger_has_left():
    told = challenged(HERO, A).say(c.Leave(who="a"))
    assert told.waits_for() == ("post combat", ("b", "d"))
    assert told.states("b") == ["melee"]


# --- the way of a flight -------------------------------------------------------------------


def broken_between(*winners: str) -> Battle:
    """Bo's unit breaks, in contact with several of Ann's."""
    armies = {"ann": {w: {**A, "Agility": 5 - n} for n, w in enumerate(winners)}, "bo": {"b": FEW}}
    told = battle(armies)
    for winner in winners:
        told.touches(winner, "b")
    told.until("combats").does(winners[0], "fight")
    causes(told, winners[0], "b", 3).passes(*winners[1:]).passes("b").rolls(6, 6)
    assert told.waits_for() == ("flee direction", ("ann",))
    return told


def test_with_one_winner_left_in_contact_nobody_picks_the_way_it_flees():
    told = broken_between("a", "a2").fixes(what="pool", subject="a", pool="hp", to=0)
    assert told.waits_for() == ("pursuits", ("a2",))
    told.answers("a2", "pursue", whom="b").rolls(6, 6).rolls(1, 1)
    assert told.waits_for() == ("flight", ("bo",))


def test_without_the_broken_unit_nobody_picks_a_way():
    told = by_leaving(broken_between("a", "a2"))
    assert told.waits_for() == ("post combat", ("a", "a2"))


def test_the_way_is_picked_among_the_winners_that_are_left():
    told = broken_between("a", "a2", "a3").say(c.Leave(who="a"))
    [option] = told.offered()
    assert option.blanks[0].values == ("a2", "a3")
    told.answers("ann", "away from", foe="a3")
    assert told.outcome("direction b") == ("turns to flee", {"from": "a3"})


# --- weapons -------------------------------------------------------------------------------

ARMED: dict[str, Any] = {**A, "weapons": {"club": {}, "spear": {"gives": {"Agility": 2}}}}


def choosing_weapons() -> Battle:
    told = battle({"ann": {"a": ARMED}, "bo": {"b": A, "c": A}}).touches("a", "b").touches("a", "c")
    told.until("combats").does("a", "fight")
    assert told.waits_for() == ("weapons", ("a",))
    return told


def test_no_weapon_is_chosen_by_a_unit_that_has_none_any_more():
    told = choosing_weapons().say(c.Edit(who="a", traits=A))
    assert told.waits_for()[0] == "strikes"


def test_no_weapon_is_chosen_when_no_foe_is_left_in_contact():
    told = by_leaving(choosing_weapons())
    assert told.waits_for() == ("weapons", ("a",))
    assert told.say(c.Leave(who="c")).waits_for() == ("post combat", ("a",))
