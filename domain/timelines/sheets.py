"""Sheets: somebody joins, and the lines right after it say what they bear."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from domain.rosters.joins import within_limits
from domain.state.pools import Limits
from domain.timelines.changes import Change, Changes
from domain.timelines.line import Line
from domain.timelines.translation import (
    LONGEST_VALUE,
    ROLE,
    SOURCE_ID,
    amounts,
    fact_name,
    fact_value,
    fit,
    kind_of,
    pool_name,
    told_role,
)


class Sheet(NamedTuple):
    """What the lines of a sheet say: pools, facts and conditions by their names in the source."""

    pools: dict[str, Any]
    facts: dict[str, Any]
    conditions: dict[str, Any]


def sheet_of(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the line that begins these and is of a join, with those that are of its sheet."""
    seen: set[tuple[str, str]] = set()
    found = [lines[0]]
    for line in lines[1:]:
        named = line.k, line.words({"pool": "pool", "attr": "name"}.get(line.k, "id"))
        if not line.is_new or line.who != lines[0].who or line.fault or named in seen:
            break
        seen.add(named)
        found.append(line)
    return tuple(found)


def read_sheet(lines: Sequence[Line]) -> Sheet:
    """Return what the lines behind a join say."""
    return Sheet(
        {line.words("pool"): line.get("to") for line in lines if line.k == "pool"},
        {line.words("name"): line.get("to") for line in lines if line.k == "attr"},
        {line.words("id"): line.get("cond") for line in lines if line.k == "cond_began"},
    )


def joins(changes: Changes, line: Line, sheet: Sheet) -> list[Change]:
    """Return how somebody new joins, with their sheet; conditions begin one by one."""
    subject = changes.ids.subject(line.who)
    traits, beyond = within_limits(_traits(line, subject, sheet), subject, changes.known)
    join: Change = {
        "what": "join",
        "subject": subject,
        "name": fit(line.get("name")) or subject,
        "kind": kind_of(line.get("role")),
        "side": fit(line.get("side")),
        "traits": traits,
    }
    fit_in = traits.get("pools", {})
    pools = [
        changes.pool_change(line.who, name, None, to)
        for name, to in sheet.pools.items()
        if to is not None and not _holds(fit_in, name)
    ]
    began = [changes.condition_begins(line.who, id, said) for id, said in sheet.conditions.items()]
    return [join, *beyond, *pools, *began]


def _traits(line: Line, subject: str, sheet: Sheet) -> dict[str, Any]:
    traits = {fact_name(name): fact_value(value) for name, value in sheet.facts.items()}
    traits = {name: value for name, value in traits.items() if value is not None}
    if role := told_role(line.get("role")):
        traits[ROLE] = role
    if subject != line.who:
        traits[SOURCE_ID] = fit(line.who, LONGEST_VALUE)
    pools = _pools(sheet)
    return {**traits, "pools": pools} if pools else traits


def _pools(sheet: Sheet) -> dict[str, dict[str, int]]:
    """Return the pools that a sheet can hold; temporary points come with theirs."""
    pools: dict[str, dict[str, int]] = {}
    for name, said in sheet.pools.items():
        pool, key = pool_name(name)
        parts = amounts(said or {})
        if key or parts["to"] is None or pool in pools or _is_empty(parts):
            continue
        known = {"current": parts["to"], "most": parts["most"], "least": parts["least"]}
        pools[pool] = {part: value for part, value in known.items() if value is not None}
    return pools


def _holds(pools: dict[str, dict[str, int]], name: str) -> bool:
    pool, key = pool_name(name)
    return not key and pool in pools


def _is_empty(parts: dict[str, int | None]) -> bool:
    """Return whether nothing is within the limits of a pool."""
    return Limits(parts["least"], parts["most"]).is_empty


# --- somebody is here already, or comes back ----------------------------------------------------


def stays(changes: Changes, line: Line, sheet: Sheet, standing: Collection[str]) -> list[Change]:
    """Return what a sheet says of somebody who is here already, with some conditions standing.

    Conditions that are not in it have ended. Pools and facts may come from elsewhere, and stay.
    """
    who = line.who
    gone = [changes.condition_ends(who, id, {}) for id in standing if id not in sheet.conditions]
    alters = [
        each
        for id, said in sheet.conditions.items()
        if fit(id) in standing
        for each in changes.condition_alters(who, id, {"name": said.get("name")}, said)
    ]
    began = [
        changes.condition_begins(who, id, said)
        for id, said in sheet.conditions.items()
        if fit(id) not in standing
    ]
    pools = _pools_differ(changes, who, {}, sheet.pools)
    return [*pools, *_facts_differ(changes, who, {}, sheet.facts), *gone, *alters, *began]


def comes_back(changes: Changes, line: Line, was: dict[str, Any], sheet: Sheet) -> list[Change]:
    """Return how somebody comes back: as they left, and then whatever is different now."""
    who, subject = line.who, changes.ids.subject(line.who)
    back: Change = {"what": "back", "who": subject, "name": fit(line.get("name")) or subject}
    back |= {"kind": kind_of(line.get("role")), "side": fit(line.get("side"))}
    differ = [
        *_pools_differ(changes, who, was["pools"], sheet.pools),
        *_facts_differ(changes, who, was["attrs"], sheet.facts),
        *_conditions_differ(changes, who, was["conds"], sheet.conditions),
    ]
    if line.get("role") != was["role"]:
        role = told_role(line.get("role")) or None
        differ.append({"what": "fact", "of": subject, "name": ROLE, "value": role})
    return [back, *differ]


def _pools_differ(changes: Changes, who: str, was: Any, now: Any) -> list[Change]:
    return [
        changes.pool_change(who, name, was.get(name), now.get(name))
        for name in dict.fromkeys((*was, *now))
        if was.get(name) != now.get(name)
    ]


def _facts_differ(changes: Changes, who: str, was: Any, now: Any) -> list[Change]:
    return [
        changes.fact_change(who, name, now.get(name))
        for name in dict.fromkeys((*was, *now))
        if was.get(name) != now.get(name)
    ]


def _conditions_differ(changes: Changes, who: str, was: Any, now: Any) -> list[Change]:
    gone = [changes.condition_ends(who, id, was[id]) for id in was if id not in now]
    kept = [
        each
        for id in now
        if id in was
        for each in changes.condition_alters(who, id, was[id], now[id])
    ]
    new = [changes.condition_begins(who, id, said) for id, said in now.items() if id not in was]
    return [*gone, *kept, *new]
