"""Asking to go back, on pages: the open request with its answers, and who would have to agree."""

from __future__ import annotations

from typing import NamedTuple

from api.absent import may_answer
from api.contract import Call
from api.pages.forms import Form, Press
from api.words import person_name
from domain import commands as c
from domain.receipt import Receipt
from domain.seats import REFEREE
from domain.undoing import Request, name_of
from projections.words import capital, listed

POLICIES = {
    "referee": "At this table the referee decides whether to go back.",
    "consent": "At this table whoever is concerned has to agree to going back.",
    "strict": "At this table nothing that was learned is taken back.",
    "free": "At this table every player may go back.",
}
_ANSWERS = (("agree", "Agree"), ("refuse", "Refuse"), ("block", "Refuse, and take no more of them"))
_BUTTONS = {"undo": "Undo it", "redo": "Redo it", "jump": "Go on from there"}
_ASK = {"undo": "Ask to undo it", "redo": "Ask to redo it", "jump": "Ask to go on from there"}


class Asked(NamedTuple):
    """The open request in words, what whoever looks may answer, and in how many seconds.

    `present` are those in words for whom the referee might answer, were they away.
    """

    says: str
    was: int
    to: int
    forms: tuple[Form, ...]
    left: int
    present: str = ""


def requested(press: Press) -> Asked | None:
    """The request for which play waits."""
    request = press.call.service.waits(press.combat)
    if request is None:
        return None
    whom = listed(called(press.call, who) for who in request.open_slots())
    asker = capital(called(press.call, request.asker))
    says = f"{asker} asks to {request.how}. Play waits for {whom}."
    left = (request.until - press.call.service.effects.now()) // 1000 + 1
    answers = tuple(_answers(press, request))
    here = listed(called(press.call, who) for who in present(press, request))
    return Asked(says, request.was, request.to, answers, max(1, left), here)


def _answers(press: Press, request: Request) -> list[Form]:
    """What the caller may answer; the referee may do so for whoever is away."""
    me, found = name_of(press.call.caller.viewer), []
    if request.asker == me:
        found.append(_answer(press, "withdraw", "Ask no longer"))
    for who in filter(lambda each: may_speak(press, each), request.open_slots()):
        if who == me:
            found += [_answer(press, choice, button) for choice, button in _ANSWERS]
            continue
        for choice, button in _ANSWERS[:2]:
            found.append(_answer(press, choice, f"{button} for {_name(press, who)}", who))
    return found


def may_speak(press: Press, who: str) -> bool:
    """True where whoever looks may answer for somebody now."""
    presence = press.call.service.effects.presence
    return may_answer(press.combat, press.call.caller.viewer, who, presence)


def present(press: Press, request: Request) -> tuple[str, ...]:
    """Those who answer for themselves, as they are here; for whoever could speak for them else."""
    if not press.call.caller.viewer.is_referee:
        return ()
    return tuple(who for who in request.open_slots() if not may_speak(press, who))


def _answer(press: Press, choice: str, button: str, who: str = "") -> Form:
    return answer_form(press, "answer-undo", choice, button, who)


def answer_form(press: Press, type: str, choice: str, button: str, who: str = "") -> Form:
    """A button that answers what somebody asks of the table; `who`: for whom, if not oneself."""
    command = {"type": type, "choice": choice, **({"who": who} if who else {})}
    return press.form(command, button, head="", quiet=choice != "agree")


def _name(press: Press, who: str) -> str:
    return called(press.call, who)


def called(call: Call, who: str) -> str:
    """What somebody at the table is called."""
    if who == REFEREE:
        return "the referee"
    return person_name(call.service, call.combat, who) or who


def moves(press: Press, command: c.Rewind, receipt: Receipt) -> tuple[Form, ...]:
    """The buttons that move the head, or ask for it; the referee may always move it himself."""
    move = command.model_dump(mode="json", exclude_none=True)
    own = press.form(move, _BUTTONS[command.how])
    if receipt.barred:
        return ()
    if not receipt.must and not receipt.free:
        return (own,)
    ask = press.form({**move, "type": "ask-undo"}, _ASK[command.how])
    alone = own._replace(button=f"{own.button} by the referee's word", quiet=True)
    return (ask, alone) if press.call.caller.viewer.is_referee else (ask,)
