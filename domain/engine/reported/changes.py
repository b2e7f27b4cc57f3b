"""Pools, conditions, facts and places as their source says: no limit and no rule decides."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from domain.engine.reported.names import known_member, standing_condition
from domain.legality.blank_checks import points_in_units
from domain.ruleset.ruleset import Need, Pool, Refused, by_name
from domain.ruleset.scene import ends
from domain.state.conditions import Condition
from domain.state.pools import NO_LIMITS, Limits
from domain.step.step import Step

REPORTED = "reported"
"""The stage of an act at which its outcome was said elsewhere."""

# --- pools -------------------------------------------------------------------------------------


def change_pool(step: Step, said: c.ReportedPool, pointer: str) -> None:
    """Set the limits of a pool, then what it holds; or take it away."""
    known_member(step, said.subject, f"{pointer}/subject")
    pool = step.rules.pool(said.pool)
    if pool is None:
        known = (p.name for p in step.rules.pools)
        why = f"no pool is called {said.pool!r}"
        raise Refused("", why, None, f"{pointer}/pool", legal=known)
    if said.to == "none":
        _remove(step, said)
        return
    _limit(step, said, pool, pointer)
    balance = step.balance_of(said.subject, said.pool, said.key)
    if said.to is not None:
        _post(step, said, "set", _units(step, said, pool, "to", pointer) - balance)
    elif said.delta is not None and (delta := _units(step, said, pool, "delta", pointer)):
        _post(step, said, "gain" if delta > 0 else "lose", delta)


def _remove(step: Step, said: c.ReportedPool) -> None:
    """Say that a pool is gone, if it is there."""
    pools = step.combat.pools
    limited = pools.limits_of(said.subject, said.pool, said.key) != NO_LIMITS
    if limited or pools.has(said.subject, said.pool, said.key):
        left = step.balance_of(said.subject, said.pool, said.key)
        where = {"subject": said.subject, "pool": said.pool, "key": said.key}
        step.emit(e.PoolRemoved(**where, left=left))


def _limit(step: Step, said: c.ReportedPool, pool: Pool, pointer: str) -> None:
    """Set the limits that are said, whatever the pool holds."""
    own = step.combat.pools.limits_of(said.subject, said.pool, said.key)
    limits = own
    for end in ("least", "most"):
        if (given := getattr(said, end)) is not None:
            amount = None if given == "none" else _units(step, said, pool, end, pointer)
            limits = limits._replace(**{end: amount})
    if limits != own:
        _say_limits(step, said, limits)


def _say_limits(step: Step, said: c.ReportedPool, limits: Limits) -> None:
    where = {"subject": said.subject, "pool": said.pool, "key": said.key}
    step.emit(e.PoolLimited(**where, **limits._asdict()))


def _post(step: Step, said: c.ReportedPool, how: e.PostingKind, delta: int) -> None:
    """Post a change; setting what a pool holds already says nothing."""
    is_there = step.combat.pools.has(said.subject, said.pool, said.key)
    if how == "set" and not delta and is_there:
        return
    balance = step.balance_of(said.subject, said.pool, said.key) + delta
    where = {"subject": said.subject, "pool": said.pool, "key": said.key}
    step.emit(e.PoolChanged(**where, delta=delta, balance=balance, how=how))


def _units(step: Step, said: c.ReportedPool, pool: Pool, part: str, pointer: str) -> int:
    word = step.rules.pool_word(pool.name)
    at = f"{pointer}/{part}"
    return points_in_units(getattr(said, part), pool.scale, word, pool.clause, at)


# --- conditions --------------------------------------------------------------------------------


def change_condition(step: Step, said: c.ReportedCondition, pointer: str) -> None:
    """Begin a condition as it was said, or end one that stands: it alone."""
    known_member(step, said.subject, f"{pointer}/subject")
    if said.begin:
        _begin(step, said, pointer)
        return
    condition = _which(step, said, pointer)
    step.emit(e.ConditionEnded(id=condition.id, why="as reported"))


def _begin(step: Step, said: c.ReportedCondition, pointer: str) -> None:
    kind = step.rules.condition(said.name)
    if kind is None:
        known = (each.name for each in step.rules.conditions)
        why = f"no condition is called {said.name!r} here"
        raise Refused("", why, None, f"{pointer}/name", legal=known)
    for who in filter(None, (said.toward, said.source)):
        known_member(step, who, pointer)
    parts = ("subject", "name", "key", "level", "toward", "at", "source", "detail")
    event = e.ConditionBegan(
        **{part: getattr(said, part) for part in parts},
        id=step.new_id(),
        external=said.id,
        concentration=bool(said.concentration),
        mods=kind.mods,
        until=said.until and _until(step, said.until, said.subject, pointer),
        act=step.because,
        parent=_parent(step, said.parent, pointer),
    )
    step.emit(event)


def _until(step: Step, said: c.ReportedDuration, bearer: str, pointer: str) -> e.Until:
    """When it ends by the count of its source; turns are those of its bearer unless it is said."""
    if said.span == "round" and said.whose:
        why = "a round is nobody's: leave out whose, or count turns"
        raise Refused("", why, None, f"{pointer}/until/whose")
    if said.whose:
        known_member(step, said.whose, f"{pointer}/until/whose")
    whose = (said.whose or bearer) if said.span == "turn" else ""
    return e.Until(span=said.span, whose=whose, edge=said.edge, left=said.left)


def _parent(step: Step, said: str, pointer: str) -> str:
    """The id of the condition with which another ends; raises Refused where it does not stand."""
    if not said:
        return ""
    parent = standing_condition(step, said)
    if parent is None:
        why = f"no condition stands that is known as {said!r}: leave out the parent"
        raise Refused("", why, None, f"{pointer}/parent")
    return parent.id


def alter_condition(step: Step, said: c.ReportedConditionChange, pointer: str) -> None:
    """Change what is said of a condition that stands; the rest of it stays."""
    known_member(step, said.subject, f"{pointer}/subject")
    for who in filter(None, (said.toward, said.source)):
        known_member(step, who, pointer)
    old = _which(step, said, pointer)
    until = said.until and _until(step, said.until, old.subject, pointer)
    if until is None and said.left is not None and old.until is None and not said.endless:
        until = e.Until(span="round", left=said.left)
    left = until.left if until else old.left if said.left is None else said.left
    changes: dict[str, Any] = {
        "level": old.level if said.level is None else said.level,
        "left": 0 if said.endless else left,
        "toward": said.toward,
        "until": until,
        "endless": said.endless,
        "source": said.source,
        "parent": None if said.parent is None else _parent(step, said.parent, pointer),
        "concentration": said.concentration,
        "name": said.called,
        "detail": said.detail,
    }
    step.emit(e.ConditionChanged(id=old.id, **changes))


def _which(
    step: Step, said: c.ReportedCondition | c.ReportedConditionChange, pointer: str
) -> Condition:
    """The condition that is meant: by its external id, its id, or the youngest of its name."""
    found = standing_condition(step, said.id, said.subject)
    found = found or standing_condition(step, said.name, said.subject)
    if found is not None:
        return found
    named = step.combat.conditions.on(said.subject, said.name)
    if said.id or not named:
        called = said.name or said.id
        why = f"{by_name(said.subject)} is not {called}"
        need = Need("condition", called, said.subject)
        raise Refused("", why, None, f"{pointer}/name", missing=[need])
    return named[-1]


# --- facts and places --------------------------------------------------------------------------


def set_fact(step: Step, said: c.ReportedFact, pointer: str) -> None:
    """Set a fact that the game takes, or take it away."""
    known_member(step, said.of, f"{pointer}/of")
    kind = step.rules.fact(said.name)
    if kind is None:
        known = (f.name for f in step.rules.facts)
        why = f"no fact is called {said.name!r} here"
        raise Refused("", why, None, f"{pointer}/name", legal=known)
    of, name, toward = ends(kind, said.name, said.of, said.toward)
    was = step.fact(name, of, toward)
    if was != said.value or type(was) is not type(said.value):
        step.emit(e.FactSet(of=of, name=name, toward=toward, was=was, value=said.value))


def put(step: Step, said: c.PlaceFix, pointer: str) -> None:
    """Put somebody or something where it is said to be."""
    known_member(step, said.subject, f"{pointer}/subject")
    if step.combat.places.of(said.subject) != said.place:
        step.move(said.subject, said.place)


# --- outcomes ----------------------------------------------------------------------------------


def resolve(step: Step, said: c.ReportedOutcome, pointer: str) -> None:
    """Enter an outcome of the act that is reported, or that the report follows from."""
    if not step.because:
        why = "an outcome is that of an act: say which one it follows from"
        raise Refused("", why, None, "/after")
    if said.of:
        known_member(step, said.of, f"{pointer}/of")
    figures = dict(said.figures)
    parts = {"act": step.because, "stage": REPORTED, "outcome": said.says, "of": said.of}
    step.emit(e.Resolved(**parts, figures=figures))
