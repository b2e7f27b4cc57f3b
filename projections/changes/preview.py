"""What a command would do: what becomes of every step, and what stands differently then.

A pure difference between two moments below one, as one viewer sees them. Nothing hidden from the
viewer is in either, so that it cannot be in the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Literal, NamedTuple

from domain.rerun.rerun import Judged, Reason, Verdict
from domain.ruleset.messages import with_names
from domain.ruleset.refusals import Numbers
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.table.undo_consent import Receipt
from projections.changes.differences import Change, changes
from projections.visibility.snapshot import Moment, advance
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import shared_fields
from projections.wording.events import kind_of, sentences
from projections.wording.game_words import name_of
from projections.wording.refusals import LegalValue, MissingThing, tell_refusal

NOTHING_JUDGED: Mapping[int, Judged] = {}
QUIET = ("question", "closing", "answer")
"""Kinds of lines that a summary leaves out."""


class StepChange(NamedTuple):
    """What becomes of a step: what it did (`was`), and what it does then, where that differs.

    A step `falls` away, `returns` after it was undone, or is `new`; decided again it is `kept`,
    `changed`, `dropped` for a reason, or `stopped` where deciding cannot go on. Where nothing that
    is told of it differs, it is `kept`. `step` and `number` (its first entry) are null for a new
    one. `revision` names the rules under which it was decided first, where those were others.
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
    clause_title: str = ""
    numbers: Numbers = {}
    missing: tuple[MissingThing, ...] = ()
    legal: tuple[LegalValue, ...] | None = None
    revision: str = ""


class Preview(NamedTuple):
    """What a command would do: what becomes of every step, and what stands differently then.

    `receipt` says of a move of the head, or a correction, what it costs and who must agree, as
    everybody sees it. Where it `needs_dice`, they fall when it is done: no more is known before.
    """

    steps: tuple[StepChange, ...]
    changes: tuple[Change, ...]
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
    old, was = _step_parts(fork, left)
    new, becomes = _step_parts(fork, entered)
    steps = tuple(_steps(dict(old), dict(new), judged, rules))
    return Preview(steps, changes(was, becomes, rules))


class _Part(NamedTuple):
    """A step: its entries as somebody sees them, and the combat before it."""

    seen: list[SeenEntry]
    before: Combat

    def lines(self, rules: Ruleset) -> tuple[str, ...]:
        """What it did, in words."""
        told = sentences(rules, self.before, self.seen)
        return tuple(text for one, text in told if kind_of(one.event) not in QUIET)

    def lines_unlike(self, other: _Part, rules: Ruleset) -> tuple[str, ...]:
        """What it did, where another did something else; if need be, the full lines that differ."""
        mine, others = self._all_lines(rules), other._all_lines(rules)
        if self.lines(rules) != other.lines(rules) or mine == others:
            return self.lines(rules)
        return tuple(line for line in mine if line not in others)

    def _all_lines(self, rules: Ruleset) -> tuple[str, ...]:
        return tuple(text for _, text in sentences(rules, self.before, self.seen, full=True))


def _steps(
    old: Mapping[int, _Part], new: Mapping[int, _Part], judged: Mapping[int, Judged], rules: Ruleset
) -> Iterator[StepChange]:
    """What becomes of every step, by that as which each was first played, up to one that stops."""
    entered = [origin for origin, part in new.items() if not part.seen[0].number]
    back = [origin for origin, part in new.items() if part.seen[0].number]
    called = _called_steps(old, judged)
    for origin in dict.fromkeys((*(o for o in (*entered, *judged) if o not in old), *old, *back)):
        part, then, one = old.get(origin), new.get(origin), judged.get(origin)
        row = _row(part or then)
        if part is not None:
            row = row._replace(verdict="falls", was=part.lines(rules))
        elif then is not None:
            row = row._replace(becomes=then.lines(rules))
        row = _verdict(row, one, rules, called) if one and (part or not then) else row
        yield _unlike(row, part, then, rules) if part and then else row
        if one and one.verdict == "stopped":
            return


def _unlike(row: StepChange, part: _Part, then: _Part, rules: Ruleset) -> StepChange:
    """A changed step with the lines in which it differs; without any it is kept for its viewer."""
    if row.verdict != "changed":
        return row
    was, becomes = part.lines_unlike(then, rules), then.lines_unlike(part, rules)
    if was == becomes:
        return row._replace(verdict="kept")
    return row._replace(was=was, becomes=becomes)


def _row(part: _Part | None) -> StepChange:
    """What a step is called, as one that returns where it has a number, else as a new one."""
    if part is None:
        return StepChange(None, None, "", "new")
    entry, number = part.seen[0].entry, part.seen[0].number
    if not number:
        return StepChange(None, None, entry.meta.by, "new")
    return StepChange(entry.step, number, entry.meta.by, "returns")


def _called_steps(old: Mapping[int, _Part], judged: Mapping[int, Judged]) -> dict[str, str]:
    """What steps are called in reasons: by their first entries, as the story numbers them."""
    new = (one.played.origin for one in judged.values() if not one.played.drafts)
    put = {f"step {origin}": "what is put in" for origin in new}
    return put | {f"step {origin}": f"entry {p.seen[0].number}" for origin, p in old.items()}


def _verdict(row: StepChange, one: Judged, rules: Ruleset, called: Mapping[str, str]) -> StepChange:
    """A step that is decided again; a step of other rules says so."""
    revision, name = one.played.revision, name_of(one.combat)
    told = [tell_refusal(one.refused, rules, name)] if one.refused else []
    return row._replace(
        **shared_fields(StepChange, one, *told)
        | {
            "by": one.played.viewer.person,
            "why": with_names(one.said, lambda who: called.get(who) or name(who)),
            "revision": "" if revision == rules.revision else revision,
        }
    )


def _step_parts(
    moment: Moment, entries: Iterable[SeenEntry]
) -> tuple[list[tuple[int, _Part]], Moment]:
    """Some steps, each by that as which it was first played, and the moment after them."""
    parts = []
    for _, group in groupby(entries, key=lambda one: one.entry.step):
        seen = list(group)
        parts.append((seen[0].entry.origin, _Part(seen, moment.combat)))
        moment = reduce(advance, (one for one in seen if one.entry.is_play), moment)
    return parts, moment
