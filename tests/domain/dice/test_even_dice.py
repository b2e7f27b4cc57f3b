"""A seeded sample of what the soak does with a million dice of each size: even, and independent."""

from __future__ import annotations

import pytest

from tests.support.oracles.even_dice import SIZES, evenness, exactly, fallen, independence


@pytest.mark.parametrize("sides", SIZES)
def test_dice_are_even(sides: int):
    assert evenness(fallen(sides, 20_000), sides).is_fair


@pytest.mark.parametrize("domain", ["hidden", "deck:0"])
def test_dice_of_two_keys_tell_nothing_of_each_other(domain: str):
    assert independence(fallen(6, 20_000), fallen(6, 20_000, domain), 6).is_fair


def test_dice_of_a_what_if_tell_nothing_of_those_of_the_combat():
    assert independence(fallen(6, 20_000), fallen(6, 20_000, combat="c-what-if"), 6).is_fair


def test_a_loaded_die_is_found_out():
    honest = list(fallen(6, 20_000))
    loaded = [6 if face == 1 and n % 5 == 0 else face for n, face in enumerate(honest)]
    assert not evenness(loaded, 6).is_fair


def test_dice_that_follow_others_are_found_out():
    honest = list(fallen(6, 20_000))
    follows = [
        one if n % 10 == 0 else two
        for n, (one, two) in enumerate(zip(honest, fallen(6, 20_000, "hidden"), strict=True))
    ]
    assert not independence(honest, follows, 6).is_fair


def test_the_exact_chance_is_that_of_a_coin():
    assert exactly(4, 4, 0.5) == pytest.approx(2 / 16)
    assert exactly(4, 3, 0.5) == pytest.approx(2 * 5 / 16)
    assert exactly(10, 0, 0.5) == pytest.approx(2 / 1024)
