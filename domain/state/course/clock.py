"""Where the combat stands in its sequence of play, and who comes when."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain import events as e
from domain.state.course.order_line import Order
from domain.state.fold import Answers, Folds, make, with_entry

Kind = Literal["round", "turn", "phase"]


class Span(NamedTuple):
    """An open stretch of the clock. `done` names the stretches inside it that are over.

    An `extra` turn is not counted among them.
    """

    kind: Kind
    name: str
    who: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    extra: bool = False


class Clock(NamedTuple):
    """Rounds begun on this line of play, the path of open spans (outermost first), the orders.

    `number` is that of the last round, which reports may count otherwise.
    """

    rounds: int = 0
    path: tuple[Span, ...] = ()
    orders: dict[str, Order] = {}
    number: int = 0

    def span(self, kind: str) -> Span | None:
        """The innermost open span of a kind."""
        return next((s for s in reversed(self.path) if s.kind == kind), None)

    @property
    def actors(self) -> tuple[str, ...]:
        """Whose turn it is; nobody's between turns."""
        turn = self.span("turn")
        return turn.who if turn else ()

    def order(self, scope: str) -> tuple[str, ...]:
        """Everybody in the order of a scope; empty where none is set."""
        return self.orders[scope].line() if scope in self.orders else ()


def _push(clock: Clock, span: Span) -> Clock:
    return make(Clock, (clock.rounds, (*clock.path, span), clock.orders, clock.number))


def _pop(clock: Clock, kind: str, done: tuple[str, ...], held: bool = False) -> Clock:
    """Close the innermost span if it is of the kind, and tell the one around it."""
    if not clock.path or clock.path[-1].kind != kind:
        return clock
    path = clock.path[:-1]
    if path:
        outer = path[-1]
        stays = outer.held and tuple(w for w in outer.held if w not in done)
        over, waits = (outer.done, stays + done) if held else (outer.done + done, stays)
        outer = make(Span, (outer.kind, outer.name, outer.who, over, waits, outer.extra))
        path = (*path[:-1], outer)
    return make(Clock, (clock.rounds, path, clock.orders, clock.number))


def _round_began(clock: Clock, event: e.RoundBegan, _: Answers) -> Clock:
    path = (*clock.path, Span("round", str(event.n)))
    return make(Clock, (clock.rounds + 1, path, clock.orders, event.n))


def _round_ended(clock: Clock, event: e.RoundEnded, _: Answers) -> Clock:
    return _pop(clock, "round", (str(event.n),))


def _turn_began(clock: Clock, event: e.TurnBegan, _: Answers) -> Clock:
    if event.resumes and clock.path:
        clock = _not_over(clock, event.who)
    return _push(clock, make(Span, ("turn", "turn", event.who, (), (), event.extra)))


def _not_over(clock: Clock, who: tuple[str, ...]) -> Clock:
    """The clock before a turn goes on that was over, since what followed was taken back."""
    outer = clock.path[-1]
    if set(who) & set(outer.held) or not set(who) <= set(outer.done):
        return clock
    done = list(outer.done)
    for each in who:
        done.reverse()
        done.remove(each)
        done.reverse()
    return clock._replace(path=(*clock.path[:-1], outer._replace(done=tuple(done))))


def _turn_ended(clock: Clock, event: e.TurnEnded, _: Answers) -> Clock:
    uncounted = event.taken_back or (bool(clock.path) and clock.path[-1].extra)
    return _pop(clock, "turn", () if uncounted else event.who, event.held)


def _phase_began(clock: Clock, event: e.PhaseBegan, _: Answers) -> Clock:
    return _push(clock, Span("phase", event.phase))


def _phase_ended(clock: Clock, event: e.PhaseEnded, _: Answers) -> Clock:
    return _pop(clock, "phase", (event.phase,))


def _order_set(clock: Clock, event: e.OrderSet, _: Answers) -> Clock:
    order = Order(event.order, event.scores, event.why, event.more)
    return clock._replace(orders=with_entry(clock.orders, event.scope, order))


FOLDS: Folds = {
    e.RoundBegan: _round_began,
    e.RoundEnded: _round_ended,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _turn_ended,
    e.PhaseBegan: _phase_began,
    e.PhaseEnded: _phase_ended,
    e.OrderSet: _order_set,
}
