"""Every pool of everybody here as one flat list of rows, all of one shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.events.measures import decimal, points
from domain.ruleset.ruleset import Pool, Ruleset
from domain.state.pools import TEMPORARY, pool_key
from domain.state.roster import Member
from projections.visibility.snapshot import Moment
from projections.wording.displayed_points import Displayed

UNKNOWN = "?"
"""How a balance reads that this viewer cannot know exactly."""


class PoolRow(NamedTuple):
    """One pool of one subject, or one key of it such as a colour; numbers in displayed points.

    `says` is what the game calls it; where that is its mere name, as the story has it: `KI`.
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

    @property
    def left(self) -> str:
        """The current balance as people say it: `6 1/2`."""
        return in_words(self.current, self.unit)


def in_words(number: Displayed | None, unit: Displayed) -> str:
    """Return a number of a pool that is counted in a unit as people say it."""
    scale = round(1 / unit)
    return UNKNOWN if number is None else points(round(number * scale), scale)


def total(rows: Sequence[PoolRow]) -> str:
    """Return what is left of all keys of one pool together, as people say it."""
    known = [row.current for row in rows if row.current is not None]
    return in_words(sum(known) if len(known) == len(rows) else None, rows[0].unit)


def pools(moment: Moment, rules: Ruleset) -> tuple[PoolRow, ...]:
    """Return what everybody here has left, in the order they joined."""
    here = (m for m in moment.combat.roster.members.values() if m.here)
    return tuple(row for m in here for row in pools_of(moment, rules, m))


def pools_of(moment: Moment, rules: Ruleset, member: Member) -> Iterator[PoolRow]:
    """Yield what a member has left, also one who is gone."""
    for pool, key in _posted(moment, rules, member.subject):
        yield pool_row(moment, rules, (member.subject, member.name), pool, key)


def _posted(moment: Moment, rules: Ruleset, who: str) -> Iterator[tuple[str, str]]:
    """Yield the pools of a subject as the game lists them; those counted by keys come last."""
    posted = [name.partition("/")[::2] for name in moment.combat.pools.of.get(who, {})]
    known = (pool for pool in posted if pool[1] != TEMPORARY)
    listed = {(kind.name, key): n for n, (kind, key) in enumerate(_listed(rules))}
    last = len(listed)
    yield from sorted(known, key=lambda it: (is_keyed(rules, *it), listed.get(it, last)))


def _listed(rules: Ruleset) -> Iterator[tuple[Pool, str]]:
    """Yield every pool of a game with each of its keys, in its order."""
    for kind in rules.pools:
        yield from ((kind, key) for key in kind.keys or ("",))


def is_keyed(rules: Ruleset, pool: str, key: str) -> bool:
    """Return whether a pool is mana, or counted by keys such as colours."""
    return bool(key) or pool in rules.mana


def pool_row(
    moment: Moment, rules: Ruleset, whose: tuple[str, str], pool: str, key: str
) -> PoolRow:
    """Return one pool of somebody (an id and a name), or one key of it."""
    who, kind = whose[0], rules.pool(pool) or Pool(pool, pool, "")
    says = rules.pool_word(pool) if kind.says == pool else kind.says
    left, spare = known_left(moment, who, pool, key), 0
    limits = moment.combat.pools.limits_of(who, pool, key)
    extra = spare if key else known_left(moment, who, pool, TEMPORARY)
    current, least, most, temporary = (
        None if units is None else decimal(units, kind.scale) for units in (left, *limits, extra)
    )
    return PoolRow(
        *whose,
        pool,
        key,
        says,
        decimal(1, kind.scale),
        current,
        least,
        most,
        temporary,
        left is not None and extra is not None,
        _amount(kind, left, limits.most, extra),
    )


def _amount(kind: Pool, left: int | None, most: int | None, extra: int | None) -> str:
    """Say all of a pool: `30 of 59 + 10 temporary`."""
    of = "" if most is None else f" of {points(most, kind.scale)}"
    return _shown(kind, left) + of + ("" if extra == 0 else f" + {_shown(kind, extra)} temporary")


def _shown(kind: Pool, left: int | None) -> str:
    return UNKNOWN if left is None else points(left, kind.scale)


def known_left(moment: Moment, who: str, pool: str, key: str) -> int | None:
    """Return what is left, in units; None where something hidden touched the pool."""
    if (who, pool_key(pool, key)) in moment.doubted:
        return None
    return moment.combat.pools.balance_of(who, pool, key)
