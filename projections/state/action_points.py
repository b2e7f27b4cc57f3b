"""What everybody has left: action points and other plain numbers; mana and pools with keys.

Pools with keys are counted by colours, prepared spells, chakras. A game may list a plain number as
mana too; its one balance has no key.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.events.measures import points
from domain.ruleset.ruleset import Pool, Ruleset
from domain.state.combat import Combat
from domain.state.pools import TEMPORARY, pool_key
from domain.state.roster import Member
from projections.visibility.snapshot import Moment

UNKNOWN = "?"
"""How a balance reads that this viewer cannot know exactly."""


class Balance(NamedTuple):
    """What is left in a pool, in displayed points: `6 1/2`.

    It is `?` where something hidden from the viewer touched the pool. `least` and `most` are its
    limits, and `temporary` the points that are lost first; each is empty where there is none.
    `amount` says all of it: `30 of 59 + 10 temporary`.
    """

    pool: str
    key: str
    says: str
    points: str
    least: str = ""
    most: str = ""
    temporary: str = ""
    amount: str = ""


class Purse(NamedTuple):
    """The plain pools of one subject."""

    who: str
    name: str
    side: str
    pools: tuple[Balance, ...]


class Mana(NamedTuple):
    """One pool of mana of one subject: each key with its balance, and all together."""

    who: str
    name: str
    side: str
    pool: str
    says: str
    keys: tuple[Balance, ...]
    total: str


def action_points(moment: Moment, rules: Ruleset) -> tuple[Purse, ...]:
    """What everybody here has left, in the order they joined, of the plain pools but mana."""
    purses = (
        Purse(m.subject, m.name, m.side, _plain_pools(moment, rules, m.subject))
        for m in _here(moment.combat)
    )
    return tuple(purse for purse in purses if purse.pools)


def _plain_pools(moment: Moment, rules: Ruleset, who: str) -> tuple[Balance, ...]:
    """The pools without keys of one subject, in the order in which the game lists them."""
    posted = moment.combat.pools.of.get(who, {})
    names = dict.fromkeys((*(p.name for p in rules.pools if not p.keys), *posted))
    plain = (n for n in names if n in posted and "/" not in n and n not in rules.mana)
    return tuple(balance(moment, rules, who, name, "") for name in plain)


def _here(combat: Combat) -> tuple[Member, ...]:
    """Return everybody who is here; combatants hidden from a viewer are not in that state."""
    return tuple(m for m in combat.roster.members.values() if m.here)


def mana_pools(moment: Moment, rules: Ruleset) -> tuple[Mana, ...]:
    """What everybody here has left of their mana and of the pools with keys, as they joined."""
    return tuple(
        _mana(moment, rules, m, pool, keys)
        for m in _here(moment.combat)
        for pool, keys in _keyed_pools(moment, rules, m.subject)
    )


def _mana(moment: Moment, rules: Ruleset, m: Member, pool: Pool, keys: tuple[str, ...]) -> Mana:
    each = tuple(balance(moment, rules, m.subject, pool.name, key) for key in keys)
    left = [known_left(moment, m.subject, pool.name, key) for key in keys]
    known = [one for one in left if one is not None]
    total = points(sum(known), pool.scale) if len(known) == len(left) else UNKNOWN
    return Mana(m.subject, m.name, m.side, pool.name, pool.says, each, total)


def _keyed_pools(
    moment: Moment, rules: Ruleset, who: str
) -> Iterator[tuple[Pool, tuple[str, ...]]]:
    """The mana and keyed pools of one subject, keys in the order in which the game lists them."""
    names = moment.combat.pools.of.get(who, {})
    posted = [
        name.partition("/")
        for name in names
        if name in rules.mana or ("/" in name and not name.endswith(f"/{TEMPORARY}"))
    ]
    for name in dict.fromkeys(pool for pool, _, _ in posted):
        kind = rules.pool(name) or Pool(name, name, "")
        mine = [key for pool, _, key in posted if pool == name]
        yield kind, tuple(key for key in dict.fromkeys((*kind.keys, *mine)) if key in mine)


def balance(moment: Moment, rules: Ruleset, who: str, pool: str, key: str) -> Balance:
    """One pool of one subject, or one colour of it."""
    kind = rules.pool(pool) or Pool(pool, pool, "")
    left = _shown(kind, known_left(moment, who, pool, key))
    limits = moment.combat.pools.limits_of(who, pool, key)
    least, most = ("" if end is None else points(end, kind.scale) for end in limits)
    spare = 0 if key else known_left(moment, who, pool, TEMPORARY)
    extra = "" if spare == 0 else _shown(kind, spare)
    amount = left + (f" of {most}" if most else "") + (f" + {extra} temporary" if extra else "")
    return Balance(pool, key, kind.says, left, least, most, extra, amount)


def _shown(kind: Pool, left: int | None) -> str:
    if left is None:
        return UNKNOWN
    return str(left) if kind.scale == 1 else points(left, kind.scale)


def known_left(moment: Moment, who: str, pool: str, key: str) -> int | None:
    """Return what is left, in units; None where something hidden touched the pool."""
    if (who, pool_key(pool, key)) in moment.doubted:
        return None
    return moment.combat.pools.balance_of(who, pool, key)
