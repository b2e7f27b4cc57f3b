"""The referee's own hand: corrections, each with a reason, and rulings on open points."""

from __future__ import annotations

from collections import Counter

from domain import commands as c
from domain import events as e
from domain.events.measures import decimal, points
from domain.legality.blank_checks import points_in_units
from domain.legality.fact_checks import fact_value
from domain.ruleset.messages import unknown_name
from domain.ruleset.ruleset import Need, OpenPoint, Pool, Refused, Ruleset, by_name, json_pointer
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.conditions import Condition
from domain.state.course.order_line import scored_places
from domain.state.ids import cause_of
from domain.state.pools import TEMPORARY, Limits
from domain.step.names_meant import change_meant
from domain.step.step import Step


def adjust(step: Step, command: c.Adjust) -> None:
    """Change something by the referee's word. Its basis is `table`; a note must say why.

    What carries out a ruling on a dispute has that as its cause.
    """
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")
    step.basis, step.because = "table", cause_of(command.cites) if command.cites else ""
    if isinstance(command.change, c.PoolFix):
        step.open_pools_in_hiding(command.change.subject)
    _carry_out(step, change_meant(step, command.change))


def _carry_out(step: Step, change: c.Fix) -> None:
    step.befalls = getattr(change, "subject", "")
    match change:
        case c.PoolFix() as fix:
            _pool(step, fix)
        case c.ConditionFix() as fix:
            _condition(step, fix)
        case c.ConditionChange() as fix:
            _change_condition(step, fix)
        case c.FactFix() as fix:
            check_here(step, fix.of)
            step.set_fact(fix.name, fix.of, fact_value(step, fix), fix.toward)
        case c.PlaceFix() as fix:
            if not step.combat.places.of(fix.subject):
                _came(step, fix.subject)
            step.move(fix.subject, fix.place)
        case fix:
            _order(step, fix)


def _order(step: Step, fix: c.OrderFix) -> None:
    """Everybody of an order that stands, each once, and nobody else but who may stand in it.

    In an order that goes by scores somebody may stand several times, and scores alone will do. Who
    is named less often than they have turns keeps the others, at the end, unless scores are given.
    """
    may, rule = _who_may_stand(step, fix.scope), step.rules.scored.get(fix.scope)
    _refuse_hiding(step, fix)
    if fix.scores and rule is None:
        why = "the scores of this order come from what was rolled: say who comes when"
        raise Refused(step.rules.sequence.clause, why, None, "/change/scores")
    if strange := [who for who in fix.scores if who not in may]:
        why = f"{by_name(strange[0])} has no place here"
        raise Refused("", why, None, json_pointer("change", "scores", strange[0]))
    if fix.scores and not fix.order and rule is not None:
        step.place_by_score(fix.scope, fix.scores, rule(step), "the referee's word")
        return
    _check_named(step, fix, may, several=rule is not None)
    standing = step.combat.clock.orders.get(fix.scope)
    scores = {who: standing.scores_of(who) for who in fix.order} if standing else {}
    unnamed = Counter(standing.line() if standing and rule else ()) - Counter(fix.order)
    rest = (who for who in unnamed.elements() if who in may and who not in fix.scores)
    line = scored_places(tuple((who,) for who in (*fix.order, *rest)), scores | fix.scores)
    step.set_line(fix.scope, line, "the referee's word")


def _check_named(step: Step, fix: c.OrderFix, may: set[str], *, several: bool) -> None:
    """Refuse an order that leaves somebody out, or names a stranger, or somebody twice."""
    wanted = list(dict.fromkeys(w for w in step.combat.clock.order(fix.scope) if w in may))
    given = set(fix.order)
    twice = len(given) < len(fix.order) and not several
    if twice or not set(wanted) <= given <= may or not given:
        why = f"an order names everybody in it {'at least once' if several else 'once'}"
        absent = [Need("item", "place in the order", who) for who in wanted if who not in given]
        named = enumerate(fix.order)
        wrong = (n for n, w in named if w not in may or (twice and w in fix.order[:n]))
        at = json_pointer("change", "order", str(next(wrong, len(fix.order))))
        raise Refused("", why, None, at, missing=absent, legal=sorted(may - given))


def _who_may_stand(step: Step, scope: str) -> set[str]:
    """Who may stand in an order; raises Refused where none goes by it."""
    who_may = step.rules.orders.get(scope)
    if who_may is None:
        clause, why = step.rules.sequence.clause, f"no order is called {scope!r} here"
        raise Refused(clause, why, None, "/change/scope", legal=step.rules.orders)
    return set(who_may(step))


