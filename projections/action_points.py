"""Action points, and every other pool that is one plain number, per combatant."""

from __future__ import annotations

from typing import NamedTuple

from domain.combat import Combat
from domain.facets.pools import pool_key
from domain.facets.roster import Member
from domain.measures import points
from domain.ruleset import Pool, Ruleset
from projections.moment import Moment

UNKNOWN = "?"
"""How a balance reads that this viewer cannot know exactly."""


class Balance(NamedTuple):
    """What is left in a pool, in displayed points: `6 1/2`.

    It is `?` where something hidden from the viewer touched the pool.
    """

    pool: str
    key: str
    says: str
    points: str


class Purse(NamedTuple):
    """The plain pools of one subject."""

    who: str
    name: str
    side: str
    pools: tuple[Balance, ...]


def action_points(moment: Moment, rules: Ruleset) -> tuple[Purse, ...]:
    """What everybody here has left, in the order they joined, of the plain pools but mana."""
    purses = (
        Purse(m.subject, m.name, m.side, _no_mana(rules, plain_pools(moment, rules, m.subject)))
        for m in here(moment.combat)
    )
    return tuple(purse for purse in purses if purse.pools)


def _no_mana(rules: Ruleset, pools: tuple[Balance, ...]) -> tuple[Balance, ...]:
    return tuple(each for each in pools if not is_mana(rules, each.pool))


def is_mana(rules: Ruleset, pool: str) -> bool:
    """True for a pool that the game lists with the mana."""
    kind = rules.pool(pool)
    return kind is not None and kind.mana


def here(combat: Combat) -> tuple[Member, ...]:
    """Everybody who is here, in hiding or not: who is hidden from a viewer is not in his state."""
    return tuple(m for m in combat.roster.members.values() if m.here)


def plain_pools(moment: Moment, rules: Ruleset, who: str) -> tuple[Balance, ...]:
    """The pools without keys of one subject, in the order in which the game lists them."""
    posted = moment.combat.pools.of.get(who, {})
    names = [*(p.name for p in rules.pools if not p.keys), *posted]
    return tuple(
        balance(moment, rules, who, name, "")
        for name in dict.fromkeys(names)
        if name in posted and "/" not in name
    )


def balance(moment: Moment, rules: Ruleset, who: str, pool: str, key: str) -> Balance:
    """One pool of one subject, or one colour of it."""
    left = known_left(moment, who, pool, key)
    kind = rules.pool(pool) or Pool(pool, pool, "")
    return Balance(pool, key, kind.says, UNKNOWN if left is None else points(left, kind.scale))


def known_left(moment: Moment, who: str, pool: str, key: str) -> int | None:
    """Return what is left, in units; None where something hidden touched the pool."""
    if (who, pool_key(pool, key)) in moment.doubted:
        return None
    return moment.combat.pools.left(who, pool, key)
