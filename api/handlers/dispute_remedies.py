"""Remedies: what may be claimed, and the ordinary commands by which a ruling carries one out.

A claim is judged by what its asker sees, so that a refusal tells nothing else. What is ruled is
carried out on everything there is, in the transaction of the ruling.
"""

from __future__ import annotations

from api.combats.open_combat import OpenCombat
from api.handlers.correction_adoption import play_again
from api.handlers.correction_preview import correction, up_to
from api.handlers.dice_consent import may_fall_afresh, ruled_afresh, shows_chance
from api.handlers.hidden_steps import carry_over
from api.handlers.play import check_head_is_free
from api.handlers.transaction import Work
from api.handlers.undo_consent import may_be_taken_back, receipt_of, receipt_of_correction
from api.handlers.undo_requests import move
from api.handlers.undo_targets import destination, ruled_moves_over
from domain import commands as c
from domain import events as e
from domain.engine.decide import decide
from domain.ruleset.ruleset import Refused
from domain.state.ids import cause_of
from domain.state.viewer import PUBLIC, REFEREE, Viewer
from domain.table.disputes import Dispute

NOBODY = ""
"""Who moves the head by a ruling, so that nobody leaves behind what he did in secret."""

SOMEBODYS_WORDS = e.TextRef(id="t0", digest="")
"""Stands for the reason of a remedy that is tried out."""


def remedy_params(remedy: c.Remedy | None) -> e.Params:
    """Return a remedy as the log keeps it; empty for none."""
    return {} if remedy is None else remedy.model_dump(mode="json", exclude_none=True)


def authority(viewer: Viewer) -> Viewer:
    """Return a viewer whose word counts as the referee's, since a ruling is carried out."""
    return Viewer(viewer.person, REFEREE, viewer.combatants)


def check_claim(combat: OpenCombat, remedy: c.Remedy, viewer: Viewer) -> None:
    """Check a remedy as far as its claimant sees the log; raises Refused."""
    match remedy:
        case c.Amend():
            command = correct_of(combat, remedy)
            if combat.policy == "strict" and remedy.dice == "recorded" and viewer.is_referee:
                # An amendment under `strict` takes back nothing that was learned. All there is
                # decides that, so nobody else is told before it is ruled.
                found = correction(combat, command, authority(viewer), combat.line.steps + 3)
                stands = (one for one in up_to(found, command) if one.drafts)
                lost = receipt_of_correction(combat, found, stands, command.how, PUBLIC)
                may_be_taken_back(lost)
        case c.GoBack():
            target_of(combat, remedy)
        case c.Compensate():
            fix, by = c.Adjust(change=remedy.change, note=SOMEBODYS_WORDS), authority(viewer)
            seen, number = combat.view(viewer), combat.line.steps + 1
            decide(seen, fix, combat.rules, combat.luck.dice, number, by, combat.view(PUBLIC))
        case c.ReRoll():
            target_of(combat, before_roll(combat, remedy))


def correct_of(combat: OpenCombat, remedy: c.Amend, words: e.TextRef | None = None) -> c.Correct:
    """The correction that an amendment is, in steps of the log; `words` are its reason."""
    upto = _step(combat, remedy.upto, "/upto") if remedy.upto else None
    inside = remedy.command
    if inside is not None and inside.note is not None:
        raise Refused("", "the words go with the ruling", None, "/remedy/command/note")
    if inside is not None:
        inside = inside.model_copy(update={"note": words or SOMEBODYS_WORDS})
    if (inside is None) != (remedy.how == "annul"):
        why = "say what stands there instead; to annul, nothing"
        raise Refused("", why, None, "/remedy/command")
    step = _step(combat, remedy.entry, "/entry")
    same = remedy.model_dump(include={"how", "where", "dice"})
    return c.Correct(step=step, command=inside, upto=upto, note=words, **same)


def _step(combat: OpenCombat, number: int, pointer: str) -> int:
    """The step of a public entry of play; raises Refused where it is none."""
    numbers, line = combat.numbers, combat.line
    newest = numbers.number(line.entries)
    step = line.step_of(numbers.seq(number)) if number <= newest else 0
    if not line.is_play(step):
        why = f"entry {number} is no entry of play"
        raise Refused("", why, {"last": newest}, f"/remedy{pointer}")
    return step


def target_of(combat: OpenCombat, remedy: c.GoBack) -> int:
    """The step to go back to, as everybody sees it; raises Refused where there is none."""
    to = destination(combat, c.Rewind(how="jump", to=remedy.to), PUBLIC)
    may_be_taken_back(receipt_of(combat, PUBLIC, to), "/remedy/to")
    return to


