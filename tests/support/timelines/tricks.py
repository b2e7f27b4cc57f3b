"""Tricks by which one could seem to say what one has no words for; a report uses none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from domain import events as e
from domain.step.draft import Draft

_SECOND_POOL = re.compile(r"\b(max|maximum|most|min|least|temp|temporary)\b|_max|_temp", re.I)


def tricks(drafts: Sequence[Draft], people: Iterable[str]) -> list[str]:
    """Return every trick in the events of a fight; `people` are those whom the source names."""
    events = [draft.event for draft in drafts]
    return [
        *_pools(events),
        *_dummies(events, set(people)),
        *_words(events),
        *_there_and_back(events),
    ]


def _pools(events: list[Any]) -> Iterator[str]:
    """A second pool that stands for the limit of another, or for its temporary points."""
    for event in events:
        if isinstance(event, e.PoolChanged) and _SECOND_POOL.search(event.pool):
            yield f"a pool called {event.pool}"


def _dummies(events: list[Any], people: set[str]) -> Iterator[str]:
    """Somebody who is there only to hold a turn, a condition or an act."""
    joined = {event.subject for event in events if isinstance(event, e.Joined)}
    yield from (f"{who} is not in the source" for who in sorted(joined - people))
    for event in events:
        if isinstance(event, e.TurnBegan):
            yield from (f"a turn of {who}" for who in event.who if who not in people)


def _words(events: list[Any]) -> Iterator[str]:
    """A condition that is a fact in disguise."""
    for event in events:
        if isinstance(event, e.ConditionBegan) and re.search(r"[=:]", event.name):
            yield f"a condition called {event.name}"


def _there_and_back(events: list[Any]) -> Iterator[str]:
    """One thing done and its contrary at once, to say that something was so."""
    for one, other in pairwise(events):
        if isinstance(one, e.PoolChanged) and isinstance(other, e.PoolChanged):
            same = (one.subject, one.pool, one.key) == (other.subject, other.pool, other.key)
            if same and one.delta == -other.delta:
                yield f"{one.pool} of {one.subject} there and back"
        both = isinstance(one, e.ConditionBegan) and isinstance(other, e.ConditionEnded)
        if both and one.id == other.id:
            yield f"{one.name} begins and ends at once"
