"""Turn order: where the clock stands, who has gone, who may go, who is asked, and who is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.engine.standard_stages import IN_ORDER
from domain.ruleset.ruleset import Queue, Ruleset
from domain.ruleset.scene import ABLE_KINDS, Scene
from domain.ruleset.sequence import every, game_seconds
from domain.ruleset.stage_list import SPANS
from domain.ruleset.windows import window_of
from domain.state.combat import Combat
from domain.state.course.clock import Clock, Span
from domain.state.course.order_line import Order
from domain.state.exchange import Doing, Question
from domain.state.fold import without
from projections.state.next_turn import reported_turns, turn_after
from projections.visibility.snapshot import Moment
from projections.wording.displayed_points import Displayed, in_points, score_in_words
from projections.wording.game_words import name_of, stretch, word

AS_JOINED = "as joined"
"""The scope of the order in a game whose turns go as everybody joined."""

AT_WILL = "at will"
"""The scope of a stretch in which no order is fixed."""

State = Literal["now", "may go", "next", "waits", "held", "gone", "left"]


class OrderPlace(NamedTuple):
    """A place in an order: its score in displayed points, and `points` as people say it.

    `tied` names those who share it; `asked`: the table waits for them.
    """

    who: str
    name: str
    score: Displayed | None
    points: str
    state: State
    tied: tuple[str, ...] = ()
    asked: bool = False


class Ordered(NamedTuple):
    """Who comes when in one scope, and why; `running` where it counts now.

    Where it is not `fixed`, the rows stand in no order: those who wait may go in any.
    """

    scope: str
    why: str
    rows: tuple[OrderPlace, ...]
    running: bool = False
    fixed: bool = True


class TurnOrder(NamedTuple):
    """The round, the open stretches in the game's own words, whose go it is, and the orders.

    `next` is empty where nobody can say: no order is fixed, or somebody is asked first. `held` are
    those who delay until they come in, or until all others have gone. Who delays `after` somebody
    is not held: they stand behind that one in the order.
    `elapsed_seconds` is the game time that is over; null where the game gives no durations.
    """

    round: int
    round_word: str
    path: tuple[str, ...]
    now: tuple[str, ...]
    next: str
    gone: tuple[str, ...]
    held: tuple[str, ...]
    orders: tuple[Ordered, ...]
    may_go: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    elapsed_seconds: int | None = None


def turn_order(moment: Moment, rules: Ruleset) -> TurnOrder:
    """Where the combat stands in its sequence of play."""
    combat, clock = moment.combat, moment.combat.clock
    queue = rules.queue(Scene(combat, rules)) if clock.path else None
    orders, running = _orders(combat, rules, queue)
    course = _course(combat, rules, queue)
    course = course._replace(next=_next(combat, rules, course, orders.get(running), queue))
    found = []
    for scope, order in orders.items():
        rows = tuple(_rows(combat, rules, course, order))
        counts = scope == running
        fixed = queue is None or queue.fixed or not counts
        found.append(Ordered(scope, order.why, rows, counts, fixed))
    return course._replace(orders=tuple(found))


def stretches(combat: Combat, rules: Ruleset) -> tuple[str, ...]:
    """The open stretches in the game's own words, outermost first."""
    name = name_of(combat)
    return tuple(stretch(rules, span, name) for span in combat.clock.path)


def in_order(combat: Combat, rules: Ruleset) -> tuple[str, ...]:
    """Who comes when in the order that counts now, by name; empty where none is fixed."""
    queue = rules.queue(Scene(combat, rules)) if combat.clock.path else None
    if queue is not None and not queue.fixed:
        return ()
    orders, running = _orders(combat, rules, queue)
    return tuple(map(name_of(combat), orders[running].line())) if running in orders else ()


# --- who goes ----------------------------------------------------------------------------------


def _course(combat: Combat, rules: Ruleset, queue: Queue | None) -> TurnOrder:
    """Where the clock stands, and who goes, may go, is asked, has gone and is held; no orders."""
    clock, question = combat.clock, combat.exchange.question()
    around, now, may_go = _around(clock), _now(combat), _may_go(combat, rules, question)
    gone, held = (around.done, around.held) if around else ((), ())
    if queue is not None:
        gone, held = tuple(w for w in queue.gone if w not in now), queue.held
        may_go = tuple(w for w in queue.may_go if w not in now)
    known = {*combat.roster.members} | _sides(combat)
    return TurnOrder(
        round=clock.number,
        round_word=word(rules, "round"),
        path=stretches(combat, rules),
        now=now,
        next="",
        gone=tuple(who for who in gone if who in known),
        held=held,
        orders=(),
        may_go=may_go,
        asked=tuple(dict.fromkeys(s.who for s in question.open())) if question else (),
        elapsed_seconds=game_seconds(rules.sequence, clock),
    )


def _now(combat: Combat) -> tuple[str, ...]:
    """Whose turn it is; where there are no turns, who does what everything else answers."""
    exchange = combat.exchange
    acts = (exchange.acts[frame] for frame in exchange.frames if frame in exchange.acts)
    first: Doing | None = next((act for act in acts if act.kind == "action"), None)
    return combat.clock.actors or ((first.who,) if first and first.who else ())


def _may_go(combat: Combat, rules: Ruleset, question: Question | None) -> tuple[str, ...]:
    """Who may act: the actors while nothing is open, else those asked for an action of theirs."""
    if question is None:
        return () if combat.exchange.frames else combat.clock.actors
    if question.on not in SPANS or "action" not in window_of(rules, question.about).takes:
        return ()
    scene = Scene(combat, rules)
    doers = (who for slot in question.open() for who in scene.doers(slot.who))
    return tuple(dict.fromkeys(who for who in doers if who in scene.present()))


