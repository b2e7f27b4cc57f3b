"""A moment of a combat as somebody sees it: the state, and what the lenses need beside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from domain import events as e
from domain.log.codec import Entry
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.fold import with_entry, without
from domain.state.pools import pool_key
from domain.state.viewer import TABLE, Viewer
from projections.visibility.active_line import line_of_play
from projections.visibility.visible_log import SeenEntry, seen_entries


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


def advance(moment: Moment, entry: SeenEntry) -> Moment:
    """The moment after one more entry of the line of play."""
    event, origins, doubted = entry.event, moment.origins, moment.doubted
    match event:
        case e.ConditionBegan():
            origins = with_entry(origins, event.id, _origin(moment.combat, event, entry.number))
        case e.ConditionEnded():
            origins = without(origins, event.id)
        case e.PoolChanged() if entry.says("balance") is None:
            doubted |= {(event.subject, pool_key(event.pool, event.key))}
    return Moment(evolve(moment.combat, event, entry.entry.meta.answers), origins, doubted)


def _origin(combat: Combat, event: e.ConditionBegan, number: str) -> Origin:
    act = combat.exchange.acts.get(event.source)
    return Origin(number, act.who, act.manoeuvre) if act else Origin(number)


def rebuild(log: Iterable[Entry], viewer: Viewer = TABLE, at: int | None = None) -> Moment:
    """The moment of a whole log as a viewer may know it, now or right after a public entry.

    Undone branches and table entries may be in the log. Raises ValueError where there is no such
    entry.
    """
    entries = seen_entries(log, viewer)
    line = line_of_play([one.entry for one in entries], at)
    return reduce(advance, (entries[seq - 1] for seq in line), START)
