"""ARQ 9.2: take-backs are a rule of play. What came later is decided again without what is gone."""

from __future__ import annotations

from random import Random

import pytest

from domain import events as e
from domain.rerun.rerun import again
from tests.support.fights.arq import TALES, Clash, check_invariants
from tests.support.fights.random_play import play
from tests.support.redecided_stories import in_short, kept_steps, state_after, told_again


def shot_at_nothing() -> Clash:
    """Steps 8 and 9 to 10: c1 moves five squares, and a dash test is called and drawn after it."""
    clash = Clash().figures(c1={"at": "0,0", "movement": 3}, c2="0,9", o1="20,0", o2="20,9")
    clash.to_phase("movement")
    return clash


def test_17_a_move_and_a_test_that_could_not_have_been_are_taken_back():
    """c1 has gone from 0 to 5, then c2 dashed against o1, who was out of reach all the time."""
    clash = shot_at_nothing()
    move = len(clash.steps) + 1
    clash.does("c1", "move", to="5,0")
    clash.does("referee", "dash", "o1", using="c2").answers("c2", "wins", drew="the Tower")
    clash.does("o2", "move", to="15,9").does("c2", "pass")
    judged = told_again(clash, move, move + 1, move + 2, move + 3)
    after = judged[-1].combat
    assert in_short(judged) == [f"{move + 5} changed"]
    assert after.places.of("c1") == ""  # where he came in: on 0,0
    assert (after.pools.balance_of("c1", "move"), after.places.of("o2")) == (1, "15,9")
    assert after.facts.get("o1", "waits for", "c2") is None
    assert [drawn.card for drawn in clash.events(e.CardDrawn)] == ["the Tower"]  # void, to be read
    assert clash.combat.places.of("c1") == "5,0"  # nothing that was played is changed


def test_a_model_is_pushed_back_to_where_it_should_have_been_stopped():
    """The foe stood at 5,0 all along: put there first, the same move stops short of it."""
    clash = Clash().figures(c1="0,0", o1="9,9").to_phase("movement").does("c1", "move", to="6,0")
    steps = kept_steps(clash)
    fixed = Clash().figures(c1="0,0", o1="5,0").to_phase("movement")
    [judged] = again(fixed.combat, steps[-1:], clash.rules)
    assert (judged.verdict, judged.combat.places.of("c1")) == ("changed", "4,0")


def test_without_the_shot_its_test_is_orphaned_and_its_wounds_never_were():
    clash = Clash().figures(c1={"missile": 4}, o1={}).round().settled()
    shot = len(clash.steps) + 1
    clash.does("c1", "shoot", "o1").answers("c1", "wins", drew="the Sun")
    clash.answers("referee", "harm", wounds=2).does("o1", "action")
    judged = told_again(clash, shot)
    assert in_short(judged)[:3] == [f"{shot + n} dropped orphaned" for n in (1, 2, 3)]
    assert judged[0].why == f"what it answered is gone: step {shot} was taken back"
    assert judged[-1].combat.pools.balance_of("o1", "wounds") == 0
    assert judged[-1].combat.pools.balance_of("c1", "action") == 1


def test_without_a_ruling_judging_stops_and_says_who_is_asked():
    clash = Clash().figures(c1={}, o1={}).round().settled().does("c1", "shoot", "o1")
    clash.answers("c1", "wins").answers("referee", "harm", wounds=2).does("o1", "action")
    ruling = len(clash.steps) - 1
    judged = told_again(clash, ruling)
    assert in_short(judged) == [f"{ruling + 1} stopped needs a ruling"]
    assert judged[-1].why == "referee is asked about harm, and no later step answers that"


def test_without_a_dash_test_the_loser_goes_when_he_likes():
    clash = Clash().figures(c1={}, o1={}).round().settled()
    dash = len(clash.steps) + 1
    clash.dash("c1", "o1", "wins").does("c1", "action").does("o1", "action")
    judged = told_again(clash, dash, dash + 1, dash + 2)
    assert {one.verdict for one in judged} == {"changed"}
    assert judged[-1].combat.facts.get("o1", "waits for", "c1") is None


def test_who_was_felled_by_what_never_was_goes_on():
    """The blow that brought c1 to six wounds is taken back: what others did stands."""
    clash = Clash().figures(c1={}, c2={}, o1={}).has_taken("c1", 5)
    blow = len(clash.steps) + 1
    clash.has_taken("c1", 1).round().settled().does("c2", "action")
    judged = told_again(clash, blow)
    assert {one.verdict for one in judged} == {"changed"}
    assert judged[-1].combat.pools.balance_of("c1", "action") == 1
    assert not judged[-1].combat.conditions.has("c1", "incapacitated")


def test_cards_of_the_activation_deck_come_as_they_came():
    clash = Clash({"order": "deck"}).figures(c1={}, c2={}, o1={}).round()
    first = len(clash.steps) + 1
    clash.draws("player").does("c2", "action").draws("foe").does("o1", "pass").draws("player")
    judged = told_again(clash, first + 1)
    assert in_short(judged) == [f"{first + 2} stopped needs an answer"]
    assert judged[-1].why == "c1 is asked about activation, and no later step answers that"
    assert in_short(told_again(clash)) == []


@pytest.mark.sweep(share=2)
@pytest.mark.parametrize("tale", TALES)
def test_any_stretch_of_any_combat_is_kept(tale):
    for seed in range(3):
        clash = play(tale(), seed, 120)
        steps = kept_steps(clash)
        node = Random(seed).randrange(len(steps))
        judged = list(again(state_after(steps[:node]), steps[node:], clash.rules))
        assert {one.verdict for one in judged} == {"kept"}
        assert judged[-1].combat == clash.combat


@pytest.mark.sweep(share=2)
@pytest.mark.parametrize("tale", TALES)
def test_whatever_is_taken_back_the_budgets_hold(tale):
    for seed in range(4):
        clash = play(tale(), seed, 80)
        start = len(tale().steps) + 1
        for one in told_again(clash, Random(seed).randrange(start, len(clash.steps))):
            check_invariants(one.combat)
