"""Planeswalker: counters and healing, Regeneration, defeat, and the Focus that effects bind."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from projections.state.conditions import conditions
from projections.visibility.snapshot import Moment
from tests.support.fights.planeswalker import ANTHEM, DOOM, FLASH, KNIGHT, OGRE, RULES, Combat, duel

POISON = {
    "cost": "0",
    "does": "place counters",
    "counter": "poison",
    "amount": 2,
    "target": "any",
    "speed": "instant",
}
BOOK: dict[str, Any] = {
    "poison": POISON,
    "cure": {**POISON, "does": "heal"},
    "mend": {"cost": "0", "does": "heal", "amount": 3, "target": "any", "speed": "instant"},
    "raise": {**POISON, "counter": "+1/+1"},
    "lower": {**POISON, "counter": "+1/+1", "does": "heal", "amount": 1},
    "troll": {"cost": "0", "does": "regenerate", "speed": "instant"},
    "doom": DOOM,
    "flash": FLASH,
}
ABLE: dict[str, Any] = {
    "Memory": 20,
    "Life": 9,
    "Channeling": 6,
    "mana": {"red": 6},
    "spells": BOOK,
    "memory": list(BOOK),
}


def begun(**points: Any) -> Combat:
    """Mira's Main phase; she has an ogre that Nils is Close to."""
    combat = duel(m=ABLE, n=ABLE, **points).creature("ogre", "mira", **OGRE).close("ogre nils")
    return combat.goes_to("mira")


def instant(combat: Combat, spell: str, whom: str = "mira", who: str = "mira") -> Combat:
    return combat.does(who, "instant", whom, using=spell).resolves()


def counters(combat: Combat, who: str = "mira") -> dict[str, int]:
    held = combat.combat.pools.of.get(who, {})
    return {name.removeprefix("counters/"): n for name, n in held.items() if "counters" in name}


# --- counters --------------------------------------------------------------------------------


def test_counters_of_any_name_are_placed_and_only_healing_removes_them():
    combat = instant(begun(), "poison")
    assert counters(combat) == {"poison": 2}
    combat.ends_turn().goes_to("mira")
    combat.fixes(what="condition", subject="mira", name="lost").say(c.End())
    assert counters(combat) == {"poison": 2}


def test_healing_removes_counters_or_gives_life_back_and_no_more_than_there_is():
    combat = instant(instant(begun(), "poison"), "mend")
    assert (counters(combat), combat.left("mira", "life")) == ({"poison": 2}, 9)
    combat.fixes(what="pool", subject="mira", pool="life", delta=-2)
    instant(combat, "cure")
    assert (counters(combat), combat.left("mira", "life")) == ({"poison": 0}, 7)
    instant(combat, "mend", who="nils")
    assert combat.left("mira", "life") == 9
    instant(combat, "cure", who="nils")
    assert counters(combat) == {"poison": 0}


def test_counters_that_say_so_alter_power_and_toughness():
    combat = instant(begun(), "raise", "ogre")
    assert [combat.scene().trait("ogre", t) for t in ("Power", "Toughness")] == [6, 5]
    instant(combat, "lower", "ogre")
    assert [combat.scene().trait("ogre", t) for t in ("Power", "Toughness")] == [5, 4]
    instant(combat, "lower", "ogre", who="nils").ends_turn()
    assert [combat.scene().trait("ogre", t) for t in ("Power", "Toughness")] == [4, 3]
    assert combat.under("ogre") == []


def test_the_referee_places_counters_of_any_name_but_no_mana_of_any():
    combat = begun().fixes(what="pool", subject="mira", pool="counters", key="fate +3", delta=3)
    assert counters(combat) == {"fate +3": 3}
    with pytest.raises(Refused, match="no part called 'poison'"):
        combat.fixes(what="pool", subject="mira", pool="mana", key="poison", delta=1)


