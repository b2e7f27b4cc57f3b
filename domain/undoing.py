"""Asking the table to go back: who asked, who has answered, and how often one may ask.

A request is an `Asked` about `undo` beside play, answered in slots by the people who must agree. It
pins the head and its target; while it is open, play waits. Silence is no: after its time it is
refused. A refusal changes nothing but how long the asker waits before asking again, and so does a
request that is withdrawn: the wait grows with the square of the refusals. The policy of a table is
changed by a ruling of the referee, an `Answered` to `POLICY`.
"""

from __future__ import annotations

from typing import NamedTuple

from domain import events as e
from domain.ruleset import Forbidden, Refused
from domain.seats import REFEREE, Viewer
from domain.vocabulary import Numbers
from domain.wire import Entry

UNDO = "undo"
"""What such a question is about, and the frame of the rulings on who takes requests."""

POLICY = "undo-policy"
"""The frame of the referee's ruling on how this table goes back."""

SECRET, FELL = "secret", "fell"
"""What stands in place of a question, and the choice, where somebody is told that what he did in
secret fell as the head moved."""

PATIENCE = 120_000
"""Milliseconds for which a request is open."""

BACK_OFF = 10_000
"""Milliseconds to wait after one refusal; four times that after two, nine times after three."""


class Request(NamedTuple):
    """An open request: who asks, from and to which public entry, until when, and who must agree."""

    question: str
    asker: str
    was: int
    to: int
    how: str
    until: int
    must: tuple[str, ...]
    agreed: tuple[str, ...] = ()

    def is_open(self, at: int) -> bool:
        """True until its time is over; after that, silence was a no."""
        return at < self.until

    def open_slots(self) -> tuple[str, ...]:
        """Those who have not answered yet."""
        return tuple(who for who in self.must if who not in self.agreed)


