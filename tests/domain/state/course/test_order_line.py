"""Places and scores in an order: where a new score belongs, ties, and several places for one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from domain.events import Score
from domain.state.course.order_line import (
    Line,
    Order,
    Place,
    TieRule,
    by_fighter,
    moved_behind,
    scored_places,
    with_scores,
    without_place,
    without_places,
)

JOINED = ("ana", "bo", "cy", "dragon")
AS_JOINED = TieRule(lambda who: (JOINED.index(who),))
TOGETHER = AS_JOINED._replace(together=True)


def names(line: Line) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(place.who for place in group) for group in line)


def made(rule: TieRule = AS_JOINED, **scores: tuple[Score, ...]) -> Line:
    return with_scores((), scores, rule)


def test_the_highest_comes_first_and_decimals_count():
    line = made(ana=(15,), bo=(Decimal("15.14"),), cy=(Decimal("15.2"),))
    assert names(line) == (("cy",), ("bo",), ("ana",))


def test_equals_come_as_they_joined_or_share_a_place():
    assert names(made(cy=(9,), ana=(9,), bo=(12,))) == (("bo",), ("ana",), ("cy",))
    assert names(made(TOGETHER, cy=(9,), ana=(9,), bo=(12,))) == (("bo",), ("ana", "cy"))


def test_one_with_two_scores_has_two_places_and_shares_none_with_themselves():
    line = made(TOGETHER, dragon=(20, 10), ana=(15,), bo=(10,))
    assert names(line) == (("dragon",), ("ana",), ("bo", "dragon"))
    assert by_fighter(line) == {"dragon": (20, 10), "ana": (15,), "bo": (10,)}
    assert names(made(TOGETHER, dragon=(5, 5))) == (("dragon",), ("dragon",))


def test_a_latecomer_goes_where_the_score_belongs_and_places_by_hand_stay():
    by_hand: Line = ((Place("bo", 3),), (Place("cy"),), (Place("ana", 12),))
    assert names(with_scores(by_hand, {"dragon": (7,)}, AS_JOINED))[:2] == (("dragon",), ("bo",))
    assert names(with_scores(by_hand, {"dragon": (2,)}, AS_JOINED))[-1] == ("dragon",)


def test_places_are_taken_out_and_moved():
    line = made(dragon=(20, 10), ana=(15,), bo=(12,))
    assert names(without_places(line, ["dragon"])) == (("ana",), ("bo",))
    assert names(without_place(line, line[0][0])) == (("ana",), ("bo",), ("dragon",))
    assert names(moved_behind(line, line[0][0], line[1][0]))[:2] == (("ana",), ("dragon",))


@pytest.mark.parametrize(("nth", "score"), [(0, 20), (2, 10), (3, None)])
def test_each_place_has_its_own_score(nth: int, score: int | None):
    order = Order(
        (("dragon",), ("ana",), ("dragon",), ("dragon",)), {"dragon": 20}, "", {"dragon": (10,)}
    )
    assert order.places()[nth][0] == Place("dragon", score)
    assert order.scores_of("ana") == ()
    assert scored_places(order.order, {})[0] == (Place("dragon"),)


def test_whole_scores_are_for_games_that_count_with_them():
    assert Order((), {"ana": 4, "bo": Decimal("4.5")}, "").whole_scores == {"ana": 4}