def _refuse_hiding(step: Step, fix: c.OrderFix) -> None:
    """Refuse a place for somebody in hiding: it could shift the turns of those who are not."""
    if lurking := step.in_hiding().intersection((*fix.order, *fix.scores)):
        why = f"{by_name(min(lurking))} is in hiding and has no turn: let them out, then place them"
        raise Refused(step.rules.sequence.clause, why, None, "/change")


def check_here(step: Step, subject: str) -> None:
    """Refuse strangers, and those who have left."""
    member = step.member(subject)
    if member is None or not member.here:
        raise Refused("", f"{subject!r} is not in this combat", None, "/change")


def _came(step: Step, subject: str) -> None:
    """Refuse strangers; who has left may be let go of, or put where they will come back."""
    if step.member(subject) is None:
        raise Refused("", f"{subject!r} is not in this combat", None, "/change")


def _pool(step: Step, fix: c.PoolFix) -> None:
    """Set the limits of a pool, then its balance; raises Refused for one beyond them."""
    check_here(step, fix.subject)
    pool, who, left = known_pool(step, fix), fix.subject, _left(step, fix)
    limits, to = _limits(step, fix, pool), _balance(step, fix, pool)
    own = step.combat.pools.limits_of(who, fix.pool, fix.key)
    known = step.combat.pools.has(who, fix.pool, fix.key) or fix.to is None
    if limits == own and (to is None or (to == left and known)):
        raise Refused("", "this would change nothing", {"delta": 0}, "/change/delta")
    if to is not None:
        _check_within(step, fix, pool, limits, to)
    step.limit_pool(who, fix.pool, limits, fix.key, trims=to is None)
    if to is not None:
        step.set_pool(who, fix.pool, to, fix.key)


def _left(step: Step, fix: c.PoolFix) -> int:
    return step.balance_of(fix.subject, fix.pool, fix.key)


def known_pool(step: Step, fix: c.PoolFix) -> Pool:
    """The pool that is meant; raises Refused for one that the game does not know."""
    step.rules.check_pool(step, fix.subject, fix.pool, fix.key)
    pool = step.rules.pool(fix.pool)
    if pool is None:
        why, known = f"no pool is called {fix.pool!r}", (p.name for p in step.rules.pools)
        raise Refused("", why, None, "/change/pool", legal=known)
    known_key = pool.any_key or step.combat.pools.has(fix.subject, fix.pool, fix.key)
    if fix.key and not known_key and fix.key not in (*pool.keys, TEMPORARY):
        why = f"{fix.pool} has no part called {fix.key!r}"
        raise Refused("", why, None, "/change/key", legal=pool.keys)
    return pool


def in_pool_units(step: Step, fix: c.PoolFix, pool: Pool, part: str) -> int:
    """A number of a fix in the pool's unit; raises Refused for one that is too fine."""
    word = step.rules.pool_word(pool.name)
    given = getattr(fix, part)
    return points_in_units(given, pool.scale, word, pool.clause, f"/change/{part}")


def _limits(step: Step, fix: c.PoolFix, pool: Pool) -> Limits:
    """The limits of a pool after a fix; raises Refused for a least above the most."""
    limits = step.combat.pools.limits_of(fix.subject, fix.pool, fix.key)
    for part in ("least", "most"):
        if (given := getattr(fix, part)) is not None:
            end = None if given == "none" else in_pool_units(step, fix, pool, part)
            limits = limits._replace(**{part: end})
    if limits.is_empty:
        ends = {"least": limits.least or 0, "most": limits.most or 0}
        numbers = {name: decimal(end, pool.scale) for name, end in ends.items()}
        raise Refused("", "the least is more than the most", numbers, "/change/most")
    return limits


def _balance(step: Step, fix: c.PoolFix, pool: Pool) -> int | None:
    """The balance that a fix wants; None where it changes limits alone."""
    if fix.delta is not None and fix.to is not None:
        raise Refused("", "say by how much it changes, or what it is set to", None, "/change/to")
    if fix.delta is not None:
        return _left(step, fix) + in_pool_units(step, fix, pool, "delta")
    return None if fix.to is None else in_pool_units(step, fix, pool, "to")


def _check_within(step: Step, fix: c.PoolFix, pool: Pool, limits: Limits, to: int) -> None:
    """Refuse a balance beyond the limits of the pool, or below what the game allows."""
    least = pool.least if limits.least is None else limits.least
    least = 0 if fix.key == TEMPORARY else least
    within = Limits(least, limits.most).nearest(to)
    if within == to:
        return
    left, word = _left(step, fix), step.rules.pool_word(pool.name)
    end, way = ("least", "below") if within > to else ("most", "above")
    said = {"left": left, "change": to - left, end: within}
    numbers = {name: decimal(value, pool.scale) for name, value in said.items()}
    pointer = f"/change/{'delta' if fix.to is None else 'to'}"
    why = f"{word} cannot go {way} {points(within, pool.scale)}"
    raise Refused(pool.clause, why, numbers, pointer)


