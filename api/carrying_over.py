"""What was done in secret and is crossed by a move of the head is carried over if it still may be.

Nobody could ask about it without telling that it is there. So each such step is judged again where
the head goes, with its recorded dice; what is against the rules there falls, which its owner alone
sees. Whoever moves the head leaves behind what he did himself.
"""

from __future__ import annotations

from collections.abc import Iterator

from api.correcting import said_by
from api.open_combat import OpenCombat
from domain.again import Judged, again, played
from domain.seats import REFEREE
from domain.wire import Entry


def crossed_in_secret(combat: OpenCombat, node: int, mover: str) -> Iterator[Judged]:
    """The steps to be played again below a node that a person, or the referee, makes the head."""
    line, numbers, to = combat.line, combat.numbers, combat.line.step_of(node)
    if not numbers.hidden:
        return
    left, entered = line.left_and_entered(line.head, to)
    if all(map(numbers.is_private_step, (*left, *entered))):
        return
    secret = filter(numbers.is_private_step, left)
    there = {_origin(combat, step) for step in entered}
    state = combat.moments.at(node)
    for step in secret:
        entries = tuple(combat.entries(line.first(step), line.last(step), kept=True))
        first, origin = entries[0], entries[0].origin
        is_there = origin in there or (line.is_play(origin) and line.is_ancestor(origin, to))
        if is_there or _by(first) == mover:
            continue
        again_played = played(entries, said_by(combat, first))
        (judged,) = again(state, (again_played,), combat.rules)
        if judged.drafts and all(draft.audience for draft in judged.drafts):
            state = judged.combat
            yield judged


def _by(first: Entry) -> str:
    """Who said a step, as he is called who moves the head."""
    return REFEREE if first.kept and first.kept.context.role == REFEREE else first.meta.by


def _origin(combat: OpenCombat, step: int) -> int:
    """The step as which a step was first played."""
    first = combat.line.first(step)
    return next(iter(combat.entries(first, first))).origin
