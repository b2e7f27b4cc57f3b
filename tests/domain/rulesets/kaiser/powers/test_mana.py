"""Kaiser 7: the mass, prepared and innate spells, what returns, concentration, ki, Potential."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.kaiser import MAGE, YRSA, Fight, refused
from tests.support.refusals import lacks


def magic(how: str, mage: dict[str, Any] = MAGE, **said: Any) -> Fight:
    """The mage is at magic, and has the first turn; Yrsa is hand to hand with him."""
    fight = Fight().joins("mage", side="a", **mage).joins("yrsa", side="b", **YRSA)
    fight.close_together("mage yrsa")
    return again(fight, how, **said)


def again(fight: Fight, how: str = "", attacks: bool = False, **said: Any) -> Fight:
    fight.round()
    if how:
        fight.intends("mage", "magic", how=how, **said)
    if attacks:
        fight.intends("yrsa", "attack intention", using="long sword")
    return fight.all_declared().rolls(mage=(5, 5), yrsa=(1, 2))


def pools(fight: Fight) -> tuple[int, int]:
    return fight.left("mage", "mana"), fight.left("mage", "mass")


def test_a_mass_takes_the_accumulation_from_the_pool():
    assert pools(magic("mass")) == (150, 50)


@pytest.mark.parametrize(("signs", "mass"), [("one of them", 25), ("neither", 12)])
def test_half_without_gesture_or_voice_a_quarter_without_both(signs: str, mass: int):
    assert pools(magic("mass", signs=signs)) == (200 - mass, mass)


def test_who_does_nothing_else_gathers_once_more_at_the_end():
    assert pools(magic("mass").round_over()) == (100, 100)


@pytest.mark.parametrize("state", ["asleep", "unconscious", "dead"])
def test_who_can_do_nothing_gathers_nothing_more(state: str):
    assert pools(magic("mass").state("mage", state).round_over()) == (150, 50)


@pytest.mark.parametrize("deed", ["dash", "maintain spells"])
def test_who_does_something_else_does_not(deed: str):
    fight = magic("mass").does("mage", deed)
    assert pools(fight.round_over()) == (150, 50)


def test_several_spells_are_paid_from_one_mass_and_the_rest_returns_at_no_loss():
    fight = magic("mass").does("mage", "cast", "yrsa", using="firebolt")
    fight.rolls(mage=(1, 2)).does("yrsa", "dodge").rolls(yrsa=(3, 4))
    fight.does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6))
    assert pools(fight) == (150, 0)
    why = refused(fight, lambda: fight.does("mage", "cast", "yrsa", using="firebolt"))
    assert (why.clause, lacks(why)) == ("7", "points mass of mage: 0 >= 20")
    other = magic("mass").does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6))
    assert pools(other.round_over()) == (150 + 20, 0)


def test_only_a_spell_that_the_mass_paid_for_ends_it():
    fight = again(magic("prepare flare").does("mage", "dash").round_over(), "mass")
    assert pools(fight) == (200 - 30 - 50, 50)
    fight.does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6)).round_over()
    assert pools(fight) == (120, 50)
    assert pools(again(fight, "mass")) == (70, 100)
    fight.does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6))
    assert pools(fight.round_over()) == (70 + 70, 0)
    assert pools(again(fight, "mass").does("mage", "dash").round_over()) == (90, 50)


def test_scenario_19_a_mass_that_is_dropped_returns_less_ten_before_initiative():
    fight = magic("mass").round_over()
    assert pools(fight) == (100, 100)
    fight.round().all_declared()
    assert (pools(fight), fight.waits_for()[0]) == ((190, 0), "initiative")
    moved = [(p.pool, p.delta, p.how) for p in fight.events(e.PoolChanged)][-3:]
    assert moved == [("mass", -100, "move"), ("mana", 100, "move"), ("mana", -10, "lose")]


def test_a_mass_that_is_kept_up_stays():
    fight = again(magic("mass").round_over(), "mass")
    assert pools(fight) == (50, 150)


def test_a_mass_above_ten_times_the_accumulation_returns():
    mage = {**MAGE, "MA": 1, "mana": 200}
    fight = magic("mass", mage).pool("mage", "mass", 20).round_over()
    fight = again(fight, "mass")
    assert fight.left("mage", "mass") == 0


# --- prepared, innate ----------------------------------------------------------------------


def test_a_prepared_spell_gathers_toward_its_cost_and_is_cast_from_there():
    fight = magic("prepare hypnotic display")
    assert fight.combat.pools.balance_of("mage", "prepared", "hypnotic display") == 40
    fight.does("mage", "cast", "yrsa", using="hypnotic display")
    assert fight.combat.pools.balance_of("mage", "prepared", "hypnotic display") == 0
    assert (fight.left("mage", "mana"), "prepared" in fight.conditions("mage")) == (160, False)


def test_one_that_is_unfinished_and_not_continued_returns_less_ten():
    fight = magic("prepare hypnotic display", {**MAGE, "MA": 10}).does("mage", "dash")
    fight.round_over().round().all_declared()
    assert (fight.left("mage", "mana"), fight.conditions("mage")) == (190, [])


def test_one_that_is_finished_is_held_for_focus_rounds_and_no_longer():
    fight = magic("prepare hypnotic display").round_over()
    for _ in range(2):
        again(fight).does("mage", "maintain spells").round_over()
        assert "prepared" in fight.conditions("mage")
    again(fight).does("mage", "maintain spells").round_over()
    assert "prepared" not in fight.conditions("mage")
    assert fight.left("mage", "mana") == 160 + 40 - 10


def test_one_that_is_finished_and_not_maintained_returns_less_ten():
    fight = again(magic("prepare hypnotic display").round_over())
    assert "prepared" in fight.conditions("mage")
    fight.round_over()
    assert (fight.left("mage", "mana"), fight.conditions("mage")) == (160 + 40 - 10, [])


def test_magic_for_one_that_is_finished_neither_maintains_it_nor_holds_it_longer():
    mage = {**MAGE, "MA": 30, "focus": 1}
    fight = again(magic("prepare flare", mage).round_over(), "prepare flare")
    assert fight.combat.pools.balance_of("mage", "prepared", "flare") == 30
    assert fight.round_over().conditions("mage") == []
    assert fight.left("mage", "mana") == 170 + 30 - 10
    fight = again(magic("prepare flare", {**mage, "focus": 5}).round_over(), "prepare flare")
    assert fight.round_over().left("mage", "mana") == 170 + 30 - 10  # not maintained
    slow = magic("prepare flare", {**mage, "MA": 5}).round_over()
    for held in (20, 30):
        again(slow, "prepare flare").round_over()
        assert slow.combat.pools.balance_of("mage", "prepared", "flare") == held


def test_a_mass_turns_into_a_prepared_spell():
    fight = again(magic("mass").round_over(), "prepare hypnotic display")
    assert fight.combat.pools.balance_of("mage", "prepared", "hypnotic display") == 40
    assert pools(fight) == (100 + 60, 0)  # what is over returns at no loss


def test_a_mass_does_not_turn_into_a_spell_that_is_finished_already():
    fight = again(magic("prepare flare").round_over(), "mass").does("mage", "maintain spells")
    fight = again(fight.round_over(), "prepare flare")
    assert fight.combat.pools.balance_of("mage", "prepared", "flare") == 30
    assert pools(fight) == (170 - 10, 0)


def test_innate_is_one_spell_within_the_accumulation():
    fight = magic("innate").does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6))
    assert pools(fight) == (170, 0)
    assert (
        refused(fight, lambda: fight.does("mage", "cast", "yrsa", using="firebolt")).clause == "7"
    )
    weak = magic("innate", {**MAGE, "MA": 20})
    assert refused(weak, lambda: weak.does("mage", "cast", "yrsa", using="flare")).clause == "7"


# --- pain ----------------------------------------------------------------------------------


def hurt(*faces: int, pain: int = 0, state: str = "") -> Fight:
    """The mage, who holds 90, is wounded for 40; the difficulty is 8."""
    mage = {**MAGE, "lp": 200, "withstand pain": pain}
    fight = Fight().joins("mage", side="a", **mage).joins("yrsa", side="b", **YRSA)
    fight.close_together("mage yrsa")
    again(fight, "mass", attacks=True).pool("mage", "mass", 40)
    fight.ends("mage").does("yrsa", "attack", "mage", using="long sword").rolls(yrsa=(2, 4))
    fight.does("mage", "dodge").rolls(mage=(1, 1)).rolls(mage=(1, 1))
    if state:
        fight.state("mage", state)
    return fight.rolls(mage=faces)


def test_a_state_that_is_a_disadvantage_counts_for_concentration_as_well():
    fight = hurt(6, 5, 2, 4, 3, 2, state="terror")  # D4: the worst two of six
    assert fight.outcome("concentration") == ("the mana slips", {"check": 4, "difficulty": 8})


def test_scenario_20_each_degree_of_failure_sends_ten_mana_back():
    fight = hurt(2, 3)
    assert fight.outcome("struck")[1]["damage"] == 40
    assert fight.outcome("concentration") == ("the mana slips", {"check": 5, "difficulty": 8})
    assert pools(fight) == (150 + 30, 60)


def test_scenario_20_by_more_than_ten_degrees_all_of_it_is_lost():
    fight = hurt(3, 4, pain=-10)
    assert fight.outcome("concentration")[1] == {"check": -3, "difficulty": 8}
    assert pools(fight) == (150, 0)


def test_a_check_that_succeeds_keeps_it_all():
    fight = hurt(6, 5)
    assert (fight.outcome("concentration")[0], pools(fight)) == ("the mana is held", (150, 90))


# --- ki and Potential ----------------------------------------------------------------------


def test_fill_chakra_moves_to_each_as_much_as_its_value():
    monk = {**YRSA, "ki": 40, "presence": 4, "chakras": {"eye": 3, "hand": 30}}
    fight = Fight().joins("monk", **monk).joins("yrsa", **YRSA).round()
    fight.intends("monk", "spirit", how="fill chakra").all_declared()
    left = fight.combat.pools.balance_of
    assert (left("monk", "chakra", "eye"), left("monk", "chakra", "hand")) == (3, 20)
    assert fight.left("monk", "ki") == 40 - 23


@pytest.mark.parametrize(("how", "ki"), [("fill chakra", 0), ("transfer ki", 40), ("", 40)])
def test_ki_in_chakras_that_are_not_filled_on_returns_before_initiative(how: str, ki: int):
    monk = {**YRSA, "ki": 40, "presence": 40, "chakras": {"eye": 3, "hand": 30}}
    fight = Fight().joins("monk", **monk).joins("yrsa", **YRSA).round()
    fight.intends("monk", "spirit", how="fill chakra").all_declared()
    assert fight.left("monk", "ki") == 7
    fight.initiative("monk", "yrsa").round_over().round()
    if how:
        fight.intends("monk", "spirit", how=how)
    assert fight.all_declared().left("monk", "ki") == ki
    assert fight.waits_for()[0] == "initiative"


def test_scenario_22_a_potential_of_five_may_be_split():
    seer = {**YRSA, "potential": 5, "phenom projection": 6}
    fight = Fight().joins("seer", **seer).joins("yrsa", **YRSA).round()
    fight.intends("seer", "manifest", how="manifest").all_declared().initiative("seer", "yrsa")
    for put, left in ((2, 3), (2, 1), (1, 0)):
        fight.does("seer", "phenom", potential=put, difficulty=12).rolls(seer=(3, 4))
        assert (fight.why("phenom")["Potential"], fight.left("seer", "potential")) == (put, left)
    why = refused(fight, lambda: fight.does("seer", "phenom", potential=1, difficulty=12))
    assert (why.clause, why.why) == ("7", "seer has no Potential left for another check")
    assert lacks(why) == "points potential of seer: 0 >= 1"
    whole = Fight().joins("seer", **seer).joins("yrsa", **YRSA).round()
    whole.intends("seer", "manifest", how="manifest").all_declared().initiative("seer", "yrsa")
    assert refused(whole, lambda: whole.does("seer", "phenom", potential=0, difficulty=2))
    whole.does("seer", "phenom", potential=5, difficulty=12).rolls(seer=(3, 4))
    assert whole.why("phenom") == {"Potential": 5}
    assert whole.outcome("phenom") == ("succeeds", {"check": 12, "difficulty": 12, "by": 1})
    assert "phenom" not in whole.manoeuvres("seer")
