"""What moving the head would change: what falls away, what comes back, and how things would stand.

A pure difference between two moments of one line of play, as one viewer sees it. Nothing hidden
from him is in either, so that it cannot be in the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.facets.facts import Value
from domain.receipt import Receipt
from domain.ruleset import Ruleset
from projections.action_points import balance
from projections.conditions import conditions
from projections.moment import Moment, advance
from projections.sentences import kind_of, sentence
from projections.telling import Telling
from projections.ties import Tie, ties
from projections.turn_order import in_order, stretches
from projections.views import SeenEntry
from projections.words import name_of, pool_word

QUIET = ("question", "closing", "answer")
"""Kinds of lines that a summary leaves out."""


class ChangedStep(NamedTuple):
    """A step that falls away or comes back: its first entry, who said it, and what it did."""

    step: int
    number: str
    by: str
    lines: tuple[str, ...]


class PoolChange(NamedTuple):
    """A balance before and after, in displayed points; `?` where the viewer cannot know it.

    `says` is what the pool is called in a sentence, with its key: `AP`, `red mana`.
    """

    who: str
    name: str
    pool: str
    key: str
    says: str
    was: str
    becomes: str


class ConditionChange(NamedTuple):
    """A condition that would stand or would no longer stand, or at another level."""

    who: str
    name: str
    condition: str
    says: str
    how: str


class FactChange(NamedTuple):
    """A fact before and after; null is as usual."""

    of: str
    name: str
    says: str
    toward: str
    was: Value
    becomes: Value


class UseChange(NamedTuple):
    """How often somebody has done a manoeuvre in a stretch, before and after.

    What may be done once in it is used up by that, and comes back with it.
    """

    who: str
    name: str
    manoeuvre: str
    span: str
    was: int
    becomes: int


class WordsChange(NamedTuple):
    """Something said in words, before and after."""

    was: tuple[str, ...]
    becomes: tuple[str, ...]


class Changes(NamedTuple):
    """What stands differently at another moment."""

    pools: tuple[PoolChange, ...] = ()
    conditions: tuple[ConditionChange, ...] = ()
    facts: tuple[FactChange, ...] = ()
    order: WordsChange | None = None
    clock: WordsChange | None = None
    uses: tuple[UseChange, ...] = ()


class Preview(NamedTuple):
    """What would fall away and come back, and what would stand differently then.

    `carried` is what was done in secret and would be played again there, as far as whoever looks
    sees it. `receipt` says what it costs and who must agree, as everybody sees it.
    """

    falls: tuple[ChangedStep, ...]
    returns: tuple[ChangedStep, ...]
    pools: tuple[PoolChange, ...]
    conditions: tuple[ConditionChange, ...]
    facts: tuple[FactChange, ...]
    order: WordsChange | None
    clock: WordsChange | None
    uses: tuple[UseChange, ...] = ()
    receipt: Receipt | None = None
    carried: tuple[ChangedStep, ...] = ()


def preview(
    fork: Moment,
    left: Sequence[SeenEntry],
    entered: Sequence[SeenEntry],
    rules: Ruleset,
    carried: Sequence[SeenEntry] = (),
    stay: frozenset[int] = frozenset(),
) -> Preview:
    """The difference between what is left and what is entered, both below one moment.

    `carried` is what is played again after what is entered, and `stay` the steps of `left` as which
    that was seen.
    """
    parts, was = _told(fork, left, rules)
    returns, becomes = _told(fork, entered, rules)
    for each in carried:
        becomes = advance(becomes, each)
    falls = tuple(part for part in parts if part.step not in stay)
    kept = tuple(part for part in parts if part.step in stay)
    return Preview(falls, returns, *changes(was, becomes, rules), carried=kept)


def changes(was: Moment, becomes: Moment, rules: Ruleset) -> Changes:
    """What stands differently at one moment than at another.

    What no entry between them has touched is the same object in both, and is not gone through.
    """
    before, after = was.combat, becomes.combat
    return Changes(
        tuple(_pools(was, becomes, rules)),
        tuple(_conditions(was, becomes, rules)),
        tuple(_facts(was, becomes, rules)),
        _words(in_order(before, rules), in_order(after, rules)),
        _words(stretches(before, rules), stretches(after, rules)),
        tuple(_uses(was, becomes)),
    )


def _told(
    moment: Moment, entries: Iterable[SeenEntry], rules: Ruleset
) -> tuple[tuple[ChangedStep, ...], Moment]:
    """Some steps in words, and the moment after them."""
    parts = []
    for step, group in groupby(entries, key=lambda one: one.entry.step):
        seen, lines = list(group), []
        for one in seen:
            after = advance(moment, one)
            if kind_of(one.event) not in QUIET:
                lines.append(sentence(Telling(rules, moment.combat, after.combat, one)))
            moment = after
        parts.append(ChangedStep(step, seen[0].number, seen[0].entry.meta.by, tuple(lines)))
    return tuple(parts), moment


def _pools(was: Moment, becomes: Moment, rules: Ruleset) -> Iterator[PoolChange]:
    name = name_of(max(was, becomes, key=lambda m: len(m.combat.roster.members)).combat)
    for who, pool in dict.fromkeys([*_held(was), *_held(becomes)]):
        pool_name, _, key = pool.partition("/")
        one = balance(was, rules, who, pool_name, key)
        other = balance(becomes, rules, who, pool_name, key)
        if one != other:
            says = pool_word(rules, pool_name, key)
            yield PoolChange(who, name(who), pool_name, key, says, one.points, other.points)


def _held(moment: Moment) -> Iterator[tuple[str, str]]:
    """Every pool that was ever posted to."""
    for who, pools in moment.combat.pools.of.items():
        for pool in pools:
            yield who, pool


def _conditions(was: Moment, becomes: Moment, rules: Ruleset) -> Iterator[ConditionChange]:
    if was.combat.conditions is becomes.combat.conditions:
        return
    before, after = _standing(was, rules), _standing(becomes, rules)
    for id, (row, level) in {**before, **after}.items():
        if id not in after:
            yield row._replace(how="no longer stands")
        elif id not in before:
            yield row._replace(how="stands again")
        elif before[id][1] != level:
            yield row._replace(how=f"level {level} instead of {before[id][1]}")


def _standing(moment: Moment, rules: Ruleset) -> Mapping[str, tuple[ConditionChange, int]]:
    """What stands, by id, each with its level."""
    return {
        one.id: (ConditionChange(who.who, who.name, one.condition, one.says, ""), one.level)
        for who in conditions(moment, rules)
        for one in who.conditions
    }


def _facts(was: Moment, becomes: Moment, rules: Ruleset) -> Iterator[FactChange]:
    if was.combat.facts is becomes.combat.facts:
        return
    before, after = _ties(was, rules), _ties(becomes, rules)
    for key, tie in {**before, **after}.items():
        old, new = before.get(key), after.get(key)
        one, other = old.value if old else None, new.value if new else None
        if one != other:
            yield FactChange(tie.of, tie.name, tie.says, tie.toward, one, other)


def _ties(moment: Moment, rules: Ruleset) -> dict[tuple[str, str, str], Tie]:
    return {(tie.of, tie.fact, tie.toward): tie for tie in ties(moment, rules)}


def _uses(was: Moment, becomes: Moment) -> Iterator[UseChange]:
    before, after = was.combat.exchange.counts, becomes.combat.exchange.counts
    if before is after:
        return
    name = name_of(max(was, becomes, key=lambda m: len(m.combat.roster.members)).combat)
    for span in {**before, **after}:
        one, other = before.get(span, {}), after.get(span, {})
        for did in {**one, **other}:
            times = one.get(did, 0), other.get(did, 0)
            if times[0] != times[1]:
                who, _, manoeuvre = did.partition(" ")
                yield UseChange(who, name(who), manoeuvre, span, *times)


def _words(was: tuple[str, ...], becomes: tuple[str, ...]) -> WordsChange | None:
    return WordsChange(was, becomes) if was != becomes else None
