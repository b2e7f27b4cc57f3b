"""Salts: what counts for which round, and in words how far the dice can have been chosen."""

from __future__ import annotations

from domain.dice.keyed_faces import entropy_next, entropy_start
from domain.dice.salts import HOST_ONLY, Batch, Salts, entropy, says

OWL, ELK = "an owl of some age", "an elk of some age"
START = entropy_start("c-1", 1)


def opened(salts: Salts, **given: str) -> Salts:
    """Seats commit to salts and open them."""
    for seat, salt in given.items():
        salts = salts.commits(int(seat[1:]), "0" * 64).opens(int(seat[1:]), salt)
    return salts


def stands(salts: Salts, round: int) -> bytes:
    return entropy("c-1", 1, salts.counting(round))


def test_without_salts_there_is_only_the_hosts_entropy():
    assert stands(Salts(), 3) == START
    assert says(Salts().counting(3)) == HOST_ONLY


def test_what_is_open_counts_from_the_next_round_that_never_began():
    salts = opened(Salts().begins(1), s1=OWL)
    assert stands(salts, 1) == START
    assert stands(salts, 2) == entropy_next(START, {1: OWL})
    assert stands(salts, 0) == START


def test_a_round_that_begins_again_on_another_line_takes_no_salts():
    salts = opened(Salts().begins(1).begins(2), s1=OWL).begins(1).begins(2)
    assert [stands(salts, n) for n in (1, 2)] == [START, START]
    assert salts.opened == {1: OWL}
    assert stands(salts.begins(3), 3) == entropy_next(START, {1: OWL})


def test_later_salts_are_mixed_into_what_stood_before():
    salts = opened(opened(Salts(), s1=OWL).begins(1), s2=ELK).begins(2)
    assert salts.mixed == (Batch(1, {1: OWL}), Batch(2, {2: ELK}))
    assert stands(salts, 2) == entropy_next(entropy_next(START, {1: OWL}), {2: ELK})
    assert stands(salts, 1) == entropy_next(START, {1: OWL})


def test_what_was_withheld_is_said_in_words():
    salts = opened(Salts().commits(3, "1" * 64).commits(4, "2" * 64), s1=OWL, s2=ELK).begins(1)
    words = "salted by 2 seats since round 1"
    assert says(salts.counting(1)) == (
        f"{words}; 2 salts were not opened: up to 4 outcomes selectable"
    )
    assert says(opened(Salts(), s1=OWL, s2=ELK).begins(1).counting(1)) == words


def test_salts_that_nobody_opened_wait_for_the_next_round():
    salts = Salts().commits(1, "1" * 64).begins(1)
    assert salts.committed == {1: "1" * 64} and not salts.mixed
    assert stands(salts.opens(1, OWL).begins(2), 2) == entropy_next(START, {1: OWL})


def test_another_era_starts_without_the_salts_of_before():
    before = opened(opened(Salts(), s1=OWL).begins(1), s2=ELK)
    after = before.of_era(2)
    assert (after.opened, after.committed, after.began) == ({}, {}, 1)
    assert after.counting(1) == () and after.counting(1, 1) == (Batch(1, {1: OWL}),)
    assert says(after.counting(1)) == HOST_ONLY
    salted = opened(after, s2=ELK)
    assert salted.counting(2) == (Batch(2, {2: ELK}, era=2),) and salted.counting(2, 1) == (
        Batch(1, {1: OWL}),
    )
    assert salted.begins(2).mixed == (Batch(1, {1: OWL}), Batch(2, {2: ELK}, era=2))
    mixed = entropy("c-1", 2, salted.begins(2).counting(2))
    assert mixed == entropy_next(entropy_start("c-1", 2), {2: ELK})
