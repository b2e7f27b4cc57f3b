"""Requests to the table, for an undo and for fresh dice: who has answered, how often one may ask.

While an undo request is open, play waits; it pins the head and its target. A refusal changes
nothing but how long the asker waits before asking again, and so do silence and withdrawing: the
wait grows with the square of the refusals. Consent to fresh dice holds for ever.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.refusals import Numbers
from domain.ruleset.ruleset import Forbidden, Need, Refused, answers_of, by_name
from domain.state.viewer import REFEREE, Viewer

PATIENCE = 120_000
"""Milliseconds for which a request is open."""

BACK_OFF = 10_000
"""Milliseconds to wait after one refusal; four times that after two, nine times after three."""

R = TypeVar("R", bound=e.Requested)

_ANSWERS: dict[type[e.Requested], type[e.UndoAnswered | e.RerollAnswered]] = {
    e.UndoRequested: e.UndoAnswered,
    e.RerollRequested: e.RerollAnswered,
}
_ENDS = {"refuse": "refused", "block": "refused", "withdraw": "withdrawn"}


class Request(NamedTuple, Generic[R]):
    """An open request: its public number, what it says, and who has agreed."""

    number: int
    event: R
    agreed: tuple[str, ...] = ()

    def is_open(self, at: int) -> bool:
        """True until its time is over; after that, silence was a no."""
        return at < self.event.until

    def open_slots(self) -> tuple[str, ...]:
        """Return those who have not answered yet."""
        return tuple(who for who in self.event.must if who not in self.agreed)

    def ending(self, entry: Entry) -> str:
        """Return how an entry ends this request; empty where it stays open."""
        if not self.is_open(entry.meta.at):
            return "expired"
        event, left = entry.event, self.open_slots()
        if not isinstance(event, _ANSWERS[type(self.event)]):
            return ""
        if event.choice == "agree":
            return "agreed" if left == (event.who,) else ""
        asked = event.who in left or event.choice == "withdraw"
        return _ENDS.get(event.choice, "") if asked else ""


def cause_of(request: int) -> str:
    """Return what the envelope of a move names as its cause: the number of the request."""
    return f"request {request}"


class Refusals(NamedTuple):
    """Refusals by asker since a request of theirs was last agreed to, and when the last came."""

    times: dict[str, int] = {}
    since: dict[str, int] = {}

    def after(self, said: e.Requested, how: str, at: int) -> Refusals:
        """Count how a request ended: withdrawing it and silence count as a refusal."""
        times = 0 if how == "agreed" else self.times.get(said.asker, 0) + 1
        since = {**self.since, said.asker: min(at, said.until)}
        return Refusals({**self.times, said.asker: times}, since)


class Requests(NamedTuple, Generic[R]):
    """The request of one kind that was asked for, if any, and the refusals so far."""

    request: Request[R] | None = None
    refusals: Refusals = Refusals()

    def after(self, entry: Entry, kind: type[R]) -> Requests[R]:
        """Return the requests after one more entry about them."""
        found, request, event = self, self.request, entry.event
        if request is not None and (how := request.ending(entry)):
            found = Requests(None, self.refusals.after(request.event, how, entry.meta.at))
        elif request and isinstance(event, _ANSWERS[kind]) and event.choice == "agree":
            agreed = (*request.agreed, event.who)
            found = self._replace(request=request._replace(agreed=agreed))
        if isinstance(event, kind) and event.must:
            return found._replace(request=Request(entry.meta.number, event))
        return found

    def waiting(self, at: int) -> Request[R] | None:
        """Return the request that waits for answers."""
        return self.request if self.request is not None and self.request.is_open(at) else None

    def check_wait(self, asker: str, at: int) -> None:
        """Refuse a request too soon after a refusal; one that was never answered is refused."""
        known, last = self.refusals, self.request
        known = known.after(last.event, "expired", at) if last else known
        times = known.times.get(asker, 0)
        ready = known.since.get(asker, 0) + BACK_OFF * times**2
        if times and at < ready:
            numbers: Numbers = {"refused": times, "seconds": -(-(ready - at) // 1000)}
            raise Refused("", "you were refused: wait before you ask again", numbers)

    def slot_of(self, what: str, viewer: Viewer, seat: str, at: int) -> str:
        """Return for whom a viewer answers the open request; the referee may for anybody."""
        request, who = self.waiting(at), seat or name_of(viewer)
        if request is None:
            raise Refused("", f"nobody asks {what}: there is nothing to answer")
        if who != name_of(viewer) and not viewer.is_referee:
            raise Forbidden("only the referee answers for somebody else")
        if who not in request.open_slots():
            raise _not_asked(request, viewer, who)
        return who


def _not_asked(request: Request[R], viewer: Viewer, who: str) -> Refused:
    """Refuse an answer that is not waited for; only the referee may give that of somebody else."""
    waits, does = request.open_slots(), "has agreed" if who in request.agreed else "is not asked"
    names = ", ".join(map(by_name, waits))
    why = f"{by_name(who)} {does}: this waits for the answer of {names}"
    if viewer.is_referee:
        return Refused("", f"{why}; say in `who` for whom you answer", None, "/who", legal=waits)
    kind = "undo request" if isinstance(request.event, e.UndoRequested) else "fresh dice"
    advice = "wait until they have answered, and write a note if you have something to say"
    return Refused("", f"{why}; {advice}", missing=answers_of(waits, kind))


def granted_entry(rerolls: Requests[e.RerollRequested], entry: Entry) -> int:
    """Return the public entry whose dice may fall again by an entry's leave; 0 for none."""
    match entry.event:
        case e.RerollRequested(must=(), entry=number):
            return number
        case e.RerollAnswered() if rerolls.request and rerolls.request.ending(entry) == "agreed":
            return rerolls.request.event.entry
    return 0


