"""What was done in secret and is crossed by a move of the head is carried over if it still may be.

Nobody could ask about it without telling that it is there. So each such step is judged again where
the head goes, with its recorded dice; what is against the rules there falls, and whoever did it is
told so where only he sees it. Whoever moves the head leaves behind what he did himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.handlers.correction_preview import said_by
from api.handlers.transaction import Work
from domain import events as e
from domain.log.codec import Entry
from domain.rerun.rerun import Judged, Played, again, drafts_of, played_step
from domain.state.viewer import PUBLIC, REFEREE, Viewer
from domain.step.draft import Draft

IN_THE_OPEN = "it would show in the open"


class Crossed(NamedTuple):
    """A secret step that a move of the head crosses, by its number in the log, judged there."""

    step: int
    judged: Judged

    @property
    def stays(self) -> bool:
        """True where it is played again, in secret as before."""
        drafts = self.judged.drafts
        return bool(drafts) and all(draft.audience for draft in drafts)

    @property
    def why(self) -> str:
        """Why it falls."""
        return self.judged.why or IN_THE_OPEN


def crossed_in_secret(
    combat: OpenCombat, node: int, mover: str, viewer: Viewer
) -> Iterator[Crossed]:
    """The secret steps crossed where a person, or the referee, makes a node the head.

    They are judged as far as `viewer` sees and knows; all of it is known to the table's own eyes.
    """
    line, numbers, to = combat.line, combat.numbers, combat.line.step_of(node)
    if not numbers.hidden:
        return
    left, entered = line.left_and_entered(line.head, to)
    if all(map(numbers.is_private_step, (*left, *entered))):
        return
    was, now = _course(combat, left), _course(combat, entered)
    there = {origin for origin, _ in now}
    state, public = combat.view(viewer, node), combat.view(PUBLIC, node)
    for step in filter(numbers.is_private_step, left):
        entries = tuple(combat.entries(line.first(step), line.last(step), kept=True))
        first, origin = entries[0], entries[0].origin
        is_there = origin in there or (line.is_play(origin) and line.is_ancestor(origin, to))
        if is_there or _falls(first, mover) or not viewer.sees(first.meta.audience):
            continue
        played = played_step(entries, said_by(combat, first))
        (judged,) = again(state, (played,), combat.rules, was=was, now=now, public=public)
        found = Crossed(step, judged)
        if found.stays:
            state = judged.combat
            now.append((origin, judged.drafts))
        yield found


def _falls(first: Entry, mover: str) -> bool:
    """True for a step decided in another log, and for one of the person who moves the head."""
    if first.kept is None:
        return True
    return mover == (REFEREE if first.kept.context.role == REFEREE else first.meta.by)


def _course(combat: OpenCombat, steps: Iterable[int]) -> list[tuple[int, tuple[Draft, ...]]]:
    """What came of some steps, by the step as which each was first played."""
    line = combat.line
    each = (tuple(combat.entries(line.first(step), line.last(step))) for step in steps)
    return [(entries[0].origin, drafts_of(entries)) for entries in each]


# --- in a transaction ----------------------------------------------------------------------


def carry_over(work: Work, node: int, mover: str) -> None:
    """Play again below a node what was done in secret and still may be, and tell whose fell."""
    combat = work.combat
    found = list(crossed_in_secret(combat, node, mover, work.eyes))
    work.judged += [one.judged for one in found if one.stays]
    work.carry((one.judged for one in found if one.stays), node)
    fell = [one for one in found if not one.stays]
    for owner, theirs in groupby(fell, key=lambda one: one.judged.played.viewer):
        known = {one.step: one for one in crossed_in_secret(combat, node, mover, owner)}
        for one in theirs:
            seen = known.get(one.step)
            why = seen.why if seen and _may_know(one, seen, owner) else ""
            tell_owner(work, one.judged.played, why)


def _may_know(one: Crossed, seen: Crossed, owner: Viewer) -> bool:
    """True where a reason is told to nobody who knows less than whoever it was reckoned for.

    What the referee did for somebody is read by that one; and the log's own numbers are no one's.
    """
    alone = not owner.is_referee or one.judged.played.drafts[0].audience == (REFEREE,)
    return not seen.stays and alone and seen.judged.reason != "orphaned"


def tell_owner(work: Work, done: Played, why: str = "") -> None:
    """Enter for whoever did something in secret, and sees it, that it fell.

    `why` as far as he may know; where he does not, he is sent to the referee.
    """
    what = getattr(done.command, "manoeuvre", "") or getattr(done.command, "type", "")
    who = getattr(done.command, "who", "") or getattr(done.command, "subject", "")
    fell = e.SecretFell(who=who or done.viewer.person, what=what, why=why or "ask the referee")
    told = Draft(fell, basis="table", audience=done.drafts[0].audience)
    work.enter([told], None, again=done)
