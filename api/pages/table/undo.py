"""Undo, redo and jump on pages, and requests to undo or for fresh dice with their answers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from flask import Response
from pydantic import Field

from api.handlers.absent_players import may_answer
from api.handlers.dice_consent import may_be_fresh
from api.pages.forms.options import Form, Press, press
from api.pages.layout.render import Trouble, combat_page, display_name, page_query
from api.service.dry_run import dry_run, of_command
from api.web.error_mapping import refusal
from api.web.route_table import Call
from api.web.validation import Query
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.ruleset.sequence import every
from domain.state.viewer import REFEREE
from domain.table.undo_consent import Receipt
from domain.table.undo_requests import Request, name_of
from projections.wording.game_words import capital, join_with_and, word

POLICIES = {
    "referee": "The referee decides about undo and redo.",
    "consent": "Everybody concerned has to agree to undo or redo.",
    "strict": "Nothing that was learned is undone.",
    "free": "Every player may undo and redo.",
}
"""Who decides about undo, by the policy of a table."""
_BUTTONS = {"undo": "Undo it", "redo": "Redo it", "jump": "Go on from there"}
_ASK = {"undo": "Ask to undo it", "redo": "Ask to redo it", "jump": "Ask to go on from there"}

Kind = tuple[str, tuple[tuple[str, str], ...]]
"""The command that answers, and its buttons."""
_UNDO: Kind = (
    "answer-undo",
    (
        ("withdraw", "Withdraw the request"),
        ("agree", "Agree"),
        ("refuse", "Refuse"),
        ("block", "Refuse, and accept no more requests of theirs"),
    ),
)
_FRESH: Kind = (
    "answer-fresh-dice",
    (
        ("withdraw", "Withdraw the request for fresh dice"),
        ("agree", "Agree to fresh dice"),
        ("refuse", "Refuse fresh dice"),
    ),
)


class OpenRequest(NamedTuple):
    """An open request in words, from which entry, and what the viewer may answer.

    `present` names the people for whom the referee might answer if they were away; `to` and `left`
    are of a request to undo: to which entry, and in how many seconds.
    """

    says: str
    was: int
    forms: tuple[Form, ...]
    present: str
    to: int = 0
    left: int = 0


def undo_request(press: Press) -> OpenRequest | None:
    """Return the request for which play waits."""
    request = press.call.service.waits(press.combat)
    if request is None:
        return None
    asks = request.event
    left = (asks.until - press.call.service.effects.now()) // 1000 + 1
    says = "{asker} asks to " + asks.how + ". Play waits for {whom}."
    found = _request_view(press, request, asks.was, says, _UNDO)
    return found._replace(to=asks.to, left=max(1, left))


def fresh_dice_request(press: Press) -> OpenRequest | None:
    """Return the open request for fresh dice; play does not wait for it."""
    request = press.combat.table.fresh.waiting(press.call.service.effects.now())
    if request is None:
        return None
    says = "{asker} asks for fresh dice. Not yet answered: {whom}."
    return _request_view(press, request, request.event.entry, says, _FRESH)


def _request_view(
    press: Press, request: Request[Any], was: int, says: str, kind: Kind
) -> OpenRequest:
    call, slots = press.call, request.open_slots()
    whom = join_with_and(display_name(call, who) for who in slots)
    said = says.format(asker=capital(display_name(call, request.event.asker)), whom=whom)
    forms = tuple(_answers(press, request, kind))
    others = slots if call.caller.viewer.is_referee else ()
    here = join_with_and(display_name(call, who) for who in others if not may_speak(press, who))
    return OpenRequest(said, was, forms, here)


def _answers(press: Press, request: Request[Any], kind: Kind) -> list[Form]:
    """Return what the caller may answer; the referee also answers for people who are away."""
    me, (type, (withdraw, *answers)) = name_of(press.call.caller.viewer), kind
    found: list[tuple[str, str, dict[str, str]]] = []
    if request.event.asker == me:
        found.append((*withdraw, {}))
    for who in request.open_slots():
        if who == me:
            found += [(choice, button, {}) for choice, button in answers]
        elif may_speak(press, who):
            name = display_name(press.call, who)
            found += [(choice, f"{it} for {name}", {"who": who}) for choice, it in answers[:2]]
    return [
        press.form({"type": type, "choice": choice, **whom}, it, head="", quiet=choice != "agree")
        for choice, it, whom in found
    ]


def may_speak(press: Press, who: str) -> bool:
    """True where the viewer may answer for somebody now."""
    presence = press.call.service.effects.presence
    return may_answer(press.combat, press.call.caller.viewer, who, presence)


def fresh_form(press: Press, at: str) -> Form | None:
    """The button at a past entry that asks for fresh dice, where that may be asked."""
    viewer = press.call.caller.viewer
    if viewer.role not in (REFEREE, "player") or not press.call.caller.seat or not at.isdigit():
        return None
    if not may_be_fresh(press.combat, int(at)):
        return None
    command = {"type": "ask-fresh-dice", "about": int(at)}
    return press.form(command, "Ask for fresh dice", head="")


def moves(press: Press, command: c.Rewind, receipt: Receipt) -> tuple[Form, ...]:
    """Return the buttons that move the head, or ask for it; the referee may always move it."""
    move = command.model_dump(mode="json", exclude_none=True)
    own = press.form(move, _BUTTONS[command.how])
    if receipt.barred:
        return ()
    if not receipt.must and not receipt.free:
        return (own,)
    ask = press.form({**move, "type": "ask-undo"}, _ASK[command.how])
    alone = own._replace(button=f"{own.button} by the referee's word", quiet=True)
    return (ask, alone) if press.call.caller.viewer.is_referee else (ask,)


# --- one move -------------------------------------------------------------------------------

SPANS = ("turn", "phase", "round")


class Move(Query):
    """Which move to look at."""

    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: int | None = Field(None, ge=1, le=2**31)


def get_move(call: Call) -> Response:
    """Show what a move of the head would change, and the button that makes it."""
    move, changes, trouble = page_query(Move), None, None
    command, forms = c.Rewind(how=move.how, span=move.span, to=move.to), tuple[Form, ...]()
    with call.lock_combat() as (combat, sight):
        rules, viewer = combat.rules, call.caller.viewer
        try:
            changes = dry_run(call.service, combat, sight, viewer, of_command(command))
            if changes.receipt:
                forms = moves(press(call, combat, sight), command, changes.receipt)
        except Refused as refused:
            trouble = Trouble(refusal(refused, call))
    kinds = {stretch.kind for stretch in every(rules.sequence)}
    return combat_page(
        "move",
        call,
        changes=changes,
        forms=forms,
        move=command,
        spans={span: word(rules, span) for span in SPANS if span in kinds},
        trouble=trouble,
        policies=POLICIES,
    )
