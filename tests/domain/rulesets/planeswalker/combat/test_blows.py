"""Planeswalker's Locked combat, number by number: blows, breaches, intercepts, keywords, orders."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.planeswalker import FLASH, KNIGHT, OGRE, WITHER, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks


def knight_and_ogre(knight: dict[str, Any] | None = None, **points: Any) -> Combat:
    """Mira's knight is Close to Nils' ogre, and is commanded in her Main phase."""
    combat = duel(**points).creature("knight", "mira", **{**KNIGHT, **(knight or {})})
    combat.creature("ogre", "nils", **OGRE).close("knight ogre").goes_to("mira")
    return combat.does("mira", "command")


def attack(combat: Combat, who: str = "knight", target: str = "ogre") -> Combat:
    return combat.does(who, "engage", target).resolves()


def first_blow(combat: Combat) -> Combat:
    """Attack 12 against Toughness 8."""
    return attack(combat).rolls("knight", "ogre", knight=(4, 4, 4), ogre=(2, 3, 3))


# --- 16, 17, 19 ------------------------------------------------------------------------------


def test_a_blow_and_a_blow_back():
    combat = first_blow(knight_and_ogre())
    assert combat.zone("knight", "ogre") == "locked"
    assert combat.left("ogre", "life") == 2
    assert combat.scene().trait("ogre", "Toughness") == 0
    assert combat.waits_for() == ("strike back", ("ogre",))
    combat.does("ogre", "strike back")
    combat.rolls("ogre", "knight", ogre=(4, 4, 4, 3), knight=(3, 4))
    assert combat.outcome("blow")[1] == {"power": 15, "toughness": 7, "damage": 8}
    assert [(left.subject, left.why) for left in combat.events(e.Left)] == [("knight", "dead")]
    assert combat.zone("knight", "ogre") == "close"
    assert combat.ends_turn().scene().trait("ogre", "Toughness") == 3


def test_a_second_attacker_meets_broken_toughness():
    combat = duel().creature("knight", "mira", **KNIGHT).creature("lancer", "mira", **KNIGHT)
    combat.creature("ogre", "nils", **OGRE).close("knight ogre", "lancer ogre").goes_to("mira")
    combat.does("mira", "command")
    first_blow(combat).passes("ogre")
    attack(combat, "lancer").rolls("lancer", lancer=(2, 2, 1))
    assert combat.outcome("blow")[1] == {"power": 5, "toughness": 0, "damage": 5}
    assert combat.left("ogre", "life") == -3
    combat.passes("ogre")
    assert [left.subject for left in combat.events(e.Left)] == ["ogre"]


def test_a_breach_breaks_nothing_where_the_table_says_so():
    combat = first_blow(knight_and_ogre(toughness_break="none"))
    assert combat.left("ogre", "life") == 2
    assert combat.scene().trait("ogre", "Toughness") == 3


@pytest.mark.parametrize(
    ("keywords", "after"), [([], ["spent", "off guard"]), (["vigilance"], ["spent"])]
)
def test_an_attacker_who_is_left_is_off_guard_but_for_vigilance(
    keywords: list[str], after: list[str]
):
    combat = first_blow(knight_and_ogre({"keywords": keywords})).passes("ogre")
    assert combat.under("knight") == after


def test_who_is_off_guard_does_not_intercept_until_focus_refreshes_it():
    combat = first_blow(knight_and_ogre()).passes("ogre").close("mira ogre")
    combat.goes_to("nils").does("nils", "command").does("ogre", "engage", "mira").passes()
    why = refused(combat, lambda: combat.does("knight", "intercept"))
    assert (why.clause, why.why) == ("6.2", "knight is off guard and cannot intercept")
    combat.resolves().rolls("ogre", "mira", ogre=(1, 1, 1, 1), mira=(6,)).passes("mira")
    combat.goes_to("mira", "channeling").ends_phase().does("mira", "maintain", on=["knight"])
    assert combat.under("knight") == []


# --- 20: intercept ---------------------------------------------------------------------------


def ogre_comes(target: str = "mira") -> Combat:
    """A free ogre is Close to Mira and her wolf; her bear is far."""
    combat = duel().creature("wolf", "mira", Power=2, Toughness=1).creature("bear", "mira", Power=3)
    combat.creature("ogre", side="west", **OGRE).close("mira ogre", "wolf ogre")
    return combat.goes_to("ogre").does("ogre", "engage", target)


def test_a_creature_close_to_the_attacker_takes_the_fight():
    combat = ogre_comes().does("wolf", "intercept").passes()
    assert combat.outcome("intercept") == ("intercepted", {})
    assert (combat.zone("wolf", "ogre"), combat.zone("mira", "ogre")) == ("locked", "close")
    assert combat.waits_for() == ("blow", ("ogre", "wolf"))


def test_a_creature_that_is_far_cannot():
    combat = ogre_comes()
    why = refused(combat, lambda: combat.does("bear", "intercept"))
    assert (why.clause, lacks(why)) == ("6.2", "distance zone of ogre: ranged = close")


def test_nobody_intercepts_for_a_creature():
    combat = duel().creature("wolf", "mira", Power=2).creature("bear", "mira", Power=3)
    combat.creature("ogre", side="west", **OGRE).close("wolf ogre", "bear ogre", "mira ogre")
    combat.goes_to("ogre").does("ogre", "engage", "wolf")
    why = refused(combat, lambda: combat.does("bear", "intercept"))
    assert why.clause == "6.2"
    assert combat.waits_for() == ("intercept", ("mira", "nils"))


def test_another_player_who_is_close_may_step_in_and_only_one_does():
    combat = duel().mage("otto", "east").creature("wolf", "mira", Power=2)
    combat.creature("ogre", side="west", **OGRE).close("mira ogre", "otto ogre", "wolf ogre")
    combat.goes_to("ogre").does("ogre", "engage", "mira").does("otto", "intercept")
    why = refused(combat, lambda: combat.does("wolf", "intercept"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "6.2",
        {"most": 1, "done": 1},
        "limit intercept of ogre: 1 < 1",
    )
    assert combat.resolves().zone("otto", "ogre") == "locked"


# --- keywords --------------------------------------------------------------------------------


def test_first_strike_kills_before_the_other_rolls():
    combat = knight_and_ogre({"keywords": ["first strike"]})
    combat.fixes(what="pool", subject="ogre", pool="life", delta=-4)
    first_blow(combat)
    assert [left.subject for left in combat.events(e.Left)] == ["ogre"]
    assert combat.waits_for()[0] != "strike back"


def test_who_is_killed_strikes_back_all_the_same():
    combat = knight_and_ogre().fixes(what="pool", subject="ogre", pool="life", delta=-4)
    assert first_blow(combat).waits_for() == ("strike back", ("ogre",))


def test_a_defender_with_first_strike_comes_first():
    combat = duel().creature("knight", "mira", **KNIGHT)
    combat.creature("guard", "nils", **{**KNIGHT, "keywords": ["first strike"]})
    combat.close("knight guard").goes_to("mira").does("mira", "command")
    attack(combat, target="guard").does("guard", "strike back")
    combat.rolls("guard", "knight", guard=(6, 6, 6), knight=(1, 1))
    assert [left.subject for left in combat.events(e.Left)] == ["knight"]
    assert combat.combat.roster.members["guard"].here


def test_trample_that_killed_goes_on_with_another_creature():
    combat = knight_and_ogre({"keywords": ["trample"]}).creature("imp", "nils", Power=1)
    combat.close("knight imp").fixes(what="pool", subject="ogre", pool="life", delta=-4)
    first_blow(combat).passes("ogre")
    assert combat.waits_for() == ("trample", ("knight",))
    combat.does("knight", "engage", "imp").resolves().rolls("knight", knight=(1, 1, 1))
    combat.passes("imp")
    assert [left.subject for left in combat.events(e.Left)] == ["ogre", "imp"]
    assert combat.waits_for() == ("trample", ("knight",))
    combat.does("knight", "move", "nils")
    assert combat.zone("knight", "nils") == "close"
    assert combat.under("knight") == ["spent", "off guard"]


def test_haste_acts_in_the_turn_it_is_summoned_and_others_wait():
    for keywords, may in ((["haste"], True), ([], False)):
        combat = duel().creature("wolf", "mira", Power=2, keywords=keywords)
        combat.creature("fox", "mira", Power=1).close("wolf nils", "fox nils").goes_to("mira")
        combat.fixes(what="condition", subject="wolf", name="summoned").does("mira", "command")
        assert ("engage" in combat.manoeuvres("wolf")) is may


# --- 11, 23: budgets, orders, reductions -----------------------------------------------------


def test_speed_is_the_number_of_actions_and_move_excludes_engage():
    spells = {"a": {"cost": "0", "does": "ruled"}}
    combat = duel(m={"spells": spells, "memory": ["a"]}).close("mira nils").goes_to("mira")
    combat.does("mira", "move", "nils")
    assert combat.zone("mira", "nils") == "ranged"
    combat.close("mira nils")
    why = refused(combat, lambda: combat.does("mira", "engage", "nils"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "4.3",
        {"most": 0, "done": 1},
        "limit move of mira: 1 <= 0",
    )
    combat.casts("mira", "a").resolves().answers("referee", "done")
    third = refused(combat, lambda: combat.does("mira", "move", "nils"))
    assert (third.clause, third.numbers, lacks(third)) == (
        "4.3",
        {"most": 1, "done": 1},
        "limit move of mira: 1 < 1",
    )
    assert combat.left("mira", "actions") == 0


def test_a_command_may_be_answered_and_costs_one_action_for_all():
    able = {"spells": {"flash": FLASH}, "memory": ["flash"], "mana": {"red": 1}}
    combat = duel(n=able).creature("wolf", "mira", Power=2).creature("fox", "mira", Power=1)
    combat.close("wolf nils", "fox nils").goes_to("mira").does("mira", "command")
    combat.does("wolf", "move", "nils").does("nils", "answer", "wolf", using="flash")
    combat.rolls("nils", "mira", nils=(6,), mira=(1, 1)).resolves()
    assert [left.subject for left in combat.events(e.Left)] == ["wolf"]
    assert combat.zone("wolf", "nils") == "close"
    combat.does("fox", "move", "nils").resolves()
    assert combat.zone("fox", "nils") == "ranged"
    assert combat.left("mira", "actions") == 1


def test_an_ability_is_used_like_a_spell_and_its_master_pays():
    spit = {"cost": "1", "does": "damage", "amount": 2, "target": "any", "tap": True}
    combat = duel(m={"mana": {"red": 2}}).creature(
        "toad", "mira", Power=1, abilities={"spit": spit}
    )
    combat.goes_to("mira").does("mira", "command").does("toad", "use", "nils", using="spit")
    assert combat.waits_for() == ("respond", ("nils",))
    assert combat.resolves().left("nils", "life") == 3
    assert combat.pool("mira") == {"red": 1}


def test_reductions_last_until_the_end_of_any_turn():
    able = {"spells": {"wither": WITHER}, "memory": ["wither"], "mana": {"red": 1}}
    combat = duel(m={"Toughness": 3, "Speed": 1}, n={**able, "Speed": 2}).goes_to("nils")
    combat.does("nils", "instant", "mira", using="wither").resolves()
    assert combat.scene().trait("mira", "Toughness") == 1
    assert combat.ends_turn().scene().trait("mira", "Toughness") == 3


def test_where_the_table_says_so_engagements_wait_for_the_combat_phase():
    combat = knight_and_ogre(combat_timing="after main").does("knight", "engage", "ogre").resolves()
    assert combat.under("knight") == ["spent", "engaging"]
    assert combat.zone("knight", "ogre") == "close"
    combat.ends_phase().resolves()
    assert combat.stands() == ("mira", "combat phase")
    assert combat.waits_for() == ("blow", ("knight", "ogre"))


def test_a_fight_that_was_engaged_comes_about_by_the_rules_and_is_nobodys_to_do():
    combat = knight_and_ogre(combat_timing="after main")
    no = refused(combat, lambda: combat.does("knight", "fight", "ogre"))
    assert (no.clause, no.why) == ("4.4", "fight comes about by the rules, and is nobody's to do")
