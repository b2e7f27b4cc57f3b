"""Commands of play: decided on the state at the head, unless play waits."""

from __future__ import annotations

from collections.abc import Sequence

from api.handlers.absent_players import as_kept
from api.handlers.transaction import Work
from domain import commands as c
from domain.dice.recorded_dice import NeedsDice, RecordedDice
from domain.engine.decide import decide
from domain.ruleset.ruleset import Refused
from domain.state.combat import Combat
from domain.state.viewer import PUBLIC
from domain.step.draft import Draft
from domain.table.dispute_procedure import pausing_dispute, stands_still
from domain.table.table import Table
from domain.table.undo_requests import in_the_way


def play(work: Work, command: c.Command) -> None:
    """Decide a command of play at the head, unless play waits."""
    combat, viewer = work.combat, work.viewer
    check_play_goes_on(work)
    command = work.normal(as_kept(combat, viewer, command, work.effects.presence))
    drafts, after = _decide_command(work, command)
    if drafts:
        work.enter(combat.luck.fair().as_shown(drafts), command, combat.node, after)


def _decide_command(work: Work, command: c.Command) -> tuple[Sequence[Draft], Combat | None]:
    """Decide on what the viewer sees, then on all there is: why that forbids it is not told.

    A dry run stops before that, and where dice would fall.
    """
    combat, number, by = work.combat, work.number, work.viewer
    public = combat.view(PUBLIC)
    dice = RecordedDice(number, (), combat.head) if work.dry else combat.luck.fair()
    try:
        step = decide(combat.view(by), command, combat.rules, dice, number, by, public)
    except NeedsDice as needs:
        work.needs_dice = True
        return needs.drafts, None
    if work.dry or not combat.numbers.hides_from(by):
        return step.drafts, step.combat
    try:
        dice = combat.luck.fair()
        step = decide(combat.head, command, combat.rules, dice, number, by, public)
    except Refused as refused:
        raise Refused("", "ask the referee") from refused
    return step.drafts, step.combat


def check_play_goes_on(work: Work) -> None:
    """Refuse to go on while an undo request is open, or a dispute pauses play."""
    if (refused := why_play_waits(work.combat.table, work.at)) is not None:
        raise refused


def why_play_waits(table: Table, at: int) -> Refused | None:
    """Return why nothing is played now, and what to do about it; None where play goes on."""
    if (refused := _why_head_is_held(table, at)) is not None:
        return refused
    dispute = pausing_dispute(table.disputes)
    return None if dispute is None else stands_still(dispute)


def check_head_is_free(work: Work) -> None:
    """Refuse to go on while an undo request is open: it holds the head."""
    if (refused := _why_head_is_held(work.combat.table, work.at)) is not None:
        raise refused


def _why_head_is_held(table: Table, at: int) -> Refused | None:
    if table.is_laid_open:
        return _laid_open()
    request = table.undoing.waiting(at)
    return None if request is None else in_the_way(request)


def check_sealed(work: Work) -> None:
    """Refuse to go on with dice that everybody foresees."""
    if work.combat.table.is_laid_open:
        raise _laid_open()


def _laid_open() -> Refused:
    return Refused("", "the keys of the dice were revealed: this combat is over for good")
