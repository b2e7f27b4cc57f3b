"""Combats under Planeswalker: the mages of the rules' scenarios, and shorter telling."""

from __future__ import annotations

from typing import Any, Self

from domain import commands as c
from domain import events as e
from domain.rulesets import ruleset
from domain.scene import Scene
from tests.story import Story

RULES = ruleset("planeswalker")

BOLT = {"cost": "1R", "does": "damage", "amount": 3, "target": "any"}
FLASH = {**BOLT, "cost": "R", "speed": "instant"}
COUNTER = {"cost": "U", "does": "counter", "speed": "instant"}
DENIAL = {"cost": "1", "does": "counter", "speed": "split second"}
DOOM = {"cost": "2", "does": "destroy"}
WITHER = {"cost": "1", "does": "shrink", "amount": 2, "trait": "Toughness", "speed": "instant",
          "target": "any"}  # fmt: skip
ANTHEM = {"cost": "1", "does": "pervade", "lasts": "enchantment", "trait": "Power", "amount": 1}
WOLF = {"name": "Wolf", "Power": 2, "Toughness": 1}
CALL = {"cost": "1", "does": "summon", "summons": WOLF}

M: dict[str, Any] = {"Speed": 2, "sources": ["red", "blue"]}
"""The mage of the scenarios: P1 T1 Life 5 Mastery 3 Channeling 3 Focus 1 Memory 5, but Speed 2."""

KNIGHT: dict[str, Any] = {"kind": "creature", "Power": 3, "Toughness": 2}
OGRE: dict[str, Any] = {"kind": "creature", "Power": 4, "Toughness": 3, "Life": 6}


class Combat(Story):
    """A combat under Planeswalker."""

    def __init__(self, *faces: int, mode: Any = "enforce", **points: str):
        super().__init__(
            RULES, *faces, mode=mode, **{k.replace("_", "-"): v for k, v in points.items()}
        )

    # --- setting up ---

    def mage(self, who: str, side: str = "", ready: tuple[str, ...] = (), **traits: Any) -> Self:
        """A mage; what is `ready` is in Memory."""
        more = {"memory": list(ready)} if ready else {}
        traits = {**M, **traits, **more}
        return self.say(c.Join(subject=who, name=who.title(), side=side, traits=traits))

    def creature(self, who: str, master: str = "", side: str = "", **traits: Any) -> Self:
        """A creature: its master's, or a free one with a seat of its own."""
        owner = self.combat.roster.get(master)
        command = c.Join(
            subject=who, name=who.title(), kind="creature", side=owner.side if owner else side,
            controller=master, traits={"kind": "creature", **traits},
        )  # fmt: skip
        return self.say(command)

    def zones(self, zone: str, *pairs: str) -> Self:
        """The referee says how near each pair `one other` is."""
        for pair in pairs:
            one, other = pair.split()
            self.fixes(what="fact", of=one, name="zone", toward=other, value=zone)
        return self

    def close(self, *pairs: str) -> Self:
        """The referee says that each pair is Close."""
        return self.zones("close", *pairs)

    def mana(self, who: str, **colors: int) -> Self:
        """The referee gives mana."""
        for color, amount in colors.items():
            self.fixes(what="pool", subject=who, pool="mana", key=color, delta=amount)
        return self

    def fixes(self, **change: Any) -> Self:
        """The referee's own hand."""
        return self.say_plainly({"type": "adjust", "note": "set up", "change": change})

    # --- going on ---

    def goes_to(self, who: str, phase: str = "main") -> Self:
        """On to somebody's phase; on the way nobody does anything, and ties are rolled for."""
        for _ in range(200):
            if self.waits_for()[0]:
                self._let_be()
            elif self.stands() == (who, phase):
                return self
            elif not self.combat.clock.path:
                self.round()
            else:
                self.ends_phase()
        raise AssertionError(f"{who} never comes to {phase}")

    def _let_be(self) -> None:
        about, whose = self.waits_for()
        if about in ("tie", "first"):
            self.answers(whose[0], "roll", faces=[len(whose)])
        elif about == "forget":
            self.answers(whose[0], "forget", spell=self.pile(whose[0], "memory")[0])
        else:
            self.passes()

    def ends_phase(self) -> Self:
        """Whose turn it is ends the open phase."""
        [who] = self.combat.clock.actors
        return self.say(c.Answer(who=who, about="phase", choice="end"))

    def ends_turn(self) -> Self:
        """Whose turn it is ends it; a forgotten spell is the first in Memory."""
        turn = self.stands()[0]
        while self.stands()[0] == turn:
            self._let_be() if self.waits_for()[0] else self.ends_phase()
        return self

    def ends_turn_of(self, *whose: str) -> Self:
        """The turns of those named come and go; whoever delays waits on, until the last is over."""
        for who in whose:
            while self.waits_for()[0]:
                self._let_be()
            assert self.stands()[0] == who
            while self.stands()[0] == who and not self.waits_for()[0]:
                self.ends_phase()
        return self

    def rolls(self, *whose: str, **faces: tuple[int, ...]) -> Self:
        """The rolls that are asked of those named, with the faces that fell."""
        for who in whose:
            self.answers(who, "roll", faces=list(faces.get(who, ())) or None)
        return self

    def casts(self, who: str, spell: str, *targets: str, **params: Any) -> Self:
        """Somebody casts a spell that is no instant."""
        return self.does(who, "cast", *targets, using=spell, **params)

    def resolves(self) -> Self:
        """Nobody answers as long as somebody is asked."""
        while self.waits_for()[0] in ("respond", "intercept"):
            self.passes()
        return self

    # --- asked ---

    def stands(self) -> tuple[str, str]:
        """Whose turn it is and which phase of it."""
        path = self.combat.clock.path
        actors = self.combat.clock.actors
        return (actors[0] if actors else "", path[-1].name if path else "")

    def scene(self) -> Scene:
        """The moment, as the rules see it."""
        return Scene(self.combat, RULES)

    def pool(self, who: str) -> dict[str, int]:
        """Somebody's mana by color."""
        pools = self.combat.pools.of.get(who, {})
        return {k[5:]: v for k, v in pools.items() if k.startswith("mana/") and v}

    def pile(self, who: str, place: str) -> tuple[str, ...]:
        """The spells of somebody in a place."""
        whole = self.combat.places.who(place)
        return tuple(n[len(who) + 3 :] for n in whole if n.startswith(f"{who}'s "))

    def zone(self, one: str, other: str) -> str:
        """How near two are."""
        return str(self.scene().fact("zone", one, other) or self.scene().setting("start-zone"))

    def under(self, who: str) -> list[str]:
        """The conditions that somebody is under, oldest first."""
        return [k.name for k in self.combat.conditions.on(who)]

    def outcome(self, stage: str) -> tuple[str, dict[str, Any]]:
        """The latest outcome of a stage, with its figures."""
        last = [r for r in self.events(e.Resolved) if r.stage == stage][-1]
        return last.outcome, last.figures


