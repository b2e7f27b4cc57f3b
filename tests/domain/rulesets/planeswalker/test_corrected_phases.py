"""Planeswalker: a corrected amount of mana, or Focus not given, and the phases that follow it."""

from __future__ import annotations

from domain.rerun.rerun import Judged
from tests.support.fights.planeswalker import ANTHEM, BOLT, Combat, duel
from tests.support.redecided_stories import in_short, told_again

SINGER = {"Speed": 3, "mana": {"red": 1}, "spells": {"anthem": ANTHEM}, "memory": ["anthem"]}


def played(channeled: int) -> tuple[Combat, int]:
    """Mira channels, casts a bolt and moves; then Nils moves. Returns the step that channels."""
    able = {"Focus": 2, "Speed": 3, "mana": {"red": 2}, "spells": {"bolt": BOLT}}
    combat = duel(m={**able, "memory": ["bolt"]}, n={"Speed": 2, "Life": 9})
    combat.goes_to("mira", "channeling")
    combat.does("mira", "channel", using="colorless", amount=channeled)
    step = len(combat.steps)
    if combat.stands()[1] == "channeling":
        combat.ends_phase()
    combat.casts("mira", "bolt", "nils").resolves().does("mira", "move", "nils").ends_phase()
    return combat.goes_to("nils").does("nils", "move", "mira"), step


def corrected(channeled: int, to: int) -> tuple[list[Judged], int]:
    """The story with another amount of mana channeled."""
    combat, step = played(channeled)
    command = combat.commands[step - 1].model_copy(update={"params": {"amount": to}})
    return told_again(combat, instead={step: command}), step


def test_the_end_of_a_phase_that_has_ended_by_itself_is_left_out_and_the_turn_stays():
    judged, step = corrected(2, to=3)
    assert in_short(judged) == [
        f"{step} changed",
        f"{step + 1} dropped moot",
        f"{step + 2} changed",
    ]
    assert judged[1].why == "the channeling phase is over already"
    assert judged[-1].combat.pools.of["nils"]["life"] == 6


def test_less_mana_leaves_channeling_open_and_the_correction_stops_at_what_came_after_it():
    judged, step = corrected(3, to=2)
    assert in_short(judged) == [f"{step} changed", f"{step + 1} stopped needs an answer"]
    assert judged[-1].why == (
        "mira is asked to end the channeling phase, and no later step answers that"
    )


def test_the_end_of_the_main_phase_ends_no_phase_before_it():
    combat = duel().goes_to("mira", "channeling")
    step = len(combat.does("mira", "channel", using="red", amount=3).steps)
    judged = told_again(combat.ends_phase().goes_to("nils"), step)
    assert in_short(judged) == [f"{step + 1} stopped needs an answer"]


def upheld() -> tuple[Combat, int]:
    """Mira maintains an anthem and moves in her next turn. Returns the step that maintains it."""
    combat = duel(m=SINGER).goes_to("mira")
    combat.casts("mira", "anthem").resolves().ends_turn().goes_to("mira", "upkeep")
    combat.does("mira", "maintain", on=["anthem"])
    return combat, len(combat.steps)


def test_an_upkeep_not_played_waits_for_its_end():
    combat, step = upheld()
    judged = told_again(combat.does("mira", "move", "nils").ends_phase(), step)
    assert in_short(judged) == [f"{step + 1} stopped needs an answer"]


def test_without_the_effect_that_was_let_go_the_end_of_upkeep_is_left_out():
    combat = duel(m=SINGER).goes_to("mira").casts("mira", "anthem")
    cast = len(combat.steps)
    combat.resolves().ends_turn().goes_to("mira", "upkeep").ends_phase()
    combat.does("mira", "move", "nils")
    judged = told_again(combat, cast)
    moot = [one.why for one in judged if one.reason == "moot"]
    assert "the upkeep phase is over already" in moot
    assert judged[-1].verdict == "kept"
