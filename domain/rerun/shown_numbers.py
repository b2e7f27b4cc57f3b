"""Which of the numbers that were entered with a step one of its entries shows.

An entry that rolls shows its own faces; one that says what somebody does, or who came in, shows all
that was said; one that counts something shows the numbers of that size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, takewhile
from typing import Any

from domain import events as e
from domain.events.measures import fraction
from domain.rerun.entered_numbers import EnteredNumber
from domain.ruleset.ruleset import Ruleset

Numbers = tuple[EnteredNumber, ...]
SAYS_IT_ALL = (e.Said, e.Answered, e.Joined, e.Edited)
"""Events that tell what was said, and with it every number of it."""


def shown_in_own_step(
    event: e.Event, step: Sequence[e.Event], entered: Numbers, rules: Ruleset
) -> Numbers:
    """Those of the numbers entered with a step that one of its events shows."""
    if isinstance(event, e.DiceRolled):
        return _faces(event, step, entered)
    if isinstance(event, SAYS_IT_ALL) and _first(step) is event:
        return entered
    return shown_elsewhere(event, entered, rules)


def shown_elsewhere(event: e.Event, entered: Numbers, rules: Ruleset) -> Numbers:
    """Those of the numbers entered with another step of an act that an event of it shows.

    What is called after the pool that changed comes first; a price, which the rules name, is shown
    by such a number alone.
    """
    if isinstance(event, e.DiceRolled):
        return _faces(event, (event,), entered)
    sizes = set(_sizes(event, rules))
    same = tuple(one for one in entered if _size(one.value) in sizes)
    if not isinstance(event, e.PoolChanged):
        return same
    names = {event.pool.casefold(), event.key.casefold(), rules.pool_word(event.pool).casefold()}
    called = tuple(one for one in same if names & set(one.called.casefold().split()))
    own = tuple(one for one in called if event.subject in one.called.split())
    return own or called or (same if event.how != "pay" else ())


def _first(step: Sequence[e.Event]) -> e.Event | None:
    """The event of a step that tells what was said in it."""
    return next((event for event in step if isinstance(event, SAYS_IT_ALL)), None)


def _faces(event: e.DiceRolled, step: Sequence[e.Event], entered: Numbers) -> Numbers:
    """The faces that were typed for a roll; those of an answer fill its rolls one by one.

    Of a roll whose faces are unknown it is the total.
    """
    if event.provenance == "service":
        return ()
    if of_act := tuple(one for one in entered if one.way[0] == "rolls"):
        return _of_roll(event, step, of_act)
    if event.lost:
        return tuple(one for one in entered if one.way == ("total",))
    faces = tuple(one for one in entered if one.is_face)
    mine = tuple(one for one in faces if one.way[1] in (event.purpose, event.sort))
    row = mine or tuple(one for one in faces if isinstance(one.way[1], int))
    rolls = takewhile(lambda other: other is not event, step)
    before = sum(_typed_for(other, event.purpose) for other in rolls)
    return row[before : before + len(event.all_faces)]


def _typed_for(event: e.Event, purpose: str) -> int:
    """How many faces were typed for a purpose in a roll."""
    if not isinstance(event, e.DiceRolled) or event.purpose != purpose:
        return 0
    return len(event.all_faces) if event.provenance != "service" else 0


def _of_roll(event: e.DiceRolled, step: Sequence[e.Event], entered: Numbers) -> Numbers:
    """The faces, or the bare total, that were said for a roll of an act."""
    if len(step) > 1:
        rolls = (one for one in step if isinstance(one, e.DiceRolled))
        nth = next(nth for nth, one in enumerate(rolls) if one is event)
        mine = tuple(one for one in entered if one.way[1] == nth)
    else:
        mine = tuple(one for one in entered if one.called.startswith(event.purpose))
    return tuple(one for one in mine if one.is_face or (event.lost and one.way[-1] == "total"))


def _size(value: Any) -> Fraction | None:
    number = fraction(value)
    return None if number is None else abs(number)


def _sizes(event: e.Event, rules: Ruleset) -> Iterator[Fraction | None]:
    """How large the numbers are that an event shows, in displayed points."""
    match event:
        case e.PoolChanged() | e.PoolLimited():
            scale = getattr(rules.pool(event.pool), "scale", 1)
            yield from (abs(Fraction(amount, scale)) for amount in _amounts(event))
        case e.ConditionBegan():
            yield Fraction(event.level)
            yield Fraction(event.until.left) if event.until else None
            yield from map(_size, event.detail.values())
        case e.ConditionChanged():
            yield from map(Fraction, (event.level, event.left))
        case e.FactSet():
            yield _size(event.value)
        case e.OrderSet():
            scores = (*event.scores.values(), *chain.from_iterable(event.more.values()))
            yield from (_score_size(score, rules) for score in scores)
        case e.Said() | e.Answered():
            yield from map(_size, event.params.values())
        case e.Resolved():
            yield from (_figure(value, rules) for value in event.figures.values())


def _amounts(event: e.PoolChanged | e.PoolLimited) -> tuple[int, ...]:
    """The numbers of a posting, or of the limits of a pool, in its unit."""
    if isinstance(event, e.PoolLimited):
        return tuple(end for end in (event.least, event.most) if end is not None)
    told = {"fill": (event.balance,), "set": (event.balance, event.delta)}
    return told.get(event.how, (event.delta, event.wanted or event.delta))


def _score_size(score: e.Score, rules: Ruleset) -> Fraction:
    """The size of a score: whole ones go by the unit of rolls, exact decimals are as they are."""
    return abs(Fraction(score) / (rules.scale if isinstance(score, int) else 1))


def _figure(value: int | str, rules: Ruleset) -> Fraction | None:
    """A figure of an outcome, which counts in the unit of rolls unless it is written out."""
    return _size(value) if isinstance(value, str) else abs(Fraction(value, rules.scale))
