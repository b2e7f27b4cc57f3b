"""Stories of every game told once more over HTTP, to a real service, with all they assert.

The stories are the games' own tests, run as they stand, on SQLite; only `Story.say` is another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain.rulesets import all_rulesets
from tests.support.clients.http_client import Caller
from tests.support.clients.stories_over_http import Teller, told_over_http

STORIES: dict[str, str] = {
    "age-of-magic age_of_magic.initiative": """
        the_printed_example_of_initiative_comes_out_exactly
        the_highest_may_phase_first
        a_tie_is_broken_by_dice_that_are_thrown_until_they_differ
        faces_of_a_tie_are_typed_with_the_answer_and_again_for_those_still_equal
    """,
    "age-of-magic age_of_magic.turn": """
        at_each_boundary_everybody_still_to_come_is_asked_again
        action_points_as_in_the_printed_examples
        nobody_has_a_second_phase_or_acts_in_that_of_another
    """,
    "age-of-magic age_of_magic.legality": """
        whoever_is_unaware_spent_or_unconscious_is_barred_with_the_clause
    """,
    "age-of-magic age_of_magic.attack": """
        an_attack_is_skill_and_specialism_and_co_and_the_weapon
    """,
    "age-of-magic age_of_magic.wounds.pain": """
        a_pain_reaction_by_type_place_and_level
        the_gap_of_the_knock_back_table_is_the_tables_to_settle
    """,
    "age-of-magic age_of_magic.magic.casting": """
        a_referee_may_count_magic_by_hand
    """,
    "arq arq.dash": """
        a_dash_test_is_told_with_its_trait_and_rank
        11_who_wins_the_dash_moves_first
        any_trait_may_be_tested_and_the_rank_told_counts
    """,
    "arq arq.turn": """
        a_round_has_three_phases_in_this_order
        13_five_cards_make_five_activations_and_the_phase_is_over
    """,
    "arq arq.movement": """
        8_a_move_ends_the_moment_the_mover_is_adjacent_to_an_enemy
    """,
    "arq arq.blunders": """
        a_blunder_past_a_foe_who_strikes_and_on
    """,
    "arq arq.pairings.examples": """
        1_example_a_two_of_three_orcs_are_forced_and_one_is_free
        1_example_a_a_legal_pairing_is_told_how_to_be_written
    """,
    "arq arq.melee": """
        16_all_blows_fall_in_one_step
        pairings_and_gang_up_are_over_with_the_phase
        who_was_put_down_by_the_referee_s_word_stays_down
    """,
    "kaiser kaiser.checks": """
        a_double_six_is_rolled_on_and_again_on_each_six
    """,
    "kaiser kaiser.end_phase": """
        what_the_phases_are_called
        unused_ap_attacks_and_movement_are_lost
    """,
    "kaiser kaiser.intentions.declaring": """
        six_ap_at_the_start_of_a_round
        scenario_2_six_ap_are_spent_one_by_one
    """,
    "kaiser kaiser.initiative": """
        scenario_4_a_long_sword_is_slow
        twenty_points_surprise_pair_by_pair
    """,
    "kaiser kaiser.turn": """
        scenario_7_whoever_delays_may_resume_after_another_s_turn
    """,
    "kaiser kaiser.action_points": """
        scenario_11_hits_for_nothing_cost_ap_until_one_is_flat_footed
    """,
    "kaiser kaiser.actions.movement": """
        scenario_26_a_move_is_split_around_other_actions
    """,
    "kaiser kaiser.attacks.attack": """
        scenario_1_the_source_s_own_hit
    """,
    "kaiser kaiser.powers.mana": """
        a_mass_takes_the_accumulation_from_the_pool
    """,
    "ninth-age-2e ninth_age.turn": """
        x_02_no_phase_is_skipped_in_the_log
        x_03_active_declares_first_then_reactive_then_all_is_resolved_in_that_order
    """,
    "ninth-age-2e ninth_age.abilities": """
        x_11_once_in_a_game_with_the_clock_point_of_its_use
    """,
    "ninth-age-2e ninth_age.battle.special_deployment": """
        a_battle_is_between_two_sides
    """,
    "ninth-age-2e ninth_age.movement.charges": """
        x_16_with_a_champion_two_dice_count_as_four
        what_only_eyes_can_see_is_confirmed_or_contested_and_play_goes_on
    """,
    "ninth-age-2e ninth_age.movement.moves": """
        x_23_near_an_enemy_a_march_wants_a_test_and_any_other_move_stays_legal
    """,
    "ninth-age-2e ninth_age.shooting": """
        hits_wounds_saves_and_health_points
        x_34_a_quarter_of_the_health_points_of_the_phase_is_too_many
    """,
    "ninth-age-2e ninth_age.magic.casting": """
        x_37_a_failed_casting_gives_natural_ones_back
    """,
    "ninth-age-2e ninth_age.melee.pursuit": """
        x_27_pursuit_is_declared_before_any_distance_is_rolled
        several_losers_test_in_an_order_of_their_own
    """,
    "open open.ruleset": """
        a_deed_of_any_name_at_any_cost_at_anybody
        others_answer_where_it_is_said_and_are_answered
        pools_of_any_name_gain_lose_and_go_below_nothing
        at_nobody_or_at_several
        a_table_may_always_ask
        pools_are_filled_each_round_or_each_turn
        the_list_offers_a_deed_in_words
        the_referee_adjusts_any_pool_or_state_by_its_name
    """,
    "open open.order.turns": """
        as_they_came_in
        by_the_dice_of_the_table
    """,
    "open open.refusals": """
        loose_budgets_are_no_limit
        what_is_written_makes_one_line
    """,
    "planeswalker planeswalker.spells.casting": """
        a_spell_for_creatures_reaches_only_who_is_close
        mastery_bounds_the_cost_and_a_spell_is_cast_once_a_day
        what_the_rules_do_not_say_is_carried_out_by_the_referee
    """,
    "planeswalker planeswalker.phases": """
        the_fastest_comes_first_and_dice_part_those_who_are_equal
        a_plain_channel_fills_the_pool_and_ignites_nothing
        focus_maintains_effects_and_refreshes_creatures_and_what_is_left_is_for_spells
        an_excess_that_no_instant_can_spend_burns_at_once
        one_red_and_two_colorless_on_two_red_make_five_and_ignite
    """,
    "planeswalker planeswalker.combat.blows": """
        speed_is_the_number_of_actions_and_move_excludes_engage
        where_the_table_says_so_engagements_wait_for_the_combat_phase
        a_blow_and_a_blow_back
    """,
    "planeswalker planeswalker.ending": """
        who_flees_loses_effects_creatures_and_the_rest_of_the_turn
    """,
}
"""By the game's key and the file's name: the stories that are told."""

EACH = [(*key.split(), story) for key, stories in STORIES.items() for story in stories.split()]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service with every game, for all the stories."""
    folder: Path = tmp_path_factory.mktemp("stories")
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), all_rulesets)
    yield service
    service.close()


