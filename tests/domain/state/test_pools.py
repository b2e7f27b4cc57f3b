"""Counted resources, held against running sums."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain.events import PoolChanged, PoolLimited
from domain.state.combat import EMPTY, Combat, dump, evolve, load
from domain.state.pools import NO_LIMITS, Limits
from tests.support.logs.any_event import IDS, NUMBERS

Posting = tuple[str, str, str, int]

postings = st.lists(
    st.tuples(IDS, st.sampled_from(["ap", "mana"]), st.sampled_from(["", "red", "blue"]), NUMBERS),
    max_size=30,
)


def posted(postings: list[Posting]) -> tuple[Combat, Counter[tuple[str, str, str]]]:
    """The combat after some postings, and the plain sums."""
    combat, sums = EMPTY, Counter[tuple[str, str, str]]()
    for subject, pool, key, delta in postings:
        sums[subject, pool, key] += delta
        balance = sums[subject, pool, key]
        event = PoolChanged(
            subject=subject, pool=pool, key=key, delta=delta, balance=balance, how="move"
        )
        combat = evolve(combat, event)
    return combat, sums


@given(postings)
def test_a_pool_holds_the_sum_of_what_was_posted_to_it(postings):
    combat, sums = posted(postings)
    for (subject, pool, key), total in sums.items():
        assert combat.pools.balance_of(subject, pool, key) == total


@given(postings)
def test_only_what_was_posted_to_is_kept(postings):
    combat, sums = posted(postings)
    assert sum(map(len, combat.pools.of.values())) == len(sums)
    assert combat.pools.balance_of("nobody", "ap") == 0


def test_the_balance_stands_also_where_the_delta_says_otherwise():
    event = PoolChanged(subject="ana", pool="ap", delta=-3, balance=0, how="pay", wanted=-5)
    assert evolve(EMPTY, event).pools.balance_of("ana", "ap") == 0
    told = PoolChanged(subject="ana", pool="ap", delta=99, balance=4, how="set")
    assert evolve(evolve(EMPTY, event), told).pools.balance_of("ana", "ap") == 4


def test_limits_stand_until_they_are_set_again_and_leave_balances_alone():
    combat, _ = posted([("ana", "hp", "", 7)])
    limited = evolve(combat, PoolLimited(subject="ana", pool="hp", least=0, most=5))
    assert limited.pools.limits_of("ana", "hp") == Limits(0, 5)
    assert limited.pools.limits_of("ana", "mana", "red") == Limits() == NO_LIMITS
    assert limited.pools.of is combat.pools.of
    free = evolve(limited, PoolLimited(subject="ana", pool="hp"))
    assert (free.pools.limits_of("ana", "hp"), load(dump(limited))) == (Limits(), limited)


def test_the_nearest_amount_within_limits():
    limits = Limits(-2, 5)
    assert [limits.nearest(n) for n in (-9, -2, 0, 5, 6)] == [-2, -2, 0, 5, 5]
    assert [Limits(3, 2).is_empty, limits.is_empty, Limits(most=1).nearest(-99)] == [
        True,
        False,
        -99,
    ]


@given(postings, postings)
def test_an_earlier_state_does_not_change_under_a_later_one(first, second):
    before, sums = posted(first)
    for subject, pool, key, delta in second:
        evolve(
            before,
            PoolChanged(subject=subject, pool=pool, key=key, delta=delta, balance=delta, how="set"),
        )
    assert before == posted(first)[0]
    assert all(before.pools.balance_of(*where) == total for where, total in sums.items())
