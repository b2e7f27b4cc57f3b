"""What a correction of the past would come to: every later step with its verdict, in words.

Only the referee sees this, who sees everything; so it is told of the log as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.again import Judged, Reason, Verdict
from domain.combat import Combat
from domain.receipt import Receipt
from domain.ruleset import Ruleset
from domain.saying import told
from domain.vocabulary import Numbers
from domain.wire import Entry, Meta
from projections.moment import Moment
from projections.preview import (
    ChangedStep,
    ConditionChange,
    FactChange,
    PoolChange,
    WordsChange,
    preview,
)
from projections.views import SeenEntry
from projections.words import name_of


class JudgedStep(NamedTuple):
    """A later step: what it did, and what becomes of it.

    `step` and `number` (its first entry) are null for what is put in. `becomes` is empty unless the
    step comes out differently. `revision` names the rules under which it was judged first, where
    those were others.
    """

    step: int | None
    number: str | None
    by: str
    verdict: Verdict
    reason: Reason
    why: str
    clause: str
    numbers: Numbers
    was: tuple[str, ...]
    becomes: tuple[str, ...]
    revision: str


class Corrected(NamedTuple):
    """Every step judged again, up to the first that stops, and how things would stand then.

    `receipt` says what would be taken back by it, of what was decided and learned, and whom that
    concerns, as everybody sees it.
    """

    steps: tuple[JudgedStep, ...]
    pools: tuple[PoolChange, ...]
    conditions: tuple[ConditionChange, ...]
    facts: tuple[FactChange, ...]
    order: WordsChange | None
    clock: WordsChange | None
    receipt: Receipt | None = None


def corrected(
    before: Combat, left: Sequence[SeenEntry], judged: Sequence[Judged], rules: Ruleset
) -> Corrected:
    """The entries from a moment to the head against what comes of them instead."""
    whole = preview(Moment(before), left, list(_entered(judged)), rules)
    becomes = {part.step: part.lines for part in whole.returns}
    firsts = {seen.entry.origin: seen for seen in reversed(left)}
    was = {part.step: part for part in whole.falls}
    steps = tuple(_row(one, firsts, was, becomes, rules) for one in judged)
    return Corrected(steps, whole.pools, whole.conditions, whole.facts, whole.order, whole.clock)


def _row(
    one: Judged,
    firsts: Mapping[int, SeenEntry],
    was: Mapping[int, ChangedStep],
    becomes: Mapping[int, tuple[str, ...]],
    rules: Ruleset,
) -> JudgedStep:
    first = firsts.get(one.played.origin)
    step = first.entry.step if first else None
    lines = becomes.get(one.played.origin, ()) if one.verdict == "changed" else ()
    return JudgedStep(
        step,
        first.number if first else None,
        one.played.viewer.person,
        one.verdict,
        one.reason,
        told(one.said, name_of(one.combat)),
        one.clause,
        one.numbers,
        was[step].lines if step else (),
        lines,
        _other_revision(first, rules),
    )


def _other_revision(first: SeenEntry | None, rules: Ruleset) -> str:
    """Today's rules judge; a step of others says so."""
    kept = first.entry.kept if first else None
    return kept.context.revision if kept and kept.context.revision != rules.revision else ""


def _entered(judged: Sequence[Judged]) -> Iterator[SeenEntry]:
    """What would be entered, as entries of steps numbered as they were first played."""
    for one in judged:
        for nth, draft in enumerate(one.drafts):
            meta = Meta(
                seq=0,
                step=one.played.origin,
                nth=nth,
                number=0,
                parent=0,
                at=0,
                cause=draft.cause,
                answers=draft.answers,
                by=one.played.viewer.person,
                behalf=draft.behalf,
                audience=draft.audience,
                clause=draft.clause,
                basis=draft.basis,
            )
            yield SeenEntry("", "0", Entry(meta, draft.event))