@pytest.fixture
def teller(service: Service, monkeypatch: pytest.MonkeyPatch) -> Teller:
    return told_over_http(service, monkeypatch)


def test_ten_stories_and_more_of_every_game():
    told = Counter(game for game, _, _ in EACH)
    assert set(told) == set(all_rulesets())
    assert min(told.values()) >= 10


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize(("game", "file", "story"), EACH, ids=[f"{f}-{s}" for _, f, s in EACH])
def test_a_story_comes_out_the_same_over_http(teller: Teller, game: str, file: str, story: str):
    folder, _, name = file.rpartition(".")
    module = import_module(f"tests.domain.rulesets.{folder}.test_{name}")
    getattr(module, f"test_{story}")()
    assert teller.heard > 3
    assert {combat.rules.key for combat in teller.combats()} == {game}


def test_what_is_refused_is_refused_for_the_same_reason(teller: Teller):
    story = import_module("tests.domain.rulesets.age_of_magic.test_turn")
    story.test_nobody_has_a_second_phase_or_acts_in_that_of_another()
    assert teller.refused > 1


def secretly(service: Service) -> tuple[Caller, Caller]:
    """The operator, and Ann who plays xan, where intentions are declared in secret."""
    client = Teller(service).client
    operator = Caller(client, service.vault.operator_token())
    seats = [{"person": "Ann", "role": "player", "combatants": ["xan"]}]
    opened = operator.post("/v1/combats", {"ruleset": "kaiser", "seats": seats}).json or {}
    at = f"/v1/combats/{opened['combat']}"
    operator = Caller(client, operator.token, at)
    operator.says("join", subject="xan", traits={"lp": 9})
    operator.says("join", subject="yrsa", traits={"lp": 9})
    operator.says("answer", who="referee", about="round", choice="begin")
    return operator, Caller(client, opened["seats"][0]["token"], at)


def test_the_first_secret_of_a_combat_is_answered_to_whoever_told_it(service: Service):
    _, ann = secretly(service)
    said = ann.says("declare", who="xan", manoeuvre="alert to danger")
    assert [row["type"] for row in said["entries"]] == ["combat.declared/1"]


def test_what_the_referee_declares_for_somebody_is_seen_by_whoever_plays_him(service: Service):
    operator, ann = secretly(service)
    for who, seen in (("yrsa", 0), ("xan", 1)):
        here = who == "xan"  # Ann has just asked, and she plays him
        operator.says("declare", who=who, manoeuvre="alert to danger", on_behalf=here)
        told = [row["event"] for row in ann.read("events")["items"] if "declared" in row["type"]]
        assert [event["who"] for event in told] == ["xan"] * seen
