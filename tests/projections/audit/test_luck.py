"""Luck is counted, not approximated: every number equals that of writing all sequences down."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.audit.luck import Fell, band, counts, luck, often, p_value
from tests.sweeps import examples

SMALL = [(n, s) for s in (2, 3, 4, 6, 8, 10) for n in (1, 2, 3, 4, 5) if s**n <= 8_000]


def all_sums(dice: int, sides: int) -> list[int]:
    """The sum of every sequence of faces there is."""
    return [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]


@pytest.mark.parametrize(("dice", "sides"), SMALL)
def test_the_distribution_equals_that_of_writing_every_sequence_down(dice: int, sides: int):
    sums = all_sums(dice, sides)
    assert list(counts(dice, sides)) == [sums.count(t) for t in range(dice, dice * sides + 1)]


@pytest.mark.parametrize(("dice", "sides"), SMALL)
def test_the_p_value_of_every_sum_equals_the_share_of_sequences_as_far_off(dice: int, sides: int):
    sums, middle = all_sums(dice, sides), dice * (sides + 1)
    for total in range(dice, dice * sides + 1):
        as_far = sum(abs(2 * each - middle) >= abs(2 * total - middle) for each in sums)
        assert p_value(dice, sides, total) == Fraction(as_far, len(sums))


@pytest.mark.parametrize(("dice", "sides"), SMALL)
def test_the_band_is_the_narrowest_that_holds_95_in_100(dice: int, sides: int):
    sums, (low, high) = all_sums(dice, sides), band(dice, sides)
    assert low + high == dice * (sides + 1)
    assert sum(low <= each <= high for each in sums) / len(sums) >= 0.95
    if low < high:
        assert sum(low < each < high for each in sums) / len(sums) < 0.95


@given(st.integers(1, 60), st.sampled_from([2, 4, 6, 12, 20, 100]), st.data())
@examples(60)
def test_many_dice_agree_with_the_closed_form(dice: int, sides: int, data: st.DataObject):
    """The tail by inclusion and exclusion, an independent way to the same whole number."""
    total = data.draw(st.integers(dice, dice * sides))
    nearer = min(total, dice * (sides + 1) - total)
    ways = sum(
        (-1) ** k * comb(dice, k) * comb(nearer - sides * k, dice)
        for k in range((nearer - dice) // sides + 1)
    )
    exact = p_value(dice, sides, total)
    if 2 * total == dice * (sides + 1):
        assert exact == 1
    else:
        assert exact == Fraction(2 * ways, sides**dice)


FELL = [
    Fell("Ann", "cogan", "attack", "typed", 6, (6, 6)),
    Fell("Ann", "cogan", "attack", "service", 6, (6,)),
    Fell("p2", "erik", "luck", "service", 20, (11,)),
    Fell("Ann", "wolf", "attack", "service", 20, (1,)),
]


def test_dice_are_told_by_person_by_source_by_who_rolled_and_by_purpose():
    rows = luck(FELL)
    assert [(r.by, r.of, r.sides, r.dice, r.total) for r in rows] == [
        ("person", "Ann", 6, 3, 18),
        ("person", "Ann", 20, 1, 1),
        ("person", "p2", 20, 1, 11),
        ("source", "Ann, typed", 6, 2, 12),
        ("source", "Ann, service", 6, 1, 6),
        ("source", "Ann, service", 20, 1, 1),
        ("source", "p2, service", 20, 1, 11),
        ("roller", "cogan", 6, 3, 18),
        ("roller", "erik", 20, 1, 11),
        ("roller", "wolf", 20, 1, 1),
        ("purpose", "attack", 6, 3, 18),
        ("purpose", "attack", 20, 1, 1),
        ("purpose", "luck", 20, 1, 11),
    ]
    assert luck([]) == () == luck([Fell("p1", "a", "x", "typed", 0, ())])


def test_what_fell_is_held_against_what_is_expected():
    first, second, *_ = luck(FELL)
    assert (first.expected, first.low, first.high) == ("10 1/2", 5, 16)
    assert first.p == pytest.approx(2 / 216)
    assert first.says == (
        "3 d6: 7 1/2 pips more than expected. Fair dice are as far off as that, or further, on"
        " about 1 evening in 110: unusual, though it happens."
    )
    assert second.says == (
        "one d20: 9 1/2 pips fewer than expected. Fair dice are as far off as that, or further, on"
        " about 1 evening in 10: nothing unusual."
    )


@pytest.mark.parametrize(
    ("faces", "said"), [((4, 4), "1 pip more"), ((3,), "1/2 pip fewer"), ((4, 5), "2 pips more")]
)
def test_one_pip_is_no_pips(faces: tuple[int, ...], said: str):
    [row, *_] = luck([Fell("p1", "ana", "x", "typed", 6, faces)])
    assert f": {said} than expected." in row.says


def test_what_is_expected_to_the_pip_is_said_so():
    [row, *_] = luck([Fell("p1", "ana", "x", "typed", 6, (3, 4))])
    assert (row.p, row.says) == (1.0, "2 d6: exactly what is to be expected.")


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (Fraction(1), "on nearly every evening"),
        (Fraction(1, 2), "on about 5 evenings in 10"),
        (Fraction(1, 100), "on about 1 evening in 100"),
        (Fraction(1, 1000), "on about 1 evening in 1,000"),
    ],
)
def test_how_often_something_happens_is_said_in_words(p: Fraction, words: str):
    assert often(p) == words


def test_fifteen_hundred_dice_are_counted_as_exactly():
    """Far beyond writing them down; symmetric, and the whole is every sequence once."""
    assert sum(counts(300, 20)) == 20**300
    assert p_value(1500, 20, 15_000) == p_value(1500, 20, 16_500)
