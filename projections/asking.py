"""Requests beside play in words: undo, fresh dice, their answers and policy, and who saw dice."""

from __future__ import annotations

from domain import events as e
from projections.telling import Telling
from projections.words import capital, label, listed

_TO_UNDO = {
    "agree": "agrees to go back",
    "refuse": "refuses to go back",
    "withdraw": "asks no longer to go back",
    "block": "takes no requests to go back",
    "allow": "takes requests to go back again",
}
_TO_REROLL = {
    "agree": "agrees to fresh dice",
    "refuse": "refuses fresh dice",
    "withdraw": "asks no longer for fresh dice",
}


def undo_requested(t: Telling, event: e.UndoRequested) -> str:
    """Return `Ann asks to undo from 20 to 17; Ben must agree`."""
    free = "" if event.must else ": a free move of one's own"
    return _asks(t, event, f"to {event.how} from {event.was} to {event.to}{free}")


def reroll_requested(t: Telling, event: e.RerollRequested) -> str:
    """Return `Ann asks for fresh dice on 20; Ben must agree`."""
    return _asks(t, event, f"for fresh dice on {event.entry}")


def _asks(t: Telling, event: e.Requested, what: str) -> str:
    must = f"; {listed(map(t.name, event.must))} must agree" if event.must else ""
    return capital(f"{t.name(event.asker)} asks {what}{must}")


def answered(t: Telling, event: e.UndoAnswered | e.RerollAnswered) -> str:
    """Return `Ben agrees to go back`, and who says so for somebody who is away."""
    says = _TO_UNDO if isinstance(event, e.UndoAnswered) else _TO_REROLL
    away = ", as the referee says for whoever is away" if t.seen.entry.meta.behalf else ""
    return capital(f"{t.name(event.who)} {says[event.choice]}{away}")


def policy_set(t: Telling, event: e.UndoPolicySet) -> str:
    """Return how the table undoes from now on."""
    allowed = f", {event.allowance} free for each" if event.allowance else ""
    return f"Going back at this table from now on: {event.policy}{allowed}"


def witnessed(t: Telling, event: e.Witnessed) -> str:
    """Return who confirms which typed dice."""
    return capital(f"{t.name(event.who)} saw what is in {event.entry}: confirmed")


def secret_fell(t: Telling, event: e.SecretFell) -> str:
    """Return what fell of what somebody did in secret, and why."""
    return capital(f"{label(event.what)} of {t.name(event.who)}, done in secret, fell: {event.why}")
