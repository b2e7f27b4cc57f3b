"""Mana pools, and every other pool that is counted by keys: colours, prepared spells, chakras."""

from __future__ import annotations

from typing import NamedTuple

from domain.legal import points
from domain.ruleset import Pool, Ruleset
from projections.action_points import UNKNOWN, Balance, balance, here
from projections.moment import Moment


class Mana(NamedTuple):
    """One keyed pool of one subject: each key with its balance, and all together."""

    who: str
    name: str
    side: str
    pool: str
    says: str
    keys: tuple[Balance, ...]
    total: str


def mana_pools(moment: Moment, rules: Ruleset) -> tuple[Mana, ...]:
    """What everybody here has left of the pools with keys, in the order they joined."""
    return tuple(
        Mana(m.subject, m.name, m.side, pool.name, pool.says, keys, _total(keys))
        for m in here(moment.combat)
        for pool, keys in _keyed(moment, rules, m.subject)
    )


def _keyed(
    moment: Moment, rules: Ruleset, who: str
) -> tuple[tuple[Pool, tuple[Balance, ...]], ...]:
    """The keyed pools of one subject, keys in the order in which the game lists them."""
    posted = [name.partition("/") for name in moment.combat.pools.of.get(who, {}) if "/" in name]
    found = []
    for name in dict.fromkeys(pool for pool, _, _ in posted):
        kind = rules.pool(name) or Pool(name, name, "")
        mine = [key for pool, _, key in posted if pool == name]
        order = [key for key in dict.fromkeys((*kind.keys, *mine)) if key in mine]
        keys = tuple(balance(moment, rules, who, name, key) for key in order)
        found.append((kind, keys))
    return tuple(found)


def _total(keys: tuple[Balance, ...]) -> str:
    known = [k.left for k in keys if k.left is not None]
    return points(sum(known), keys[0].scale) if len(known) == len(keys) else UNKNOWN