class Undoing(NamedTuple):
    """How this table undoes, and what was asked so far.

    `policy` is empty while that of the opening holds. `used` counts the free moves by person,
    `closed_to` are those who take no further requests.
    """

    policy: str = ""
    allowance: int = 0
    requests: Requests[e.UndoRequested] = Requests()
    used: dict[str, int] = {}
    closed_to: tuple[str, ...] = ()

    def after(self, entry: Entry) -> Undoing:
        """Return the same after one more entry about it."""
        match entry.event:
            case e.UndoPolicySet(policy=policy, allowance=allowance):
                return self._replace(policy=policy, allowance=allowance)
            case e.UndoRequested(must=(), asker=asker):
                self = self._replace(used={**self.used, asker: self.used.get(asker, 0) + 1})
            case e.UndoAnswered(who=who, choice="block" | "allow" as choice):
                others = tuple(each for each in self.closed_to if each != who)
                self = self._replace(closed_to=(*others, who) if choice == "block" else others)
        return self._replace(requests=self.requests.after(entry, e.UndoRequested))

    def waiting(self, at: int) -> Request[e.UndoRequested] | None:
        """Return the request for which play waits."""
        return self.requests.waiting(at)

    def moves_left(self, person: str) -> int:
        """Return how many free moves somebody has left."""
        return max(self.allowance - self.used.get(person, 0), 0)

    def check_takers(self, must: tuple[str, ...]) -> None:
        """Refuse a request that somebody who must agree takes no longer."""
        if closed := [who for who in must if who in self.closed_to]:
            why = "somebody who must agree takes no more requests"
            agreed = (Need("fact", "open to undo requests", who) for who in closed)
            raise Refused("", why, missing=agreed)


def name_of(viewer: Viewer) -> str:
    """How somebody is called who asks or answers: the person, or the referee."""
    return REFEREE if viewer.is_referee else viewer.person


def in_the_way(request: Request[e.UndoRequested]) -> Refused:
    """Return why nothing is played while a request is open, and what to do about it."""
    why = (
        f"play waits for an undo request of {by_name(request.event.asker)}: agree, refuse, or let"
        " the asker withdraw it"
    )
    return Refused("", why, missing=answers_of(request.open_slots(), "undo request"))
