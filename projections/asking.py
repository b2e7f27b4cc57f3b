"""What is asked and answered beside play, in words: going back, dice, rulings."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.freshness import FRESH
from domain.table import WITNESS
from domain.undoing import POLICY, SECRET
from projections.telling import Telling
from projections.words import capital, label, listed

_ANSWERS = {
    "agree": "agrees to go back",
    "refuse": "refuses to go back",
    "withdraw": "asks no longer to go back",
    "block": "takes no requests to go back",
    "allow": "takes requests to go back again",
}
_OF_DICE = {
    "agree": "agrees to fresh dice",
    "refuse": "refuses fresh dice",
    "withdraw": "asks no longer for fresh dice",
}
_ENDS = {
    "agreed": "all have agreed",
    "refused": "it was refused",
    "expired": "nobody answered in time",
    "withdrawn": "it was withdrawn",
    "allowed": "a free move of one's own",
}


def sentence(t: Telling, event: e.Event) -> str:
    """An entry of the table that is asked, answered or closed; nothing for any other."""
    match event:
        case e.Asked(about="undo"):
            return _asked(t, event)
        case e.Asked(about="fresh-dice"):
            return _asked_fresh(t, event)
        case e.Answered():
            return _answered(t, event)
        case e.Closed():
            about = t.about.get(event.frame, "question")
            return f"The {about} is closed: {_ENDS.get(event.how, event.how)}"
    return ""


def about(event: e.Asked) -> str:
    """What is asked of the table, for whatever is said to it later: `request to undo`."""
    said: dict[str, Any] = event.params
    match event.about:
        case "undo":
            return f"request to {said['how']}"
        case "fresh-dice":
            return f"request for fresh dice on {said['entry']}"
    return "question"


def _asked(t: Telling, event: e.Asked) -> str:
    said: dict[str, Any] = event.params
    who, whom = t.name(str(said["asker"])), listed(t.name(slot.who) for slot in event.slots)
    path = f"from {said['was']} to {said['to']}"
    asked = f"; {whom} must agree" if event.slots else ""
    return capital(f"{who} asks to {said['how']} {path}{asked}")


def _asked_fresh(t: Telling, event: e.Asked) -> str:
    who, whom = t.name(str(event.params["asker"])), listed(t.name(slot.who) for slot in event.slots)
    asked = f"; {whom} must agree" if event.slots else ""
    return capital(f"{who} asks for fresh dice on {event.params['entry']}{asked}")


def _answered(t: Telling, event: e.Answered) -> str:
    frame = (t.seen.entry.meta.answers or ("", ""))[0]
    if frame == POLICY:
        free = event.params.get("allowance")
        allowed = f", {free} free for each" if free else ""
        return f"Going back at this table from now on: {event.choice}{allowed}"
    if frame == WITNESS:
        return capital(f"{t.name(event.who)} saw what is in {event.params['entry']}: confirmed")
    if frame == SECRET:
        what, why = label(str(event.params["what"])), event.params["why"]
        return capital(f"{what} of {t.name(event.who)}, done in secret, fell: {why}")
    words = _OF_DICE if event.params.get("about") == FRESH else _ANSWERS
    said = words.get(event.choice, event.choice)
    away = ", as the referee says for whoever is away" if event.params.get("away") else ""
    return capital(f"{t.name(event.who)} {said}{away}")
