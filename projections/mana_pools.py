"""Mana pools, and every other pool that is counted by keys: colours, prepared spells, chakras.

A game may list a plain number as mana too; its one balance has no key.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.facets.roster import Member
from domain.measures import points
from domain.ruleset import Pool, Ruleset
from projections.action_points import UNKNOWN, Balance, balance, here, is_mana, known_left
from projections.moment import Moment


class Mana(NamedTuple):
    """One pool of mana of one subject: each key with its balance, and all together."""

    who: str
    name: str
    side: str
    pool: str
    says: str
    keys: tuple[Balance, ...]
    total: str


def mana_pools(moment: Moment, rules: Ruleset) -> tuple[Mana, ...]:
    """What everybody here has left of their mana and of the pools with keys, as they joined."""
    return tuple(
        _mana(moment, rules, m, pool, keys)
        for m in here(moment.combat)
        for pool, keys in _pools(moment, rules, m.subject)
    )


def _mana(moment: Moment, rules: Ruleset, m: Member, pool: Pool, keys: tuple[str, ...]) -> Mana:
    each = tuple(balance(moment, rules, m.subject, pool.name, key) for key in keys)
    left = [known_left(moment, m.subject, pool.name, key) for key in keys]
    known = [one for one in left if one is not None]
    total = points(sum(known), pool.scale) if len(known) == len(left) else UNKNOWN
    return Mana(m.subject, m.name, m.side, pool.name, pool.says, each, total)


def _pools(moment: Moment, rules: Ruleset, who: str) -> tuple[tuple[Pool, tuple[str, ...]], ...]:
    """The mana and keyed pools of one subject, keys in the order in which the game lists them."""
    names = moment.combat.pools.of.get(who, {})
    posted = [name.partition("/") for name in names if "/" in name or is_mana(rules, name)]
    found = []
    for name in dict.fromkeys(pool for pool, _, _ in posted):
        kind = rules.pool(name) or Pool(name, name, "")
        mine = [key for pool, _, key in posted if pool == name]
        order = (key for key in dict.fromkeys((*kind.keys, *mine)) if key in mine)
        found.append((kind, tuple(order)))
    return tuple(found)