class Refusals(NamedTuple):
    """Refusals by asker since a request of theirs was last agreed to, and when the last came."""

    times: dict[str, int] = {}
    since: dict[str, int] = {}

    def after(self, request: Request, how: str, at: int) -> Refusals:
        """Count how a request ended: withdrawing it and silence count as a refusal."""
        asker = request.asker
        if how == "agreed":
            return self._replace(times={**self.times, asker: 0})
        if how not in ("refused", "withdrawn", "expired"):
            return self
        times, ended = self.times.get(asker, 0) + 1, min(at, request.until)
        return Refusals({**self.times, asker: times}, {**self.since, asker: ended})

    def check(self, asker: str, pending: Request | None, at: int) -> None:
        """Refuse a request too soon after a refusal; a `pending` one has run out by now."""
        known = self.after(pending, "expired", at) if pending else self
        times = known.times.get(asker, 0)
        ready = known.since.get(asker, 0) + BACK_OFF * times**2
        if times and at < ready:
            numbers: Numbers = {"refused": times, "seconds": -(-(ready - at) // 1000)}
            raise Refused("", "you were refused: wait before you ask again", numbers)


class Undoing(NamedTuple):
    """How this table goes back, and what was asked so far.

    `policy` is empty while that of the opening holds. `used` counts the free moves by person,
    `closed_to` are those who take no further requests.
    """

    policy: str = ""
    allowance: int = 0
    request: Request | None = None
    used: dict[str, int] = {}
    refusals: Refusals = Refusals()
    closed_to: tuple[str, ...] = ()

    def waiting(self, at: int) -> Request | None:
        """The request for which play waits."""
        return self.request if self.request is not None and self.request.is_open(at) else None

    def left(self, person: str) -> int:
        """How many free moves somebody has left."""
        return max(self.allowance - self.used.get(person, 0), 0)


def name_of(viewer: Viewer) -> str:
    """How somebody is called who asks or answers: the person, or the referee."""
    return REFEREE if viewer.is_referee else viewer.person


# --- what was ------------------------------------------------------------------------------


def follow(undoing: Undoing, entry: Entry) -> Undoing:
    """The table after one more entry beside play."""
    match entry.event:
        case e.Asked(about="undo"):
            return undoing._replace(request=_request(entry.event))
        case e.Answered() if entry.meta.answers is not None:
            return _answered(undoing, entry.event, entry.meta.answers[0])
        case e.Closed(frame=frame) if undoing.request and frame == undoing.request.question:
            return _closed(undoing, undoing.request, entry)
    return undoing


def _request(event: e.Asked) -> Request:
    said = event.params
    return Request(
        event.question,
        str(said["asker"]),
        _whole(said["was"]),
        _whole(said["to"]),
        str(said["how"]),
        _whole(said["until"]),
        tuple(slot.who for slot in event.slots),
    )


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _answered(undoing: Undoing, event: e.Answered, frame: str) -> Undoing:
    request = undoing.request
    if frame == POLICY:
        allowance = _whole(event.params.get("allowance"))
        return undoing._replace(policy=event.choice, allowance=allowance)
    if event.choice in ("block", "allow"):
        others = tuple(who for who in undoing.closed_to if who != event.who)
        blocks = event.choice == "block"
        undoing = undoing._replace(closed_to=(*others, event.who) if blocks else others)
    if request is not None and frame == request.question and event.choice == "agree":
        agreed = request._replace(agreed=(*request.agreed, event.who))
        return undoing._replace(request=agreed)
    return undoing


def _closed(undoing: Undoing, request: Request, entry: Entry) -> Undoing:
    how, asker = getattr(entry.event, "how", ""), request.asker
    undoing = undoing._replace(request=None)
    if how == "allowed":
        return undoing._replace(used={**undoing.used, asker: undoing.used.get(asker, 0) + 1})
    return undoing._replace(refusals=undoing.refusals.after(request, how, entry.meta.at))


# --- what is said --------------------------------------------------------------------------


def may_ask(undoing: Undoing, viewer: Viewer, at: int) -> None:
    """Refuse a request that comes amid another one, or too soon after a refusal."""
    if (request := undoing.waiting(at)) is not None:
        raise in_the_way(request)
    undoing.refusals.check(name_of(viewer), undoing.request, at)


def in_the_way(request: Request) -> Refused:
    """Why nothing is played while a request is open, and what to do about it."""
    waits = ", ".join(request.open_slots())
    return Refused(
        "",
        "play waits: somebody asks to go back; agree, refuse, or let him withdraw",
        {"asked by": request.asker, "waiting for": waits},
    )


def asked(
    question: str, viewer: Viewer, must: tuple[str, ...], path: tuple[int, int], how: str, at: int
) -> e.Asked:
    """The request of somebody; `path` are the public numbers from where and to where."""
    said: e.Params = {
        "asker": name_of(viewer),
        "was": path[0],
        "to": path[1],
        "how": how,
        "until": at + PATIENCE,
    }
    slots = tuple(e.Slot(id=who, who=who) for who in must)
    return e.Asked(question=question, on="table", about=UNDO, slots=slots, params=said)


def taken_by(undoing: Undoing, must: tuple[str, ...]) -> None:
    """Refuse a request that somebody who must agree takes no longer."""
    closed = [who for who in must if who in undoing.closed_to]
    if closed:
        raise Refused("", "whoever must agree takes no more requests", {"who": ", ".join(closed)})


def slot_of(undoing: Undoing, viewer: Viewer, seat: str, at: int) -> tuple[Request, str]:
    """The open request and the slot that somebody fills; the referee may answer for another."""
    request = undoing.waiting(at)
    if request is None:
        raise Refused("", "nobody asks to go back: there is nothing to answer")
    who = seat or name_of(viewer)
    if who != name_of(viewer) and not viewer.is_referee:
        raise Forbidden("only the referee answers for somebody else")
    if who not in request.open_slots():
        asked = ", ".join(request.open_slots())
        raise Refused("", f"{who!r} is not asked", {"asked": asked}, "/who")
    return request, who
