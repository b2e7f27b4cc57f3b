"""Counted resources: action points, mana by colour, life. Whole numbers in the pool's unit."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import PoolChanged, PoolLimited, PoolRemoved
from domain.state.fold import Answers, Folds, make, with_entry, without

TEMPORARY = "temporary"
"""The key of points that are lost before those of the pool itself: `hp/temporary`."""


def pool_key(pool: str, key: str = "") -> str:
    """How a pool, or one colour of it, is written: `mana/red`."""
    return f"{pool}/{key}" if key else pool


class Limits(NamedTuple):
    """The least and the most that a pool may hold; None stands for no limit."""

    least: int | None = None
    most: int | None = None

    @property
    def is_empty(self) -> bool:
        """True where nothing is within the limits: the least is above the most."""
        return self.least is not None and self.most is not None and self.least > self.most

    def nearest(self, amount: int) -> int:
        """The nearest amount within the limits."""
        if self.most is not None and amount > self.most:
            amount = self.most
        return self.least if self.least is not None and amount < self.least else amount

    def widened_to(self, amount: int) -> Limits:
        """The limits, widened to what a pool holds: beyond them only what was reported is."""
        least = None if self.least is None else min(self.least, amount)
        return Limits(least, None if self.most is None else max(self.most, amount))


NO_LIMITS = Limits()


class Pools(NamedTuple):
    """The balance of every pool of every subject, and the limits that were set."""

    of: dict[str, dict[str, int]] = {}
    limits: dict[str, dict[str, Limits]] = {}

    def balance_of(self, subject: str, pool: str, key: str = "") -> int:
        """The balance; 0 where nothing was ever posted."""
        return self.of.get(subject, {}).get(pool_key(pool, key), 0)

    def limits_of(self, subject: str, pool: str, key: str = "") -> Limits:
        """The limits that were set; none where none were."""
        mine = self.limits.get(subject)
        return mine.get(pool_key(pool, key), NO_LIMITS) if mine else NO_LIMITS

    def has(self, subject: str, pool: str, key: str = "") -> bool:
        """True for a pool that was ever posted to, also where nothing is left of it."""
        return pool_key(pool, key) in self.of.get(subject, {})


def _fold_changed(pools: Pools, event: PoolChanged, _: Answers) -> Pools:
    mine = pools.of.get(event.subject, {})
    mine = {**mine, pool_key(event.pool, event.key): event.balance}
    return make(Pools, ({**pools.of, event.subject: mine}, pools.limits))


def _fold_limited(pools: Pools, event: PoolLimited, _: Answers) -> Pools:
    limits = Limits(event.least, event.most)
    mine = {**pools.limits.get(event.subject, {}), pool_key(event.pool, event.key): limits}
    return Pools(pools.of, {**pools.limits, event.subject: mine})


def _fold_removed(pools: Pools, event: PoolRemoved, _: Answers) -> Pools:
    key, subject = pool_key(event.pool, event.key), event.subject
    of = with_entry(pools.of, subject, without(pools.of.get(subject, {}), key))
    if key not in pools.limits.get(subject, {}):
        return Pools(of, pools.limits)
    return Pools(of, with_entry(pools.limits, subject, without(pools.limits[subject], key)))


FOLDS: Folds = {PoolChanged: _fold_changed, PoolLimited: _fold_limited, PoolRemoved: _fold_removed}