def _around(clock: Clock) -> Span | None:
    """The span in which turns follow each other now."""
    for index, span in enumerate(clock.path):
        if span.kind == "turn":
            return clock.path[index - 1] if index else None
    return clock.path[-1] if clock.path else None


def _next(
    combat: Combat, rules: Ruleset, course: TurnOrder, order: Order | None, queue: Queue | None
) -> str:
    """The first in line whose go has not come, unless somebody is asked about that first."""
    clock, question = combat.clock, combat.exchange.question()
    asked_first = not clock.actors and question is not None and question.on in SPANS
    free = queue is not None and not queue.fixed
    if order is None or not clock.path or asked_first or free:
        return ""
    here = {m.subject for m in combat.roster.present()} | _sides(combat)
    told = queue is not None and rules.reported(Scene(combat, rules))
    if queue is not None and not told and not _goes_by_itself(queue, clock):
        return turn_after(combat, rules)
    if queue is not None:
        return next((who for who in reported_turns(clock, queue) if who in here), "")
    busy = {*course.now, *course.gone, *course.held}
    return next((who for who in order.line() if who in here and who not in busy), "")


def _goes_by_itself(queue: Queue, clock: Clock) -> bool:
    """True where nobody who is waited for is late, down or new, so that nobody is asked first."""
    waiting = {who for group in queue.waiting for who in group}
    placed = {who for order in clock.orders.values() for who in order.line()}
    none_new = not clock.orders or waiting <= placed
    return none_new and not queue.held and not queue.skipped


def _sides(combat: Combat) -> set[str]:
    """The sides of those who are here: in some games a turn is a side's."""
    return {m.side for m in combat.roster.present() if m.side}


# --- the orders --------------------------------------------------------------------------------


def _orders(combat: Combat, rules: Ruleset, queue: Queue | None) -> tuple[dict[str, Order], str]:
    """Every order that was set or follows from the rules, and the scope of what counts now."""
    set_, running = combat.clock.orders, _running(combat.clock, rules)
    if queue is not None:
        scope = AT_WILL if not queue.fixed else running or AS_JOINED
        if scope in set_ and rules.reported(Scene(combat, rules)):
            return set_, scope
        return {scope: _queue_order(combat, queue, set_.get(scope)), **without(set_, scope)}, scope
    by_joining = any(each.next == IN_ORDER for each in every(rules.sequence))
    if running or not by_joining:
        return set_, running
    joined = tuple((m.subject,) for m in combat.roster.present() if m.kind in ABLE_KINDS)
    return {AS_JOINED: Order(joined, {}, ""), **set_}, AS_JOINED


def _queue_order(combat: Combat, queue: Queue, known: Order | None) -> Order:
    """A queue as an order: in line behind those who have gone, else everybody as they joined."""
    scores, why, more = (known.scores, known.why, known.more) if known else ({}, "", {})
    gone = tuple((who,) for who in queue.gone)
    if queue.fixed:
        return Order((*gone, *queue.waiting), scores, why, more)
    named = {*queue.gone, *(who for group in queue.waiting for who in group)}
    line = tuple((who,) for who in combat.roster.members if who in named)
    return Order(line, scores, why, more)


def _running(clock: Clock, rules: Ruleset) -> str:
    """The scope whose order counts now: that of an open stretch, else the one that turns follow."""
    for span in reversed(clock.path):
        if span.name in clock.orders:
            return span.name
    around = _around(clock)
    if around is not None and not _has_turns(around, rules):
        return ""
    by_rule = (scope for scope in rules.orders if scope in clock.orders)
    return next(by_rule, next(iter(clock.orders)) if len(clock.orders) == 1 else "")


def _has_turns(span: Span, rules: Ruleset) -> bool:
    """True for a span in which turns follow each other."""
    kinds = (stretch for stretch in every(rules.sequence) if stretch.kind == span.kind)
    named = (s for s in kinds if s.kind == "round" or s.name == span.name)
    return any(inner.kind == "turn" for stretch in named for inner in stretch.inside)


def _rows(combat: Combat, rules: Ruleset, course: TurnOrder, order: Order) -> Iterator[OrderPlace]:
    name, line = name_of(combat), order.line()
    over, nth, states = Counter(_places_gone(combat)), Counter[str](), _states(combat, course)
    times = Counter(line)
    for group in order.places():
        for who, raw in group:
            score = None if raw is None else in_points(rules, raw)
            shown = "" if raw is None else score_in_words(rules, raw)
            tied = tuple(name(one) for one, _ in group if one != who) if len(group) > 1 else ()
            state = states.get(who, "waits")
            if times[who] > 1:
                state = _state_of_place(state, nth[who] - over[who])
            nth[who] += 1
            yield OrderPlace(who, name(who), score, shown, state, tied, who in course.asked)


def _places_gone(combat: Combat) -> tuple[str, ...]:
    """Who has gone in the stretch in which turns follow each other now, as often as they have."""
    around = _around(combat.clock)
    return around.done if around else ()


def _state_of_place(state: State, later: int) -> State:
    """How it stands with one of somebody's places: so many turns later than the next to come."""
    if later < 0:
        return "gone"
    return state if state == "left" or (later == 0 and state != "gone") else "waits"


def _states(combat: Combat, course: TurnOrder) -> dict[str, State]:
    """How it stands with everybody who does not just wait."""
    left = tuple(who for who, member in combat.roster.members.items() if not member.here)
    states: tuple[tuple[State, tuple[str, ...]], ...] = (
        ("may go", course.may_go),
        ("gone", course.gone),
        ("held", course.held),
        ("next", (course.next,)),
        ("now", course.now),
        ("left", left),
    )
    return {who: state for state, those in states for who in those}
