"""Counted resources: action points, mana by colour, life. Whole numbers in the pool's unit."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import PoolChanged
from domain.state.fold import Answers, Folds


def pool_key(pool: str, key: str = "") -> str:
    """How a pool, or one colour of it, is written: `mana/red`."""
    return f"{pool}/{key}" if key else pool


class Pools(NamedTuple):
    """The balance of every pool of every subject."""

    of: dict[str, dict[str, int]] = {}

    def balance_of(self, subject: str, pool: str, key: str = "") -> int:
        """The balance; 0 where nothing was ever posted."""
        return self.of.get(subject, {}).get(pool_key(pool, key), 0)


def _fold_changed(pools: Pools, event: PoolChanged, _: Answers) -> Pools:
    mine = pools.of.get(event.subject, {})
    mine = {**mine, pool_key(event.pool, event.key): event.balance}
    return Pools({**pools.of, event.subject: mine})


FOLDS: Folds = {PoolChanged: _fold_changed}
