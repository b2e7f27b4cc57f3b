"""A moment of a combat as somebody sees it: the state, and what the lenses need beside it."""

from __future__ import annotations

from typing import NamedTuple

from domain import events as e
from domain.combat import EMPTY, Combat, evolve
from domain.facets import put, without
from domain.facets.pools import pool_key
from projections.views import SeenEntry


class Origin(NamedTuple):
    """Where a condition that stands comes from: the entry that says so, and whose deed it was."""

    number: str
    who: str = ""
    manoeuvre: str = ""


class Moment(NamedTuple):
    """The state, where each standing condition comes from, and the pools that are in doubt."""

    combat: Combat = EMPTY
    origins: dict[str, Origin] = {}
    doubted: frozenset[tuple[str, str]] = frozenset()


START = Moment()
"""Before everything."""


def advance(moment: Moment, seen: SeenEntry) -> Moment:
    """The moment after one more entry of the line of play."""
    event, origins, doubted = seen.event, moment.origins, moment.doubted
    match event:
        case e.ConditionBegan():
            origins = put(origins, event.id, _origin(moment.combat, event, seen.number))
        case e.ConditionEnded():
            origins = without(origins, event.id)
        case e.PoolChanged() if seen.says("balance") is None:
            doubted |= {(event.subject, pool_key(event.pool, event.key))}
    return Moment(evolve(moment.combat, event, seen.entry.meta.answers), origins, doubted)


def _origin(combat: Combat, event: e.ConditionBegan, number: str) -> Origin:
    act = combat.exchange.acts.get(event.source)
    return Origin(number, act.who, act.manoeuvre) if act else Origin(number)
