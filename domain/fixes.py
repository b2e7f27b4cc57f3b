"""The referee's own hand: pools, conditions, facts, places and orders, each with a reason."""

from __future__ import annotations

from domain import commands as c
from domain.ruleset import Refused
from domain.step import Step


def adjust(step: Step, command: c.Adjust) -> None:
    """Change something by the referee's word. Its basis is `table`; a note must say why."""
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")
    step.basis = "table"
    match command.change:
        case c.PoolFix() as fix:
            _pool(step, fix)
        case c.ConditionFix() as fix:
            _condition(step, fix)
        case c.FactFix() as fix:
            _here(step, fix.of)
            step.set_fact(fix.name, fix.of, fix.value, fix.toward)
        case c.PlaceFix() as fix:
            _here(step, fix.subject)
            step.move(fix.subject, fix.place)
        case c.OrderFix() as fix:
            step.set_order(fix.scope, tuple((who,) for who in fix.order), why="the referee's word")


def _here(step: Step, subject: str) -> None:
    member = step.member(subject)
    if member is None or not member.here:
        raise Refused("", f"{subject!r} is not in this combat", None, "/change")


def _pool(step: Step, fix: c.PoolFix) -> None:
    _here(step, fix.subject)
    pool = step.rules.pool(fix.pool)
    if pool is None or (fix.key and pool.keys and fix.key not in pool.keys):
        known = ", ".join(p.name for p in step.rules.pools)
        raise Refused("", f"no pool is called {fix.pool!r}", {"known": known}, "/change/pool")
    left = step.left(fix.subject, fix.pool, fix.key)
    if pool.least is not None and left + fix.delta < pool.least:
        numbers = {"left": left, "delta": fix.delta, "least": pool.least}
        raise Refused("", f"{fix.pool} cannot go below {pool.least}", numbers, "/change/delta")
    step.set_pool(fix.subject, fix.pool, left + fix.delta, fix.key)


def _condition(step: Step, fix: c.ConditionFix) -> None:
    _here(step, fix.subject)
    if fix.begin:
        step.begin_condition(fix.subject, fix.name, level=fix.level, toward=fix.toward, at=fix.at)
        return
    standing = step.combat.conditions.on(fix.subject, fix.name)
    if not standing:
        raise Refused("", f"{fix.subject} is not {fix.name}", None, "/change/name")
    step.end_condition(standing[-1], "the referee's word")
