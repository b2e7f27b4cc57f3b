"""Undo: at once where nobody is concerned, else when everybody who must has agreed.

Every move of the head comes through here. Who must agree is derived from what everybody sees
(`api.handlers.undo_consent`); the move itself is one `Rewound`, in a step of its own after what was
asked and answered.
"""

from __future__ import annotations

from api.combats.open_combat import OpenCombat
from api.handlers.absent_players import answers_for
from api.handlers.hidden_steps import carry_over
from api.handlers.play import check_play_goes_on, check_sealed
from api.handlers.transaction import Work
from api.handlers.undo_consent import check_plays, crosses, may_be_taken_back, receipt_of
from api.handlers.undo_targets import Move, destination, may_move
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused, answers_of, by_name
from domain.state.viewer import PUBLIC, Viewer
from domain.step.draft import Draft
from domain.table.dispute_procedure import pausing_dispute, stands_still
from domain.table.undo_consent import Receipt
from domain.table.undo_requests import PATIENCE, R, Requests, cause_of, name_of

TO_UNDO = "to go back"


# --- moving without asking -----------------------------------------------------------------


def rewind(work: Work, command: c.Rewind) -> None:
    """Move the head where nobody else is concerned, or by the referee's word."""
    if work.dry:
        return _try_move(work, command)
    combat, viewer = work.combat, work.viewer
    _check_may_move(work)
    to, found = _target_and_receipt(work, command)
    if found.must and not viewer.is_referee:
        waits = answers_of((one.who for one in found.must), "undo request")
        why = "others are concerned: ask them with ask-undo"
        raise Refused("", why, None, "/type", missing=waits, legal=["ask-undo"])
    if found.free:
        why = "this takes one of your free moves: say so with ask-undo"
        raise Refused("", why, None, "/type", legal=["ask-undo"])
    alone = viewer.is_referee and crosses(found)
    draft = move(combat, to, command.how, basis="ruled" if alone else "table")
    _move(work, work.normal(command), draft, name_of(viewer))


def _check_may_move(work: Work) -> None:
    """Refuse a move where play stands still, or by somebody who may not move the head."""
    check_play_goes_on(work)
    may_move(work.combat, work.viewer)


def _target_and_receipt(work: Work, command: Move) -> tuple[int, Receipt]:
    """Return where a move leads, and who must agree to it; raises Refused."""
    to = destination(work.combat, command, work.viewer)
    found = receipt_of(work.combat, work.viewer, to)
    may_be_taken_back(found)
    return to, found


def _try_move(work: Work, command: Move) -> None:
    """Enter a move as though all had agreed who must; a spectator may look at it as well.

    While an undo is asked for, it is the asker's move.
    """
    combat, viewer, waits = work.combat, work.viewer, work.combat.table.undoing.waiting(work.at)
    check_sealed(work)
    if viewer.role != "spectator":
        may_move(combat, viewer)
    to = destination(combat, command, viewer)
    work.receipt = receipt_of(combat, viewer, to)
    mover = waits.event.asker if waits else name_of(viewer)
    _move(work, work.normal(command), move(combat, to, command.how), mover)


def _move(work: Work, command: c.Command, draft: Draft, mover: str) -> None:
    """Enter a move of the head, and what was done in secret and stays."""
    work.enter([draft], command)
    assert isinstance(draft.event, e.Rewound)
    carry_over(work, draft.event.to, mover)


def move(
    combat: OpenCombat, to: int, why: e.MoveReason, cause: str = "", basis: str = "table"
) -> Draft:
    """Return the move; one over private steps alone is for those who see any of them."""
    audience = _private_to(combat, to) if combat.numbers.hidden else ()
    moved = e.Rewound(was=combat.node, to=combat.line.last(to), why=why)
    return Draft(moved, cause=cause, basis=basis, audience=audience)


def _private_to(combat: OpenCombat, to: int) -> tuple[str, ...]:
    """Who sees anything of what a move crosses; nobody in particular where a step is public."""
    left, entered = combat.line.left_and_entered(combat.line.head, to)
    steps = {*left, *entered}
    if not all(map(combat.numbers.is_private_step, steps)):
        return ()
    rows = (names for _, step, names in combat.numbers.hidden if step in steps)
    return tuple(dict.fromkeys(name for names in rows for name in names))


# --- asking --------------------------------------------------------------------------------


