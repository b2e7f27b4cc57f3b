"""A moment of a combat as one viewer sees it: the state, and the origins of conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain import events as e
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.fold import with_entry, without
from domain.state.pools import pool_key
from projections.visibility.visible_log import SeenEntry


class Origin(NamedTuple):
    """Where a condition that stands comes from: the entry that says so, and whose deed it was.

    `by` is whose act caused that entry, where the condition itself names no act as well.
    """

    number: str
    who: str = ""
    manoeuvre: str = ""
    by: str = ""


class Moment(NamedTuple):
    """The state, where each standing condition comes from, and the pools that are in doubt."""

    combat: Combat = EMPTY
    origins: dict[str, Origin] = {}
    doubted: frozenset[tuple[str, str]] = frozenset()


START = Moment()
"""Before everything."""


def advance(moment: Moment, entry: SeenEntry) -> Moment:
    """Return the moment after one more entry of the line of play."""
    event, origins, doubted = entry.event, moment.origins, moment.doubted
    match event:
        case e.ConditionBegan():
            origins = with_entry(origins, event.id, _origin(moment.combat, event, entry))
        case e.ConditionEnded():
            origins = without(origins, event.id)
        case e.PoolChanged() if entry.says("balance") is None:
            doubted |= {(event.subject, pool_key(event.pool, event.key))}
        case e.PoolRemoved():
            doubted -= {(event.subject, pool_key(event.pool, event.key))}
    return Moment(evolve(moment.combat, event, entry.entry.meta.answers), origins, doubted)


def _origin(combat: Combat, event: e.ConditionBegan, entry: SeenEntry) -> Origin:
    acts = combat.exchange.acts
    if (act := acts.get(event.act)) is not None:
        return Origin(entry.number, act.who, act.manoeuvre, act.who)
    cause = acts.get(entry.entry.meta.cause)
    return Origin(entry.number, by=cause.who if cause else "")


def line_of_play(entries: Sequence[SeenEntry]) -> tuple[int, ...]:
    """Return the entries from the first to the head of a whole log, without undone ones."""
    path, seq = [], 0
    for seen in entries:
        if seen.entry.is_play:
            seq = seen.seq
        elif isinstance(seen.event, e.Rewound):
            seq = seen.event.to
    while seq:
        path.append(seq)
        seq = entries[seq - 1].entry.meta.parent or 0
    return tuple(reversed(path))
