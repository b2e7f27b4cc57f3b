"""What is checked after a random fight would be noticed: a booking done twice is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import events as e
from tests.support.fights import age_of_magic_random, arq, ninth_age_random, open
from tests.support.fights.random_play import check_ledger, play
from tests.support.oracles import conserved
from tests.support.story import Story

Told = tuple[Callable[[], Story], Callable[[e.Event], bool], Callable[[Story], None]]


def booked(pool: str, how: str) -> Callable[[e.Event], bool]:
    return lambda event: isinstance(event, e.PoolChanged) and (event.pool, event.how) == (pool, how)


def used_up(event: e.Event) -> bool:
    return isinstance(event, e.ConditionBegan) and event.name == "spent"


CASES: dict[str, Told] = {
    "a phase": (
        age_of_magic_random.age_of_magic,
        lambda event: isinstance(event, e.TurnBegan),
        conserved.one_phase_and_one_pool_a_turn,
    ),
    "action points": (
        age_of_magic_random.age_of_magic,
        booked("ap", "fill"),
        conserved.one_phase_and_one_pool_a_turn,
    ),
    "an action": (
        arq.on_the_grid,
        booked("action", "pay"),
        conserved.one_action_and_one_move_a_round,
    ),
    "a move": (arq.on_the_grid, booked("move", "pay"), conserved.one_action_and_one_move_a_round),
    "a one-use item": (ninth_age_random.pitched, used_up, conserved.used_once_in_a_game),
    "any posting": (open.at_sea, booked("hp", "pay"), check_ledger),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_booked_twice_is_found(what: str):
    begins, wanted, keeps = CASES[what]
    story = play(begins(), 5, 150)
    keeps(story)
    step, draft = next((s, d) for s in story.steps for d in s if wanted(d.event))
    step.append(draft)
    with pytest.raises(AssertionError):
        keeps(story)


def test_a_budget_that_is_overdrawn_is_found():
    story = play(open.at_sea(), 5, 150)
    wanted = booked("hp", "pay")
    draft = next(d for s in story.steps for d in s if wanted(d.event))
    story.steps[-1].append(draft._replace(event=draft.event.model_copy(update={"balance": -1})))
    with pytest.raises(AssertionError):
        conserved.kept_budgets(story)