def test_a_sheet_brings_its_counters_into_the_next_combat():
    combat = duel(m={"counters": {"poison": 2, "-1/-1": 1}})
    assert counters(combat) == {"poison": 2, "-1/-1": 1}
    assert combat.scene().trait("mira", "Toughness") == 0
    combat.fixes(what="pool", subject="mira", pool="counters", key="poison", delta=-2)
    assert RULES.carried(combat.scene(), "mira") == {"counters": {"-1/-1": 1}}
    assert RULES.carried(combat.scene(), "nils") == {}


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 41, "a, b"])
def test_what_is_no_name_of_a_counter_is_refused(name: str):
    with pytest.raises(Refused) as caught:
        duel(m={"counters": {name: 1}})
    assert caught.value.clause == "7.4"


# --- Regeneration ----------------------------------------------------------------------------


def hurt(combat: Combat, by: int = 6) -> Combat:
    return combat.fixes(what="pool", subject="ogre", pool="life", delta=-by)


def test_a_creature_that_regenerates_regains_life_instead_of_being_destroyed_once():
    combat = hurt(instant(begun(), "troll", "ogre"))
    assert combat.left("ogre", "life") == 6
    assert combat.under("ogre") == []
    assert [left.subject for left in hurt(combat).events(e.Left)] == ["ogre"]


def test_what_destroys_outright_is_withstood_as_well():
    combat = duel(m=ABLE).creature("imp", "nils", Power=1).close("mira imp").goes_to("mira")
    instant(combat, "troll", "imp").casts("mira", "doom", "imp").resolves()
    assert (combat.events(e.Left), combat.under("imp")) == ([], [])


def test_in_locked_combat_it_is_not_killed_but_trampled_over():
    combat = begun().creature("knight", "nils", **{**KNIGHT, "keywords": ["trample"]})
    combat.goes_to("nils").does("mira", "instant", "ogre", using="troll")
    hurt(combat.resolves(), 5).does("nils", "command").does("knight", "engage", "ogre").resolves()
    combat.rolls("knight", "ogre", knight=(6, 6, 6), ogre=(1, 1, 1)).passes("ogre")
    assert (combat.left("ogre", "life"), combat.events(e.Left)) == (6, [])
    assert combat.outcome("part") == ("regenerated", {})
    assert combat.waits_for() == ("trample", ("knight",))
    assert combat.does("knight", "move", "mira").zone("knight", "mira") == "close"


def test_regeneration_that_is_not_used_ends_with_the_turn():
    assert instant(begun(), "troll", "ogre").ends_turn().under("ogre") == []


def test_regeneration_as_the_table_plays_it():
    once = instant(hurt(begun(regeneration="at once"), 5), "troll", "ogre")
    assert (once.left("ogre", "life"), once.under("ogre")) == (6, [])
    ruled = instant(begun(regeneration="ruled"), "troll", "ogre")
    assert ruled.waits_for() == ("ruling", ("referee",))


# --- defeat ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "outcome"), [("nils", "defeated"), ("imp", "killed")])
def test_a_mage_is_defeated_and_a_creature_killed(target: str, outcome: str):
    combat = duel(n={"Life": 1}).creature("knight", "mira", **KNIGHT).creature("imp", "nils")
    combat.close("knight nils", "knight imp").goes_to("mira").does("mira", "command")
    combat.does("knight", "engage", target).resolves().rolls("knight", knight=(6, 6, 6))
    if target == "nils":
        combat.rolls("nils", nils=(1,))
    combat.passes(target)
    assert combat.outcome("part") == (outcome, {})
    assert combat.scene().has("nils", "lost") is (target == "nils")


# --- Focus -----------------------------------------------------------------------------------


def test_a_maintained_spell_shows_the_focus_it_binds():
    able = {"Focus": 2, "spells": {"anthem": ANTHEM}, "memory": ["anthem"], "mana": {"red": 1}}
    combat = duel(m=able).goes_to("mira").casts("mira", "anthem").resolves()
    [effect] = combat.combat.conditions.on("mira", "pervasive")
    assert effect.level == 0
    combat.goes_to("mira", "upkeep").does("mira", "maintain", on=["anthem"])
    [effect] = combat.combat.conditions.on("mira", "pervasive")
    assert (effect.level, combat.left("mira", "focus")) == (1, 1)
    [mira] = [each for each in conditions(Moment(combat.combat), RULES) if each.who == "mira"]
    shown = {standing.condition: (standing.words, standing.key) for standing in mira.conditions}
    assert shown["pervasive"] == ("upholding a pervasive effect, 1 Focus bound", "anthem")
