"""Planeswalker: effects that pervade, each by Focus of its own, for a mage who has not lost."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.planeswalker import ANTHEM, CALL, FLASH, OGRE, Combat, duel

HOWL = {"cost": "0", "does": "pervade", "lasts": "enchantment", "trait": "Power", "amount": 1}
PACK = ("wolf", "wolf-2")


def keys(combat: Combat, who: str = "mira") -> list[str]:
    """The names of the effects that a mage upholds."""
    return [effect.key for effect in combat.combat.conditions.on(who, "pervasive")]


def powers(combat: Combat) -> list[int]:
    return [combat.scene().trait(wolf, "Power") for wolf in PACK]


def wants_focus(combat: Combat) -> tuple[Any, ...]:
    """What the form of `maintain` lists."""
    [form] = [o for o in combat.offered() if o.command.get("manoeuvre") == "maintain"]
    [on] = [blank for blank in form.blanks if blank.name == "on"]
    return on.values


def howling(focus: int) -> Combat:
    """Both of Mira's wolves have howled; it is her next Upkeep, and they are spent."""
    combat = duel(m={"Focus": focus})
    for wolf in PACK:
        combat.creature(wolf, "mira", Power=2, abilities={"howl": HOWL})
    combat.goes_to("mira").does("mira", "command")
    for wolf in PACK:
        combat.does(wolf, "use", using="howl").resolves()
    return combat.goes_to("mira", "upkeep")


# --- each by Focus of its own ----------------------------------------------------------------


def test_focus_upholds_one_of_two_effects_of_one_name():
    combat = howling(1)
    assert (wants_focus(combat), powers(combat)) == (("howl", "howl 2", *PACK), [3, 3])
    combat.does("mira", "maintain", on=["howl 2"])
    assert (keys(combat), powers(combat)) == (["howl 2"], [2, 3])


def test_two_focus_uphold_both_effects_of_one_name():
    combat = howling(2).does("mira", "maintain", on=["howl", "howl 2"])
    assert (keys(combat), powers(combat)) == (["howl", "howl 2"], [3, 3])


def test_a_creature_howls_a_second_time_and_each_howl_wants_focus():
    combat = howling(3).does("mira", "maintain", on=["howl", "wolf"]).casts_nothing()
    combat.goes_to("mira").does("mira", "command").does("wolf", "use", using="howl").resolves()
    assert (keys(combat), powers(combat)) == (["howl", "howl 2"], [4, 2])
    combat.goes_to("mira", "upkeep").does("mira", "maintain", on=["howl"])
    assert (keys(combat), powers(combat)) == (["howl"], [3, 2])


def test_focus_on_a_creature_upholds_no_effect_that_is_called_like_it():
    able = {"Speed": 3, "spells": {"wolf": HOWL}, "memory": ["wolf"]}
    combat = duel(m=able).creature("wolf", "mira", Power=2).close("wolf nils").goes_to("mira")
    combat.does("mira", "command").does("wolf", "move", "nils").resolves()
    combat.casts("mira", "wolf").resolves().goes_to("mira", "upkeep")
    assert wants_focus(combat) == ("wolf 2", "wolf")
    combat.does("mira", "maintain", on=["wolf"])
    assert (combat.under("mira"), combat.under("wolf")) == ([], [])


def test_a_creature_summoned_later_is_not_called_like_an_effect():
    able = {"Speed": 2, "Focus": 2, "spells": {"wolf": HOWL, "call": {**CALL, "cost": "0"}}}
    combat = duel(m={**able, "memory": ["wolf", "call"]}).goes_to("mira")
    combat.casts("mira", "wolf").resolves().casts("mira", "call").resolves()
    combat.fixes(what="condition", subject="wolf-2", name="off guard")
    assert wants_focus(combat.goes_to("mira", "upkeep")) == ("wolf", "wolf-2")


# --- by a mage who has not lost --------------------------------------------------------------

KILL = {**FLASH, "cost": "0", "amount": 9}
CURSE = {**HOWL, "target": "any", "lessens": True}
BOOK: dict[str, Any] = {
    "anthem": {**ANTHEM, "cost": "0"},
    "curse": CURSE,
    "seize": {"cost": "0", "does": "take over"},
    "control": {"cost": "0", "does": "take over", "lasts": "aura"},
    "vision": {"cost": "0", "does": "draw", "amount": 2},
    "insight": {"cost": "0", "does": "scry"},
    "gift": {"cost": "0", "does": "draw", "amount": 2, "target": "player"},
}


def killed_while_casting(spell: str, *target: str) -> Combat:
    """Nils answers Mira's spell with her death; she has three more spells in her library."""
    more = dict.fromkeys(("first", "second", "third"), KILL)
    combat = duel(
        m={"spells": {**BOOK, **more}, "memory": list(BOOK), "Memory": 20},
        n={"spells": {"kill": KILL, **more}, "memory": ["kill"], "Speed": 2},
    )
    combat.mage("otto", "west", Speed=1).creature("ogre", side="west", **OGRE)
    combat.close("mira ogre").goes_to("mira").casts("mira", spell, *target)
    combat.does("nils", "answer", "mira", using="kill")
    return combat.rolls("nils", "mira", nils=(6, 6), mira=(1, 1)).resolves()


@pytest.mark.parametrize(
    ("spell", "target"),
    [
        ("anthem", ()),
        ("curse", ("nils",)),
        ("seize", ("ogre",)),
        ("control", ("ogre",)),
        ("vision", ()),
        ("insight", ()),
    ],
)
def test_a_spell_gives_nothing_to_a_mage_who_was_defeated_before_it_resolves(
    spell: str, target: tuple[str, ...]
):
    combat = killed_while_casting(spell, *target)
    assert combat.events(e.Resolved)[-1].outcome == "does nothing: the mage has lost"
    assert combat.under("mira") == ["lost"]
    assert (combat.under("nils"), combat.scene().trait("nils", "Power")) == ([], 1)
    assert combat.combat.roster.members["ogre"].controller == ""
    assert combat.pile("mira", "memory") == ()
    assert combat.stands()[0] != "mira"


def test_what_others_get_of_a_spell_they_get_though_its_caster_is_defeated():
    combat = killed_while_casting("gift", "nils")
    assert combat.under("mira") == ["lost"]
    assert combat.pile("nils", "memory") == ("first", "second")
