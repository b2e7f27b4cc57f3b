"""Planeswalker: who controls a creature, also after the referee's edit, and whose enemy it is."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from tests.support.fights.planeswalker import Combat, duel

IMP: dict[str, Any] = {"name": "Imp", "Power": 1, "Toughness": 1}
LICH: dict[str, Any] = {
    "Power": 2,
    "Toughness": 2,
    "Life": 4,
    "Speed": 3,
    "abilities": {"call": {"cost": "0", "does": "summon", "summons": IMP}},
}


def taken() -> Combat:
    """Mira has taken over the golem of Nils; Otto is there as well."""
    steal = {"cost": "0", "does": "take over"}
    able = {"spells": {"steal": steal, "rob": steal}, "memory": ["steal", "rob"], "Focus": 2}
    combat = duel(m={**able, "Speed": 3}, n={"Speed": 2}).mage("otto", "west", Speed=1)
    combat.creature("golem", "nils", Power=2, Toughness=2, Life=3).close("mira golem")
    return combat.goes_to("mira").casts("mira", "steal", "golem").resolves()


def off_guard_and_on(combat: Combat) -> Combat:
    """Something begins and ends that has nothing to do with the golem."""
    combat.fixes(what="condition", subject="nils", name="off guard")
    return combat.fixes(what="condition", subject="nils", name="off guard", begin=False)


def master_of(combat: Combat, creature: str) -> str:
    return combat.combat.roster.members[creature].controller


def test_a_creature_that_the_referee_hands_back_is_taken_over_no_longer():
    combat = taken().say(c.Edit(who="golem", controller="nils", side="west"))
    assert combat.under("golem") == []
    assert master_of(off_guard_and_on(combat), "golem") == "nils"


def test_a_creature_given_to_a_third_after_a_take_over_stays_there():
    combat = taken().fixes(what="condition", subject="golem", name="taken over", begin=False)
    assert master_of(combat, "golem") == "nils"
    combat.say(c.Edit(who="golem", controller="otto", side="west"))
    assert master_of(off_guard_and_on(combat), "golem") == "otto"


def test_taken_over_from_its_new_master_it_goes_back_there():
    combat = taken().say(c.Edit(who="golem", controller="otto", side="west"))
    combat.casts("mira", "rob", "golem").resolves()
    assert master_of(combat, "golem") == "mira"
    combat.fixes(what="condition", subject="golem", name="taken over", begin=False)
    assert master_of(combat, "golem") == "otto"


# --- summoned by a free creature -------------------------------------------------------------


def summoned(side: str) -> Combat:
    combat = duel().creature("lich", side=side, **LICH).close("lich mira").goes_to("lich")
    return combat.does("lich", "use", using="call").resolves()


def test_what_a_free_creature_has_summoned_is_dispelled_with_the_combat():
    combat = summoned("west").say(c.End())
    assert [(left.subject, left.why) for left in combat.events(e.Left)] == [("imp", "dispelled")]


def test_without_sides_it_is_no_enemy_of_its_summoner():
    combat = summoned("").ends_turn().goes_to("imp")
    aims = [o.blanks[0].values for o in combat.offered() if o.command.get("manoeuvre") == "move"]
    assert aims == [("mira", "nils")]
