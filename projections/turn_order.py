"""Turn order: where the clock stands, whose go it is, who has gone, who is held, who is next."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.combat import Combat
from domain.facets.clock import Clock, Order, Span
from domain.ruleset import Ruleset
from projections.moment import Moment
from projections.words import name_of, stretch, word

AS_JOINED = "as joined"
"""The scope that is shown where no order was ever set."""

ACTORS = ("combatant", "creature", "unit")


class Row(NamedTuple):
    """Somebody's place in an order. `tied` names those of the same place that stand beside him."""

    who: str
    name: str
    score: int | None
    state: Literal["now", "next", "waits", "held", "gone", "left"]
    tied: tuple[str, ...] = ()


class Ordered(NamedTuple):
    """Who comes when in one scope, and why; `running` where it is the order of the moment."""

    scope: str
    why: str
    rows: tuple[Row, ...]
    running: bool = False


class TurnOrder(NamedTuple):
    """The round, the open stretches in the game's own words, whose go it is, and the orders."""

    round: int
    round_word: str
    path: tuple[str, ...]
    now: tuple[str, ...]
    next: str
    gone: tuple[str, ...]
    held: tuple[str, ...]
    orders: tuple[Ordered, ...]


def turn_order(moment: Moment, rules: Ruleset) -> TurnOrder:
    """Where the combat stands in its sequence of play."""
    combat, clock = moment.combat, moment.combat.clock
    around, running = _around(clock), _running(clock)
    orders = _orders(combat, running)
    following = _next(combat, orders[running], around) if around else ""
    return TurnOrder(
        clock.rounds,
        word(rules, "round"),
        stretches(combat, rules),
        clock.actors,
        following,
        _subjects(combat, around.done if around else ()),
        around.held if around else (),
        tuple(
            Ordered(scope, order.why, _rows(combat, order, around, following), scope == running)
            for scope, order in orders.items()
        ),
    )


def stretches(combat: Combat, rules: Ruleset) -> tuple[str, ...]:
    """The open stretches in the game's own words, outermost first."""
    name = name_of(combat)
    return tuple(stretch(rules, span, name) for span in combat.clock.path)


def in_order(combat: Combat) -> tuple[str, ...]:
    """Who comes when in the order that counts now, by name."""
    running = _running(combat.clock)
    return tuple(map(name_of(combat), _orders(combat, running)[running].line()))


def _around(clock: Clock) -> Span | None:
    """The span in which turns follow each other now."""
    for index, span in enumerate(clock.path):
        if span.kind == "turn":
            return clock.path[index - 1] if index else None
    return clock.path[-1] if clock.path else None


def _running(clock: Clock) -> str:
    """The scope whose order counts now: that of an open stretch, else of the whole round."""
    for span in reversed(clock.path):
        if span.name in clock.orders:
            return span.name
    if "initiative" in clock.orders:
        return "initiative"
    return next(iter(clock.orders)) if len(clock.orders) == 1 else AS_JOINED


def _orders(combat: Combat, running: str) -> dict[str, Order]:
    """Every order that was set; where none counts now, the order in which they joined."""
    orders = combat.clock.orders
    if running != AS_JOINED:
        return orders
    joined = tuple((m.subject,) for m in combat.roster.present() if m.kind in ACTORS)
    return {AS_JOINED: Order(joined, {}, ""), **orders}


def _next(combat: Combat, order: Order, around: Span) -> str:
    """The first in line who is here and whose go has not come."""
    busy = {*combat.clock.actors, *around.done, *around.held}
    here = {m.subject for m in combat.roster.present()}
    return next((who for who in order.line() if who in here and who not in busy), "")


def _subjects(combat: Combat, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the stretches that are over that were somebody's go."""
    return tuple(n for n in names if n in combat.roster.members)


def _rows(combat: Combat, order: Order, around: Span | None, following: str) -> tuple[Row, ...]:
    name = name_of(combat)
    return tuple(
        Row(
            who,
            name(who),
            order.scores.get(who),
            "next" if who == following else _state(combat, who, around),
            tuple(name(other) for other in group if other != who),
        )
        for group in order.order
        for who in group
    )


def _state(
    combat: Combat, who: str, around: Span | None
) -> Literal["now", "waits", "held", "gone", "left"]:
    member = combat.roster.get(who)
    if member is not None and not member.here:
        return "left"
    if who in combat.clock.actors:
        return "now"
    if around and who in around.held:
        return "held"
    return "gone" if around and who in around.done else "waits"
