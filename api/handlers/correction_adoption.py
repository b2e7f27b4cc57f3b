"""Adopting a correction: the head moves, and what still happens is played again on a branch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.combats.open_combat import OpenCombat
from api.handlers.correction_preview import (
    Correction,
    begins,
    correction,
    said_by,
    steps_to_adopt,
    up_to,
)
from api.handlers.hidden_steps import tell_owner
from api.handlers.play import check_play_goes_on
from api.handlers.transaction import Work
from api.handlers.undo_consent import crosses, may_be_taken_back, receipt_of_correction
from api.handlers.undo_requests import move
from api.handlers.undo_targets import CORRECTION
from domain import commands as c
from domain.dice.fair_dice import RuledDice
from domain.rerun.rerun import Judged, Played, played_step
from domain.ruleset.ruleset import Refused
from domain.state.viewer import PUBLIC, Viewer
from domain.table.undo_consent import Receipt


def adopt(work: Work, command: c.Correct) -> None:
    """Enter a ruling on the past by the referee himself."""
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")
    check_play_goes_on(work)
    inside = work.normal(command.command, 1) if command.command else None
    play_again(work, work.normal(command.model_copy(update={"command": inside})), work.viewer)


def play_again(work: Work, command: c.Correct, by: Viewer, cause: str = "") -> None:
    """Enter a correction by somebody with the rights of the referee; `cause` is a dispute."""
    combat, number = work.combat, work.combat.line.steps + len(work.steps) + 2
    dice, falls = combat.luck.correction_dice(), command.dice == "fall" and not work.dry
    fresh = combat.luck.falling(begins(combat, command, by)) if falls else None
    found = correction(combat, command, by, number, fresh)
    work.judged += up_to(found, command)
    stands = tuple(one for one in work.judged if one.drafts)
    branch = stands if work.dry else steps_to_adopt(combat, found, command)
    _note_late_dice(combat, found, branch, dice)
    lost = receipt_of_correction(combat, found, branch, command.how, PUBLIC if cause else by)
    work.receipt = lost
    if not work.dry:
        may_be_taken_back(lost)
    else:
        work.against = _refusal(combat, found, command, lost)
    basis = "ruled" if cause or crosses(lost) else "table"
    work.enter([move(combat, found.before, CORRECTION, cause, basis)], command, None, None, by=by)
    labelled = (one._replace(drafts=dice.with_current_labels(one.drafts)) for one in branch)
    work.carry(labelled, combat.line.last(found.before))
    # Who rules alone knows what falls of their own; who voted last may not.
    knows = by.person if work.viewer.is_referee else None
    for fell in _fell_in_secret(combat, found, branch):
        if fell.viewer.person != knows:
            tell_owner(work, fell)


def _fell_in_secret(
    combat: OpenCombat, found: Correction, branch: Iterable[Judged]
) -> Iterator[Played]:
    """What was done in secret and is not played again: it cannot be, or comes after the last."""
    stays = {one.played.origin for one in branch}
    for step in found.left:
        if step[0].origin not in stays and all(entry.meta.audience for entry in step):
            yield played_step(step, said_by(combat, step[0]))


def _refusal(
    combat: OpenCombat, found: Correction, command: c.Correct, lost: Receipt
) -> Refused | None:
    """What a correction would be refused with, though a dry run shows it; None for nothing.

    Dice that are to fall when it is adopted do not stop it then.
    """
    stop = found.judged[-1] if found.judged else None
    falls = command.dice == "fall" and stop is not None and bool(stop.played.drafts)
    try:
        if not (falls and stop and stop.reason == "needs dice" and command.upto is None):
            steps_to_adopt(combat, found, command)
        may_be_taken_back(lost)
    except Refused as refused:
        return refused
    return None


def _note_late_dice(
    combat: OpenCombat, found: Correction, branch: Iterable[Judged], dice: RuledDice
) -> None:
    """Hold what is typed in for a correction to the dice that were left before it."""
    left = [entry.event for step in found.left for entry in step]
    state = combat.moments.at(combat.line.last(found.before))
    for one in branch:
        if not one.played.drafts:
            dice.comes_late(one.drafts, left, state)
        state = one.combat
