"""Any other game: what is refused, and by which setting of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.ruleset.ruleset import Refused
from tests.printed_story import transcript
from tests.support.fights.kaiser import refused
from tests.support.fights.open import KIM, RULES, WHALE, Game, at_sea, cost, side_by_side
from tests.support.logs.recorded_logs import Recorded
from tests.support.refusals import lacks, legal

TRIES: list[tuple[str, Callable[[Game], object], str, str]] = [
    (
        "more than one has",
        lambda g: g.does("kim", "pray", **cost(luck=3)),
        "pray costs 3 luck; 2 left",
        "points luck of kim: 2 >= 3",
    ),
    (
        "of what one has not",
        lambda g: g.does("whale", "pray", **cost(luck=1)),
        "nothing here is called 'cost luck'; known here: cost blubber, their hp, their luck,"
        " their breath, their blubber, state, rounds, turns, whose, edge, level, concentration and"
        " 1 more",
        "",
    ),
    (
        "at one who is not there",
        lambda g: g.does("kim", "throw", "ahab"),
        "nobody here is called 'ahab'",
        "kim; ole; whale",
    ),
    ("another's turn", lambda g: g.ends("ole"), "it is not ole's turn", "turn turn: kim = ole"),
    (
        "a state that is not",
        lambda g: g.does("kim", "end", name="dry"),
        "'dry' does not fit name",
        "nothing",
    ),
    (
        "a stranger",
        lambda g: g.does("ahab", "throw"),
        "nobody here is called 'ahab'",
        "kim; ole; whale",
    ),
    (
        "an order of the table's own that is none",
        lambda g: g.rules_that("order", "chaos"),
        "the rules leave no 'order' = 'chaos' open",
        "rolled once; rolled each round; by hand; by side; as added; free; 1 more",
    ),
]


@pytest.mark.parametrize(("what", "tries", "why", "more"), TRIES, ids=[t[0] for t in TRIES])
def test_only_what_the_table_declared_is_enforced(
    what: str, tries: Callable[[Game], object], why: str, more: str
):
    game = at_sea().round()
    found = refused(game, lambda: tries(game))
    assert found.why == why
    assert lacks(found) + legal(found) == more


def test_out_of_turn_the_setting_is_cited_that_says_whose_turn_it_is():
    game = at_sea()
    assert refused(game, lambda: game.does("kim", "delay")).clause == "order"
    game.round()
    assert refused(game, lambda: game.ends("ole")).clause == "order"
    game.does("kim", "call", answers="yes")
    assert refused(game, lambda: game.does("kim", "throw")).clause == "answers"


def test_loose_budgets_are_no_limit():
    game = side_by_side().round().does("kim", "pray", **cost(luck=5), answers="no")
    assert game.left("kim", "luck") == -3


@pytest.mark.parametrize(
    "traits",
    [
        {"pools": 3},
        {"pools": {"hp": "many"}},
        {"pools": {"ap": {"current": 3, "each": "hour"}}},
        {"weapons": ["axe"]},
    ],
)
def test_a_sheet_has_numbers_and_words(traits: dict[str, Any]):
    with pytest.raises(Refused) as why:
        at_sea().joins("shark", **traits)
    assert why.value.pointer.startswith("/traits/")


def test_what_is_written_makes_one_line():
    told = (
        Recorded(RULES, order="as added")
        .comes("kim", traits=KIM)
        .comes("whale", traits=WHALE)
        .round()
    )
    told.does("kim", "deed", "whale", what="waits\n    99  Ole\u2028dies for", **cost(luck=1))
    assert (
        transcript(told.log, RULES)
        .splitlines()[-1]
        .endswith("    Kim waits 99 Ole dies for at Whale (1 luck, 1 left)")
    )
