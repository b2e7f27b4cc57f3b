"""The outline of a sequence of play, its clauses, and the time that is counted by it."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.events import Event
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.sequence import Stretch, game_seconds, played_under
from projections.state.sequence_outline import outline
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
    after,
    began,
    over,
)

# --- told ----------------------------------------------------------------------------------------


def test_the_outline_draws_the_whole_tree_in_the_words_of_the_game():
    rules = Ruleset("toy", "Toy", "1", "1", BY_TURNS, words={"round": "combat turn"})
    assert outline(rules).splitlines() == [
        "combat turn (round, begun by the referee)",
        "│    opens: ready",
        "└─ turn",
        "        whose: in order",
        "        opens: wake, fill",
        "        acts until: ended",
        "        closes: rest",
    ]


def test_the_outline_says_how_often_and_who_acts_how_long():
    phases = outline(Ruleset("toy", "Toy", "1", "1", BY_PHASES)).splitlines()
    assert phases == [
        "round (2 at most, begins by itself)",
        "├─ move (phase)",
        "│       acts until: ended",
        "├─ shoot (phase)",
        "│       opens: aim",
        "│       acts until: all shot, or ended",
        "└─ dusk (phase)",
        "        opens: darken",
    ]


def test_the_outline_goes_as_deep_as_the_tree():
    assert outline(Ruleset("toy", "Toy", "1", "1", NESTED)).splitlines() == [
        "round (begun by the referee)",
        "└─ turn",
        "   │    whose: side",
        "   ├─ magic (phase)",
        "   │  ├─ gather (phase)",
        "   │  └─ cast (phase)",
        "   │          acts until: ended",
        "   └─ melee (phase)",
        "           acts until: ended",
    ]


# --- under which clause --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "clause"),
    [
        ((), "2"),
        ((ROUND,), "2"),
        ((ROUND, GO), "2.3"),
        ((ROUND, GO, *began("magic")), "2.3"),
        ((ROUND, GO, *began("magic", "cast")), "8"),
    ],
)
def test_the_innermost_clause_is_the_one_that_is_played_by(events: tuple[Event, ...], clause: str):
    magic = MAGIC._replace(inside=(CAST._replace(clause="8"),))
    player = PLAYER._replace(inside=(magic,), clause="2.3")
    sequence = NESTED._replace(inside=(player,), clause="2")
    assert played_under(sequence, after(*events).path) == clause
    assert played_under(NESTED, after(*events).path) == ""


# --- game time ---

TIMED_ROUND = BY_TURNS._replace(seconds=5)
TIMED_PHASE = BY_PHASES._replace(inside=(MOVE, SHOOT._replace(seconds=6), DUSK))
ROUND_OVER = e.RoundEnded(n=1)


@pytest.mark.parametrize(
    ("sequence", "events", "seconds"),
    [
        (BY_TURNS, [ROUND, ROUND_OVER], None),
        (TIMED_ROUND, [], 0),
        (TIMED_ROUND, [ROUND, GO], 0),
        (TIMED_ROUND, [ROUND, ROUND_OVER], 5),
        (TIMED_ROUND, [ROUND, ROUND_OVER, e.RoundBegan(n=2), GO], 5),
        (TIMED_PHASE, [ROUND, *over("move"), *began("shoot")], 0),
        (TIMED_PHASE, [ROUND, *over("move", "shoot"), *began("dusk")], 6),
        (TIMED_PHASE, [ROUND, *over("move", "shoot", "dusk"), ROUND_OVER], 6),
        (TIMED_PHASE, [ROUND, ROUND_OVER, ROUND, *over("move", "shoot")], 12),
    ],
)
def test_game_time_is_counted_by_the_stretches_that_are_over(
    sequence: Stretch, events: list[Event], seconds: int | None
) -> None:
    assert game_seconds(sequence, after(*events)) == seconds
