"""Battles of the Ninth Age: two small armies, and shorter telling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import pytest

from domain import commands as c
from domain import events as e
from domain.combat import state_hash
from domain.ruleset import Refused
from domain.rulesets import ruleset
from tests.story import Story

RULES = ruleset("ninth-age-2e")

Settings = Mapping[str, str] | None

KNIGHTS: dict[str, Any] = {
    "Models": 8, "HP": 1, "Files": 4, "Advance": 7, "March": 14, "Discipline": 8, "Agility": 3,
    "Attacks": 1, "Points": 300, "Champion": True, "Standard": True, "Scoring": True,
}  # fmt: skip
SPEARS: dict[str, Any] = {
    "Models": 20, "HP": 1, "Files": 5, "Advance": 5, "March": 10, "Discipline": 7, "Agility": 3,
    "Attacks": 1, "Points": 200, "Standard": True, "Scoring": True,
}  # fmt: skip
ARCHERS: dict[str, Any] = {
    "Models": 10, "HP": 1, "Files": 10, "Advance": 5, "March": 10, "Discipline": 7, "Agility": 4,
    "Attacks": 1, "Aim": 4, "Shots": 1, "Range": 24, "Points": 150, "Scoring": True,
}  # fmt: skip
WIZARD: dict[str, Any] = {
    "HP": 3, "Advance": 5, "March": 10, "Discipline": 8, "Agility": 3, "Attacks": 1,
    "Points": 250, "Character": True, "Wizard": "Adept", "Attribute": "Sparks",
    "spells": {
        "Fireball": {"casting": 8, "at": "enemy", "hits": "4"},
        "Shield": {"casting": 6, "at": "friend", "gives": {"Discipline": 1}, "replicable": True},
    },
}  # fmt: skip
GHOULS: dict[str, Any] = {
    "Models": 12, "HP": 1, "Files": 4, "Advance": 6, "March": 12, "Discipline": 6, "Agility": 4,
    "Attacks": 2, "Points": 180, "Undead": True, "Unstable": True, "Fear": True,
}  # fmt: skip
ARMIES: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {"knights": KNIGHTS, "spears": SPEARS, "mage": WIZARD},
    "bo": {"archers": ARCHERS, "guards": SPEARS, "seer": {**WIZARD, "Wizard": "Master"}},
}


def so(said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said under names that are no words of Python."""
    return dict(said)


