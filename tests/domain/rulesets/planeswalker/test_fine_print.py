"""Planeswalker's fine print: who is left behind, what stays broken, and which clause is cited."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.planeswalker import ANTHEM, BOLT, KNIGHT, OGRE, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks, legal
from tests.support.renamed_moments import values_renamed

GROW = {
    "cost": "0",
    "does": "grow",
    "amount": 2,
    "trait": "Toughness",
    "speed": "instant",
    "target": "creature",
}


def gone(combat: Combat) -> list[tuple[str, str]]:
    """Everybody who left, and why."""
    return [(left.subject, left.why) for left in combat.events(e.Left)]


def clauses(combat: Combat, kind: type[e.Event]) -> list[str]:
    """The clauses that events of a kind cite, oldest first."""
    return [d.clause for step in combat.steps for d in step if isinstance(d.event, kind)]


def struck(**points: Any) -> Combat:
    """Mira's knight has breached the Toughness of Nils' ogre, which Nils has grown by 2."""
    able = {"spells": {"grow": GROW}, "memory": ["grow"]}
    combat = duel(n=able, **points).creature("knight", "mira", **KNIGHT)
    combat.creature("ogre", "nils", **OGRE).close("knight ogre").goes_to("mira")
    combat.does("nils", "instant", "ogre", using="grow").resolves()
    assert combat.scene().trait("ogre", "Toughness") == 5
    combat.does("mira", "command").does("knight", "engage", "ogre").resolves()
    return combat.rolls("knight", "ogre", knight=(4, 4, 4), ogre=(1, 1, 2, 2, 2))


# --- left behind -----------------------------------------------------------------------------


def test_who_is_gone_at_once_leaves_no_effect_and_no_creature_behind():
    able = {"Speed": 5, "spells": {"anthem": ANTHEM}, "memory": ["anthem"], "mana": {"red": 1}}
    combat = duel(m=able).creature("wolf", "mira", Power=2).goes_to("mira")
    combat.casts("mira", "anthem").resolves().goes_to("mira", "channeling").ends_phase()
    combat.does("mira", "maintain", on=["anthem"]).casts_nothing().does("mira", "fast flee")
    combat.rolls("mira", "nils", mira=(6, 6, 6, 6, 6), nils=(1,))
    assert gone(combat) == [("wolf", "unsummoned"), ("mira", "escaped")]
    assert combat.under("mira") == []


def test_a_creature_that_came_during_the_flight_is_unsummoned_too():
    combat = duel().goes_to("mira").does("mira", "flee").creature("wolf", "mira", Power=2)
    combat.ends_turn().round()
    assert gone(combat) == [("wolf", "unsummoned"), ("mira", "escaped")]


def test_creatures_of_a_loser_are_dispelled_and_his_excess_is_gone_with_the_combat():
    combat = duel(m={"mana": {"red": 3}}).creature("wolf", "mira", Power=2).goes_to("mira")
    combat.mana("mira", red=3).fixes(what="pool", subject="mira", pool="life", delta=-5)
    assert combat.under("mira") == ["lost"]
    combat.say(c.End())
    assert gone(combat) == [("wolf", "dispelled")]
    assert combat.pool("mira") == {"red": 3}


@pytest.mark.parametrize("dead", ["knight", "ogre"])
def test_nobody_fights_in_the_combat_phase_with_or_as_the_dead(dead: str):
    combat = duel(combat_timing="after main").creature("knight", "mira", **{**KNIGHT, "Life": 3})
    combat.creature("ogre", "nils", **OGRE).close("knight ogre").goes_to("mira")
    combat.does("mira", "command").does("knight", "engage", "ogre").resolves()
    combat.fixes(what="pool", subject=dead, pool="life", delta=-9).ends_phase()
    assert combat.stands() == ("nils", "channeling")


# --- who may ---------------------------------------------------------------------------------


def test_a_mage_reaches_his_own_creature_with_a_spell_for_creatures():
    combat = duel(m={"spells": {"grow": GROW}, "memory": ["grow"]})
    combat.creature("wolf", "mira", Toughness=1).goes_to("mira")
    combat.does("mira", "instant", "wolf", using="grow").resolves()
    assert combat.scene().trait("wolf", "Toughness") == 3


def test_a_creature_that_comes_in_later_stands_where_its_master_does():
    combat = duel().close("mira nils").goes_to("mira").creature("wolf", "mira", Power=2)
    assert (combat.zone("wolf", "nils"), combat.zone("wolf", "mira")) == ("close", "close")


def test_a_creature_that_comes_in_between_rotations_stands_where_its_master_does():
    combat = duel().close("mira nils").goes_to("nils")
    while combat.combat.clock.path:
        combat.ends_phase()
    assert combat.creature("wolf", "mira", Power=2).zone("wolf", "nils") == "close"


@pytest.mark.parametrize("hidden", [False, True])
def test_a_creature_that_comes_back_or_out_keeps_the_zones_that_are_set(hidden: bool):
    join = c.Join(subject="wolf", kind="creature", side="east", controller="mira", traits=KNIGHT)
    combat = duel().say(join.model_copy(update={"hidden": hidden})).goes_to("mira")
    combat.close("wolf nils")
    if not hidden:
        combat.say(c.Leave(who="wolf"))
    combat.say(join.model_copy(update={"traits": None}))
    assert (combat.zone("wolf", "nils"), combat.zone("mira", "nils")) == ("close", "ranged")


def test_a_creature_comes_in_though_the_words_for_zones_were_others_in_the_log():
    combat = duel().close("mira nils").goes_to("mira")
    combat.combat = values_renamed(combat.combat)
    combat.creature("wolf", "mira", Power=2)
    assert (combat.zone("wolf", "nils"), combat.zone("wolf", "mira")) == ("ranged", "close")


def test_a_free_creature_does_not_flee():
    combat = duel().creature("ogre", side="west", **{**OGRE, "Speed": 9}).goes_to("ogre")
    for flight in ("flee", "fast flee"):
        why = refused(combat, partial(combat.does, "ogre", flight))
        assert (why.clause, legal(why)) == ("10", "move; engage; use")


def test_nobody_flees_with_an_enemy_close_unless_the_table_plays_it_so():
    freely = duel(flee_from="anywhere").close("mira nils").goes_to("mira")
    assert "flee" in freely.manoeuvres("mira")
    combat = duel(m={"Speed": 9}).close("mira nils").goes_to("mira")
    for flight in ("flee", "fast flee"):
        why = refused(combat, partial(combat.does, "mira", flight))
        assert (why.clause, lacks(why)) == ("2", "distance zone of nils: close = ranged")
    combat.does("mira", "move", "nils").ends_turn().goes_to("mira")
    assert "flee" in combat.manoeuvres("mira")


def test_a_third_action_is_refused_by_the_number_of_actions():
    spells = {"a": {"cost": "0", "does": "ruled"}, "b": {"cost": "0", "does": "ruled"}}
    combat = duel(m={"Focus": 2, "spells": spells, "memory": ["a", "b"]}).goes_to("mira")
    combat.does("mira", "move", "nils").casts("mira", "a").resolves().answers("referee", "done")
    why = refused(combat, lambda: combat.casts("mira", "b"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "4.3",
        {"cost": 1, "left": 0},
        "points actions of mira: 0 >= 1",
    )


def test_a_pervasive_effect_of_a_creature_wants_its_masters_focus():
    howl = {"cost": "0", "does": "pervade", "lasts": "enchantment", "trait": "Power", "amount": 1}
    combat = duel().creature("wolf", "mira", Power=2, abilities={"howl": howl}).goes_to("mira")
    combat.does("mira", "command").does("wolf", "use", using="howl").resolves()
    assert (combat.under("mira"), combat.scene().trait("wolf", "Power")) == (["pervasive"], 3)
    combat.goes_to("mira", "upkeep").ends_phase()
    assert (combat.under("mira"), combat.scene().trait("wolf", "Power")) == ([], 2)


def test_a_move_covers_one_enemy_or_several_as_the_table_plays_it():
    combat = duel(move_covers="several").mage("otto", "west").close("mira nils").goes_to("mira")
    [move] = [o for o in combat.offered() if o.command.get("manoeuvre") == "move"]
    [aim] = [blank for blank in move.blanks if blank.name == "targets"]
    assert (aim.values, aim.optional, aim.least) == (("nils", "otto"), False, 1)
    combat.does("mira", "move", "nils", "otto")
    assert (combat.zone("mira", "nils"), combat.zone("mira", "otto")) == ("ranged", "close")
    plain = duel().mage("otto", "west").goes_to("mira")
    why = refused(plain, lambda: plain.does("mira", "move", "nils", "otto"))
    assert (why.clause, why.why) == ("4.3", "move wants one target")


# --- broken, and cited -----------------------------------------------------------------------


def test_broken_toughness_is_nothing_also_where_it_was_raised():
    combat = struck()
    assert combat.left("ogre", "life") == 2
    assert combat.scene().trait("ogre", "Toughness") == 0
    assert combat.passes("ogre").ends_turn().scene().trait("ogre", "Toughness") == 3


def test_a_breach_and_a_death_in_locked_combat_cite_their_clauses():
    combat = struck().does("ogre", "strike back")
    combat.rolls("ogre", "knight", ogre=(6, 6, 6, 6), knight=(1, 1))
    broken = [
        d.clause
        for step in combat.steps
        for d in step
        if isinstance(d.event, e.ConditionBegan) and d.event.name == "broken"
    ]
    assert broken == ["6.5", "6.5"]
    assert clauses(combat, e.Left) == ["6.6"]


def test_damage_of_a_spell_cites_what_spells_do():
    bolt = {**BOLT, "cost": "0"}
    combat = duel(m={"spells": {"bolt": bolt}, "memory": ["bolt"]}).goes_to("mira")
    combat.casts("mira", "bolt", "nils").resolves()
    assert clauses(combat, e.Resolved) == ["5.8"]
    [lost] = [
        d.clause
        for step in combat.steps
        for d in step
        if isinstance(d.event, e.PoolChanged) and d.event.how == "lose"
    ]
    assert (lost, combat.left("nils", "life")) == ("5.8", 2)
