"""4.3, 5.1, 5.4: abilities and spells that need a library, or a spell to counter."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.planeswalker import BOLT, COUNTER, FLASH, Combat, duel
from tests.support.logs.refused_fights import refused

LIBRARY: dict[str, Any] = {"spells": {"bolt": BOLT, "flash": FLASH, "last": BOLT}}
ABILITIES: dict[str, Any] = {
    "look": {"cost": "1", "does": "draw", "amount": 2},
    "grind": {"cost": "1", "does": "mill", "amount": 1},
    "shed": {"cost": "1", "does": "discard", "amount": 2},
    "peer": {"cost": "1", "does": "scry"},
    "deny": {"cost": "1", "does": "counter"},
}


def commanded() -> Combat:
    """Mira commands her owl, with three mana."""
    fight = duel(m={**LIBRARY, "mana": {"red": 3}})
    fight.creature("owl", "mira", Power=1, abilities=ABILITIES)
    return fight.goes_to("mira").does("mira", "command")


def test_a_creature_draws_for_its_master():
    fight = commanded().does("owl", "use", using="look").resolves()
    assert (fight.pile("mira", "memory"), fight.pool("mira")) == (("bolt", "flash"), {"red": 2})


def test_a_creature_mills_its_masters_library():
    fight = commanded().does("owl", "use", using="grind").resolves()
    assert fight.pile("mira", "removed") == ("bolt",)


def test_a_creature_discards_for_its_master():
    fight = commanded().does("owl", "use", using="shed").resolves()
    assert fight.scene().trait("mira", "Memory") == 3


def test_the_master_orders_the_library_that_a_creature_looks_at():
    fight = commanded().does("owl", "use", using="peer").resolves()
    assert fight.waits_for() == ("scry", ("mira",))
    fight.answers("mira", "reorder", order=["last", "bolt", "flash"])
    assert fight.pile("mira", "library") == ("last", "bolt", "flash")


@pytest.mark.parametrize("ability", ["look", "grind", "shed", "peer"])
def test_a_free_creature_has_no_library(ability: str):
    fight = duel().creature("owl", side="x", Speed=5, abilities=ABILITIES, mana={"red": 1})
    fight.goes_to("owl")
    why = refused(fight, lambda: fight.does("owl", "use", using=ability))
    assert (why.clause, why.pointer) == ("5.1", "/using")
    assert fight.pool("owl") == {"red": 1}


# --- counters of spells ----------------------------------------------------------------------


def test_a_mage_casts_no_counter_that_answers_nothing():
    slow = {"no": {"cost": "0", "does": "counter"}}
    fight = duel(m={"spells": slow, "memory": ["no"]}).goes_to("mira")
    why = refused(fight, lambda: fight.casts("mira", "no"))
    assert (why.clause, why.why) == ("5.4", "no counters spells, and none is answered here")


def test_a_commanded_creature_has_no_spell_to_counter():
    fight = commanded()
    why = refused(fight, lambda: fight.does("owl", "use", using="deny"))
    assert (why.clause, why.why) == ("5.4", "deny counters spells, and this is none")


def test_a_free_creature_has_no_spell_to_counter():
    fight = duel().creature("owl", side="x", Speed=5, abilities=ABILITIES, mana={"red": 1})
    fight.goes_to("owl")
    assert refused(fight, lambda: fight.does("owl", "use", using="deny")).clause == "5.4"


def test_an_answer_counters_the_spell_that_it_answers():
    able = {"spells": {"no": {**COUNTER, "cost": "0"}}, "memory": ["no"]}
    fight = duel(m={"spells": {"b": {**BOLT, "cost": "0"}}, "memory": ["b"]}, n=able)
    fight.goes_to("mira").casts("mira", "b", "nils").does("nils", "answer", using="no")
    fight.rolls("nils", "mira", nils=(6,), mira=(1, 1)).resolves()
    assert fight.left("nils", "life") == 5