class Battle(Story):
    """A battle of Ann against Bo. Where nothing is said, every die shows a three."""

    def __init__(self, *faces: int, settings: Settings = None, mode: Any = "enforce"):
        super().__init__(RULES, *faces, mode=mode, **(settings or {}))

    def musters(self, armies: Mapping[str, Mapping[str, dict[str, Any]]]) -> Self:
        """Two sides come in, each with its units."""
        for side, units in armies.items():
            self.say(c.Join(subject=side, kind="side", name=side.capitalize()))
            for unit, traits in units.items():
                self.say(c.Join(subject=unit, kind="unit", side=side, traits=traits))
        return self

    def prepares(
        self, objective: str = "hold the ground", deployment: str = "frontline clash",
        chooser: str = "bo",
    ) -> Self:  # fmt: skip
        """The tables of the battle are named, not rolled; somebody chooses a zone."""
        self.round().answers("referee", objective).answers("referee", deployment)
        return self.answers("referee", "zone", chooser=chooser)

    def deploys(self, first: str = "ann") -> Self:
        """Everybody deploys in the order of the roster, and one side has the first turn."""
        while self.waits_for()[0] in ("special-deployment", "deploy", "first-turn"):
            about, [who] = self.waits_for()
            if about == "first-turn":
                self.answers(who, "first turn", of=first)
            elif about == "special-deployment":
                self.answers(who, "declare")
            else:
                [option] = [o for o in self.offered() if o.command.get("choice") == "deploy"]
                self.answers(who, "deploy", unit=option.blanks[0].values[0])
        return self

    def until(self, about: str, side: str = "") -> Self:
        """Whatever is asked is answered as plainly as can be, up to a question."""
        for _ in range(400):
            if self.waits_for()[0] == about and side in ("", *self.combat.clock.actors):
                return self
            self.goes_on()
        raise AssertionError(f"{about} is never asked; {self.waits_for()}")

    def goes_on(self) -> Self:
        """The plainest answer to whatever is open."""
        about, whose = self.waits_for()
        if not about:
            return self.round()
        plain = PLAIN.get(about)
        if about == "flux":
            return self.draws(whose[0])
        if plain is None:
            return self.answers(whose[0], "roll") if self.may_roll() else self.passes()
        return self.answers(whose[0], plain[0], **plain[1])

    def draws(self, side: str, dice: int = 5, tokens: int = 2) -> Self:
        """The next Flux Card of a deck, with its numbers."""
        card = next(b.values[0] for o in self.offered() for b in o.blanks if b.name == "which")
        return self.answers(side, "draw", which=card, dice=dice, tokens=tokens).agrees()

    def may_roll(self) -> bool:
        return any(o.command.get("choice") == "roll" for o in self.offered())

    def agrees(self) -> Self:
        """The other player sees it as it was said."""
        while self.waits_for()[0] == "confirm":
            self.answers(self.waits_for()[1][0], "agree")
        return self

    def rolls(self, *faces: int, who: str = "") -> Self:
        """The roll that is asked for, with these faces."""
        return self.answers(who or self.waits_for()[1][0], "roll", faces=list(faces))

    def charges(self, who: str, target: str, distance: int, arc: str = "front") -> Self:
        """A charge is declared, and its distance agreed."""
        return self.does(who, "charge", target, distance=distance, arc=arc).agrees()

    def moves_charge(self, who: str, target: str, distance: int, *faces: int) -> Self:
        """A charger is moved: the distance is agreed, the range rolled."""
        self.does(who, "charge move", target, distance=distance).agrees()
        return self.rolls(*faces)

    def outcome(self, stage: str, of: str = "") -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        found = [r for r in self.events(e.Resolved) if r.stage == stage and of in ("", r.of)]
        return found[-1].outcome, found[-1].figures

    def states(self, who: str) -> list[str]:
        """What a unit is in, oldest first."""
        return [condition.name for condition in self.combat.conditions.on(who)]

    def basis(self, stage: str) -> tuple[str, str]:
        """The clause and basis of the latest outcome of a stage."""
        drafts = [d for step in self.steps for d in step if isinstance(d.event, e.Resolved)]
        last = [d for d in drafts if getattr(d.event, "stage", "") == stage][-1]
        return last.clause, last.basis

    def basis_of_fact(self, name: str) -> str:
        """The basis of the latest setting of a fact."""
        drafts = [d for step in self.steps for d in step if isinstance(d.event, e.FactSet)]
        return [d for d in drafts if getattr(d.event, "name", "") == name][-1].basis

    def phase(self) -> str:
        """The phase that is being played."""
        return self.combat.clock.path[-1].name

    def fact(self, name: str, of: str, toward: str = "") -> Any:
        return self.combat.facts.get(of, name, toward)

    def fixes(self, **change: Any) -> Self:
        """The referee's own hand."""
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    def touches(self, one: str, other: str) -> Self:
        """Two units stand in base contact, by the referee's word."""
        return self.fixes(what="fact", of=one, name="engaged", toward=other, value="yes")


PLAIN: dict[str, tuple[str, dict[str, Any]]] = {
    "confirm": ("agree", {}), "charges": ("no more charges", {}), "moves": ("no more moves", {}),
    "shots": ("no more shooting", {}), "casts": ("no more spells", {}), "reaction": ("hold", {}),
    "near": ("near", {"units": []}), "flight": ("straight ahead", {"edge": 72}),
    "siphon": ("convert", {"dice": 0}), "reroll": ("keep", {}),
    "numbers": ("numbers", {"wounds on": 4, "armour on": 7}), "dispel": ("let it be", {}),
    "pursuits": ("restrain", {}), "overkill": ("overkill", {"overkill": 0}),
    "hold-the-ground": ("within 6 inches of the centre", {"ann": [], "bo": []}),
    "objective-held": ("objective", {"ann": 0, "bo": 0}), "vanguard": ("no more", {}),
}  # fmt: skip


def mustered(armies: Mapping[str, Any] = ARMIES, settings: Settings = None) -> Battle:
    """Two armies, not yet deployed."""
    return Battle(settings=settings).musters(armies)


def battle(
    armies: Mapping[str, Any] = ARMIES, first: str = "ann", settings: Settings = None,
    objective: str = "hold the ground",
) -> Battle:  # fmt: skip
    """Two armies deployed; the first Player Turn begins."""
    return mustered(armies, settings).prepares(objective).deploys(first)


