"""Two moments side by side: who is there, what everybody has left and stands under, who comes when.

They may be moments of one line of play, of two branches, or of two combats of one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.facets.roster import Member
from domain.ruleset import Ruleset
from projections.action_points import Balance, plain_pools
from projections.conditions import conditions
from projections.mana_pools import mana_pools
from projections.moment import Moment
from projections.preview import FactChange, changes
from projections.turn_order import turn_order
from projections.words import pool_words

NOTHING = "-"
"""What stands where one side has nothing of the kind."""


class Pair(NamedTuple):
    """One thing as it is on the left and on the right."""

    says: str
    left: str
    right: str
    differs: bool


class Abreast(NamedTuple):
    """Somebody on both sides: whether he is there, what he has left, what he stands under."""

    who: str
    name: str
    side: str
    stands: Pair
    pools: tuple[Pair, ...]
    conditions: Pair
    differs: bool


class Comparison(NamedTuple):
    """Two moments; `facts` are the ties and traits in which they differ, left before right."""

    clock: Pair
    order: Pair
    members: tuple[Abreast, ...]
    facts: tuple[FactChange, ...]


def compare(left: Moment, right: Moment, rules: Ruleset) -> Comparison:
    """Everything of two moments, side by side."""
    members = {**right.combat.roster.members, **left.combat.roster.members}
    fighters = [m for m in members.values() if m.kind != "side"]
    both = _sides(left, rules), _sides(right, rules)
    return Comparison(
        _pair("clock", _clock(left, rules), _clock(right, rules)),
        _pair("order", _order(left, rules), _order(right, rules)),
        tuple(_abreast(m, *both, rules) for m in fighters),
        changes(left, right, rules).facts,
    )


_Pool = tuple[str, str]
"""A pool and its key. What people call it is no name for it: two pools may be called alike."""


class _Side(NamedTuple):
    """One moment, by who: where he is, his pools by pool and key, his conditions."""

    stands: Mapping[str, str]
    pools: Mapping[str, Mapping[_Pool, str]]
    conditions: Mapping[str, str]


def _sides(moment: Moment, rules: Ruleset) -> _Side:
    members = moment.combat.roster.members.values()
    pools = {m.subject: _left(plain_pools(moment, rules, m.subject)) for m in members}
    for mana in mana_pools(moment, rules):
        pools[mana.who] |= {(mana.pool, each.key): each.points for each in mana.keys}
    under = {
        row.who: ", ".join(one.words for one in row.conditions) for row in conditions(moment, rules)
    }
    return _Side({m.subject: "here" if m.here else "left" for m in members}, pools, under)


def _left(pools: tuple[Balance, ...]) -> dict[_Pool, str]:
    return {(each.pool, ""): each.points for each in pools}


def _abreast(member: Member, left: _Side, right: _Side, rules: Ruleset) -> Abreast:
    who = member.subject
    one, other = left.pools.get(who, {}), right.pools.get(who, {})
    pools = tuple(
        _pair(says, one.get(pool, NOTHING), other.get(pool, NOTHING))
        for pool, says in pool_words(rules, {**one, **other}).items()
    )
    stands = _pair("stands", left.stands.get(who, NOTHING), right.stands.get(who, NOTHING))
    under = _pair("under", left.conditions.get(who, NOTHING), right.conditions.get(who, NOTHING))
    differs = any(pair.differs for pair in (stands, under, *pools))
    return Abreast(who, member.name, member.side, stands, pools, under, differs)


def _pair(says: str, left: str, right: str) -> Pair:
    return Pair(says, left, right, left != right)


def _clock(moment: Moment, rules: Ruleset) -> str:
    if moment.combat.roster.ended:
        return "it is over"
    return " > ".join(turn_order(moment, rules).path) or NOTHING


def _order(moment: Moment, rules: Ruleset) -> str:
    running = [one for one in turn_order(moment, rules).orders if one.running]
    return ", ".join(row.name for one in running for row in one.rows) or NOTHING
