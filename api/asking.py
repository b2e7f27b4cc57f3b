"""Going back: at once where nobody is concerned, else when everybody who must has agreed.

Every move of the head comes through here. Who must agree is derived from what everybody sees
(`api.receipts`); what is asked and answered is told in entries of the table, and the move itself
is one `Rewound`, in a step of its own after them.
"""

from __future__ import annotations

from api.absent import answers_for
from api.open_combat import OpenCombat
from api.presence import Presence
from api.receipts import check_plays, crosses, may_be_taken_back, receipt_of
from api.rewinding import Move, destination, may_move, moved, reopened
from domain import commands as c
from domain import events as e
from domain.drafting import Draft
from domain.hearing import paused, stands_still
from domain.ids import make_id
from domain.receipt import Receipt
from domain.ruleset import Forbidden, Refused
from domain.seats import PUBLIC, REFEREE, Viewer
from domain.undoing import (
    POLICY,
    UNDO,
    Request,
    asked,
    in_the_way,
    may_ask,
    name_of,
    slot_of,
    taken_by,
)

GOING_BACK = (c.Rewind, c.Reopen, c.AskUndo, c.AnswerUndo, c.UndoPolicy)
Steps = list[list[Draft]]


def agreed_to(combat: OpenCombat, command: Move, viewer: Viewer) -> tuple[Steps, Receipt]:
    """Return the move as though all had agreed who must, and who they are and why.

    A spectator may look at what others ask for.
    """
    if viewer.role != "spectator":
        may_move(combat, viewer)
    to = destination(combat, command, viewer)
    return [[move(combat, to, command.how)]], receipt_of(combat, viewer, to)


def going_back(
    combat: OpenCombat, command: c.Command, viewer: Viewer, at: int, number: int, presence: Presence
) -> Steps:
    """The steps of a command about going back, at a time; raises Refused or Forbidden.

    `number` is that of the first of them; `presence` knows who is away.
    """
    match command:
        case c.Rewind():
            return [[_by_his_own(combat, command, viewer, at)]]
        case c.Reopen():
            _nothing_waits(combat, at)
            return [[Draft(reopened(combat, viewer), basis="table")]]
        case c.AskUndo():
            return _ask(combat, command, viewer, at, number)
        case c.AnswerUndo():
            return _answer(combat, command, viewer, at, presence)
        case c.UndoPolicy():
            return [[_ruled(combat, command, viewer, at)]]
    raise Refused("", f"{type(command).__name__} moves nothing")


def _nothing_waits(combat: OpenCombat, at: int) -> None:
    if (request := combat.table.undoing.waiting(at)) is not None:
        raise in_the_way(request)
    if (dispute := paused(combat.table.disputes)) is not None:
        raise stands_still(dispute)


# --- moving without asking -----------------------------------------------------------------


def _by_his_own(combat: OpenCombat, command: c.Rewind, viewer: Viewer, at: int) -> Draft:
    """A move that nobody else was asked about: nobody is concerned, or the referee's word."""
    may_move(combat, viewer)
    _nothing_waits(combat, at)
    to = destination(combat, command, viewer)
    found = receipt_of(combat, viewer, to)
    may_be_taken_back(found)
    if found.must and not viewer.is_referee:
        must = ", ".join(one.who for one in found.must)
        raise Refused("", "others are concerned: ask them with ask-undo", {"must agree": must})
    if found.free:
        raise Refused("", "this takes one of your free moves: say so with ask-undo")
    alone = viewer.is_referee and crosses(found)
    return move(combat, to, command.how, basis="ruled" if alone else "table")


def move(combat: OpenCombat, to: int, why: str, cause: str = "", basis: str = "table") -> Draft:
    """The move itself; where it leads over private steps alone, for those who see any of them."""
    audience = _private_to(combat, to) if combat.numbers.hidden else ()
    return Draft(moved(combat, to, why), cause=cause, basis=basis, audience=audience)


def _private_to(combat: OpenCombat, to: int) -> tuple[str, ...]:
    """Who sees anything of what a move crosses; nobody in particular where a step is public."""
    left, entered = combat.line.left_and_entered(combat.line.head, to)
    steps = {*left, *entered}
    if not all(map(combat.numbers.is_private_step, steps)):
        return ()
    rows = (names for _, step, names in combat.numbers.hidden if step in steps)
    return tuple(dict.fromkeys(name for names in rows for name in names))


# --- asking --------------------------------------------------------------------------------


