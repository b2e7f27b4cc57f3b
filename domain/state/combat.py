"""Combat: eight facets folded from the line of play. One fold, total and silent.

The deciding side and the reading side use this same fold, so they cannot disagree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import NamedTuple

from pydantic import TypeAdapter

from domain.events import Event
from domain.log.codec import Entry
from domain.state import conditions, exchange, facts, places, pools, roster
from domain.state.conditions import Conditions
from domain.state.course import clock, reported
from domain.state.course.clock import Clock
from domain.state.course.reported import Reported
from domain.state.exchange import Exchange
from domain.state.facts import Facts
from domain.state.fold import Answers, Fold, make
from domain.state.places import Places
from domain.state.pools import Pools
from domain.state.roster import Roster

FOLD_VERSION = 8
"""Raised by hand when the fold or the shape of a facet changes; golden state hashes guard it."""


class Combat(NamedTuple):
    """Everything that is true at one moment of one line of play."""

    roster: Roster = Roster()
    clock: Clock = Clock()
    pools: Pools = Pools()
    conditions: Conditions = Conditions()
    facts: Facts = Facts()
    places: Places = Places()
    exchange: Exchange = Exchange()
    reported: Reported = Reported()


EMPTY = Combat()

_FACETS = (roster, clock, pools, conditions, facts, places, exchange, reported)

FOLDS: dict[type[Event], tuple[tuple[int, Fold], ...]] = {}
for _index, _facet in enumerate(_FACETS):
    for _event, _fold in _facet.FOLDS.items():
        FOLDS[_event] = (*FOLDS.get(_event, ()), (_index, _fold))


def evolve(combat: Combat, event: Event, answers: Answers = None) -> Combat:
    """The combat after one event; an event that means nothing to it changes nothing."""
    if not (folds := FOLDS.get(type(event))):
        return combat
    facets = [*combat]
    for index, fold_facet in folds:
        facets[index] = fold_facet(facets[index], event, answers)
    return make(Combat, facets)


def fold(entries: Iterable[Entry], start: Combat = EMPTY) -> Combat:
    """The combat after a path of entries; table entries leave it as it is."""
    facets = [*start]
    for entry in entries:
        if (meta := entry.meta).parent is not None:
            for index, fold_facet in FOLDS.get(type(event := entry.event), ()):
                facets[index] = fold_facet(facets[index], event, meta.answers)
    return make(Combat, facets)


_COMBAT = TypeAdapter(Combat)


def dump(combat: Combat) -> bytes:
    """A combat as JSON, for checkpoints; `load` gives back an equal one."""
    return _COMBAT.dump_json(combat)


def load(data: bytes) -> Combat:
    """The combat that `dump` wrote; raises pydantic's ValidationError on anything else."""
    return _COMBAT.validate_json(data)


def state_hash(combat: Combat) -> str:
    """SHA-256 of the canonical JSON (sorted keys, no spaces) of all facets, with the version."""
    plain = _COMBAT.dump_python(combat, mode="json")
    text = json.dumps([FOLD_VERSION, plain], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
