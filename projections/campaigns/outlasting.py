"""What outlasts a fight: the pools and conditions that a fighter takes into the next one.

Of pools it is what was lost or gained and is not filled again by the game: hit points, not action
points, and no temporary ones. What an act gives back, such as healing, is carried, and so are
limits that were set in the fight. Of conditions it is what lasts until it is ended. All of it is as
everybody saw it: what something hidden has touched would show in the next fight, so it is left to
the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain import events as e
from domain.events.measures import decimal
from domain.ruleset.ruleset import Ruleset
from domain.state.conditions import Condition
from domain.state.pools import NO_LIMITS, TEMPORARY, pool_key
from projections.story.standing import CLOCK
from projections.visibility.short_ids import SHORT
from projections.visibility.snapshot import Moment
from projections.visibility.visible_log import SeenEntry


class Outlasting(NamedTuple):
    """What somebody takes along: changes as commands say them, and the pools in doubt."""

    changes: tuple[dict[str, Any], ...]
    in_doubt: tuple[str, ...]


def outlasting(moment: Moment, played: Sequence[SeenEntry], rules: Ruleset, who: str) -> Outlasting:
    """Return what somebody takes into the next fight from the head of a line of play."""
    began, refilled = _came_with(played, who), _filled_again(played, rules, who)
    held = [key.partition("/") for key in moment.combat.pools.of.get(who, {})]
    lasting = ((p, key) for p, _, key in held if p not in refilled and key != TEMPORARY)
    mine = [pool_key(*each) for each in lasting]
    doubted = tuple(key for key in mine if (who, key) in moment.doubted)
    certain = [key for key in mine if key not in doubted]
    limits = {key: _new_limits(moment, rules, who, key) for key in certain}
    changes = [
        {**_pool(moment, rules, who, key), **limits[key]}
        for key in certain
        if limits[key] or moment.combat.pools.of[who][key] != began.get(key)
    ]
    return Outlasting((*changes, *_conditions(moment, rules, who)), doubted)


def _filled_again(played: Iterable[SeenEntry], rules: Ruleset, who: str) -> set[str]:
    """Return the pools of somebody that the game fills again: as its rules say, else as seen.

    Of pools that a sheet brings, those count that the clock filled for this one, and not those that
    an act or a new sheet filled.
    """
    found, step = set(rules.renewed), 0
    # A game that names its renewed pools has named them all.
    declared = {kind.name for kind in rules.pools} if rules.renewed else ()
    for seen in played:
        match seen.event:
            case e.Joined(subject=of) | e.Edited(subject=of) if of == who:
                step = seen.entry.step
            case e.PoolChanged(how="fill", subject=of, pool=pool) if of == who:
                is_refill = seen.entry.meta.cause in CLOCK and seen.entry.step != step
                if is_refill and pool not in declared:
                    found.add(pool)
    return found


def _came_with(played: Iterable[SeenEntry], who: str) -> dict[str, int]:
    """Return the pools of somebody as the sheet had them, by pool and key.

    Empty after the sheet was edited: the next fight has the new sheet, so every pool is carried.
    """
    found, step = dict[str, int](), 0
    for seen in played:
        match seen.event:
            case e.Joined(subject=joined) if joined == who:
                step = seen.entry.step
            case e.Edited(subject=edited, traits=traits) if edited == who and traits is not None:
                found.clear()
            case e.PoolChanged(subject=of, how="fill") as posting if of == who:
                if seen.entry.step == step:
                    found[pool_key(posting.pool, posting.key)] = posting.balance
    return found


def _pool(moment: Moment, rules: Ruleset, who: str, key: str) -> dict[str, Any]:
    pool, _, part = key.partition("/")
    kind = rules.pool(pool)
    left = decimal(moment.combat.pools.of[who][key], kind.scale if kind else 1)
    return {"what": "pool", "subject": who, "pool": pool, "key": part, "to": left}


def _new_limits(moment: Moment, rules: Ruleset, who: str, key: str) -> dict[str, Any]:
    """Return the limits of a pool that are others than on the sheet; `none` is one that is gone."""
    pool, _, part = key.partition("/")
    sheets, kind = rules.limits(moment.combat.roster.members[who].traits), rules.pool(pool)
    before = sheets.get(key, NO_LIMITS)._asdict()
    now = moment.combat.pools.limits_of(who, pool, part)._asdict()
    return {
        end: "none" if limit is None else decimal(limit, kind.scale if kind else 1)
        for end, limit in now.items()
        if limit != before[end]
    }


def _conditions(moment: Moment, rules: Ruleset, who: str) -> Iterator[dict[str, Any]]:
    """Yield what begins the conditions that last until they are ended, and hang on nobody else."""
    for one in moment.combat.conditions.on(who):
        kind = rules.condition(one.name)
        if (
            one.until
            or one.parent
            or one.toward
            or one.concentration
            or not (kind or rules.any_condition)
        ):
            continue
        if not getattr(kind, "quiet", False):
            said = {"name": one.name, "key": one.key, "level": one.level, "at": one.at}
            said |= {"detail": _detail(moment, one)}
            yield {"what": "condition", "subject": who} | {k: v for k, v in said.items() if v}


def _detail(moment: Moment, one: Condition) -> dict[str, Any]:
    """Return what else is said of a condition, but of what was in that fight alone."""
    members = moment.combat.roster.members
    return {
        name: value
        for name, value in one.detail.items()
        if isinstance(value, str | int) and value not in members and not SHORT.fullmatch(str(value))
    }