def _ask(combat: OpenCombat, command: c.AskUndo, viewer: Viewer, at: int, number: int) -> Steps:
    undoing = combat.table.undoing
    may_move(combat, viewer)
    may_ask(undoing, viewer, at)
    _nothing_waits(combat, at)
    to = destination(combat, command, viewer)
    found = receipt_of(combat, viewer, to)
    may_be_taken_back(found)
    must = tuple(one.who for one in found.must)
    if not must and not found.free:
        return [*expired(combat, at), [move(combat, to, command.how)]]
    if must:
        check_plays(combat, viewer, combat.line.last(to))
    taken_by(undoing, must)
    question = make_id(number + len(expired(combat, at)), 1)
    path = number_of(combat, combat.node), number_of(combat, combat.line.last(to))
    request = Draft(asked(question, viewer, must, path, command.how, at), basis="table")
    if must:
        return [*expired(combat, at), [request]]
    allowed = [request, closed(question, "allowed")]
    return [*expired(combat, at), allowed, [move(combat, to, command.how, question)]]


def number_of(combat: OpenCombat, node: int) -> int:
    """The number by which everybody knows a node: that of the last public entry on its path."""
    return combat.numbers.number(combat.visible_head(PUBLIC, node))


def expired(combat: OpenCombat, at: int) -> Steps:
    """The end of a request whose time is over, if there is one."""
    request = combat.table.undoing.request
    if request is None or request.is_open(at):
        return []
    return [[closed(request.question, "expired")]]


def closed(question: str, how: str) -> Draft:
    """The end of a request."""
    return Draft(e.Closed(frame=question, how=how), basis="table")


# --- answering -----------------------------------------------------------------------------


def _answer(
    combat: OpenCombat, command: c.AnswerUndo, viewer: Viewer, at: int, presence: Presence
) -> Steps:
    undoing, request = combat.table.undoing, combat.table.undoing.waiting(at)
    if command.choice == "withdraw":
        return [_withdrawn(request, viewer)]
    me = command.who or name_of(viewer)
    if command.choice == "allow" or (command.choice == "block" and not _is_asked(request, me)):
        return [[_takes(command, viewer)]]
    request, who = slot_of(undoing, viewer, command.who, at)
    answers_for(combat, viewer, who, presence)
    said = _said(request.question, who, command.choice, viewer)
    if command.choice != "agree":
        return [[said, closed(request.question, "refused")]]
    if (dispute := paused(combat.table.disputes)) is not None:
        raise stands_still(dispute)
    if len(request.open_slots()) > 1:
        return [[said]]
    agreed = [said, closed(request.question, "agreed")]
    to = _target(combat, request)
    return [agreed, [move(combat, to, request.how, request.question)]]


def _is_asked(request: Request | None, who: str) -> bool:
    return request is not None and who in request.open_slots()


def _target(combat: OpenCombat, request: Request) -> int:
    """The step that was asked for; the head is where it was, since play has waited."""
    move = c.Rewind(how="jump", to=request.to)
    return destination(combat, move, PUBLIC)


def _withdrawn(request: Request | None, viewer: Viewer) -> list[Draft]:
    if request is None or request.asker != name_of(viewer):
        raise Refused("", "you have not asked to go back: there is nothing to withdraw")
    said = _said(request.question, request.asker, "withdraw", viewer)
    return [said, closed(request.question, "withdrawn")]


def _said(question: str, who: str, choice: str, viewer: Viewer) -> Draft:
    behalf = who if who != name_of(viewer) else ""
    params: e.Params = {"away": True} if behalf else {}
    answer = e.Answered(who=who, choice=choice, params=params)
    return Draft(answer, (question, who), behalf, basis="ruled" if behalf else "table")


def _takes(command: c.AnswerUndo, viewer: Viewer) -> Draft:
    """Somebody takes no more requests, or takes them again."""
    if viewer.role == "spectator" or command.who not in ("", name_of(viewer)):
        raise Forbidden("everybody says for himself whether he takes requests")
    return _said(UNDO, name_of(viewer), command.choice, viewer)


def _ruled(combat: OpenCombat, command: c.UndoPolicy, viewer: Viewer, at: int) -> Draft:
    if not viewer.is_referee:
        raise Forbidden("only the referee settles how this table goes back")
    if combat.table.undoing.waiting(at) or combat.table.fresh.waiting(at):
        raise Refused("", "somebody asks the table for leave: answer that first")
    params: e.Params = {"allowance": command.allowance}
    ruling = e.Answered(who=REFEREE, choice=command.policy, params=params)
    return Draft(ruling, (POLICY, REFEREE), basis="ruled")