def check_vote(combat: OpenCombat, remedy: c.Remedy, dispute: int = 0) -> None:
    """Refuse a vote for what a ruling removed, but in an appeal of the `dispute` that ruled so.

    What the referee's ruling removed comes back only if the referee agrees, and a vote is not
    their word. All of this is seen by everybody.
    """
    if not isinstance(remedy, c.GoBack):
        return
    line, to = combat.line, target_of(combat, remedy)
    _, entered = line.left_and_entered(line.head, to)
    for moved in ruled_moves_over(combat, entered):
        if moved.meta.cause != cause_of(dispute):
            why = (
                "a ruling removed what would come back: appeal against it, or let the referee rule"
            )
            raise Refused("", why, None, "/remedy/to", entry=moved.meta.number)


def before_roll(combat: OpenCombat, remedy: c.ReRoll) -> c.GoBack:
    """The way back to before an entry whose dice are to fall again; raises Refused."""
    step, line = _step(combat, remedy.entry, "/entry"), combat.line
    seq = combat.numbers.seq(remedy.entry)
    [entry] = combat.entries(seq, seq)
    if not shows_chance(entry.event) or not line.standing(step):
        raise Refused("", "no dice that stand fell there, no card was drawn", None, "/remedy/entry")
    may_fall_afresh(combat)
    return c.GoBack(to=combat.numbers.number(line.last(line.parent(step))))


# --- in a transaction ----------------------------------------------------------------------


def carry_out(work: Work, dispute: int, ruled: e.Params, words: e.TextRef) -> None:
    """Enter the commands that a remedy is, each with the dispute as its cause.

    `words` are the reason. Raises Refused where the remedy cannot be carried out now, told as far
    as the viewer may know it.
    """
    remedy = c.REMEDY.validate_python(ruled)
    if isinstance(remedy, c.LetStand):
        return
    try:
        check_head_is_free(work)
        _carry_out(work, dispute, remedy, words)
    except Refused as refused:
        if not work.viewer.is_referee:
            check_claim(work.combat, remedy, work.viewer)
            # Whether it is something hidden may not show: it is told alike where nothing is.
            raise Refused("", "this cannot be carried out now; ask the referee") from refused
        raise


def try_out(work: Work, remedy: e.Params) -> None:
    """Carry out a remedy in a dry run, as though a dispute that begins now were ruled so."""
    numbers, line = work.combat.numbers, work.combat.line
    carry_out(work, numbers.number(line.entries) + 1, remedy, SOMEBODYS_WORDS)


def _carry_out(work: Work, dispute: int, remedy: c.Remedy, words: e.TextRef) -> None:
    combat, by = work.combat, authority(work.viewer)
    match remedy:
        case c.Amend():
            command = correct_of(combat, remedy, words)
            # All there is is judged again by it: in a dry run for the referee's eyes alone.
            if not work.dry or work.viewer.is_referee:
                play_again(work, command, by, cause_of(dispute))
        case c.GoBack():
            _go_back(work, dispute, remedy, words, by)
        case c.Compensate(change=change):
            fix, state = c.Adjust(change=change, note=words, cites=dispute), combat.view(work.eyes)
            public, dice = combat.view(PUBLIC), combat.luck.dice
            step = decide(state, fix, combat.rules, dice, work.number, by, public)
            work.enter(step.drafts, fix, combat.node, step.combat, by=by)
        case c.ReRoll(entry=entry):
            _go_back(work, dispute, before_roll(combat, remedy), words, by)
            asks = ruled_afresh(combat, entry, work.at, _claimant(combat, dispute))
            asks = asks._replace(cause=cause_of(dispute))
            work.enter([asks], c.AskFreshDice(about=entry), by=by)


def _go_back(work: Work, dispute: int, remedy: c.GoBack, words: e.TextRef, by: Viewer) -> None:
    """Enter the head's way back."""
    if _voted_on(work.combat, dispute):
        check_vote(work.combat, remedy, dispute)
    to = target_of(work.combat, remedy)
    work.receipt = receipt_of(work.combat, PUBLIC, to)
    drafts = [move(work.combat, to, "ruled", cause_of(dispute), "ruled")]
    work.enter(drafts, c.Rewind(how="jump", to=remedy.to, note=words), None, None, by=by)
    carry_over(work, work.combat.line.last(to), NOBODY)


def _claimant(combat: OpenCombat, dispute: int) -> str:
    """Return who asks for what is ruled: the referee, or after a vote the claimant.

    A vote is not the referee's word: where the referee must agree, they still have to.
    """
    found = _voted_on(combat, dispute)
    return REFEREE if found is None else found.appeal or found.asker


def _voted_on(combat: OpenCombat, dispute: int) -> Dispute | None:
    """Return the dispute of that number if a vote rules on it; None for the referee's."""
    disputes = (one for one in combat.table.disputes if one.number == dispute)
    return next((one for one in disputes if one.by == "vote"), None)
