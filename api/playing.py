"""Commands of play: decided on the state at the head, unless play waits."""

from __future__ import annotations

from api.in_place import as_kept
from api.work import Work
from domain import commands as c
from domain.decide import decide
from domain.hearing import paused, stands_still
from domain.ruleset import Refused
from domain.step import Dice, Step
from domain.undoing import in_the_way


def play(work: Work, command: c.Command) -> None:
    """Decide a command of play at the head, unless play waits."""
    combat, viewer = work.combat, work.viewer
    check_play_goes_on(work)
    command = work.normal(as_kept(combat, viewer, command, work.effects.presence))
    number = work.number
    if combat.numbers.hides_from(viewer):
        decide(combat.view(viewer), command, combat.rules, combat.luck.fair(), number, viewer)
    fair = combat.luck.fair()
    step = _decided(work, command, number, fair)
    work.enter(fair.as_shown(step.drafts), command, combat.node, step.combat)


def _decided(work: Work, command: c.Command, number: int, dice: Dice) -> Step:
    """Decide on everything there is; what only the hidden part forbids is not told why."""
    combat, viewer = work.combat, work.viewer
    try:
        return decide(combat.head, command, combat.rules, dice, number, viewer)
    except Refused as refused:
        if combat.numbers.hides_from(viewer):
            raise Refused("", "ask the referee") from refused
        raise


def check_play_goes_on(work: Work) -> None:
    """Refuse to go on while an undo request is open, or a dispute pauses play."""
    check_head_is_free(work)
    if (dispute := paused(work.combat.table.disputes)) is not None:
        raise stands_still(dispute)


def check_head_is_free(work: Work) -> None:
    """Refuse to go on while an undo request is open: it holds the head."""
    check_sealed(work)
    if (request := work.combat.table.undoing.waiting(work.at)) is not None:
        raise in_the_way(request)


def check_sealed(work: Work) -> None:
    """Refuse to go on with dice that everybody foresees."""
    if work.combat.table.is_laid_open:
        raise Refused("", "the keys of the dice were revealed: this combat is over for good")
