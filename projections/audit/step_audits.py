"""What today's rules say of what was played: the differences, step by step, in words.

Only the referee sees this, who sees everything; so it is told of the log as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from domain.log.codec import Entry, Meta
from domain.rerun.equivalence import Ids
from domain.rerun.step_audit import Finding, Rejudged
from domain.ruleset.refusals import Numbers
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.step.draft import Draft
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import shared_fields
from projections.wording.events import sentences
from projections.wording.game_words import name_of
from projections.wording.refusals import LegalValue, MissingThing, tell_refusal

ENVELOPE = ("answers", "behalf", "cause", "clause", "basis", "audience")
"""The parts of an envelope that a ruleset decides, in the order in which a draft has them."""


class Difference(NamedTuple):
    """A line as it was recorded and as today's rules would have it; either may be empty.

    `fields` are the parts that differ where both are of one kind: their names, before and after.
    """

    was: str
    becomes: str
    fields: dict[str, str]


class RejudgedStep(NamedTuple):
    """A step of which today's rules say something else, or which they cannot judge.

    `number` is its first entry. `revision` names the rules under which it was played, where those
    were others. `standing`: on the line of play, not undone.
    """

    step: int
    number: str
    by: str
    standing: bool
    finding: Finding
    why: str
    clause: str = ""
    numbers: Numbers = {}
    missing: tuple[MissingThing, ...] = ()
    legal: tuple[LegalValue, ...] | None = None
    differences: tuple[Difference, ...] = ()
    revision: str = ""


class Rejudging(NamedTuple):
    """A combat under today's rules: how many steps were judged, and those that came out otherwise.

    `revisions` counts the steps by the revision under which they were played; `revision` is
    today's.
    """

    judged: int
    same: int
    revision: str
    revisions: dict[str, int]
    steps: tuple[RejudgedStep, ...]


class JudgedStep(NamedTuple):
    """A step of the log, the state before it, and what today's rules say of it, if they can."""

    number: str
    entries: tuple[Entry, ...]
    before: Combat
    standing: bool
    found: Rejudged | None


def rejudging(judged: Iterable[JudgedStep], rules: Ruleset) -> Rejudging:
    """The report on all steps of play of a combat, each looked at once and in order."""
    revisions, rows = Counter[str](), []
    for one in judged:
        revisions[_revision(one)] += 1
        if one.found is None or one.found.finding != "same":
            rows.append(row(one, rules))
    steps = revisions.total()
    return Rejudging(steps, steps - len(rows), rules.revision, dict(revisions), tuple(rows))


def _revision(one: JudgedStep) -> str:
    kept = one.entries[0].kept
    return kept.context.revision if kept else "unknown"


def row(one: JudgedStep, rules: Ruleset) -> RejudgedStep:
    """A step in words: what today's rules say of it, and where that is something else."""
    first, found, revision = one.entries[0], one.found, _revision(one)
    label = revision if revision != rules.revision else ""
    place = first.step, one.number, first.meta.by, one.standing
    told = RejudgedStep(*place, "not judged", UNKEPT, revision=label)
    if found is None:
        return told
    differences = tuple(_differences(one.before, found, rules))
    refused = found.refusal and [tell_refusal(found.refusal, rules, name_of(one.before))]
    shared = shared_fields(RejudgedStep, found, *(refused or ()))
    return told._replace(**shared, differences=differences)


UNKEPT = "its command is not kept with it"


def _differences(before: Combat, found: Rejudged, rules: Ruleset) -> Iterator[Difference]:
    """The lines that differ, those that are alike passed over; none where nothing was decided."""
    if found.finding != "differs":
        return
    was, now = found.played.drafts, found.drafts
    old, new = _event_sentences(before, was, rules), _event_sentences(before, now, rules)
    step = found.played.origin
    matcher = SequenceMatcher(None, _meanings(step, was), _meanings(step, now), autojunk=False)
    for how, a, b, x, y in matcher.get_opcodes():
        if how != "equal":
            for i, j in zip_longest(range(a, b), range(x, y)):
                yield Difference(
                    "" if i is None else old[i],
                    "" if j is None else new[j],
                    {} if i is None or j is None else _fields(was[i], now[j]),
                )


def _meanings(step: int, drafts: Sequence[Draft]) -> list[str]:
    """What each event of a step says, whatever ids its acts and questions bear."""
    ids = Ids()
    ids.meet(step, drafts)
    return [repr(ids.tell(draft)) for draft in drafts]


def _fields(was: Draft, now: Draft) -> dict[str, str]:
    """What differs between two events of one kind, and between their envelopes."""
    if type(was.event) is not type(now.event):
        return {}
    old, new = was.event.model_dump(), now.event.model_dump()
    old |= dict(zip(ENVELOPE, was[1:], strict=True))
    new |= dict(zip(ENVELOPE, now[1:], strict=True))
    return {name: f"{old[name]} -> {new[name]}" for name in old if old[name] != new[name]}


def _event_sentences(before: Combat, drafts: Sequence[Draft], rules: Ruleset) -> list[str]:
    """Each event as a sentence, told fully."""
    seen = []
    for draft in drafts:
        meta = Meta(
            seq=0, step=0, number=0, parent=0, at=0, cause=draft.cause, answers=draft.answers
        )
        seen.append(SeenEntry("", "0", Entry(meta, draft.event)))
    return [text for _, text in sentences(rules, before, seen, full=True)]
