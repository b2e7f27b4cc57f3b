"""Fights under Kaiser: fighters, shorter telling, and what every such fight must keep to."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, Self

import pytest

from domain import commands as c
from domain import events as e
from domain.combat import state_hash
from domain.ruleset import Refused
from domain.rulesets import ruleset
from tests.story import Story

RULES = ruleset("kaiser")

Points = Mapping[str, str] | None
"""Open points as a table settles them."""

SWORD: dict[str, Any] = {"long sword": {}}
XAN: dict[str, Any] = {
    "dexterity modifier": 2, "agility modifier": 1, "strike": 10, "block": 8, "dodge": 6,
    "acrobatics": 5, "agility": 4, "constitution": 7, "willpower": 6, "strength modifier": 2,
    "lp": 100, "av": 3, "PhR": 10, "MR": 9, "SR": 9, "weapons": {**SWORD, "dagger": {}},
}  # fmt: skip
YRSA: dict[str, Any] = {
    "dexterity modifier": 1, "strike": 9, "block": 9, "dodge": 9, "agility": 5,
    "constitution": 6, "willpower": 5, "lp": 80, "PhR": 8, "weapons": SWORD,
}  # fmt: skip
SPELLS: dict[str, Any] = {
    "hypnotic display": {
        "mana": 40, "resist": "SR", "difficulty": 12, "condition": "fascinated",
        "on zero": "recheck", "maintain": "turn",
    },
    "flare": {
        "mana": 30, "resist": "PhR", "difficulty": 14, "condition": "totally blind",
        "above": 9, "then": "partially blind",
    },
    "firebolt": {"mana": 20, "projectile": True, "damage": 6},
}  # fmt: skip
MAGE: dict[str, Any] = {
    "lp": 60, "agility": 4, "constitution": 5, "willpower": 8, "mana": 200,
    "MA": 50, "focus": 3, "dodge": 5, "spell projection": 8, "withstand pain": 2, "PhR": 6,
    "MR": 11, "SR": 10, "spells": SPELLS, "weapons": {"dagger": {}},
}  # fmt: skip
BOW = {"bow": {"damage": 5, "range": 150}}


class Fight(Story):
    """A fight under Kaiser. Where nothing is said, every die shows a three."""

    def __init__(self, *faces: int, mode: Any = "enforce", points: Points = None):
        super().__init__(RULES, *faces, mode=mode, **(points or {}))

    def intends(
        self, who: str, intention: str, *targets: str, using: str = "", **said: Any
    ) -> Self:
        """Somebody declares an intention."""
        return self.declares(who, intention, *targets, using=using, **said)

    def all_declared(self) -> Self:
        """Everybody has declared; the dice of initiative are asked for."""
        return self.passes()

    def rolls(self, **faces: tuple[int, ...]) -> Self:
        """Those named roll what is asked of them, with the faces on the table."""
        for who, fell in faces.items():
            self.answers(who, "roll", faces=list(fell))
        return self

    def initiative(self, *line: str) -> Self:
        """Everybody rolls, so that they come in this order: each two lower than the one before."""
        while self.waits_for()[0] == "initiative":
            for who in self.waits_for()[1]:
                place = line.index(who) if who in line else len(line)
                self.adjusted_roll(who, place)
        return self

    def adjusted_roll(self, who: str, place: int) -> Self:
        """A roll on the table for a place in the line."""
        faces = [(6, 5), (5, 4), (4, 3), (2, 3), (1, 2)][min(place, 4)]
        return self.answers(who, "roll", faces=list(faces))

    def close_together(self, *pairs: str) -> Self:
        """The referee puts `one other` hand to hand."""
        for pair in pairs:
            one, other = pair.split()
            change = {"what": "fact", "of": one, "name": "hand-to-hand", "toward": other}
            self.say_plainly(
                {"type": "adjust", "note": "set up", "change": {**change, "value": "yes"}}
            )
        return self

    def pool(self, who: str, pool: str, delta: int) -> Self:
        """The referee changes a pool."""
        fix = c.PoolFix(subject=who, pool=pool, delta=delta)
        return self.say(c.Adjust(change=fix, note="set up"))

    def state(self, who: str, name: str, toward: str = "") -> Self:
        """The referee puts somebody in a state."""
        fix = c.ConditionFix(subject=who, name=name, toward=toward)
        return self.say(c.Adjust(change=fix, note="set up"))

    def everybody_passes(self) -> Self:
        """Passes as long as somebody is asked to react."""
        while self.waits_for()[0] in ("defend", "counter", "opening"):
            self.passes()
        return self

    def round_over(self) -> Self:
        """Everybody ends his turn, and nobody wants anything more."""
        while self.combat.clock.path:
            if self.waits_for()[0]:
                self.passes()
            else:
                self.ends(self.combat.clock.actors[0])
        return self

    def outcome(self, stage: str) -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        last = [r for r in self.events(e.Resolved) if r.stage == stage][-1]
        return last.outcome, last.figures

    def conditions(self, who: str) -> list[str]:
        """What somebody is under, oldest first."""
        return [c.name for c in self.combat.conditions.on(who)]

    def why(self, purpose: str) -> dict[str, int]:
        """What made up the latest roll for a purpose."""
        found: list[e.DiceRolled] = [r for r in self.events(e.DiceRolled) if r.purpose == purpose]
        return {m.source: m.value for m in found[-1].modifiers}

    def order(self) -> tuple[str, ...]:
        """Who comes when."""
        return self.combat.clock.order("initiative")


def refused(story: Story, telling: Callable[[], object]) -> Refused:
    """Why something is refused; nothing has changed by it, and nothing was entered."""
    before, steps = state_hash(story.combat), len(story.steps)
    with pytest.raises(Refused) as caught:
        telling()
    assert (state_hash(story.combat), len(story.steps)) == (before, steps)
    return caught.value


def duel(*faces: int, xan: dict[str, Any] = XAN, yrsa: dict[str, Any] = YRSA,
         points: Points = None, intends: str = "attack intention") -> Fight:  # fmt: skip
    """Xan and Yrsa hand to hand; both have intended to attack, and Xan has the turn."""
    fight = Fight(*faces, points=points)
    fight.joins("xan", side="a", **xan).joins("yrsa", side="b", **yrsa)
    fight.close_together("xan yrsa").round()
    if intends:
        fight.intends("xan", intends, using="long sword")
        fight.intends("yrsa", intends, using="long sword")
    return fight.all_declared().initiative("xan", "yrsa")


def four(points: Points = None) -> Fight:
    """Two against two, with a mage and an archer; two of them are hand to hand."""
    fight = Fight(points=points)
    fight.joins("xan", side="a", **XAN).joins("mage", side="a", **MAGE)
    archer = {**YRSA, "weapons": {**BOW, "dagger": {}}}
    fight.joins("yrsa", side="b", **YRSA).joins("archer", side="b", **archer)
    return fight.close_together("xan yrsa")


def otherwise() -> Fight:
    """Every open point settled against its default."""
    return four({
        p.key: next((v for v in p.values if v != p.default), p.default) for p in RULES.points
    })  # fmt: skip


def keeps_to_the_rules(story: Story) -> None:
    """2 and 3: AP between 0 and 7; each intention once a round, and all before initiative."""
    for events in rounds(story):
        intended: list[tuple[str, str]] = []
        rolled = False
        for event in events:
            match event:
                case e.Acted(who=who, manoeuvre=name) if name in INTENTIONS and not rolled:
                    assert (who, name) not in intended
                    intended.append((who, name))
                case e.Withdrawn(why=why):
                    assert why in ("taken back", "")
                case e.DiceRolled(purpose="initiative"):
                    rolled = True
                case e.PoolChanged(pool="ap", balance=left, wanted=wanted):
                    assert 0 <= left <= 7
                    assert wanted is None or left == 0
    for one in story.combat.conditions.all.values():
        assert one.left > 0 or one.until is None or one.on_zero


INTENTIONS = {m.name for m in RULES.manoeuvres if m.clause == "4" and m.name != "charge"}


def rounds(story: Story) -> list[list[e.Event]]:
    """The events of each round."""
    found: list[list[e.Event]] = [[]]
    for draft in itertools.chain(*story.steps):
        if isinstance(draft.event, e.RoundBegan):
            found.append([])
        found[-1].append(draft.event)
    return found


COVERS: dict[str, tuple[str, ...]] = {
    "0": ("test_the_edition_is_that_of_the_source",),
    "1": (
        "test_exactly_on_a_difficulty_is_a_success_by_one",
        "test_a_double_six_is_rolled_on_and_again_on_each_six",
        "test_an_opposed_double_one_is_looked_up", "test_resistances_have_neither",
        "test_scenario_29_advantage_two_and_disadvantage_three_are_disadvantage_one",
        "test_a_master_does_not_fumble_unless_the_table_says_so",
        "test_pain_adds_up_and_of_weakness_only_the_worst_counts",
    ),
    "2": ("test_what_the_phases_are_called",),
    "2.1": (
        "test_six_ap_at_the_start_of_a_round", "test_nobody_rolls_before_all_have_declared",
        "test_what_and_how_much_is_intended_looks_the_same_to_others",
        "test_it_is_shown_before_any_die_of_initiative_falls",
        "test_scenario_19_a_mass_that_is_dropped_returns_less_ten_before_initiative",
    ),
    "2.2": (
        "test_scenario_4_a_long_sword_is_slow", "test_size_is_the_base",
        "test_scenario_5_the_higher_value_breaks_a_tie",
        "test_scenario_5_a_second_tie_is_ruled_or_rolled_off",
        "test_initiative_has_open_rolls_and_no_fumble",
        "test_who_sleeps_does_not_roll_and_has_no_turn",
    ),
    "2.3": (
        "test_twenty_points_surprise_pair_by_pair", "test_the_surprised_one_blocks_badly",
        "test_surprise_is_nine_off_against_the_surpriser_until_one_s_turn",
        "test_who_anticipates_is_not_surprised_and_pays_once_against_each",
    ),
    "2.4": (
        "test_scenario_7_whoever_delays_may_resume_after_another_s_turn",
        "test_scenario_8_when_all_others_are_done_the_lowest_goes_first",
        "test_scenario_8_of_two_who_resume_at_once_the_higher_chooses",
        "test_a_swift_action_is_for_any_time", "test_scenario_31_the_phase_waits_for_every_turn",
    ),
    "2.5": (
        "test_the_order_of_the_end_phase", "test_unused_ap_attacks_and_movement_are_lost",
        "test_guards_stances_and_weapons_are_over_with_the_round",
        "test_a_complete_power_comes_about_before_anything_else",
        "test_whom_nobody_holds_gets_a_free_try",
    ),
    "3": (
        "test_scenario_11_hits_for_nothing_cost_ap_until_one_is_flat_footed",
        "test_scenario_11_increase_action_ends_it_and_the_movement_stays_lost",
        "test_a_complete_cost_wants_all_and_leaves_only_what_costs_nothing",
        "test_what_becomes_of_the_rest_is_the_table_s_to_say",
        "test_a_creature_not_wholly_called_has_five_next_round",
    ),
    "4": (
        "test_scenario_2_six_ap_are_spent_one_by_one", "test_a_ritual_stands_alone",
        "test_what_keeps_each_other_out", "test_several_stances_may_be_taken",
        "test_the_dearest_weapon_counts_and_two_of_them_slow",
        "test_a_charge_includes_a_run_and_one_complete_attack",
    ),
    "5": (
        "test_scenario_26_a_move_is_split_around_other_actions",
        "test_scenario_13_three_attacks_each_harder_and_no_fourth",
        "test_maneuvers_that_put_in_a_state", "test_scenario_32_free_of_one_and_stopped_by_another",
        "test_aim_gathers_and_is_lost_with_the_target",
    ),
    "6": (
        "test_scenario_1_the_source_s_own_hit", "test_equal_is_nothing_and_no_counter",
        "test_scenario_23_the_threshold_of_a_critical", "test_what_a_failed_critical_brings",
        "test_below_nothing_there_is_death", "test_beyond_the_range_and_into_cover",
    ),
    "7": (
        "test_a_mass_takes_the_accumulation_from_the_pool",
        "test_a_prepared_spell_gathers_toward_its_cost_and_is_cast_from_there",
        "test_innate_is_one_spell_within_the_accumulation",
        "test_scenario_20_each_degree_of_failure_sends_ten_mana_back",
        "test_fill_chakra_moves_to_each_as_much_as_its_value",
        "test_scenario_22_a_potential_of_five_may_be_split",
    ),
    "8": (
        "test_scenario_10_counter_against_counter_against_attack",
        "test_who_leaves_hand_to_hand_gives_an_opening_and_is_slowed",
        "test_scenario_25_guard_and_ward_are_both_struck",
        "test_scenario_28_a_counter_won_by_block_stops_the_sweep",
        "test_who_holds_another_at_the_point_may_thrust_at_any_time",
    ),
    "9": (
        "test_scenario_16_fascinated_by_three_for_three_rounds",
        "test_scenario_16_a_power_that_is_not_kept_up_ends_without_a_check",
        "test_scenario_17_blind_and_then_half_blind", "test_states_weigh_on_attack_and_defence",
        "test_maintenance_is_paid_or_the_power_ends",
    ),
    "10": ("test_whatever_is_offered_is_accepted", "test_the_number_of_lines"),
    "11": (
        "test_scenario_14_a_fan_meets_five_arrows_at_four_and_the_sword_as_the_first",
        "test_scenario_14_without_it_each_is_harder", "test_it_is_refused",
    ),
    "12": (
        "test_death_may_be_put_off_by_the_table", "test_a_critical_must_be_beaten_not_equalled",
        "test_the_first_end_phase_counts_unless_the_table_says_otherwise",
        "test_or_not_where_the_table_says_so", "test_a_table_may_let_ties_stand",
        "test_who_comes_in_the_midst_of_a_round_joins_at_the_next_intention_phase",
    ),
}  # fmt: skip
"""Which tests cover which section of the rules."""
