"""Fresh dice: asking the table to let dice or a card that were shown and undone fall anew.

A request is an `Asked` about `fresh-dice` beside play, on the entry in which they were shown, and
is answered like a request to go back: in slots, by whoever must agree; silence is no, and to
withdraw it counts as a refusal. Agreed to, it holds for ever.
"""

from __future__ import annotations

from typing import NamedTuple

from domain import events as e
from domain.ruleset import Forbidden, Refused
from domain.seats import Viewer
from domain.undoing import PATIENCE, Refusals, Request, name_of
from domain.wire import Entry

FRESH = "fresh-dice"
"""What such a question is about."""


class Freshness(NamedTuple):
    """The request that was asked for, if any, and the refusals so far."""

    request: Request | None = None
    refusals: Refusals = Refusals()

    def waiting(self, at: int) -> Request | None:
        """The request that waits for answers."""
        return self.request if self.request is not None and self.request.is_open(at) else None


def follow(fresh: Freshness, entry: Entry) -> Freshness:
    """The table after one more entry beside play."""
    request, frame = fresh.request, (entry.meta.answers or ("",))[0]
    match entry.event:
        case e.Asked(about="fresh-dice"):
            return fresh._replace(request=_request(entry.event))
        case e.Answered(who=who, choice="agree") if request and frame == request.question:
            return fresh._replace(request=request._replace(agreed=(*request.agreed, who)))
        case e.Closed(frame=closed, how=how) if request and closed == request.question:
            return Freshness(None, fresh.refusals.after(request, how, entry.meta.at))
    return fresh


def _request(event: e.Asked) -> Request:
    said = event.params
    entry, until = said["entry"], said["until"]
    assert isinstance(entry, int) and isinstance(until, int)
    must = tuple(slot.who for slot in event.slots)
    return Request(event.question, str(said["asker"]), entry, 0, FRESH, until, must)


def consented(fresh: Freshness, entry: Entry) -> int:
    """The public entry whose dice may fall anew by this one's leave; 0 for none."""
    match entry.event:
        case e.Closed(frame=frame, how="agreed") if fresh.request:
            return fresh.request.was if frame == fresh.request.question else 0
    return 0


def asked(question: str, viewer: Viewer, must: tuple[str, ...], entry: int, at: int) -> e.Asked:
    """The request of somebody about a public entry."""
    said: e.Params = {"asker": name_of(viewer), "entry": entry, "until": at + PATIENCE}
    slots = tuple(e.Slot(id=who, who=who) for who in must)
    return e.Asked(question=question, on="table", about=FRESH, slots=slots, params=said)


def may_ask(fresh: Freshness, viewer: Viewer, at: int) -> None:
    """Refuse a request that comes amid another one, or too soon after a refusal."""
    if (request := fresh.waiting(at)) is not None:
        numbers = {"asked by": request.asker, "waiting for": ", ".join(request.open_slots())}
        raise Refused("", "somebody asks for fresh dice already", numbers)
    fresh.refusals.check(name_of(viewer), fresh.request, at)


def slot_of(fresh: Freshness, viewer: Viewer, seat: str, at: int) -> tuple[Request, str]:
    """The request and the slot that somebody fills; the referee may answer for another."""
    request, who = fresh.waiting(at), seat or name_of(viewer)
    if request is None:
        raise Refused("", "nobody asks for fresh dice: there is nothing to answer")
    if who != name_of(viewer) and not viewer.is_referee:
        raise Forbidden("only the referee answers for somebody else")
    if who not in request.open_slots():
        numbers = {"asked": ", ".join(request.open_slots())}
        raise Refused("", f"{who!r} is not asked", numbers, "/who")
    return request, who
