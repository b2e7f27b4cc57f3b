"""The Magic Phase, objectives, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets.ninth_age.battle.objectives import battle_points, short_result
from tests.support.fights.ninth_age import (
    ARMIES,
    KNIGHTS,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    refused,
    so,
)
from tests.support.refusals import lacks, legal


def magic(
    dice: int = 5, tokens: int = 0, settings: Any = None, mage: Any = None, seer: Any = None
) -> Battle:
    """Ann's Magic Phase: her mage against Bo's seer, with so many dice each."""
    armies = {
        "ann": {"mage": {**WIZARD, "Channel": 0, **(mage or {})}, "knights": KNIGHTS},
        "bo": {"guards": {**SPEARS, **(seer or {})}},
    }
    if mage is None:
        armies["ann"]["mage"] = {**WIZARD, "Wizard": "Apprentice"}
    told = battle(armies, settings=settings).until("flux")
    return told.draws("ann", dice, tokens)


def casts(told: Battle, *faces: int, spell: str = "Fireball", on: str = "guards") -> Battle:
    return told.does("mage", "cast", using=spell, dice=len(faces), on=on).rolls(*faces)


# --- pools ---------------------------------------------------------------------------------


def test_the_flux_card_gives_dice_to_both_and_tokens_to_the_active_player():
    told = battle().until("flux").answers("ann", "draw", which="3", dice=5, tokens=4)
    assert told.waits_for() == ("confirm", ("bo",))
    assert (told.left("ann", "dice"), told.left("bo", "dice")) == (5, 5)
    assert (told.left("ann", "veil"), told.left("bo", "veil")) == (4, 0)
    told.answers("bo", "contest", which="tokens")
    assert told.fact("contested", "ann") == "tokens 4"
    told.until("flux", "ann")
    why = refused(told, lambda: told.answers("ann", "draw", which="3", dice=5, tokens=4))
    assert (why.clause, legal(why)) == ("7", "1; 2; 4; 5; 6; 7; 1 more")


@pytest.mark.parametrize(
    ("source", "left"),
    [("named", "1; 2; 4; 5; 6; 7; 1 more"), ("replaced", "1; 2; 3; 4; 5; 6; 2 more")],
)
def test_a_card_drawn_by_name_leaves_the_deck_and_one_that_is_replaced_stays(
    source: str, left: str
):
    told = battle().until("flux").answers("ann", "draw", which="3", dice=5, tokens=4, source=source)
    told.agrees().until("flux", "bo").until("flux", "ann")
    why = refused(told, lambda: told.answers("ann", "draw", which="9", dice=5, tokens=4))
    assert (why.clause, legal(why)) == ("7", left)


def siphoned(dice: int, **keep: int) -> Battle:
    """Two tokens kept, five drawn, two channelled."""
    armies = {"ann": {"mage": WIZARD, "other": WIZARD}, "bo": {"guards": SPEARS}}
    told = battle(armies).until("flux").fixes(what="pool", subject="ann", pool="veil", delta=2)
    told.draws("ann", 5, 5)
    assert told.left("ann", "veil") == 9
    return told.answers("ann", "convert", dice=dice, **so(keep))


def test_x_41_six_tokens_buy_two_dice_and_three_are_kept():
    told = siphoned(2)
    assert (told.left("ann", "dice"), told.left("ann", "veil")) == (7, 3)
    told = siphoned(1)
    assert (told.left("ann", "dice"), told.left("ann", "veil")) == (6, 3)


def test_fewer_tokens_may_be_kept_than_are_left():
    told = siphoned(2, keep=1)
    assert (told.left("ann", "dice"), told.left("ann", "veil")) == (7, 1)


def test_x_41_a_fourth_token_is_not_kept():
    armies = {"ann": {"mage": WIZARD, "other": WIZARD}, "bo": {"guards": SPEARS}}
    told = battle(armies).until("flux").draws("ann", 5, 5)
    why = refused(told, lambda: told.answers("ann", "convert", dice=0, keep=4))
    assert (why.clause, why.numbers) == ("7", {"least": 0, "most": 3})


def test_unused_dice_are_discarded_and_tokens_stay():
    told = siphoned(0).answers("ann", "no more spells").until("charges", "bo")
    assert (told.left("ann", "dice"), told.left("bo", "dice")) == (0, 0)
    assert told.left("ann", "veil") == 3


# --- casting -------------------------------------------------------------------------------


def test_x_37_a_failed_casting_gives_natural_ones_back():
    told = casts(magic(5), 1, 1, 4)
    assert told.outcome("casting") == ("fails", {"total": 6, "value": 8})
    assert told.left("ann", "dice") == 4


def test_x_37_equal_is_enough_to_dispel_and_the_casters_dice_do_not_return():
    told = casts(magic(5), 3, 3, 4)
    assert told.outcome("casting") == ("passes", {"total": 10, "value": 8})
    told.answers("bo", "dispel", dice=3).rolls(1, 4, 5)
    assert told.outcome("dispelling") == ("dispelled", {"total": 10, "casting": 10})
    assert (told.left("ann", "dice"), told.left("bo", "dice")) == (2, 2)


def test_a_failed_dispelling_fizzles_as_well():
    told = casts(magic(5), 3, 3, 4).answers("bo", "dispel", dice=2).rolls(1, 1)
    assert told.left("bo", "dice") == 5
    assert told.outcome("dispelling")[0] == "not dispelled"
    assert told.waits_for() == ("numbers", ("ann",))


def test_x_38_with_a_single_die_a_natural_one_or_two_always_fails():
    master = {"Wizard": "Master", "spells": {"Spark": {"casting": 3}}}
    told = magic(5, mage=master).until("casts").does("mage", "cast", using="Spark", dice=1).rolls(2)
    assert told.outcome("casting") == ("fails", {"total": 3, "value": 3})


def test_magic_resistance_counts_against_the_casting():
    told = casts(magic(5, seer={"Magic Resistance": 2}), 3, 3, 3)
    assert told.outcome("casting") == ("fails", {"total": 7, "value": 8})


def test_a_spell_that_stands_hits_wounds_and_is_followed_by_its_attribute():
    told = casts(magic(5), 4, 5).answers("bo", "let it be")
    told.answers("ann", "numbers", **so({"wounds on": 4, "armour on": 7})).agrees()
    told.rolls(4, 5, 6, 1)
    assert told.outcome("unsaved") == ("wounds", {"wounds": 3})
    assert told.left("guards", "hp") == 17
    assert told.outcome("attribute")[0] == "Sparks"


def test_a_spell_is_attempted_once_in_a_phase_a_replicable_one_once_by_each():
    told = casts(magic(9), 1, 2)
    why = refused(told, lambda: told.does("mage", "cast", using="Fireball", dice=1, on="guards"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "7",
        {"most": 1, "done": 1},
        "limit attempts of mage: 1 < 1",
    )
    two = {
        "ann": {"mage": {**WIZARD, "Wizard": "Apprentice"}, "other": WIZARD},
        "bo": {"guards": SPEARS},
    }
    told = (
        battle(two)
        .until("flux")
        .draws("ann", 9, 0)
        .does("mage", "cast", using="Shield", dice=1, on="other")
        .rolls(1)
    )
    told.does("other", "cast", using="Shield", dice=1, on="mage").rolls(1)
    told.does("mage", "cast", using="Fireball", dice=1, on="guards").rolls(1)
    why = refused(told, lambda: told.does("other", "cast", using="Fireball", dice=1, on="guards"))
    assert (why.numbers, lacks(why)) == ({"most": 1, "done": 1}, "limit attempts of mage: 1 < 1")


def test_nobody_casts_with_more_dice_than_five_or_than_there_are():
    told = magic(9)
    why = refused(told, lambda: told.does("mage", "cast", using="Fireball", dice=6, on="guards"))
    assert (why.clause, why.numbers) == ("7", {"least": 1, "most": 5})
    told = magic(3)
    why = refused(told, lambda: told.does("mage", "cast", using="Fireball", dice=4, on="guards"))
    assert (why.numbers, lacks(why)) == ({"cost": 4, "left": 3}, "points dice of ann: 3 >= 4")


# --- miscasts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "modifier", "row"), [(2, 1, 3), (1, -1, 0), (4, 0, 4)])
def test_x_40_three_of_a_kind_is_moved_by_modifiers(face: int, modifier: int, row: int):
    told = casts(magic(5, mage={"Miscast": modifier, "Wizard": "Apprentice"}), face, face, face)
    rows = told.outcome("triple")[1] if row else None
    assert rows == ({"row": row, "dice": 3} if row else None)


def test_x_40_row_one_makes_the_casting_fail_and_fizzle():
    told = casts(magic(5, mage={"Wizard": "Apprentice"}), 1, 1, 1, 6, 6)
    assert told.outcome("casting") == ("fails", {"total": 15, "value": 8})
    assert told.left("ann", "dice") == 3


def test_rows_from_two_on_come_after_the_spell():
    told = casts(magic(5), 4, 4, 4).answers("bo", "let it be")
    told.answers("ann", "numbers", **so({"wounds on": 6, "armour on": 7})).agrees().rolls(
        1, 1, 1, 1
    )
    [forgotten] = told.combat.conditions.on("mage", "forgotten")
    assert forgotten.key == "Fireball"
    told.until("casts", "ann") if told.waits_for()[0] != "casts" else None
    why = refused(told, lambda: told.does("mage", "cast", using="Fireball", dice=1, on="guards"))
    assert (why.clause, why.why) == ("7", "Fireball is forgotten for the game")


def test_implosion_hits_the_caster_four_times_and_wounds_on_four():
    told = casts(magic(5), 6, 6, 6).answers("bo", "let it be")
    told.answers("ann", "numbers", **so({"wounds on": 6, "armour on": 7})).agrees().rolls(
        1, 1, 1, 1
    )
    told.answers("ann", "numbers").agrees().rolls(4, 3, 3, 4)  # AP 10 leaves no Armour Save
    assert told.outcome("hits", "mage") == ("hits", {"hits": 4, "AP": 10})
    assert told.left("mage", "hp") == 1


@pytest.mark.parametrize(("played", "forgets"), [("no", False), ("yes", True)])
def test_whether_a_dispelled_spell_miscasts_is_the_tables_to_say(played: str, forgets: bool):
    told = casts(magic(5, settings={"miscast dispelled": played}), 4, 4, 4)
    told.answers("bo", "dispel", dice=3).rolls(6, 6, 6)
    assert told.combat.conditions.has("mage", "forgotten") == forgets


# --- objectives and the end ------------------------------------------------------------------


def test_x_46_the_ground_is_counted_from_the_second_game_turn_on():
    told = battle()
    while told.combat.clock.rounds == 1 and told.combat.clock.path:
        assert told.waits_for()[0] != "hold the ground"
        told.goes_on()
    said: dict[str, Any] = {"ann": ["spears"], "bo": []}
    why = refused(
        told,
        lambda: told.answers(
            "bo", "within 6 inches of the centre", about="hold the ground", **said
        ),
    )
    assert why.why == "no question is open"
    for turn in range(2, 7):
        told.until("hold the ground")
        assert told.combat.clock.rounds == turn
        told.answers("bo", "within 6 inches of the centre", **said).agrees()
        assert told.left("ann", "counters") == turn - 1


def test_the_short_scoring_gives_a_fifth_for_the_objective():
    told = battle(first="ann")
    told.fixes(what="pool", subject="ann", pool="counters", delta=1)
    while not (told.combat.clock.rounds == 6 and not told.combat.clock.path):
        told.goes_on()
    assert told.outcome("objective", "ann") == ("holds the objective", {"worth": 150})
    assert told.outcome("result") == ("win", {"difference": 150, "army points": 750})
    assert told.basis("result") == ("13", "default")


@pytest.mark.parametrize(
    ("difference", "result"), [(74, "draw"), (75, "win"), (375, "win"), (376, "massacre")]
)
def test_what_a_difference_of_750_points_comes_to(difference: int, result: str):
    assert short_result(difference, 750) == result


@pytest.mark.parametrize(
    ("size", "difference", "points"),
    [(3000, 1050, 14), (4500, 225, 10), (4500, 226, 11), (4500, 2250, 15), (4500, 2251, 16)],
)
def test_x_43_and_x_44_battle_points_by_percent(size: int, difference: int, points: int):
    assert battle_points(difference, size) == points


def test_x_43_the_objective_moves_three_points_and_both_add_up_to_twenty():
    told = battle(settings={"score": "battle points"})
    told.fixes(what="pool", subject="bo", pool="counters", delta=1)
    while not (told.combat.clock.rounds == 6 and not told.combat.clock.path):
        told.goes_on()
    made = [told.outcome(f"result {side}")[1]["battle"] for side in ("ann", "bo")]
    assert made == [7, 13] and sum(made) == 20


def test_another_objective_is_what_the_table_says_of_it():
    told = battle(ARMIES, objective="breakthrough")
    told.until("objective held").answers("bo", "objective", ann=1, bo=2).agrees()
    assert told.outcome("objective", "bo")[0] == "holds the objective"
