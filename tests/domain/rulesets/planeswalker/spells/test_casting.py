"""Planeswalker spells, number by number: costs, answers by opposed Speed, and what spells do."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.planeswalker import (
    BOLT,
    CALL,
    COUNTER,
    DENIAL,
    DOOM,
    FLASH,
    OGRE,
    WITHER,
    Combat,
    duel,
)
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks, legal

BOOK = {
    "bolt": BOLT,
    "flash": FLASH,
    "counter": COUNTER,
    "denial": DENIAL,
    "doom": DOOM,
    "wither": WITHER,
    "call": CALL,
}
FULL: dict[str, Any] = {
    "Memory": 14,
    "Life": 9,
    "Channeling": 6,
    "mana": {"red": 3, "blue": 3},
    "spells": BOOK,
    "memory": list(BOOK),
}


def begun(*faces: int, **points: str) -> Combat:
    """Mira (Speed 2) in her Main phase, against Nils (Speed 3) and Otto; all can cast."""
    combat = duel(*faces, m=FULL, n={**FULL, "Speed": 3}, **points)
    return combat.mage("otto", "west", **{**FULL, "Speed": 1}).goes_to("mira")


# --- 8: Mastery and cost ---------------------------------------------------------------------


def test_mastery_bounds_the_cost_and_a_spell_is_cast_once_a_day():
    spells = {"four": {**BOLT, "cost": "3R"}, "three": {**BOLT, "cost": "2R"}}
    able = {"Channeling": 6, "mana": {"red": 6}, "Focus": 2, "spells": spells}
    combat = duel(m={**able, "memory": ["four", "three"]}).goes_to("mira")
    why = refused(combat, lambda: combat.casts("mira", "four", "nils"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "5.2",
        {"wanted": 4, "Mastery": 3},
        "trait Mastery of mira: 3 >= 4",
    )
    combat.casts("mira", "three", "nils").resolves()
    assert combat.pool("mira") == {"red": 3}
    assert combat.pile("mira", "graveyard") == ("three",)
    assert combat.left("nils", "life") == 2
    again = refused(combat, lambda: combat.casts("mira", "three", "nils"))
    assert (again.clause, again.why) == ("5.2", "three is in the graveyard, not in Memory")


def test_a_colored_cost_wants_its_color():
    combat = begun().mana("mira", red=-3)
    why = refused(combat, lambda: combat.casts("mira", "bolt", "nils"))
    assert (why.clause, lacks(why)) == ("5.2", "points mana of mira: 3 blue >= 1R")


def test_the_caster_says_which_mana_is_spent_else_colorless_goes_first():
    combat = begun().mana("mira", colorless=1)
    plainly = combat.casts("mira", "bolt", "nils")
    assert plainly.pool("mira") == {"red": 2, "blue": 3}
    other = begun().mana("mira", colorless=1).casts("mira", "bolt", "nils", pay="1 blue + 1 red")
    assert other.pool("mira") == {"red": 2, "blue": 2, "colorless": 1}


def test_a_spell_costs_an_action_and_focus_and_an_instant_neither():
    combat = begun().casts("mira", "bolt", "nils").resolves()
    assert (combat.left("mira", "actions"), combat.left("mira", "focus")) == (1, 0)
    combat.does("mira", "instant", "nils", using="flash").resolves()
    assert (combat.left("mira", "actions"), combat.left("mira", "focus")) == (1, 0)
    assert combat.left("nils", "life") == 3


def test_an_instant_is_cast_in_anothers_turn_without_a_roll():
    combat = begun().does("nils", "instant", "mira", using="flash")
    assert combat.events(e.DiceRolled) == []
    assert combat.waits_for() == ("respond", ("mira", "otto"))
    combat.resolves()
    assert combat.left("mira", "life") == 6
    assert combat.stands() == ("mira", "main")


# --- 13, 14: answers -------------------------------------------------------------------------


def test_a_tie_is_the_responders_and_the_last_cast_resolves_first():
    combat = begun().casts("mira", "bolt", "nils")
    combat.does("nils", "answer", using="counter")
    assert combat.waits_for() == ("race", ("nils", "mira"))
    combat.rolls("nils", "mira", nils=(2, 3, 4), mira=(4, 5))
    assert combat.outcome("")[1] == {"speed": 9, "against": 9}
    assert combat.pool("nils") == {"red": 3, "blue": 2}
    assert combat.waits_for() == ("respond", ("mira", "otto"))
    combat.does("mira", "answer", "nils", using="flash")
    combat.rolls("mira", "nils", mira=(4, 6), nils=(1, 2, 4)).resolves()
    told = [(r.outcome, r.figures.get("damage")) for r in combat.events(e.Resolved)]
    assert told == [
        ("fast enough", None),
        ("fast enough", None),
        ("damage", 3),
        ("countered", None),
    ]
    assert combat.left("nils", "life") == 6
    assert combat.pile("mira", "graveyard") == ("flash", "bolt")
    assert combat.pile("nils", "graveyard") == ("counter",)


def test_who_is_too_slow_pays_nothing_and_has_had_his_attempt():
    combat = begun().casts("mira", "bolt", "nils").does("nils", "answer", using="counter")
    combat.rolls("nils", "mira", nils=(2, 3, 3), mira=(4, 5))
    assert combat.outcome("") == ("too slow", {"speed": 8, "against": 9})
    assert combat.pool("nils") == {"red": 3, "blue": 3}
    assert combat.pile("nils", "memory")[2] == "counter"
    assert combat.waits_for() == ("respond", ("otto",))
    refused(combat, lambda: combat.does("nils", "answer", using="denial"))
    assert combat.resolves().left("nils", "life") == 6


def test_split_second_needs_no_roll_and_cannot_be_answered():
    combat = begun().casts("mira", "bolt", "nils").does("nils", "answer", using="denial")
    assert combat.events(e.DiceRolled) == []
    assert combat.outcome("countered")[0] == "countered"
    assert combat.stands() == ("mira", "main")
    assert combat.left("nils", "life") == 9


def test_after_split_second_the_window_of_the_first_spell_is_open_again():
    combat = begun().casts("mira", "bolt", "nils").does("otto", "answer", using="counter")
    combat.rolls("otto", "mira", otto=(6,), mira=(1, 1)).does("mira", "answer", using="denial")
    assert combat.waits_for() == ("respond", ("nils",))
    assert combat.resolves().left("nils", "life") == 6


def test_an_ally_may_answer_too():
    combat = begun().mage("pia", "east", **FULL).casts("mira", "bolt", "nils")
    assert combat.waits_for() == ("respond", ("nils", "otto", "pia"))


def test_a_spell_whose_target_has_gone_does_nothing():
    combat = begun().creature("ogre", "nils", **OGRE).close("mira ogre")
    combat.casts("mira", "doom", "ogre").does("nils", "answer", "ogre", using="flash")
    combat.rolls("nils", "mira").fixes(what="pool", subject="ogre", pool="life", delta=-6)
    combat.resolves()
    assert [left.subject for left in combat.events(e.Left)] == ["ogre"]
    assert combat.events(e.Resolved)[-1].outcome == "does nothing: its target is gone"


# --- 26 and what spells do -------------------------------------------------------------------


def test_a_character_cannot_be_destroyed_and_his_creature_can():
    combat = begun().creature("bear", "nils", Power=2).close("mira nils", "mira bear")
    combat.fixes(what="pool", subject="mira", pool="focus", delta=1)
    combat.casts("mira", "doom", "nils").resolves()
    assert combat.events(e.Resolved)[-1].outcome == "no effect: nothing can destroy a character"
    assert combat.combat.roster.members["nils"].here


def test_his_creature_can_be_destroyed():
    combat = begun().creature("bear", "nils", Power=2).close("mira bear")
    combat.casts("mira", "doom", "bear").resolves()
    assert [(left.subject, left.why) for left in combat.events(e.Left)] == [("bear", "destroyed")]


def test_a_spell_for_creatures_reaches_only_who_is_close():
    combat = begun()
    why = refused(combat, lambda: combat.casts("mira", "doom", "nils"))
    assert (why.clause, lacks(why), legal(why)) == (
        "2",
        "distance zone of nils: ranged = close",
        "mira",
    )


def test_a_summoned_creature_stands_where_its_summoner_does():
    combat = begun().close("mira nils").casts("mira", "call").resolves()
    wolf = combat.combat.roster.members["wolf"]
    assert (wolf.name, wolf.controller, wolf.side) == ("Wolf", "mira", "east")
    assert (combat.zone("wolf", "nils"), combat.zone("wolf", "otto")) == ("close", "ranged")
    assert combat.under("wolf") == ["summoned"]
    assert combat.goes_to("mira", "channeling").under("wolf") == []


@pytest.mark.parametrize(("rule", "life"), [("straight", 6), ("toughness", 8)])
def test_damage_of_spells_as_the_table_plays_it(rule: str, life: int):
    combat = begun(2, spell_damage=rule).casts("mira", "bolt", "nils").resolves()
    if rule == "toughness":
        combat.rolls("nils", nils=(2,))
    assert combat.left("nils", "life") == life


def test_what_the_rules_do_not_say_is_carried_out_by_the_referee():
    able = {"spells": {"heal": {"cost": "0", "does": "ruled", "target": "player"}}}
    combat = duel(m={**able, "memory": ["heal"]}).goes_to("mira")
    combat.casts("mira", "heal", "mira").resolves()
    assert combat.waits_for() == ("ruling", ("referee",))
    combat.fixes(what="pool", subject="mira", pool="life", delta=2).answers("referee", "done")
    assert combat.left("mira", "life") == 7
    assert combat.events(e.Resolved)[-1].outcome == "carried out as ruled"


def test_attacks_on_the_library_and_a_look_at_it():
    mill = {"cost": "0", "does": "mill", "amount": 1, "target": "player"}
    scry = {"cost": "0", "does": "scry"}
    able = {"Focus": 2, "spells": {"mill": mill, "scry": scry, "a": BOLT, "b": BOLT}}
    able = {**able, "memory": ["mill", "scry"]}
    combat = duel(m=able, n={"spells": {"x": BOLT, "y": BOLT}}).goes_to("mira")
    combat.casts("mira", "mill", "nils").resolves()
    assert (combat.pile("nils", "removed"), combat.pile("nils", "library")) == (("x",), ("y",))
    combat.casts("mira", "scry").resolves().answers("mira", "reorder", order=["b", "a"])
    assert combat.pile("mira", "library") == ("b", "a")
    combat.fixes(what="place", subject="nils's x", place="library")
    assert combat.pile("nils", "library") == ("y", "x")


def test_what_the_table_keeps_unpaid_says_what_was_wanted():
    combat = Combat(mode="record").mage("mira", spells={"bolt": BOLT}, memory=["bolt"])
    combat.mage("nils", Speed=1).goes_to("mira").mana("mira", red=1)
    refused(combat, lambda: combat.casts("mira", "bolt", "nils"))
    combat.casts("mira", "bolt", "nils", against=True).resolves()
    paid = [p for p in combat.events(e.PoolChanged) if (p.pool, p.how) == ("mana", "pay")]
    assert [(p.key, p.delta, p.wanted) for p in paid] == [("colorless", 0, -1), ("red", -1, None)]
    assert combat.left("nils", "life") == 2