def _condition(step: Step, fix: c.ConditionFix) -> None:
    check_here(step, fix.subject)
    if fix.toward:
        (check_here if fix.begin else _came)(step, fix.toward)
    if fix.begin:
        _begin_condition(step, fix)
        return
    step.end_condition(_standing(step, fix), "the referee's word")


def _begin_condition(step: Step, fix: c.ConditionFix) -> None:
    """Begin one as it was said; what was left out is as the game declares that condition."""
    parts = ("level", "toward", "at", "source", "parent")
    said = {part: value for part in parts if (value := getattr(fix, part))}
    if fix.source:
        _came(step, fix.source)
    if fix.until:
        _until(step, fix.until, fix.subject)
    said |= step.how_kept_up(fix, fix.source)
    step.begin_condition(fix.subject, fix.name, **said)


def _until(step: Step, said: c.Duration, bearer: str) -> e.Until:
    """When something ends that lasts so long; raises Refused where its turns are nobody's."""
    if said.span == "round" and said.whose:
        raise Refused("", "a round is nobody's: leave out whose", None, "/change/until/whose")
    if said.whose:
        _came(step, said.whose)
    return step.until_of(said, bearer)


def _change_condition(step: Step, fix: c.ConditionChange) -> None:
    """Give a condition another level, target or end."""
    check_here(step, fix.subject)
    if fix.toward:
        check_here(step, fix.toward)
    if fix.endless and fix.until:
        raise Refused("", "say when it ends, or that it is endless", None, "/change/endless")
    if fix.until:
        _until(step, fix.until, fix.subject)
    condition = _standing(step, fix)
    _check_open(step, fix, condition)
    if not step.change_as_said(condition, fix):
        raise Refused("", "this would change nothing", None, "/change")


def _check_open(step: Step, fix: c.ConditionChange, condition: Condition) -> None:
    """Refuse to change or tie for one in hiding what all see: it could not be followed any more."""
    named = {fix.toward, fix.until.whose if fix.until else ""}.difference(condition.names)
    if {*named, condition.subject} & step.in_hiding() and step.is_seen_by_all(condition):
        why = "this condition is seen by all: end it, and begin one that is hidden too"
        raise Refused("", why, None, "/change")


def _standing(step: Step, fix: c.ConditionFix | c.ConditionChange) -> Condition:
    """The one condition that is meant: by its id, or by name, `toward` and `at` as far as said."""
    named = [k for k in step.combat.conditions.on(fix.subject) if fix.name in (k.id, k.name)]
    if not named:
        why = f"{by_name(fix.subject)} is not {fix.name}"
        need = Need("condition", fix.name, fix.subject)
        standing = dict.fromkeys(k.name for k in step.combat.conditions.on(fix.subject))
        raise Refused("", why, None, "/change/name", missing=[need], legal=standing)
    meant = step.conditions_meant(fix)
    if len({(k.toward, k.at) for k in meant}) == 1:
        return meant[-1]
    which = "say which one" if meant else "not that one stands, but these"
    told = "; ".join(map(_which, named))
    why = f"{by_name(fix.subject)} is {named[0].name}: {which}, by its short id or by these: {told}"
    raise Refused("", why, None, "/change/name", legal=[k.id for k in meant] or None)


def _which(condition: Condition) -> str:
    """A condition as it is told from others of its name: `k2 toward Bo at the arm`."""
    toward = f"toward {by_name(condition.toward)}" if condition.toward else ""
    return " ".join(filter(None, (condition.id, toward, condition.at and f"at {condition.at}")))


def rule(step: Step, command: c.Rule) -> None:
    """The referee settles an open point; it holds until it is settled again."""
    point = point_of(step.rules, command.point, command.value, "/value", "/point")
    was = step.combat.facts.get(TABLE_SUBJECT, point.key)
    event = e.FactSet(of=TABLE_SUBJECT, name=point.key, was=was, value=command.value)
    step.emit(event, clause=point.clause, basis="ruled")


def point_of(rules: Ruleset, key: str, value: c.Scalar, at: str, key_at: str = "") -> OpenPoint:
    """The open point of that key; raises Refused where there is none, or none of that value."""
    point, known = rules.point(key), [p.key for p in rules.points]
    if point is None and key_at:
        raise Refused("", f"the rules leave no {key!r} open", None, key_at, legal=known)
    if point is None:
        raise Refused("", unknown_name(key, repr(key), known), None, at)
    if not point.takes(value):
        why = f"the rules leave no {key!r} = {value!r} open"
        raise Refused(point.clause, why, None, at, legal=point.values or None)
    return point
