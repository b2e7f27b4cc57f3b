"""5.2: the many ways to pay a cost of any color."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets.planeswalker.spells.spells import MOST_WAYS, is_payable, read_way, ways
from domain.rulesets.planeswalker.tables import COLORS
from tests.support.fights.planeswalker import Combat, duel
from tests.support.logs.refused_fights import refused

SIX = (20,) * len(COLORS)


def imp(cost: str) -> Combat:
    """A free creature with 20 mana of each color and one ability."""
    ability = {"cost": cost, "does": "ruled"}
    mana = dict.fromkeys(COLORS, 20)
    fight = duel().creature("imp", side="x", Speed=5, mana=mana, abilities={"flare": ability})
    return fight.goes_to("imp")


def blanks(fight: Combat) -> list[tuple[str, int]]:
    found = [o for o in fight.offered() if o.command.get("using") == "flare"]
    return [(blank.kind, len(blank.values)) for option in found for blank in option.blanks]


@pytest.mark.parametrize(("cost", "kind"), [("2", ("one", 21)), ("30", ("text", 1))])
def test_the_ways_to_pay_are_listed_unless_they_are_many(cost: str, kind: tuple[str, int]):
    assert blanks(imp(cost)) == [kind]


def test_of_many_ways_the_plainest_is_taken_where_none_is_said():
    fight = imp("30").does("imp", "use", using="flare")
    assert fight.pool("imp") == {**dict.fromkeys(COLORS[2:], 20), "white": 10}


def test_of_many_ways_one_is_said_in_words():
    fight = imp("30").does("imp", "use", using="flare", pay="20 green + 10 colorless")
    assert fight.pool("imp") == {**dict.fromkeys(COLORS[:-1], 20), "colorless": 10}


@pytest.mark.parametrize("said", ["30 green", "20 green", "10 green + 20 gold", "all of it", ""])
def test_words_that_do_not_pay_the_cost_are_refused(said: str):
    fight = imp("30")
    why = refused(fight, lambda: fight.does("imp", "use", using="flare", pay=said))
    assert (why.clause, why.pointer) == ("5.2", "/params/pay")


FEW: list[Any] = [((1, 0, 2, 0, 1, 0), "1U"), ((2, 1, 0, 0, 3, 1), "2R"), ((0,) * 6, "0")]


@pytest.mark.parametrize(("have", "cost"), [*FEW, ((1, 0, 0, 0, 1, 0), "3"), (SIX, "40WW")])
def test_a_cost_can_be_paid_where_there_is_a_way(have: tuple[int, ...], cost: str):
    assert is_payable(have, cost) == bool(ways(have, cost))
    assert len(ways(have, cost)) <= MOST_WAYS + 1


@pytest.mark.parametrize("said", ["1 red + 1 red", "1 red", "2 red"])
def test_a_color_is_said_once(said: str):
    assert read_way(said, SIX, "2") == ((0, 0, 0, 0, 2, 0) if said == "2 red" else None)
