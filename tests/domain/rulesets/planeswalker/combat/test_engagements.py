"""Planeswalker: who comes into a combat during a Locked fight, and who is gone before it."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.planeswalker import FLASH, KNIGHT, OGRE, Combat, duel

KILL = {**FLASH, "cost": "0", "amount": 9}
ABLE: dict[str, Any] = {"Speed": 3, "spells": {"kill": KILL}, "memory": ["kill"]}


# --- who comes in ----------------------------------------------------------------------------


def locked() -> Combat:
    """Nils' ogre is Locked with Mira; then a wolf of hers comes in."""
    combat = duel().creature("ogre", "nils", **OGRE).close("mira ogre").goes_to("nils")
    combat.does("nils", "command").does("ogre", "engage", "mira").resolves()
    combat.rolls("ogre", "mira", ogre=(1, 1, 1, 1), mira=(6,))
    return combat.creature("wolf", "mira", Power=2, Toughness=1, Life=3)


def test_a_creature_that_comes_in_while_its_master_is_locked_is_close():
    combat = locked()
    assert (combat.zone("mira", "ogre"), combat.zone("wolf", "ogre")) == ("locked", "close")


def test_a_creature_that_came_in_during_a_fight_dies_at_once_without_life():
    combat = locked().fixes(what="pool", subject="wolf", pool="life", delta=-3)
    assert [(left.subject, left.why) for left in combat.events(e.Left)] == [("wolf", "dead")]


# --- who is gone before the fight ------------------------------------------------------------


@pytest.mark.parametrize("dead", ["knight", "ogre"])
def test_nobody_is_asked_to_step_in_where_one_of_the_two_was_killed_in_an_answer(dead: str):
    combat = duel(n=ABLE).creature("knight", "mira", **KNIGHT).creature("ogre", "nils", **OGRE)
    combat.close("knight ogre").goes_to("mira").does("mira", "command")
    combat.does("knight", "engage", "ogre").does("nils", "answer", dead, using="kill")
    combat.rolls("nils", "mira", nils=(6, 6, 6), mira=(1, 1)).passes("mira")
    assert [left.subject for left in combat.events(e.Left)] == [dead]
    assert combat.waits_for() == ("", ())
    assert combat.outcome("lock") == ("comes to nothing", {})


def test_nobody_is_asked_again_once_an_instant_has_killed_the_attacker():
    combat = duel(n={**ABLE, "Speed": 1}).creature("knight", "mira", **KNIGHT).close("knight nils")
    combat.goes_to("mira").does("mira", "command").does("knight", "engage", "nils")
    combat.passes("nils").does("nils", "instant", "knight", using="kill").passes("mira")
    assert combat.waits_for() == ("", ())
    assert combat.outcome("lock") == ("comes to nothing", {})


# --- instants and stepping in ----------------------------------------------------------------

BOOST = {
    "cost": "0",
    "does": "grow",
    "amount": 1,
    "trait": "Power",
    "speed": "instant",
    "target": "any",
}
TWO: dict[str, Any] = {"spells": {"one": BOOST, "two": BOOST}, "memory": ["one", "two"]}


def engaged() -> Combat:
    """Mira engages Nils; Pia of his side is Close to her."""
    combat = duel(m=TWO, n=TWO).mage("pia", "west", **TWO).close("mira nils", "mira pia")
    return combat.goes_to("mira").does("mira", "engage", "nils")


def test_a_mage_casts_more_than_one_instant_in_an_engagement():
    combat = engaged().does("nils", "instant", "nils", using="one").unanswered()
    combat.passes("mira", "pia")
    assert combat.waits_for() == ("intercept", ("nils",))
    combat.does("nils", "instant", "nils", using="two").unanswered()
    assert combat.scene().trait("nils", "Power") == 3
    assert combat.waits_for() == ("intercept", ("mira", "pia"))
    combat.passes("mira", "pia")
    assert combat.waits_for() == ("blow", ("mira", "nils"))


def test_a_mage_may_cast_and_then_step_in():
    combat = engaged().does("pia", "instant", "pia", using="one").unanswered()
    combat.passes("mira", "nils").does("pia", "intercept").passes("mira", "nils", "pia")
    assert combat.waits_for() == ("blow", ("mira", "pia"))


def test_a_mage_may_step_in_and_then_cast():
    combat = engaged().does("pia", "intercept").passes("mira", "nils")
    combat.does("pia", "instant", "pia", using="one").unanswered()
    combat.passes("mira", "nils", "pia")
    assert combat.waits_for() == ("blow", ("mira", "pia"))
    assert combat.scene().trait("pia", "Power") == 2


def test_those_who_passed_since_the_last_cast_are_not_asked_again():
    combat = engaged().passes("mira").does("nils", "instant", "nils", using="one").unanswered()
    combat.passes("pia")
    assert combat.waits_for() == ("intercept", ("mira", "nils"))
    combat.passes("mira", "nils")
    assert combat.waits_for() == ("blow", ("mira", "nils"))
