"""Planeswalker: a creature is taken over, fights for another, and goes back."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.state.viewer import Viewer
from tests.support.fights.planeswalker import OGRE, Combat, duel
from tests.support.logs.refused_fights import refused

SEIZE = {"cost": "1", "does": "take over"}
CONTROL = {**SEIZE, "lasts": "aura"}
BEGUILE = {**SEIZE, "speed": "instant"}
SPELLS: dict[str, Any] = {"seize": SEIZE, "control": CONTROL, "beguile": BEGUILE}
MIRA, NILS = Viewer("ann", "player", ("mira",)), Viewer("ben", "player", ("nils",))


def table(**points: Any) -> Combat:
    """Mira may take over Nils' wolf and a free ogre, who are Close to her; she is in her Main."""
    able = {
        "Speed": 3,
        "Focus": 3,
        "Life": 9,
        "spells": SPELLS,
        "memory": list(SPELLS),
        "mana": {"red": 3},
    }
    combat = duel(m=able, **points).creature("wolf", "nils", Power=2, Toughness=1)
    combat.creature("ogre", side="west", **OGRE).close("mira wolf", "mira ogre", "wolf ogre")
    return combat.goes_to("mira")


def who_plays(combat: Combat, creature: str) -> tuple[str, str]:
    member = combat.combat.roster.members[creature]
    return member.controller, member.side


def test_the_caster_controls_what_he_takes_over_and_all_else_of_it_stays():
    combat = table().fixes(what="pool", subject="ogre", pool="life", delta=-2)
    before = combat.combat.roster.members["ogre"]
    combat.casts("mira", "seize", "ogre").resolves()
    after = combat.combat.roster.members["ogre"]
    assert after == before._replace(controller="mira", side="east")
    assert (combat.left("ogre", "life"), combat.under("ogre")) == (4, ["taken over"])
    assert MIRA.speaks_for("ogre", combat.combat.roster)
    assert not NILS.speaks_for("ogre", combat.combat.roster)
    drafts = [d for step in combat.steps for d in step if isinstance(d.event, e.ConditionBegan)]
    assert (drafts[-1].clause, drafts[-1].basis) == ("5.8", "default")
    assert combat.refolds()


def test_it_fights_for_its_new_master_and_against_its_old_one():
    combat = table().casts("mira", "seize", "wolf").resolves().close("wolf nils").goes_to("nils")
    why = refused(combat, lambda: combat.does("nils", "command"))
    assert (why.clause, why.why) == ("4.3", "nils has no creature that can be commanded")
    combat.goes_to("mira").does("mira", "command").does("wolf", "engage", "nils").resolves()
    combat.rolls("wolf", "nils", wolf=(5, 4), nils=(1,))
    assert combat.outcome("blow") == ("gets through", {"power": 9, "toughness": 1, "damage": 8})


def test_who_was_free_has_no_turn_of_its_own_while_it_is_taken():
    combat = table().casts("mira", "seize", "ogre").resolves().ends_turn_of("mira", "nils")
    assert combat.combat.clock.path == ()
    assert [t.who for t in combat.events(e.TurnBegan)] == [("mira",), ("nils",)]


def test_taken_in_its_own_turn_it_has_had_that():
    combat = table().goes_to("ogre").does("mira", "instant", "ogre", using="beguile").resolves()
    assert who_plays(combat, "ogre") == ("mira", "east")
    assert combat.combat.clock.path == ()


@pytest.mark.parametrize(("until", "taken"), [("the turn ends", False), ("the combat ends", True)])
def test_how_long_it_stays_is_the_tables_to_say(until: str, taken: bool):
    combat = table(taken_until=until).casts("mira", "seize", "wolf").resolves().ends_turn()
    assert who_plays(combat, "wolf") == (("mira", "east") if taken else ("nils", "west"))


def test_a_spell_that_pervades_holds_it_for_as_long_as_it_is_maintained():
    combat = table().casts("mira", "control", "wolf").resolves().goes_to("mira", "upkeep")
    combat.does("mira", "maintain", on=["control"]).casts_nothing()
    assert who_plays(combat, "wolf") == ("mira", "east")
    combat.goes_to("mira", "upkeep").does("mira", "maintain", on=[]).casts_nothing()
    assert who_plays(combat, "wolf") == ("nils", "west")
    assert combat.under("wolf") == []


def test_taken_over_by_a_third_it_goes_back_the_way_it_came():
    able: dict[str, Any] = {"spells": SPELLS, "memory": ["beguile"], "mana": {"red": 1}}
    combat = table(taken_until="the turn ends").mage("otto", "north", **able)
    combat.casts("mira", "control", "wolf").resolves().close("otto wolf")
    combat.does("otto", "instant", "wolf", using="beguile").resolves()
    assert who_plays(combat, "wolf") == ("otto", "north")
    assert who_plays(combat.ends_turn(), "wolf") == ("mira", "east")


def test_who_flees_leaves_what_he_held_and_unsummons_what_is_his():
    combat = table().casts("mira", "control", "wolf").resolves().casts("mira", "seize", "ogre")
    combat.resolves().goes_to("mira", "upkeep").does(
        "mira", "maintain", on=["control"]
    ).casts_nothing()
    combat.does("mira", "flee")
    assert who_plays(combat, "wolf") == ("nils", "west")
    assert [(x.subject, x.why) for x in combat.events(e.Left)] == [("ogre", "unsummoned")]


def test_after_the_combat_the_summoned_are_dispelled_and_the_free_go_back():
    combat = table().casts("mira", "seize", "ogre").resolves().casts("mira", "control", "wolf")
    combat.resolves().say(c.End())
    assert who_plays(combat, "ogre") == ("", "west")
    assert [(x.subject, x.why) for x in combat.events(e.Left)] == [("wolf", "dispelled")]


def test_nobody_is_locked_with_what_has_become_his_own():
    combat = table().goes_to("ogre").does("ogre", "engage", "mira")
    combat.does("mira", "instant", "ogre", using="beguile").resolves()
    assert combat.outcome("lock") == ("comes to nothing", {})
    assert combat.left("mira", "life") == 9


def test_a_character_is_not_taken_over_and_nothing_is_taken_twice():
    combat = table().close("mira nils").casts("mira", "control", "nils").resolves()
    assert combat.events(e.Resolved)[-1].outcome == "no effect: nothing can take over a character"
    combat.casts("mira", "seize", "wolf").resolves()
    combat.does("mira", "instant", "wolf", using="beguile").resolves()
    assert combat.events(e.Resolved)[-1].outcome == "it is the caster's already"
    assert combat.under("wolf") == ["taken over"]