def refused(battle: Battle, telling: Callable[[], object]) -> Refused:
    """Why something is refused; nothing is changed by it."""
    before, steps = state_hash(battle.combat), len(battle.steps)
    with pytest.raises(Refused) as caught:
        telling()
    assert (state_hash(battle.combat), len(battle.steps)) == (before, steps)
    return caught.value


# --- played at random ------------------------------------------------------------------------

POTION = {"at": "start of the charge phase", "once": True, "gives": {"Agility": 1}}
TRICKS: dict[str, Any] = {
    "Potion": POTION,
    "Omen": {"at": "start of the magic phase", "once": True, "to": "enemy", "loses": 3},
    "War Cry": {"at": "start of the round of combat", "gives": {"to hit": 1}, "lasts": "phase"},
    "Ward": {"at": "first hit", "mode": "mandatory", "once": True, "gives": {"Discipline": 1}},
    "Dawn": {"at": "start of game turn 1", "mode": "automatic", "once": True},
}
HOST: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {
        "knights": {**KNIGHTS, "Impact Hits": 3, "Frenzy": True, "effects": TRICKS},
        "spears": {**SPEARS, "BSB": True, "Vanguard": True, "Advance": 2},
        "chariot": {**KNIGHTS, "Models": 1, "HP": 4, "Random Movement": 2},
        "lord": {**WIZARD, "General": True, "Discipline": 9, "Wizard": "Master", "Miscast": 1},
        "ogres": {**KNIGHTS, "HP": 3, "Stomp": 2, "Terror": True, "Swiftstride": True},
    },
    "bo": {
        "archers": {**ARCHERS, "Scout": True, "effects": TRICKS},
        "ghouls": {**GHOULS, "Champion": True, "Impact Hits": 2},
        "seer": {**WIZARD, "Magic Resistance": 1},
        "lurkers": {**SPEARS, "Ambush": True, "Feigned Flight": True, "Stubborn": True},
    },
}
OTHERWISE = {
    point.key: next(v for v in point.values if v != point.default) for point in RULES.points
}
"""Every open point settled against its default."""


def from_the_start() -> Battle:
    """Two armies with every mark there is, still to be deployed."""
    return mustered(HOST)


def pitched(settings: Settings = None) -> Battle:
    """The same, deployed and with most units in base contact."""
    fought = battle(HOST, settings=settings)
    return fought.touches("knights", "ghouls").touches("ogres", "ghouls").touches("spears", "seer")


def pitched_otherwise() -> Battle:
    """The same, with every open point settled against its default."""
    return pitched(OTHERWISE)