def ask_undo(work: Work, command: c.AskUndo) -> None:
    """Ask those who must agree to a move; it is made at once where nobody must."""
    if work.dry:
        return _try_move(work, command)
    combat, viewer, undoing = work.combat, work.viewer, work.combat.table.undoing
    _check_may_move(work)
    undoing.requests.check_wait(name_of(viewer), work.at)
    to, found = _target_and_receipt(work, command)
    must, cause = tuple(one.who for one in found.must), ""
    if must:
        check_plays(combat, viewer, combat.line.last(to))
    undoing.check_takers(must)
    command = work.normal(command)
    if must or found.free:
        request = _request(work, command, must, to)
        [entry] = work.enter([Draft(request, basis="table")], command)
        cause = cause_of(entry.meta.number)
    if not must:
        _move(work, command, move(combat, to, command.how, cause), name_of(viewer))


def _request(work: Work, command: c.AskUndo, must: tuple[str, ...], to: int) -> e.UndoRequested:
    combat, asker, until = work.combat, name_of(work.viewer), work.at + PATIENCE
    was, there = number_of(combat, combat.node), number_of(combat, combat.line.last(to))
    return e.UndoRequested(asker=asker, must=must, until=until, how=command.how, was=was, to=there)


def number_of(combat: OpenCombat, node: int) -> int:
    """The number by which everybody knows a node: that of the last public entry on its path."""
    return combat.numbers.number(combat.visible_head(PUBLIC, node))


# --- answering -----------------------------------------------------------------------------


def answer_undo(work: Work, command: c.AnswerUndo) -> None:
    """Answer the open request; with the last agreement the head moves."""
    combat, viewer, undoing = work.combat, work.viewer, work.combat.table.undoing
    check_sealed(work)
    request = undoing.waiting(work.at)
    asked = request is not None and (command.who or name_of(viewer)) in request.open_slots()
    if command.choice == "allow" or (command.choice == "block" and not asked):
        if viewer.role == "spectator" or command.who not in ("", name_of(viewer)):
            raise Forbidden("everybody answers for themselves whether they take requests")
        who = name_of(viewer)
    else:
        who = answerer(work, undoing.requests, TO_UNDO, command)
    dispute = pausing_dispute(combat.table.disputes)
    if command.choice == "agree" and dispute is not None:
        raise stands_still(dispute)
    command = work.normal(command)
    said = answer(viewer, e.UndoAnswered(who=who, choice=command.choice))
    work.enter([said], command)
    if command.choice == "agree" and request is not None and request.open_slots() == (who,):
        asks = request.event
        # The head is where it was, since play has waited.
        to = destination(combat, c.Rewind(how="jump", to=asks.to), PUBLIC)
        cause = cause_of(request.number)
        _move(work, command, move(combat, to, asks.how, cause), asks.asker)


def answerer(
    work: Work, requests: Requests[R], what: str, command: c.AnswerUndo | c.AnswerFreshDice
) -> str:
    """Return for whom a command answers the open request; raises Refused, Forbidden."""
    request, me = requests.waiting(work.at), name_of(work.viewer)
    has_asked = request is not None and request.event.asker == me
    if command.choice == "withdraw":
        if not has_asked:
            raise Refused("", f"you have not asked {what}: there is nothing to withdraw")
        return me
    if has_asked and command.who in ("", me):
        why = f"{by_name(me)} asked {what}: others answer that, and `withdraw` takes it back"
        raise Refused("", why, None, "/choice", legal=["withdraw"])
    who = requests.slot_of(what, work.viewer, command.who, work.at)
    answers_for(work.combat, work.viewer, who, work.effects.presence)
    return who


Statement = e.UndoAnswered | e.RerollAnswered | e.DisputeAnswered | e.DisputeAppealed
"""An answer or an appeal of somebody, or of the referee for a person who is away."""


def answer(viewer: Viewer, said: Statement) -> Draft:
    """Return a statement, on behalf of somebody else where the referee gives it."""
    behalf = said.who if said.who != name_of(viewer) else ""
    return Draft(said, behalf=behalf, basis="ruled" if behalf else "table")


def rule_policy(work: Work, command: c.UndoPolicy) -> None:
    """Change how this table undoes, by the referee's ruling."""
    table = work.combat.table
    check_sealed(work)
    if not work.viewer.is_referee:
        raise Forbidden("only the referee settles how this table goes back")
    if table.undoing.waiting(work.at) or table.fresh.waiting(work.at):
        raise Refused("", "somebody asks the table for leave: answer that first")
    ruling = e.UndoPolicySet(policy=command.policy, allowance=command.allowance)
    work.enter([Draft(ruling, basis="ruled")], work.normal(command))