def duel(*faces: int, m: dict[str, Any] | None = None, n: dict[str, Any] | None = None,
         **points: str) -> Combat:  # fmt: skip
    """Mira and Nils, each with spells in Memory, both sides of a duel at Ranged."""
    combat = Combat(*faces, **points)
    combat.mage("mira", "east", **(m or {}))
    return combat.mage("nils", "west", **{"Speed": 1, **(n or {})})


# --- what covers what ----------------------------------------------------------------------

COVERS: dict[str, tuple[str, ...]] = {
    "0 origin": ("test_every_section_is_covered_by_tests_that_exist",),
    "1 dice, stats and state": (
        "test_nobody_enters_with_more_mana_than_channeling", "test_a_sheet_is_made_flat",
        "test_what_a_sheet_refuses",
    ),
    "2 range zones": (
        "test_a_spell_for_creatures_reaches_only_who_is_close",
        "test_a_creature_that_is_far_cannot",
        "test_a_summoned_creature_stands_where_its_summoner_does",
        "test_a_close_enemy_takes_two_off_channeling_however_many_there_are",
    ),
    "3 order of turns": (
        "test_the_fastest_comes_first_and_dice_part_those_who_are_equal",
        "test_equal_dice_are_thrown_again",
        "test_a_delay_is_used_after_anothers_turn_and_keeps_that_seat_for_good",
        "test_a_delay_not_used_is_a_lost_turn_and_the_seat_is_unchanged",
        "test_the_last_may_wait_for_the_first_of_the_next_rotation",
        "test_of_two_who_would_act_now_the_faster_comes_first",
        "test_who_joins_late_is_seated_by_speed_from_the_next_rotation",
        "test_a_creature_of_a_mage_has_no_turn_and_a_free_one_has",
    ),
    "4.1 channeling": (
        "test_a_plain_channel_fills_the_pool_and_ignites_nothing",
        "test_no_more_is_restored_than_channeling", "test_over_channeling_ignites_the_pool",
        "test_beyond_the_pool_size_mana_is_colorless",
        "test_one_red_and_two_colorless_on_two_red_make_five_and_ignite",
        "test_one_spell_of_the_library_comes_to_memory_each_turn",
    ),
    "4.2 upkeep": (
        "test_focus_maintains_effects_and_refreshes_creatures_and_what_is_left_is_for_spells",
        "test_an_effect_alters_a_trait_until_it_ends",
    ),
    "4.3 main phase": (
        "test_speed_is_the_number_of_actions_and_move_excludes_engage",
        "test_a_command_may_be_answered_and_costs_one_action_for_all",
        "test_an_ability_is_used_like_a_spell_and_its_master_pays",
        "test_what_is_against_the_rules_is_refused_and_changes_nothing",
    ),
    "4.4 combat": ("test_where_the_table_says_so_engagements_wait_for_the_combat_phase",),
    "4.5 end phase": (
        "test_mana_burn_is_what_is_left_above_the_pool_size",
        "test_while_an_excess_may_burn_the_end_phase_waits",
        "test_half_of_memory_rounded_up_is_kept_after_the_turn",
        "test_reductions_last_until_the_end_of_any_turn",
    ),
    "5 spells, responses, nesting": (
        "test_mastery_bounds_the_cost_and_a_spell_is_cast_once_a_day",
        "test_a_colored_cost_wants_its_color",
        "test_a_tie_is_the_responders_and_the_last_cast_resolves_first",
        "test_who_is_too_slow_pays_nothing_and_has_had_his_attempt",
        "test_split_second_needs_no_roll_and_cannot_be_answered",
        "test_after_split_second_the_window_of_the_first_spell_is_open_again",
        "test_an_instant_is_cast_in_anothers_turn_without_a_roll",
        "test_a_spell_whose_target_has_gone_does_nothing",
        "test_a_character_cannot_be_destroyed_and_his_creature_can",
        "test_the_surplus_of_a_draw_is_forgotten_after_the_rotation",
        "test_losing_hold_of_spells_lowers_memory_until_the_rotation_ends",
        "test_attacks_on_the_library_and_a_look_at_it",
    ),
    "6 locked combat": (
        "test_a_blow_and_a_blow_back", "test_a_second_attacker_meets_broken_toughness",
        "test_an_attacker_who_is_left_is_off_guard_but_for_vigilance",
        "test_who_is_off_guard_does_not_intercept_until_focus_refreshes_it",
        "test_a_creature_close_to_the_attacker_takes_the_fight",
        "test_nobody_intercepts_for_a_creature",
        "test_another_player_who_is_close_may_step_in_and_only_one_does",
        "test_first_strike_kills_before_the_other_rolls",
        "test_trample_that_killed_goes_on_with_another_creature",
        "test_haste_acts_in_the_turn_it_is_summoned_and_others_wait",
    ),
    "7 flee, defeat, end of combat": (
        "test_who_flees_loses_effects_creatures_and_the_rest_of_the_turn",
        "test_who_is_left_alone_until_his_next_turn_is_away", "test_five_damage_stop_a_flight",
        "test_being_engaged_stops_a_flight",
        "test_a_fast_flee_wants_two_more_speed_than_everybody",
        "test_a_fast_flee_that_fails_is_a_flight", "test_life_at_nothing_is_defeat",
        "test_who_has_lost_neither_channels_nor_maintains",
        "test_creatures_are_dispelled_excess_mana_is_gone_and_auras_stay",
    ),
    "8 events and invariants": (
        "test_whatever_is_offered_is_accepted", "test_as_many_lines_as_ever",
    ),
    "9 worked scenarios": (
        "test_a_blow_and_a_blow_back", "test_a_character_cannot_be_destroyed_and_his_creature_can",
        "test_a_fast_flee_wants_two_more_speed_than_everybody",
    ),
    "10 missing": (
        "test_what_the_rules_do_not_say_is_carried_out_by_the_referee",
        "test_a_breach_breaks_nothing_where_the_table_says_so",
        "test_damage_of_spells_as_the_table_plays_it",
    ),
}  # fmt: skip
"""Each section of the rules, and the tests that hold the game to it."""
