"""Planeswalker turns, number by number: the order, delay, channeling, burn, upkeep, forgetting."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rulesets.planeswalker.preparing import left_to_restore
from tests.support.fights.planeswalker import ANTHEM, BOLT, Combat, duel
from tests.support.logs.refused_fights import refused
from tests.support.refusals import lacks, legal

# --- 1, 2, 4, 5: mana ------------------------------------------------------------------------


def test_nobody_enters_with_more_mana_than_channeling():
    combat = Combat()
    why = refused(combat, lambda: combat.mage("mira", mana={"red": 4}))
    assert (why.clause, why.numbers, lacks(why)) == (
        "4.1",
        {"most": 3, "done": 4},
        "limit mana: 4 <= 3",
    )
    assert combat.mage("mira", mana={"red": 3}).pool("mira") == {"red": 3}


def channeling(**mana: int) -> Combat:
    return duel(m={"mana": mana}).goes_to("mira", "channeling")


def test_a_plain_channel_fills_the_pool_and_ignites_nothing():
    combat = channeling(red=1).does("mira", "channel", using="red", amount=2)
    assert combat.pool("mira") == {"red": 3}
    assert combat.under("mira") == []


def test_no_more_is_restored_than_channeling():
    combat = channeling()
    assert combat.left("mira", "restore") == 3
    why = refused(combat, lambda: combat.does("mira", "channel", using="red", amount=4))
    assert (why.clause, why.numbers, lacks(why)) == (
        "4.1",
        {"cost": 4, "left": 3},
        "points restore of mira: 3 >= 4",
    )


def test_a_close_enemy_takes_two_off_channeling_however_many_there_are():
    combat = duel().mage("otto", "west", Speed=1).close("mira nils", "mira otto")
    assert left_to_restore(combat.goes_to("mira", "channeling").scene(), "mira") == 1


def test_what_is_restored_is_never_less_than_nothing():
    combat = duel(m={"Channeling": 1}).close("mira nils")
    assert left_to_restore(combat.goes_to("mira", "channeling").scene(), "mira") == 0


def test_over_channeling_ignites_the_pool():
    combat = channeling(red=3).does("mira", "channel", using="colorless", amount=3)
    assert combat.pool("mira") == {"red": 3, "colorless": 3}
    assert combat.under("mira") == ["ignited"]


def test_beyond_the_pool_size_mana_is_colorless():
    combat = channeling(red=3)
    why = refused(combat, lambda: combat.does("mira", "channel", using="red", amount=3))
    assert (why.clause, legal(why)) == ("4.1", "colorless")


def test_one_red_and_two_colorless_on_two_red_make_five_and_ignite():
    combat = channeling(red=2).does("mira", "channel", using="red", amount=1)
    combat.does("mira", "channel", using="colorless", amount=2)
    assert combat.pool("mira") == {"red": 3, "colorless": 2}
    assert combat.under("mira") == ["ignited"]


SPELLS = {"two": {"cost": "2", "does": "ruled"}, "one": {"cost": "1", "does": "ruled"}}


@pytest.mark.parametrize(
    ("cast", "left", "burnt"), [(("two",), 4, 1), (("two", "one"), 3, 0), ((), 6, 3)]
)
def test_mana_burn_is_what_is_left_above_the_pool_size(
    cast: tuple[str, ...], left: int, burnt: int
):
    able = {"mana": {"red": 3}, "Focus": 2, "spells": SPELLS}
    combat = duel(m={**able, "memory": ["two", "one"]}).goes_to("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=3).goes_to("mira")
    for spell in cast:
        combat.casts("mira", spell).resolves().answers("referee", "done")
    assert sum(combat.pool("mira").values()) == left
    combat.ends_turn()
    assert sum(combat.pool("mira").values()) == 3
    assert combat.left("mira", "life") == 5 - burnt
    assert combat.under("mira") == []


def test_an_excess_that_no_instant_can_spend_burns_at_once():
    combat = channeling(red=3).does("mira", "channel", using="colorless", amount=1)
    combat.goes_to("mira").ends_phase()
    assert combat.stands() == ("nils", "channeling")
    assert combat.left("mira", "life") == 4


def test_one_spell_of_the_library_comes_to_memory_each_turn():
    combat = duel(m={"spells": SPELLS}).goes_to("mira", "channeling").does("mira", "memorize")
    assert combat.pile("mira", "memory") == ("two",)
    assert combat.pile("mira", "library") == ("one",)
    assert refused(combat, lambda: combat.does("mira", "memorize")).clause == "4.1"


# --- 7: order and delay ----------------------------------------------------------------------


def four() -> Combat:
    combat = Combat(4, 5).mage("ana", Speed=3).mage("bo", Speed=2)
    return combat.mage("cy", Speed=2).mage("di", Speed=1).round().rolls("bo", "cy")


def order(combat: Combat) -> tuple[str, ...]:
    return combat.combat.clock.order("initiative")


def test_the_fastest_comes_first_and_dice_part_those_who_are_equal():
    assert order(four()) == ("ana", "cy", "bo", "di")


def test_equal_dice_are_thrown_again():
    combat = Combat(4, 4, 2, 6).mage("ana").mage("bo").round().rolls("ana", "bo")
    assert combat.waits_for() == ("tie", ("ana", "bo"))
    assert order(combat.rolls("ana", "bo")) == ("bo", "ana")


def test_a_delay_is_used_after_anothers_turn_and_keeps_that_seat_for_good():
    combat = four().ends_turn().ends_turn().ends_turn().ends_turn().round()
    combat.does("ana", "delay").goes_to("cy").ends_turn_of("cy")
    assert combat.waits_for() == ("resume", ("ana",))
    combat.answers("ana", "now")
    assert combat.stands() == ("ana", "channeling")
    assert order(combat) == ("cy", "ana", "bo", "di")
    combat.ends_turn().ends_turn().ends_turn().round()
    assert combat.stands()[0] == "cy"
    assert [t.who[0] for t in combat.events(e.TurnBegan)][4:] == [
        "ana",
        "cy",
        "ana",
        "bo",
        "di",
        "cy",
    ]


def test_a_delay_not_used_is_a_lost_turn_and_the_seat_is_unchanged():
    combat = four().does("ana", "delay").ends_turn_of("cy", "bo", "di")
    assert combat.waits_for() == ("resume", ("ana",))
    combat.passes().round()
    assert combat.stands() == ("ana", "channeling")
    assert order(combat) == ("ana", "cy", "bo", "di")
    assert combat.under("ana") == []


def test_the_last_may_wait_for_the_first_of_the_next_rotation():
    combat = four().ends_turn_of("ana", "cy", "bo").does("di", "delay").round()
    combat.ends_turn_of("ana").answers("di", "now")
    assert order(combat) == ("ana", "di", "cy", "bo")


def test_of_two_who_would_act_now_the_faster_comes_first():
    combat = four().does("ana", "delay").does("cy", "delay").ends_turn_of("bo")
    combat.answers("ana", "now").answers("cy", "now")
    assert order(combat) == ("cy", "bo", "ana", "di")
    assert combat.ends_turn_of("ana").waits_for() == ("resume", ("cy",))


def test_who_joins_late_is_seated_by_speed_from_the_next_rotation():
    combat = four().mage("eve", Speed=2).ends_turn_of("ana", "cy", "bo", "di").round()
    assert order(combat) == ("ana", "cy", "bo", "eve", "di")


def test_a_creature_of_a_mage_has_no_turn_and_a_free_one_has():
    combat = duel().creature("wolf", "mira").creature("ogre", side="west", Speed=3).round()
    assert order(combat) == ("ogre", "mira", "nils")


# --- 10, 22: upkeep and memory ---------------------------------------------------------------


def test_focus_maintains_effects_and_refreshes_creatures_and_what_is_left_is_for_spells():
    effects = {"e one": ANTHEM, "e two": ANTHEM, "bolt": BOLT}
    able = {"Focus": 2, "Speed": 3, "spells": effects, "mana": {"red": 3}}
    combat = duel(m={**able, "memory": list(effects)})
    combat.creature("wolf", "mira", Power=1).goes_to("mira")
    combat.casts("mira", "e one").resolves().casts("mira", "e two").resolves()
    combat.fixes(what="condition", subject="wolf", name="spent").goes_to("mira", "channeling")
    combat.ends_phase()
    assert combat.stands() == ("mira", "upkeep")
    combat.does("mira", "maintain", on=["e one", "wolf"])
    standing = [k.key for k in combat.combat.conditions.on("mira", "pervasive")]
    assert standing == ["e one"]
    assert combat.under("wolf") == []
    assert combat.stands() == ("mira", "main")
    assert combat.left("mira", "focus") == 0
    combat.mana("mira", red=3)
    why = refused(combat, lambda: combat.casts("mira", "bolt", "nils"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "5.2",
        {"cost": 1, "left": 0},
        "points focus of mira: 0 >= 1",
    )


def test_an_effect_alters_a_trait_until_it_ends():
    able = {"spells": {"anthem": ANTHEM}, "mana": {"red": 3}, "memory": ["anthem"]}
    combat = duel(m=able).goes_to("mira").casts("mira", "anthem").resolves()
    assert combat.scene().trait("mira", "Power") == 2
    combat.goes_to("mira", "upkeep").ends_phase()
    assert combat.scene().trait("mira", "Power") == 1


@pytest.mark.parametrize(("memory", "held", "kept"), [(5, 4, 3), (4, 3, 2)])
def test_half_of_memory_rounded_up_is_kept_after_the_turn(memory: int, held: int, kept: int):
    spells = dict.fromkeys(("a", "b", "c", "d")[:held], BOLT)
    able = {"Memory": memory, "spells": {**spells, "z": BOLT}, "memory": list(spells)}
    combat = duel(m=able).goes_to("mira").ends_phase()
    assert combat.waits_for() == ("forget", ("mira",))
    combat.answers("mira", "forget", spell="b")
    assert len(combat.pile("mira", "memory")) == kept
    assert combat.pile("mira", "library") == ("z", "b")


def test_the_surplus_of_a_draw_is_forgotten_after_the_rotation():
    spells = {"deep": {"cost": "0", "does": "draw", "amount": 3}, "a": BOLT, "b": BOLT, "c": BOLT}
    able = {"Memory": 2, "spells": spells, "memory": ["deep"]}
    combat = duel(n=able, m={"Speed": 1}).goes_to("nils")
    combat.casts("nils", "deep").resolves()
    assert combat.pile("nils", "memory") == ("a", "b", "c")
    combat.ends_phase().answers("nils", "forget", spell="a").answers("nils", "forget", spell="b")
    assert combat.pile("nils", "memory") == ("c",)


def test_losing_hold_of_spells_lowers_memory_until_the_rotation_ends():
    spells = {"amnesia": {"cost": "0", "does": "discard", "amount": 3, "target": "player"}}
    held = {"spells": {"a": BOLT, "b": BOLT, "c": BOLT}, "memory": ["a", "b", "c"], "Speed": 1}
    combat = duel(m={"spells": spells, "memory": ["amnesia"]}, n=held).goes_to("mira")
    combat.casts("mira", "amnesia", "nils").resolves()
    assert combat.scene().trait("nils", "Memory") == 2
    combat.goes_to("nils").ends_phase()
    assert combat.waits_for() == ("forget", ("nils",))
    combat.answers("nils", "forget", spell="a").answers("nils", "forget", spell="b")
    assert combat.scene().trait("nils", "Memory") == 5
