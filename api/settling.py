"""Settling: the remedy of a ruling is carried out, and the dispute closed, in one transaction."""

from __future__ import annotations

from api.adopting import play_again
from api.asking import move
from api.carrying_over import carry_over
from api.fairness import ruled_afresh, run_out
from api.remedying import NOBODY, adjust_of, authority, before_roll, correct_of, target_of
from api.work import Work
from domain import commands as c
from domain import events as e
from domain.decide import decide
from domain.disputes import Dispute, Ruling
from domain.drafting import Draft
from domain.hearing import dispute_of, ripe
from domain.ruleset import Forbidden, Refused
from domain.seats import REFEREE, Viewer

HOW = {
    "let-stand": "let stand",
    "amend": "amended",
    "go-back": "gone back",
    "compensate": "compensated",
    "re-roll": "rolled again",
}


def settle(work: Work, command: c.SettleDispute) -> None:
    """Enter the end of a dispute and what its ruling does; raises Refused, and enters nothing.

    Whoever carries it out does so with the ruling's authority: what is played for it counts as the
    referee's word, and cites the dispute.
    """
    if work.viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players settle a dispute")
    found = dispute_of(work.combat.table.disputes, command.dispute)
    ruling = ripe(found, work.at)
    remedy = c.REMEDY.validate_python(ruling.remedy)
    if not isinstance(remedy, c.LetStand):
        work.head_is_free()
    closed = Draft(e.Closed(frame=found.question, how=HOW[ruling.remedy["remedy"]]), basis="ruled")
    work.enter([closed], work.normal(command), None, None)
    try:
        _carry_out(work, found, ruling, remedy)
    except Refused as refused:
        raise _told(work, refused) from refused


def _told(work: Work, refused: Refused) -> Refused:
    """Why a remedy cannot be carried out, as far as whoever tries may know it."""
    if work.combat.numbers.hides_from(work.viewer):
        return Refused("", "this cannot be carried out now; ask the referee")
    return refused


def _carry_out(work: Work, found: Dispute, ruling: Ruling, remedy: c.Remedy) -> None:
    # A vote upholds a claim for the reason that was given with it.
    id, digest = ruling.words if ruling.words[0] else found.words
    combat, words = work.combat, e.TextRef(id=id, digest=digest)
    by = authority(work.viewer)
    match remedy:
        case c.Amend():
            play_again(work, correct_of(combat, remedy, words), by, found.question)
        case c.GoBack():
            _gone_back(work, found, remedy, words, by)
        case c.Compensate():
            _made_good(work, adjust_of(remedy, words, found.question), by)
        case c.ReRoll(entry=entry):
            _gone_back(work, found, before_roll(combat, remedy), words, by)
            for drafts in run_out(combat, work.at):
                work.enter(drafts, None, None, None)
            asks = ruled_afresh(combat, entry, work.at, work.number, by)
            work.enter(asks, c.AskFreshDice(about=entry), None, None, by=by)


def _gone_back(work: Work, found: Dispute, remedy: c.GoBack, words: e.TextRef, by: Viewer) -> None:
    """Enter the head's way back."""
    to = target_of(work.combat, remedy)
    drafts = [move(work.combat, to, "ruled", found.question, "ruled")]
    work.enter(drafts, c.Rewind(how="jump", to=remedy.to, note=words), None, None, by=by)
    carry_over(work, work.combat.line.last(to), NOBODY)


def _made_good(work: Work, command: c.Adjust, by: Viewer) -> None:
    """Enter a compensation at the head of play."""
    combat, number = work.combat, work.combat.line.steps + len(work.steps) + 1
    step = decide(combat.head, command, combat.rules, combat.dice, number, by)
    work.enter(step.drafts, command, combat.node, step.combat, by=by)
