"""Why somebody acts when they do: the place in an order, the score, and its origin."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.explain.results import Detail, Explained, ExplainedPart, Unclear, come_to
from projections.explain.rolls import terms
from projections.explain.viewpoint import Look
from projections.state.turn_order import Ordered, OrderPlace, turn_order
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import in_points, score_in_words
from projections.wording.game_words import capital, join_with_and, word


def place(look: Look, who: str, scope: str = "") -> Explained:
    """Somebody's place in the order that counts now, or in that of a scope.

    Where the score was rolled, the parts of the roll add up to it; else it is one part, from the
    order that gave it. Raises Unclear where there is no such order, or `who` is not in it.
    """
    order = _order(look, who, scope)
    rows = [row.who for row in order.rows]
    if who not in rows:
        known = tuple(f"{order.scope} of {look.name(row)}" for row in rows)
        raise Unclear(f"{look.name(who)} is not in the order of {order.scope}", known)
    row, seq = order.rows[rows.index(who)], look.last("order", order.scope)
    set_by = look.entry(seq) if seq else None
    given, source = _origin(look, set_by, who) if set_by else (None, None)
    parts = _parts(look, source, row, given)
    return Explained(
        "place",
        who,
        _title(look, order, row, rows.index(who)),
        row.score,
        row.points,
        adds_up=come_to(parts, row.score),
        parts=parts,
        details=tuple(_details(look, order, row, set_by)),
    )


def _order(look: Look, who: str, scope: str) -> Ordered:
    orders = turn_order(look.moment(look.node), look.rules).orders
    for order in orders:
        if order.scope == scope or (not scope and order.running):
            return order
    known = tuple(f"{order.scope} of {look.name(who)}" for order in orders)
    raise Unclear(f"there is no order of {scope or 'the moment'}", known)


def _title(look: Look, order: Ordered, row: OrderPlace, place: int) -> str:
    score = "" if row.score is None else f" with {row.points}"
    where = f"{place + 1} of {len(order.rows)}"
    return f"{capital(row.name)}: {where} in {word(look.rules, order.scope)}{score}"


def _origin(look: Look, set_by: SeenEntry, who: str) -> tuple[SeenEntry, SeenEntry | None]:
    """Return the order that gave somebody their score, and the roll behind it, if any.

    An order that is set again, because somebody delays or comes late, keeps the scores.
    """
    given, orders = set_by, look.all("order", _order_of(set_by).scope)
    for order in reversed([each for each in orders if each.seq <= set_by.seq]):
        score = _score(order, who)
        if score is None or score != _score(set_by, who) or _is_anew(look, orders[0], order, given):
            break
        given = order
        if (source := _source(look, order, who)) is not None:
            return order, source
    return given, None


def _is_anew(look: Look, first: SeenEntry, older: SeenEntry, order: SeenEntry) -> bool:
    """True for an order made in the way of the first of all, at another time than an older one."""
    times = [(one.entry.meta.cause, look.ledger.when(one.seq).round) for one in (older, order)]
    return _order_of(order).why == _order_of(first).why and times[0] != times[1]


def _order_of(seen: SeenEntry) -> e.OrderSet:
    assert isinstance(seen.event, e.OrderSet)
    return seen.event


def _score(order: SeenEntry, who: str) -> e.Score | None:
    return _order_of(order).scores.get(who)


def _source(look: Look, set_by: SeenEntry, who: str) -> SeenEntry | None:
    """Return the roll that an order was set by, where it came to somebody's score."""
    score = _score(set_by, who)
    for seen in reversed(look.all("rolled by", who)):
        if seen.seq < set_by.seq and _led_to(look, seen, set_by):
            event = seen.event
            return seen if isinstance(event, e.DiceRolled) and event.total == score else None
    return None


def _led_to(look: Look, rolled: SeenEntry, set_by: SeenEntry) -> bool:
    """True for a roll with the cause of an order, and the question it answered closed for that."""
    roll, order = rolled.entry.meta, set_by.entry.meta
    if roll.cause != order.cause:
        return False
    closed = look.last("closed", roll.answers[0]) if roll.answers else rolled.seq
    return closed > 0 and look.entry(closed).entry.meta.step == order.step


def _parts(
    look: Look, source: SeenEntry | None, row: OrderPlace, given: SeenEntry | None
) -> tuple[ExplainedPart, ...]:
    """Return the parts of a score: dice and modifiers of its roll, else the score as it was."""
    if source is not None:
        assert isinstance(source.event, e.DiceRolled)
        return terms(look, source, source.event)
    if row.score is None or given is None:
        return ()
    says = f"score in {word(look.rules, _order_of(given).scope)}"
    part = look.part(given, says, row.score, row.points)
    return (part._replace(cause="", because=_order_of(given).why),)


def _details(
    look: Look, order: Ordered, row: OrderPlace, set_by: SeenEntry | None
) -> Iterator[Detail]:
    others = [f"{each.name} {each.points}".rstrip() for each in order.rows if each.who != row.who]
    if others:
        yield Detail("others", ", ".join(others))
    if row.tied:
        yield Detail("tied with", join_with_and(row.tied))
    yield Detail("turn", row.state)
    if order.why:
        yield Detail("why", order.why, set_by.number if set_by else "")
    for seen in look.all("order", order.scope)[-2:-1]:
        yield Detail("before", _older_place(seen, row.who), seen.number)


def _older_place(seen: SeenEntry, who: str) -> str:
    """The place that somebody had in an older order: `3 of 4`."""
    line = [each for group in _order_of(seen).order for each in group]
    return f"{line.index(who) + 1} of {len(line)}" if who in line else "not in it"


def order(look: Look, seen: SeenEntry, event: e.OrderSet) -> Explained:
    """Explain an order: everybody in it with the score and the roll behind it."""
    parts = []
    for who in (who for group in event.order for who in group):
        score, (given, source) = event.scores.get(who), _origin(look, seen, who)
        value = None if score is None else in_points(look.rules, score)
        shown = "" if score is None else score_in_words(look.rules, score)
        because = look.sentence(source) if source else ""
        number = (source or given).number
        parts.append(ExplainedPart(number, look.name(who), value, shown, because=because))
    why = (Detail("why", event.why, seen.number),) if event.why else ()
    title = capital(word(look.rules, event.scope))
    return Explained("place", "", title, parts=tuple(parts), details=why)
