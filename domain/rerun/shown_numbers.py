"""Which of the numbers that were entered with a step one of its entries shows.

An entry that rolls shows its own faces; one that says what somebody does, or who came in, shows all
that was said. One that counts something may show the numbers of that size: whether it does, a trial
says (`domain.rerun.number_trial`). It never shows a face: what came of dice nobody entered.
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

COMES_OF_IT = (
    *(e.DiceRolled, e.CardDrawn, e.PoolChanged, e.PoolLimited, e.FactSet, e.OrderSet),
    *(e.ConditionBegan, e.ConditionChanged, e.Resolved),
)
"""Events of what came of a command: what somebody says after them, the rules have made due."""

OF_ROLLS = ("faces", "risk", "dice", "rolls")
"""Fields of a command whose numbers only a roll shows."""


def surely_shown(event: e.Event, step: Sequence[e.Event], entered: Numbers) -> Numbers:
    """Return the numbers that a roll, or the entry that says it all, shows of its own step."""
    if isinstance(event, e.DiceRolled):
        return _faces(event, step, entered)
    return entered if _first(step) is event else ()


def surely_shown_elsewhere(event: e.Event, entered: Numbers) -> Numbers:
    """Return the faces of a roll that were entered with another step of its act."""
    return _faces(event, (event,), entered) if isinstance(event, e.DiceRolled) else ()


def perhaps_shown(event: e.Event, entered: Numbers, rules: Ruleset) -> Numbers:
    """Return the entered numbers that an event may show, as it counts just as much.

    A price, which the rules name, is shown by a number alone that is called after its pool.
    """
    sizes = set(sizes_in(event, rules))
    own = (one for one in entered if one.way[0] not in OF_ROLLS)
    same = tuple(one for one in own if _size(one.value) in sizes)
    if isinstance(event, e.PoolChanged) and event.how == "pay":
        return tuple(one for one in same if is_named_after(event, one, rules))
    return same


def is_named_after(event: e.Event, number: EnteredNumber, rules: Ruleset) -> bool:
    """True where a number is called after the pool that an event changes."""
    if not isinstance(event, e.PoolChanged):
        return False
    names = {event.pool.casefold(), event.key.casefold(), rules.pool_word(event.pool).casefold()}
    return bool(names & set(number.called.casefold().split()))


def _first(step: Sequence[e.Event]) -> e.Event | None:
    """The event of a step that tells what was said in it, before anything comes of that."""
    said = takewhile(lambda event: not isinstance(event, COMES_OF_IT), step)
    return next((event for event in said if isinstance(event, SAYS_IT_ALL)), None)


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


def sizes_in(event: e.Event, rules: Ruleset) -> list[Fraction]:
    """Return how large the numbers are that an event shows, in displayed points."""
    return [size for size in _sizes(event, rules) if size is not None]


def _sizes(event: e.Event, rules: Ruleset) -> Iterator[Fraction | None]:
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
