"""The referee's own hand: corrections, each with a reason, and rulings on open points."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.legal import points
from domain.ruleset import OpenPoint, Refused, Ruleset, by_name
from domain.scene import TABLE_SUBJECT
from domain.step import Step


def adjust(step: Step, command: c.Adjust) -> None:
    """Change something by the referee's word. Its basis is `table`; a note must say why.

    What carries out a ruling on a dispute has that as its cause.
    """
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")
    step.basis, step.because = "table", command.cites
    match command.change:
        case c.PoolFix() as fix:
            _pool(step, fix)
        case c.ConditionFix() as fix:
            _condition(step, fix)
        case c.FactFix() as fix:
            _tied(step, fix)
            step.set_fact(fix.name, fix.of, fix.value, fix.toward)
        case c.PlaceFix() as fix:
            if not step.combat.places.of(fix.subject):
                _here(step, fix.subject)
            step.move(fix.subject, fix.place)
        case fix:
            _order(step, fix)


def _order(step: Step, fix: c.OrderFix) -> None:
    """Everybody of an order that stands, each once, and nobody else but who is in hiding."""
    known = tuple(dict.fromkeys((*step.rules.orders, *step.combat.clock.orders)))
    if fix.scope not in known:
        orders = {"known": ", ".join(known)}
        raise Refused("", f"no order is called {fix.scope!r} here", orders, "/change/scope")
    here = {m.subject for m in step.combat.roster.members.values() if m.here}
    wanted = {w for w in step.combat.clock.order(fix.scope) if w in here}
    given = set(fix.order)
    if len(given) < len(fix.order) or not wanted <= given <= here or not given:
        numbers = {"in order now": ", ".join(wanted) or "nobody", "here": ", ".join(sorted(here))}
        raise Refused("", "an order names everybody in it once", numbers, "/change/order")
    step.set_order(fix.scope, tuple((who,) for who in fix.order), why="the referee's word")


def _here(step: Step, subject: str) -> None:
    """Refuse strangers, and those who have left."""
    member = step.member(subject)
    if member is None or not member.here:
        raise Refused("", f"{subject!r} is not in this combat", None, "/change")


def _tied(step: Step, fix: c.FactFix) -> None:
    """A tie that goes both ways is between two who came; nobody is tied to himself."""
    _here(step, fix.of)
    kind = step.rules.fact(fix.name)
    if kind is None or not kind.symmetric:
        return
    others = [who for who in step.present() if who != fix.of]
    if fix.of == fix.toward:
        legal = {"legal": ", ".join(others) or "nobody"}
        why = f"{by_name(fix.of)} cannot be tied to {by_name(fix.of)}"
        raise Refused("", why, legal, "/change/toward")
    if fix.toward:
        _came(step, fix.toward)


def _came(step: Step, toward: str) -> None:
    """Refuse strangers at the other end; who has left may still be let go of."""
    if step.member(toward) is None:
        raise Refused("", f"{toward!r} is not in this combat", None, "/change")


def _pool(step: Step, fix: c.PoolFix) -> None:
    _here(step, fix.subject)
    pool = step.rules.pool(fix.pool)
    if pool is None:
        known = ", ".join(p.name for p in step.rules.pools)
        raise Refused("", f"no pool is called {fix.pool!r}", {"known": known}, "/change/pool")
    if fix.key and fix.key not in pool.keys:
        parts = {"known": ", ".join(pool.keys) or "none"}
        raise Refused("", f"{fix.pool} has no part called {fix.key!r}", parts, "/change/key")
    if not fix.delta:
        raise Refused("", "this would change nothing", {"delta": 0}, "/change/delta")
    left = step.left(fix.subject, fix.pool, fix.key)
    if pool.least is not None and left + fix.delta < pool.least:
        said = {"left": left, "change": fix.delta, "least": pool.least}
        numbers = {name: points(value, pool.scale) for name, value in said.items()}
        why = f"{step.rules.pool_word(pool.name)} cannot go below {numbers['least']}"
        raise Refused(pool.clause, why, numbers, "/change/delta")
    step.set_pool(fix.subject, fix.pool, left + fix.delta, fix.key)


def _condition(step: Step, fix: c.ConditionFix) -> None:
    _here(step, fix.subject)
    if fix.toward:
        (_here if fix.begin else _came)(step, fix.toward)
    if fix.begin:
        step.begin_condition(fix.subject, fix.name, level=fix.level, toward=fix.toward, at=fix.at)
        return
    standing = step.combat.conditions.on(fix.subject, fix.name)
    if not standing:
        raise Refused("", f"{by_name(fix.subject)} is not {fix.name}", None, "/change/name")
    step.end_condition(standing[-1], "the referee's word")


def rule(step: Step, command: c.Rule) -> None:
    """The referee settles an open point; it holds until it is settled again."""
    point = point_of(step.rules, command.point, command.value, "/point")
    was = step.combat.facts.get(TABLE_SUBJECT, point.key)
    event = e.FactSet(of=TABLE_SUBJECT, name=point.key, was=was, value=command.value)
    step.emit(event, clause=point.clause, basis="ruled")


def point_of(rules: Ruleset, key: str, value: c.Scalar, pointer: str) -> OpenPoint:
    """The open point of that key; raises Refused where there is none, or none of that value."""
    point = rules.point(key)
    if point is None or not point.takes(str(value)):
        known = {p.key: " | ".join(p.values) or f"words, as {p.default}" for p in rules.points}
        raise Refused("", f"the rules leave no {key!r} = {value!r} open", known, pointer)
    return point
