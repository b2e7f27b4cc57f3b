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
