"""Every pool of everybody here as one flat list of rows, all of one shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.ruleset.ruleset import Ruleset
from domain.state.pools import TEMPORARY
from projections.state.action_points import action_points, known_left, mana_pools
from projections.visibility.snapshot import Moment
from projections.wording.displayed_points import Displayed, in_pool_points


class PoolRow(NamedTuple):
    """One pool of one subject, or one key of it such as a colour; numbers in displayed points.

    `unit` is the smallest amount that it is counted in. `current` and `temporary` are null, and
    `exact` is false, where something hidden from the viewer touched them. `least` and `most` are
    null where there is no such limit. `amount` says all of it: `30 of 59 + 10 temporary`.
    """

    who: str
    name: str
    pool: str
    key: str
    says: str
    unit: Displayed
    current: Displayed | None
    least: Displayed | None
    most: Displayed | None
    temporary: Displayed | None
    exact: bool
    amount: str


def pools(moment: Moment, rules: Ruleset) -> tuple[PoolRow, ...]:
    """Return what everybody here has left: plain pools in the order they joined, then mana."""
    return (*_plain(moment, rules), *_keyed(moment, rules))


def _plain(moment: Moment, rules: Ruleset) -> Iterator[PoolRow]:
    for purse in action_points(moment, rules):
        for each in purse.pools:
            yield _row(moment, rules, (purse.who, purse.name), each[:3], each.amount)


def _keyed(moment: Moment, rules: Ruleset) -> Iterator[PoolRow]:
    for mana in mana_pools(moment, rules):
        for each in mana.keys:
            yield _row(moment, rules, (mana.who, mana.name), each[:3], each.amount)


def _row(
    moment: Moment, rules: Ruleset, whose: tuple[str, str], named: tuple[str, str, str], amount: str
) -> PoolRow:
    who, (pool, key, _) = whose[0], named
    left = known_left(moment, who, pool, key)
    spare = 0 if key else known_left(moment, who, pool, TEMPORARY)
    limits = moment.combat.pools.limits_of(who, pool, key)
    unit, current, least, most, temporary = (
        in_pool_points(rules, pool, units) for units in (1, left, *limits, spare)
    )
    exact = left is not None and spare is not None
    assert unit is not None
    return PoolRow(*whose, *named, unit, current, least, most, temporary, exact, amount)
