"""Fresh dice on pages: the open request with its answers, and the button that asks for them."""

from __future__ import annotations

from typing import NamedTuple

from api.fairness import may_be_fresh
from api.pages.forms import Form, Press
from api.pages.requests import answer_form, called, may_speak, present
from domain.events import RerollRequested
from domain.seats import REFEREE
from domain.undoing import Request, name_of
from projections.words import capital, listed


class FreshAsked(NamedTuple):
    """The open request in words, the entry that it is about, and what may be answered.

    `present` are those in words for whom the referee might answer, were they away.
    """

    says: str
    entry: int
    forms: tuple[Form, ...]
    present: str = ""


def fresh_asked(press: Press) -> FreshAsked | None:
    """The open request for fresh dice; play does not wait for it."""
    request = press.combat.table.fresh.waiting(press.call.service.effects.now())
    if request is None:
        return None
    whom = listed(called(press.call, who) for who in request.open_slots())
    asker = capital(called(press.call, request.event.asker))
    says = f"{asker} asks for fresh dice. Not yet answered: {whom}."
    here = listed(called(press.call, who) for who in present(press, request))
    return FreshAsked(says, request.event.entry, tuple(_answers(press, request)), here)


def _answers(press: Press, request: Request[RerollRequested]) -> list[Form]:
    """What the caller may answer; the referee may do so for whoever is away."""
    me, found = name_of(press.call.caller.viewer), []
    if request.event.asker == me:
        found.append(_answer(press, "withdraw", "Ask for no fresh dice"))
    for who in request.open_slots():
        if may_speak(press, who):
            named = "" if who == me else f" for {called(press.call, who)}"
            other = "" if who == me else who
            found.append(_answer(press, "agree", f"Agree to fresh dice{named}", other))
            found.append(_answer(press, "refuse", f"Refuse fresh dice{named}", other))
    return found


def _answer(press: Press, choice: str, button: str, who: str = "") -> Form:
    return answer_form(press, "answer-fresh-dice", choice, button, who)


def fresh_form(press: Press, at: str) -> Form | None:
    """The button at a past entry that asks for fresh dice, where that may be asked."""
    viewer = press.call.caller.viewer
    if viewer.role not in (REFEREE, "player") or not press.call.caller.seat or not at.isdigit():
        return None
    if not may_be_fresh(press.combat, int(at)):
        return None
    command = {"type": "ask-fresh-dice", "about": int(at)}
    return press.form(command, "Ask for fresh dice", head="")
