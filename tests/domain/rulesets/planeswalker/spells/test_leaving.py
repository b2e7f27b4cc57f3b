"""5.4, 5.6: mages who leave while something is cast, answered or withstood."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.planeswalker import BOLT, COUNTER, KNIGHT, OGRE, Combat, duel

SPELLS = {"bolt": BOLT, "no": {**COUNTER, "cost": "0"}}
READY: dict[str, Any] = {"spells": SPELLS, "memory": list(SPELLS)}


def answered() -> Combat:
    """Mira casts at Otto, and Nils tries to answer."""
    fight = duel(m={**READY, "Speed": 3, "mana": {"red": 2}}, n=READY).mage("otto", "x", **READY)
    fight.goes_to("mira").casts("mira", "bolt", "otto")
    return fight.does("nils", "answer", using="no")


@pytest.mark.parametrize("rolled", [True, False])
def test_an_answer_is_void_when_its_mage_leaves_and_the_phase_goes_on(rolled):
    fight = answered()
    if rolled:
        fight.rolls("mira")
    fight.say(c.Leave(who="nils"))
    assert (fight.waits_for(), fight.stands()) == (("respond", ("otto",)), ("mira", "main"))
    assert fight.events(e.Withdrawn) and not fight.events(e.Resolved)
    fight.resolves()
    assert (fight.left("otto", "life"), fight.stands()) == (2, ("mira", "main"))


# --- blows and damage ------------------------------------------------------------------------

TRAMPLER = {**KNIGHT, "keywords": ["trample"]}


def test_a_mage_who_leaves_during_a_blow_is_not_hurt():
    fight = duel(m={"Power": 3}).mage("otto", "x").close("mira nils").goes_to("mira")
    fight.does("mira", "engage", "nils").resolves().say(c.Leave(who="nils"))
    fight.rolls("mira", mira=(6, 6, 6))
    assert (fight.left("nils", "life"), fight.under("nils")) == (5, [])
    assert "part" not in [r.stage for r in fight.events(e.Resolved)]


def test_a_creature_that_leaves_during_a_blow_is_not_killed_and_tramples_nobody_on():
    fight = duel().creature("knight", "mira", **TRAMPLER).creature("ogre", "nils", **OGRE)
    fight.close("knight ogre", "knight nils").goes_to("mira").does("mira", "command")
    fight.does("knight", "engage", "ogre").resolves().say(c.Leave(who="ogre")).rolls("knight")
    assert fight.left("ogre", "life") == 6
    assert fight.events(e.Resolved) == [] and fight.waits_for() == ("", ())
    assert fight.zone("knight", "ogre") == "close"


def test_a_mage_who_leaves_before_the_toughness_roll_is_not_hurt():
    spell = {"bolt": {**BOLT, "cost": "0"}}
    fight = duel(m={"spells": spell, "memory": ["bolt"]}, spell_damage="toughness")
    fight.mage("otto", "x").goes_to("mira").casts("mira", "bolt", "nils").resolves()
    fight.say(c.Leave(who="nils"))
    assert fight.events(e.Resolved)[-1].outcome == "does nothing: its target is gone"
    assert fight.left("nils", "life") == 5


def test_a_boss_who_leaves_before_the_focus_roll_is_not_hurt():
    spell = {"bolt": {**BOLT, "cost": "0"}}
    fight = duel(m={"spells": spell, "memory": ["bolt"]}, n={"boss": True}, combat_mod="2015")
    fight.mage("otto", "x").goes_to("mira").casts("mira", "bolt", "nils").resolves()
    fight.say(c.Leave(who="nils")).rolls("mira")
    assert fight.events(e.Resolved)[-1].outcome == "does nothing: its target is gone"
    assert fight.left("nils", "life") == 5


def test_who_comes_back_without_life_falls():
    fight = duel(m={"Power": 3}).creature("ogre", "nils", **OGRE).close("mira nils", "mira ogre")
    fight.goes_to("mira").does("mira", "engage", "ogre").resolves()
    fight.rolls("mira", "ogre", mira=(6, 6, 6), ogre=(1, 1, 1)).say(c.Leave(who="ogre"))
    assert fight.left("ogre", "life") == -9
    fight.say(c.Join(subject="ogre", kind="creature", controller="nils", side="west"))
    assert fight.events(e.Left)[-1].why == "dead"
    assert "ogre" not in fight.scene().present()
