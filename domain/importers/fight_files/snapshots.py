"""Snapshots as lines of a timeline: what is different from the one before, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.importers.content import content_hash

State = dict[str, Any]
"""The form of a `state` line: clock, order, combatants."""
Said = dict[str, Any]

EMPTY: State = {"clock": {}, "order": [], "combatants": {}}


def combatant(name: str, role: str = "unit", side: str | None = None) -> State:
    """Return somebody who bears nothing yet."""
    return {"name": name, "role": role, "side": side, "pools": {}, "conds": {}, "attrs": {}}


def clock_of(said: Mapping[str, Any]) -> State:
    """Return a clock as it stands; before round 1 a fight has not begun, and has none."""
    return {} if said.get("round") == 0 else dict(said)


def lines_between(was: State, now: State) -> Iterator[Said]:
    """Yield the lines that lead from one state to another, and the state that is reached.

    They are numbered within this change: a later state of the same fight has lines of its own,
    also where some of them say what was said before.
    """
    change = content_hash([was, now])
    for nth, line in enumerate(_lines(was, now)):
        yield {"n": f"{change} {nth}", **line}


def _lines(was: State, now: State) -> Iterator[Said]:
    before, after = was["combatants"], now["combatants"]
    for who in before:
        if who not in after:
            yield {"k": "left", "who": who}
    for who, one in after.items():
        yield from _one(who, before.get(who), one)
    if was["order"] != now["order"]:
        yield {"k": "order", "order": now["order"]}
    yield from _clock(was["clock"], now["clock"])
    yield {"k": "state", "state": now}


def _one(who: str, was: State | None, now: State) -> Iterator[Said]:
    """Yield how somebody comes or changes; who has another name or side comes anew."""
    known = ("name", "role", "side")
    if was is not None and any(was.get(part) != now.get(part) for part in known):
        yield {"k": "left", "who": who}
        was = None
    if was is None:
        yield {"k": "join", "who": who, **{part: now[part] for part in known if part in now}}
    was = was or combatant("")
    for pool, before, after in _changed(was["pools"], now["pools"]):
        yield {"k": "pool", "who": who, "pool": pool, "from": before, "to": after}
    for name, before, after in _changed(was["attrs"], now["attrs"]):
        yield {"k": "attr", "who": who, "name": name, "from": before, "to": after}
    yield from _conditions(who, was.get("conds", {}), now.get("conds", {}))


def _conditions(who: str, was: State, now: State) -> Iterator[Said]:
    for id, before, after in _changed(was, now):
        about = {"who": who, "id": id}
        if before is None:
            yield {"k": "cond_began", **about, "cond": after}
        elif after is None:
            yield {"k": "cond_ended", **about, "name": before.get("name")}
        else:
            yield from _altered(about, before, after)


def _altered(about: Said, was: State, now: State) -> Iterator[Said]:
    """Yield what changed of a condition: how long it lasts, and all else."""
    left, rest = ("remaining",), dict(_pairs(was, now))
    if left[0] in rest:
        before, after = rest.pop(left[0])
        yield {"k": "cond_ticked", **about, "from": before, "to": after}
    if rest:
        yield {
            "k": "cond_changed",
            **about,
            "set": {name: after for name, (_, after) in rest.items()},
        }


def _clock(was: State, now: State) -> Iterator[Said]:
    changed = dict(_pairs(was, now))
    if changed:
        before = {key: old for key, (old, _) in changed.items()}
        yield {"k": "clock", "set": {key: new for key, (_, new) in changed.items()}, "from": before}


def _changed(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name, (before, after) in _pairs(was, now):
        yield name, before, after


def _pairs(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield what differs by its name, with what it was and what it is; None is missing."""
    for name in dict.fromkeys((*was, *now)):
        if was.get(name) != now.get(name):
            yield name, (was.get(name), now.get(name))
