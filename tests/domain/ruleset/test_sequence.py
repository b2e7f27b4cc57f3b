"""The sequence of play as a tree: what comes next, where one is, and which stages follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.events import Event
from domain.ruleset.sequence import (
    Next,
    Stretch,
    every,
    innermost_stretch,
    is_gone,
    more_rounds,
    stretches,
    what_next,
)
from domain.ruleset.stage_list import CLOSE, successor
from domain.state.course.clock import Clock
from tests.support.logs.sequences import (
    BY_PHASES,
    BY_TURNS,
    CAST,
    DUSK,
    GO,
    MAGIC,
    MOVE,
    NESTED,
    PLAYER,
    ROUND,
    SHOOT,
    TURN,
    after,
    began,
    over,
    walked,
)

# --- what comes next -----------------------------------------------------------------------------


def test_before_a_round_the_referee_is_awaited():
    assert what_next(BY_TURNS, Clock()) == Next("wait", BY_TURNS)
    assert what_next(BY_TURNS, after(ROUND, e.RoundEnded(n=1))) == Next("wait", BY_TURNS)


def test_a_round_that_waits_for_nobody_begins_by_itself():
    assert what_next(BY_PHASES, Clock()) == Next("begin", BY_PHASES)


def test_in_a_round_of_turns_a_stage_says_whose_go_it_is():
    assert what_next(BY_TURNS, after(ROUND)) == Next("run", BY_TURNS, "in order")
    done = after(ROUND, GO, e.TurnEnded(who=("ana",)))
    assert what_next(BY_TURNS, done) == Next("run", BY_TURNS, "in order")


def test_in_a_turn_its_actor_is_awaited():
    assert what_next(BY_TURNS, after(ROUND, GO)) == Next("wait", TURN)


def test_phases_begin_one_after_the_other():
    assert what_next(BY_PHASES, after(ROUND)) == Next("begin", MOVE)
    assert what_next(BY_PHASES, after(ROUND, *over("move"))) == Next("begin", SHOOT)
    assert what_next(BY_PHASES, after(ROUND, *over("move", "shoot"))) == Next("begin", DUSK)


def test_a_round_whose_phases_are_over_closes():
    clock = after(ROUND, *over("move", "shoot", "dusk"))
    assert what_next(BY_PHASES, clock) == Next("close", BY_PHASES)


def test_in_a_phase_actors_are_awaited_or_a_stage_says_that_all_is_done():
    assert what_next(BY_PHASES, after(ROUND, *began("move"))) == Next("wait", MOVE)
    shooting = after(ROUND, *over("move"), *began("shoot"))
    assert what_next(BY_PHASES, shooting) == Next("run", SHOOT, "all shot")


def test_a_phase_in_which_nobody_acts_closes_at_once():
    dusk = after(ROUND, *over("move", "shoot"), *began("dusk"))
    assert what_next(BY_PHASES, dusk) == Next("close", DUSK)


def test_phases_of_a_turn_nest():
    assert what_next(NESTED, after(ROUND)) == Next("run", NESTED, "side")
    assert what_next(NESTED, after(ROUND, GO)) == Next("begin", MAGIC)
    gather, cast = MAGIC.inside
    assert what_next(NESTED, after(ROUND, GO, *began("magic"))) == Next("begin", gather)
    gathered = [*began("magic"), *over("gather")]
    assert what_next(NESTED, after(ROUND, GO, *gathered)) == Next("begin", cast)
    assert what_next(NESTED, after(ROUND, GO, *gathered, *began("cast"))) == Next("wait", CAST)
    enchanted = [*gathered, *over("cast")]
    assert what_next(NESTED, after(ROUND, GO, *enchanted)) == Next("close", MAGIC)
    later = after(ROUND, GO, *enchanted, e.PhaseEnded(phase="magic"))
    assert what_next(NESTED, later) == Next("begin", PLAYER.inside[1])
    spent = after(ROUND, GO, *over("magic", "melee"))
    assert what_next(NESTED, spent) == Next("close", PLAYER)


def test_the_next_turn_has_all_its_phases_again():
    clock = after(ROUND, GO, *over("magic", "melee"), e.TurnEnded(who=("ana",)), GO)
    assert what_next(NESTED, clock) == Next("begin", MAGIC)


# --- rounds --------------------------------------------------------------------------------------


def test_rounds_go_on_until_their_limit():
    one = after(ROUND, e.RoundEnded(n=1))
    two = after(ROUND, e.RoundEnded(n=1), e.RoundBegan(n=2), e.RoundEnded(n=2))
    assert more_rounds(BY_PHASES, one) and not more_rounds(BY_PHASES, two)
    assert what_next(BY_PHASES, one) == Next("begin", BY_PHASES)
    assert what_next(BY_PHASES, two) == Next("wait", BY_PHASES)


@given(st.integers(0, 10**6))
def test_without_a_limit_there_is_always_one_round_more(rounds):
    assert more_rounds(BY_TURNS, Clock(rounds))


def test_a_whole_game_of_phases_ends_at_its_limit():
    assert walked(BY_PHASES) == 2 * ["round", "move", "shoot", "dusk"]


def test_what_is_played_once_is_played_in_the_first_round_alone():
    prologue = Stretch("phase", "deploy", once=True)
    game = Stretch("round", "round", inside=(prologue, MOVE), limit=3, waits=False)
    assert walked(game) == ["round", "deploy", "move", "round", "move", "round", "move"]


# --- where one is --------------------------------------------------------------------------------


def test_one_is_in_the_stretch_of_the_innermost_open_span():
    assert innermost_stretch(NESTED, after(ROUND).path) is NESTED
    assert innermost_stretch(NESTED, after(ROUND, GO).path) is PLAYER
    assert innermost_stretch(NESTED, after(ROUND, GO, *began("magic")).path) is MAGIC
    assert innermost_stretch(NESTED, after(ROUND, GO, *began("magic", "cast")).path) is CAST


def test_between_rounds_one_is_in_the_whole():
    assert innermost_stretch(NESTED, ()) is NESTED


def test_every_stretch_is_listed_outermost_first():
    names = [stretch.name for stretch in every(NESTED)]
    assert names == ["round", "turn", "magic", "gather", "cast", "melee"]
    assert every(DUSK) == (DUSK,)


# --- stages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "next_one"), [("a", "b"), ("b", "c"), ("c", ""), ("stranger", ""), ("", "")]
)
def test_after_a_stage_comes_the_next_in_its_list(stage, next_one):
    assert successor(("a", "b", "c"), stage) == next_one


def test_a_list_without_stages_has_none_after_any():
    assert successor((), "a") == ""


@given(st.lists(st.text(min_size=1, max_size=3), unique=True, max_size=6).map(tuple))
def test_going_from_stage_to_stage_walks_the_list_to_its_end(listing):
    stage, seen = (listing[0] if listing else ""), list[str]()
    while stage:
        seen.append(stage)
        stage = successor(listing, stage)
    assert tuple(seen) == listing


def test_a_stage_belongs_to_the_opening_or_the_closing_of_its_stretch():
    assert TURN.listing("wake", "") == ("wake", "fill")
    assert TURN.listing("rest", "") == ("rest", CLOSE)
    assert TURN.listing(CLOSE, "") == ("rest", CLOSE)
    assert MOVE.listing(CLOSE, "") == (CLOSE,)


def test_a_stage_of_its_own_belongs_to_what_is_to_follow_it():
    assert TURN.listing("stranger", "fill") == ("wake", "fill")
    assert TURN.listing("stranger", "rest") == ("rest", CLOSE)
    assert TURN.listing("stranger", "another") == TURN.listing("stranger", "") == ()


# --- other rules ---


@pytest.mark.parametrize(
    ("events", "kind", "name"),
    [([*began("charge")], "phase", "charge"), ([*began("charge"), GO], "turn", "turn")],
)
def test_a_stretch_that_is_not_in_the_rules_is_a_bare_one_in_which_actors_act(
    events: list[Event], kind: str, name: str
) -> None:
    path = after(ROUND, *events).path
    assert is_gone(BY_PHASES, path)
    assert innermost_stretch(BY_PHASES, path) == Stretch(path[-1].kind, name, acts=True)
    assert innermost_stretch(BY_PHASES, path).kind == kind
    assert [s.kind for s in stretches(BY_PHASES, path)] == ["round"]


def test_what_is_in_the_rules_is_not_gone() -> None:
    assert not is_gone(BY_PHASES, ())
    assert not is_gone(BY_PHASES, after(ROUND, *began("shoot")).path)
