"""What a fight of any game has reached: each new thing by a name, so that none is left out."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from domain import events as e
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.combat import Combat
from domain.state.pools import TEMPORARY
from tests.support.playouts.vocabulary import ORDERS

BEARERS = ("side", "field", "thing")
"""Kinds that are no fighters, and bear pools, states and facts all the same."""

EVERYTHING = (
    "limits",
    "no limits",
    *(f"pool {how}" for how in ("fill", "set", "pay", "lose", "gain")),
    "temporary points",
    "temporary points lost first",
    "held back by limits",
    "pool with a key",
    "new pool",
    "below nothing",
    *(f"{what} of a {kind}" for what in ("pool", "state", "fact") for kind in BEARERS),
    *(f"state with {what}" for what in ("source", "parent", "level", "toward", "concentration")),
    "state until the turn of another",
    "state of 4800 rounds or turns",
    *(
        f"state until the {edge} of the {span}"
        for edge in ("begin", "end")
        for span in ("round", "turn")
    ),
    *(f"state changed: {what}" for what in ("level", "toward", "until", "endless", "counted")),
    *(f"state over: {why}" for why in ("another concentration", "its parent", "ended")),
    *(
        f"state over: until the {edge} of the {s}"
        for edge in ("beginning", "end")
        for s in ("round", "turn")
    ),
    "state over: no turn to count",
    *(f"fact as {kind}" for kind in ("int", "str", "bool")),
    "fact changed",
    "fact toward somebody",
    "table option changed",
    *(f"turn in an order {how}" for how in ORDERS),
    *(
        f"order {why}"
        for why in (
            "rolled",
            "rolled, ties by dice",
            "as said",
            "the referee's word",
            "delayed",
            "came in",
            "another initiative",
        )
    ),
    "several turns",
    "exact score",
    "shared place",
    *(f"asked: {about}" for about in ("initiative", "order", "next", "down", "answer")),
    "late joiner rolls",
    "late joiner",
    "came back",
    "left in a turn",
    *(
        f"turn began: {why}"
        for why in ("one more", "down", "came in", "as said", "together", "resumed")
    ),
    *(f"turn ended: {why}" for why in ("skipped", "delayed", "interrupted")),
    "state over: its moment came",
    "several targets",
    *(f"reported {what}" for what in ("act", "known_as", "since", "effect", "inferred")),
    "reported before round one",
    "reported between turns",
    "reported in a turn",
    "reported reaction",
    "roll of several sizes",
    "roll with dropped dice",
    "roll whose faces are lost",
    "roll with a target and an outcome",
    "gap",
    "pool removed",
    "fact taken away",
    "turn taken back",
    "state with details",
    "act with several results",
    "act that somebody gains by",
    "act with rolls",
    "act before round one",
    *(f"act of a {kind}" for kind in BEARERS),
)


def reached(event: e.Event, before: Combat) -> Iterator[str]:
    """Return the names of what an event reaches, in the state before it."""
    match event:
        case e.Reported():
            yield from _reported(event, before)
        case e.DiceRolled():
            yield from _rolled(event, before)
        case e.Gap():
            yield "gap"
        case e.PoolRemoved():
            yield "pool removed"
        case e.PoolLimited():
            yield "no limits" if event.least is None and event.most is None else "limits"
        case e.PoolChanged():
            yield from _posted(event, before)
        case e.ConditionBegan():
            yield from _began(event, before)
        case e.ConditionChanged():
            yield from _changed(event, before)
        case e.ConditionEnded():
            over = event.why.endswith(" ended") and event.why != "ended"
            yield f"state over: {'its parent' if over else event.why}"
        case e.FactSet(of=of) if of == TABLE_SUBJECT:
            yield "table option changed"
        case e.FactSet():
            yield from _fact(event, before)
        case _:
            yield from _course(event, before)


def _kind(who: str, before: Combat) -> str:
    member = before.roster.members.get(who)
    return member.kind if member else ""


def _posted(event: e.PoolChanged, before: Combat) -> Iterator[str]:
    yield f"pool {event.how}"
    yield f"pool of a {_kind(event.subject, before)}"
    if event.key == TEMPORARY:
        yield "temporary points lost first" if event.how == "lose" else "temporary points"
    elif event.key:
        yield "pool with a key"
    if event.wanted is not None:
        yield "held back by limits"
    if not before.pools.has(event.subject, event.pool, event.key) and before.clock.path:
        yield "new pool"
    if event.balance < 0:
        yield "below nothing"


def _began(event: e.ConditionBegan, before: Combat) -> Iterator[str]:
    yield f"state of a {_kind(event.subject, before)}"
    for what in ("source", "parent", "level", "toward", "concentration"):
        if getattr(event, what):
            yield f"state with {what}"
    if event.detail:
        yield "state with details"
    if until := event.until:
        yield f"state until the {until.edge} of the {until.span}"
        if until.whose not in ("", event.subject):
            yield "state until the turn of another"
        if until.left == 4_800:
            yield "state of 4800 rounds or turns"


def _changed(event: e.ConditionChanged, before: Combat) -> Iterator[str]:
    was = before.conditions.all[event.id]
    if event.level != was.level:
        yield "state changed: level"
    if event.toward is not None:
        yield "state changed: toward"
    if event.until:
        yield "state changed: until"
    elif event.endless:
        yield "state changed: endless"
    elif event.left == was.left - 1:
        yield "state changed: counted"


def _fact(event: e.FactSet, before: Combat) -> Iterator[str]:
    yield "fact taken away" if event.value is None else f"fact as {type(event.value).__name__}"
    yield f"fact of a {_kind(event.of, before)}"
    if event.was is not None:
        yield "fact changed"
    if event.toward:
        yield "fact toward somebody"


def _course(event: e.Event, before: Combat) -> Iterator[str]:
    match event:
        case e.OrderSet():
            yield from _order(event)
        case e.Asked():
            yield f"asked: {event.about}"
            if event.params.get("late"):
                yield "late joiner rolls"
        case e.Joined():
            if before.clock.path:
                yield "late joiner"
            if event.subject in before.roster.members:
                yield "came back"
        case e.Left() if event.subject in before.clock.actors:
            yield "left in a turn"
        case e.TurnBegan():
            yield f"turn in an order {before.facts.get(TABLE_SUBJECT, 'order')}"
            yield f"turn began: {event.why}"
            yield from _turn(event)
        case e.TurnEnded():
            yield "turn taken back" if event.taken_back else f"turn ended: {event.why}"
        case e.Reacted() if not before.exchange.question():
            yield "reported reaction"
        case e.Acted():
            yield from _acted(event, before)


def _reported(event: e.Reported, before: Combat) -> Iterator[str]:
    for what in ("act", "known_as", "since", "effect", "inferred"):
        if getattr(event, what):
            yield f"reported {what}"
    if before.clock.actors:
        yield "reported in a turn"
    else:
        yield "reported between turns" if before.clock.rounds else "reported before round one"


def _rolled(event: e.DiceRolled, before: Combat) -> Iterator[str]:
    if before.exchange.acts and event.provenance != "reported":
        yield "act with rolls"
    if event.more:
        yield "roll of several sizes"
    if event.dropped:
        yield "roll with dropped dice"
    if event.lost:
        yield "roll whose faces are lost"
    if event.target is not None and event.outcome:
        yield "roll with a target and an outcome"


def _acted(event: e.Acted, before: Combat) -> Iterator[str]:
    yield f"act of a {_kind(event.who, before)}"
    results: Any = event.params.get("results", ())
    if len(event.targets) > 1:
        yield "several targets"
    if len(results) > 1:
        yield "act with several results"
    if any(isinstance(each.get("delta"), int) and each["delta"] > 0 for each in results):
        yield "act that somebody gains by"
    if not before.clock.rounds:
        yield "act before round one"


def _turn(event: e.TurnBegan) -> Iterator[str]:
    if len(event.who) > 1:
        yield "turn began: together"
    if event.resumes:
        yield "turn began: resumed"


def _order(event: e.OrderSet) -> Iterator[str]:
    yield f"order {event.why}"
    if event.more:
        yield "several turns"
    if any(isinstance(score, Decimal) for score in event.scores.values()):
        yield "exact score"
    if any(len(group) > 1 for group in event.order):
        yield "shared place"
