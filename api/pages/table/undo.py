"""Buttons that undo, redo and jump; requests to undo or for fresh dice, with their answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from api.handlers.absent_players import may_answer
from api.handlers.dice_consent import may_be_fresh
from api.pages.forms.options import Form, Press
from api.pages.layout.render import display_name
from api.pages.table.undo_words import Moved, moved_by_request
from domain import commands as c
from domain.state.viewer import REFEREE
from domain.table.undo_consent import Receipt
from domain.table.undo_requests import Request, name_of
from projections.wording.game_words import capital, join_with_and

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

    `present` names the people for whom the referee might answer if they were away; `asks` is what
    the viewer is asked, and empty where others are. `to` and `left` are of a request to undo: to
    which entry, and in how many seconds.
    """

    says: str
    was: int
    forms: tuple[Form, ...]
    present: str
    asks: str = ""
    to: int = 0
    left: int = 0


def undo_request(press: Press) -> OpenRequest | None:
    """Return the request for which play waits."""
    request = press.call.service.waits(press.combat)
    if request is None:
        return None
    asks = request.event
    left = (asks.until - press.call.service.effects.now()) // 1000 + 1
    moved = moved_by_request(press.combat, press.sight, asks)
    says = f"{{asker}} asks to {_braced(moved)} Play waits for {{whom}}."
    found = _request_view(press, request, asks.was, says, _UNDO, moved.summary.does)
    return found._replace(to=asks.to, left=max(1, left))


def _braced(moved: Moved) -> str:
    """Return what is asked for, and what comes back by it, with no sign that a format reads."""
    says = f"{moved.summary.does}. {moved.summary.back}"
    return says.replace("{", "{{").replace("}", "}}")


def fresh_dice_request(press: Press) -> OpenRequest | None:
    """Return the open request for fresh dice; play does not wait for it."""
    request = press.combat.table.fresh.waiting(press.call.service.effects.now())
    if request is None:
        return None
    says = "{asker} asks for fresh dice. Not yet answered: {whom}."
    return _request_view(press, request, request.event.entry, says, _FRESH, "fresh dice")


def _request_view(
    press: Press, request: Request[Any], was: int, says: str, kind: Kind, what: str
) -> OpenRequest:
    call, slots = press.call, request.open_slots()
    whom = join_with_and(display_name(call, who) for who in slots)
    asker = display_name(call, request.event.asker)
    said = says.format(asker=capital(asker), whom=whom)
    forms = tuple(_answers(press, request, kind))
    others = slots if call.caller.viewer.is_referee else ()
    here = join_with_and(display_name(call, who) for who in others if not may_speak(press, who))
    asks = f"{asker} asks you: {what}?" if name_of(call.caller.viewer) in slots else ""
    return OpenRequest(said, was, forms, here, asks)


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