COVERS: dict[str, tuple[str, ...]] = {
    "0": ("test_the_phase_list_is_data_of_the_ruleset",),
    "1": (
        "test_x_01_and_x_02_six_turns_of_two_players_with_five_phases_each",
        "test_x_01_there_is_no_thirteenth_player_turn",
        "test_x_02_no_phase_is_skipped_in_the_log",
    ),
    "2": (
        "test_x_03_active_declares_first_then_reactive_then_all_is_resolved_in_that_order",
        "test_x_04_reactive_does_not_declare_before_active_and_an_empty_declaration_is_one",
        "test_x_05_nothing_is_added_once_the_other_has_declared",
        "test_x_08_who_is_active_before_the_first_turn",
        "test_the_active_player_may_answer_where_the_table_plays_it_so",
        "test_an_effect_whose_bearer_was_removed_by_an_earlier_one",
        "test_what_is_born_of_an_effect_has_its_own_window_or_joins",
        "test_what_a_later_rank_knows_of_is_not_taken_back",
    ),
    "3": (
        "test_x_11_once_in_a_game_with_the_clock_point_of_its_use",
        "test_x_11_two_bearers_have_two_uses",
        "test_x_13_what_must_be_used_at_the_first_hit_needs_no_declaration_and_comes_once",
        "test_x_14_a_use_taken_back_is_there_again_and_both_stay_in_the_log",
        "test_what_is_automatic_comes_at_the_start_of_game_turn_1_or_is_lost",
        "test_of_a_capped_item_one_is_activated_in_a_phase",
        "test_who_flees_uses_nothing_of_its_own_will",
        "test_used_when_resolved_where_the_table_plays_it_so",
    ),
    "4": (
        "test_a_battle_is_between_two_sides",
        "test_scouts_and_vanguards_have_their_own_orders",
        "test_a_counterthrust_begins_with_single_units_that_are_no_characters",
        "test_rows_that_are_in_no_source_are_named_by_the_table",
        "test_who_has_the_first_turn_may_be_the_tables_to_say",
    ),
    "5": (
        "test_x_16_with_a_champion_two_dice_count_as_four",
        "test_x_17_a_failed_charge_moves_the_highest_die_and_leaves_one_shaken",
        "test_x_19_stand_and_shoot_once_in_a_player_turn",
        "test_x_20_the_charger_must_be_farther_than_its_advance_rate",
        "test_x_22_one_charge_after_the_other_each_answered_at_once",
        "test_terror_makes_the_target_test_before_it_reacts",
        "test_who_failed_its_frenzy_test_must_charge_if_it_can",
        "test_redirection_is_a_test_and_a_new_charge_before_any_other",
        "test_if_the_second_target_flees_too_the_charger_says_which_before_the_range_roll",
    ),
    "6": (
        "test_x_23_near_an_enemy_a_march_wants_a_test_and_any_other_move_stays_legal",
        "test_x_25_who_touches_the_edge_is_destroyed_and_friends_test_for_panic",
        "test_who_rallies_flees_no_more_and_is_shaken",
        "test_ambushers_arrive_from_the_second_own_turn_on_three_or_more",
        "test_random_movement_comes_after_the_rallying_and_is_all_the_move_there_is",
        "test_an_advance_goes_one_way_and_half_as_far_but_forward",
    ),
    "7": (
        "test_x_37_a_failed_casting_gives_natural_ones_back",
        "test_x_38_with_a_single_die_a_natural_one_or_two_always_fails",
        "test_x_40_three_of_a_kind_is_moved_by_modifiers",
        "test_x_41_six_tokens_buy_two_dice_and_three_are_kept",
        "test_the_flux_card_gives_dice_to_both_and_tokens_to_the_active_player",
    ),
    "8": (
        "test_hits_wounds_saves_and_health_points",
        "test_a_seven_cannot_be_hit_and_no_die_is_thrown",
        "test_who_marched_or_reformed_does_not_shoot",
        "test_nobody_shoots_twice_or_at_the_engaged",
    ),
    "9": (
        "test_x_26_a_break_test_is_against_discipline_less_the_difference",
        "test_x_27_pursuit_is_declared_before_any_distance_is_rolled",
        "test_x_28_what_a_combat_score_is_made_of",
        "test_x_29_in_a_tie_both_win_and_nobody_tests",
        "test_x_31_a_charger_of_agility_3_strikes_with_agility_4",
        "test_x_32_who_declines_restrains_himself_or_must_pursue",
        "test_a_duel_is_issued_first_by_the_active_player_and_may_be_refused",
    ),
    "10": (
        "test_x_34_a_quarter_of_the_health_points_of_the_phase_is_too_many",
        "test_x_35_decimated_is_a_quarter_or_less",
        "test_who_panics_flees_after_all_tests_are_rolled",
        "test_the_general_lends_his_discipline_and_the_standard_a_second_roll",
    ),
    "11": (
        "test_it_is_refused_for_the_right_clause_with_the_numbers",
        "test_several_losers_test_in_an_order_of_their_own",
        "test_chargers_move_one_after_another_in_any_order",
    ),
    "12": (
        "test_what_only_eyes_can_see_is_confirmed_or_contested_and_play_goes_on",
        "test_what_is_agreed_later_is_contested_no_more",
        "test_swiftstride_rolls_a_die_more_and_drops_the_lowest",
    ),
    "13": (
        "test_x_46_the_ground_is_counted_from_the_second_game_turn_on",
        "test_x_43_and_x_44_battle_points_by_percent",
        "test_the_short_scoring_gives_a_fifth_for_the_objective",
    ),
    "14": (
        "test_a_whole_battle_has_sixty_phases",
        "test_its_score_follows_from_the_log",
        "test_who_fell_and_how",
    ),
    "15": (
        "test_the_phase_list_is_data_of_the_ruleset",
        "test_x_43_the_objective_moves_three_points_and_both_add_up_to_twenty",
    ),
    "16": ("test_so_many_lines", "test_no_die_is_left_to_chance_and_it_folds_again"),
}
"""Which tests show which section of the rules; the scenarios of 16 are named x_NN in them."""
