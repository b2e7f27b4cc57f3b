"""What a viewer cannot know exactly: pools, facts and places that something hidden has touched.

From the first hidden posting on, the viewer's balance is the last one known, plus every change
that was visible since. Where a change would give the true balance away, it is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from domain import events as e
from domain.log.codec import Entry
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.viewer import Viewer

Key = tuple[str, ...]
"""What is touched: a pool of a subject, a fact of one toward another, the place of a subject."""

Doubt = Mapping[Key, int]
"""What is in doubt on a path, and for a pool the balance as far as the viewer can know it."""

CERTAIN: Doubt = {}


Shown = tuple[e.Event, Mapping[str, JsonValue], Doubt]
"""An event as a viewer may know it, what its JSON says instead, and what is in doubt after."""


class Known(NamedTuple):
    """A state as far as a viewer can know it, under the log's own ids, and what is in doubt."""

    combat: Combat = EMPTY
    doubt: Doubt = CERTAIN


def known_after(known: Known, entry: Entry, viewer: Viewer) -> Known:
    """What a viewer knows after one more entry of play, seen or not."""
    if not viewer.sees(entry.meta.audience):
        return known._replace(doubt=after_hidden(known.doubt, entry.event))
    event, _, doubt = redact_event(known.doubt, entry.event)
    return Known(evolve(known.combat, event, entry.meta.answers), doubt)


def touched_key(event: e.Event) -> Key | None:
    """What an event changes, of the things that later events tell the former value of."""
    match event:
        case e.PoolChanged() | e.PoolRemoved():
            return "pool", event.subject, event.pool, event.key
        case e.FactSet():
            return "fact", event.of, event.name, event.toward
        case e.Moved():
            return "place", event.subject
    return None


def after_hidden(doubt: Doubt, event: e.Event) -> Doubt:
    """What is in doubt after an event that the viewer does not see."""
    key = touched_key(event)
    if key is None or key in doubt:
        return doubt
    match event:
        case e.PoolChanged():
            known = event.balance - event.delta
        case e.PoolRemoved():
            known = event.left
        case _:
            known = 0
    return {**doubt, key: known}


def redact_event(doubt: Doubt, event: e.Event) -> Shown:
    """A visible event, without what would tell of hidden ones before it.

    A combatant who is revealed brings along everything that is known of them.
    """
    if isinstance(event, e.Joined):
        return event, {}, {k: v for k, v in doubt.items() if event.subject not in k}
    key = touched_key(event) if doubt else None
    if key is None or key not in doubt:
        return event, {}, doubt
    if isinstance(event, e.PoolChanged):
        return _posting(doubt, key, event)
    rest = {k: v for k, v in doubt.items() if k != key}
    if isinstance(event, e.PoolRemoved):
        return event.model_copy(update={"left": doubt[key]}), {"left": None}, rest
    was = "" if isinstance(event, e.Moved) else None
    return event.model_copy(update={"was": was}), {}, rest


def _posting(doubt: Doubt, key: Key, event: e.PoolChanged) -> Shown:
    """A posting to a pool in doubt: what was asked of it, never what came of it."""
    asked = event.delta if event.wanted is None else event.wanted
    delta = None if event.how in ("fill", "set") else asked
    balance = doubt[key] + (delta or 0)
    known = {"delta": delta or 0, "balance": balance, "wanted": None}
    instead: Mapping[str, JsonValue] = {"delta": delta, "balance": None, "wanted": None}
    return event.model_copy(update=known), instead, {**doubt, key: balance}
