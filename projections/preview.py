"""What a command would do: what becomes of every step, and what stands differently then.

A pure difference between two moments below one, as one viewer sees them. Nothing hidden from the
viewer is in either, so that it cannot be in the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Literal, NamedTuple

from domain.again import Judged, Reason, Verdict
from domain.facets.facts import Value
from domain.receipt import Receipt
from domain.ruleset import Ruleset
from domain.saying import told
from domain.vocabulary import Numbers
from projections.action_points import balance
from projections.conditions import conditions
from projections.moment import Moment, advance
from projections.sentences import kind_of, sentence
from projections.telling import Telling
from projections.ties import Tie, ties
from projections.turn_order import in_order, stretches
from projections.views import SeenEntry
from projections.words import name_of, pool_word

NOTHING_JUDGED: Mapping[int, Judged] = MappingProxyType({})
QUIET = ("question", "closing", "answer")
"""Kinds of lines that a summary leaves out."""


class StepChange(NamedTuple):
    """What becomes of a step: what it did (`was`), and what it does then, where that differs.

    A step `falls` away, `returns` after it was undone, or is `new`; decided again it is `kept`,
    `changed`, `dropped` for a reason, or `stopped` where deciding cannot go on. `step` and `number`
    (its first entry) are null for a new one. `revision` names the rules under which it was decided
    first, where those were others.
    """

    step: int | None
    number: str | None
    by: str
    verdict: Literal["falls", "returns", "new"] | Verdict
    was: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    reason: Reason = ""
    why: str = ""
    clause: str = ""
    numbers: Numbers = {}
    revision: str = ""


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
    """What a command would do: what becomes of every step, and what stands differently then.

    `receipt` says of a move of the head, or a correction, what it costs and who must agree, as
    everybody sees it. Where it `needs_dice`, they fall when it is done: no more is known before.
    """

    steps: tuple[StepChange, ...]
    pools: tuple[PoolChange, ...]
    conditions: tuple[ConditionChange, ...]
    facts: tuple[FactChange, ...]
    order: WordsChange | None
    clock: WordsChange | None
    uses: tuple[UseChange, ...] = ()
    receipt: Receipt | None = None
    needs_dice: bool = False

    def of(self, *verdicts: str) -> tuple[StepChange, ...]:
        """The steps of which one of these becomes."""
        return tuple(step for step in self.steps if step.verdict in verdicts)


def preview(
    fork: Moment,
    left: Sequence[SeenEntry],
    entered: Sequence[SeenEntry],
    rules: Ruleset,
    judged: Mapping[int, Judged] = NOTHING_JUDGED,
) -> Preview:
    """The difference between what is left and what is entered, both below one moment.

    `judged` are the steps decided again, by the step as which each was first played.
    """
    old, was = _told(fork, left, rules)
    new, becomes = _told(fork, entered, rules)
    steps = _steps(dict(old), dict(new), judged, rules)
    return Preview(tuple(steps), *changes(was, becomes, rules))


class _Part(NamedTuple):
    """A step in words: its first entry, and what it did."""

    first: SeenEntry
    lines: tuple[str, ...]


def _steps(
    old: Mapping[int, _Part], new: Mapping[int, _Part], judged: Mapping[int, Judged], rules: Ruleset
) -> Iterator[StepChange]:
    """What becomes of every step, by the step as which each was first played."""
    put_in = [origin for origin in judged if origin not in old]
    for origin in (*put_in, *old, *(origin for origin in new if origin not in {*old, *put_in})):
        part, then, one = old.get(origin), new.get(origin), judged.get(origin)
        row = _row(part or then)
        if part is not None:
            row = row._replace(verdict="falls", was=part.lines)
        if then is not None and (part is None or (one and one.verdict == "changed")):
            row = row._replace(becomes=then.lines)
        yield _verdict(row, one, rules) if one and (part or not then) else row


def _row(part: _Part | None) -> StepChange:
    """What a step is called, as one that returns where it has a number, else as a new one."""
    if part is None:
        return StepChange(None, None, "", "new")
    entry, number = part.first.entry, part.first.number
    if not number:
        return StepChange(None, None, entry.meta.by, "new")
    return StepChange(entry.step, number, entry.meta.by, "returns")


def _verdict(row: StepChange, one: Judged, rules: Ruleset) -> StepChange:
    """A step that is decided again; a step of other rules says so."""
    revision = one.played.revision
    return row._replace(
        by=one.played.viewer.person,
        verdict=one.verdict,
        reason=one.reason,
        why=told(one.said, name_of(one.combat)),
        clause=one.clause,
        numbers=one.numbers,
        revision="" if revision == rules.revision else revision,
    )


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
) -> tuple[list[tuple[int, _Part]], Moment]:
    """Some steps in words, each by that as which it was first played, and the moment after them."""
    parts = []
    for _, group in groupby(entries, key=lambda one: one.entry.step):
        seen, lines = list(group), []
        for one in seen:
            after = advance(moment, one) if one.entry.is_play else moment
            if kind_of(one.event) not in QUIET:
                lines.append(sentence(Telling(rules, moment.combat, after.combat, one)))
            moment = after
        parts.append((seen[0].entry.origin, _Part(seen[0], tuple(lines))))
    return parts, moment


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
