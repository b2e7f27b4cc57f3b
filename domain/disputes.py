"""Disputes: what is contested, who is a party to it, who decides, and how far it has come.

A dispute is an `Asked` about `dispute` beside play, known by the public number of that entry. Its
parties state their case, the referee or a vote rules, and the ruling is carried out once every
party has accepted it, or nobody has appealed in time. Whoever is a party neither rules nor votes:
his slot among the votes is barred. An appeal asks the same question again, of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from domain import events as e
from domain.wire import Entry

DISPUTE = "dispute"
"""What such a question is about."""

STATEMENT, VOTE, RULING = "statement", "vote", "ruling"
"""What a slot is about."""

By = Literal["referee", "vote"]


class Ruling(NamedTuple):
    """A ruling: its entry, who made it and how, its remedy (as it is kept), the clause, and when.

    `own`: the referee ruled on a case of his own, since nobody else was there. `final`: there is
    nobody to appeal to. `words` are the id and digest of its reason; a vote writes none.
    """

    number: int
    by: By
    who: str
    remedy: dict[str, Any]
    clause: str
    at: int
    own: bool = False
    final: bool = False
    words: tuple[str, str] = ("", "")


class Dispute(NamedTuple):
    """A dispute: what it is about, between whom, who decides, and what was decided so far.

    `entry` to `upto` are public numbers; `fact` is what was declared there. `claim` is the remedy
    that is voted on. `asked` is when its hearing began, `appeal` who has appealed, `entries` are
    the numbers of all that belongs to it, `words` the id and digest of why it was contested.
    """

    number: int
    question: str
    asker: str
    entry: int
    upto: int
    fact: str
    clause: str
    claim: dict[str, Any] | None
    by: By
    pause: bool
    parties: tuple[str, ...]
    deciders: tuple[str, ...]
    asked: int
    stage: Literal["open", "ruled", "closed"] = "open"
    votes: dict[str, str] = {}
    rulings: tuple[Ruling, ...] = ()
    accepted: tuple[str, ...] = ()
    appeal: str = ""
    how: str = ""
    entries: tuple[int, ...] = ()
    words: tuple[str, str] = ("", "")

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that counts: the last one."""
        return self.rulings[-1] if self.rulings else None


Disputes = tuple[Dispute, ...]


def heard(disputes: Disputes, entry: Entry) -> Disputes:
    """The disputes after one more entry beside play."""
    event, frame = entry.event, (entry.meta.answers or ("", ""))[0]
    match event:
        case e.Asked(about="dispute", question=question):
            known = any(one.question == question for one in disputes)
            if not known:
                return (*disputes, _contested(event, entry))
            return _at(disputes, question, entry, lambda one: _appealed(one, event, entry.meta.at))
        case e.Answered() if frame:
            return _at(disputes, frame, entry, lambda one: _answered(one, event, entry))
        case e.Closed(frame=question, how=how):
            return _at(disputes, question, entry, lambda one: _closed(one, how))
    return disputes


def _at(
    disputes: Disputes, question: str, entry: Entry, change: Callable[[Dispute], Dispute]
) -> Disputes:
    """The disputes with one of them changed by one more entry of its own."""
    return tuple(
        change(one)._replace(entries=(*one.entries, entry.meta.number))
        if one.question == question
        else one
        for one in disputes
    )


def _contested(event: e.Asked, entry: Entry) -> Dispute:
    said: dict[str, Any] = event.params
    return Dispute(
        entry.meta.number,
        event.question,
        said["asker"],
        said["entry"],
        said["upto"],
        said.get("fact", ""),
        said.get("clause", ""),
        said.get("claim"),
        said["by"],
        said.get("pause", False),
        _who(event, STATEMENT),
        _deciders(event),
        entry.meta.at,
        entries=(entry.meta.number,),
        words=_note(entry),
    )


def _appealed(dispute: Dispute, event: e.Asked, at: int) -> Dispute:
    said: dict[str, Any] = event.params
    return dispute._replace(
        claim=said.get("claim"),
        by=said["by"],
        deciders=_deciders(event),
        asked=at,
        stage="open",
        votes={},
        accepted=(),
        appeal=said["appeal"],
    )


def _who(event: e.Asked, *about: str) -> tuple[str, ...]:
    return tuple(slot.who for slot in event.slots if slot.about in about and not slot.barred)


def _deciders(event: e.Asked) -> tuple[str, ...]:
    return _who(event, VOTE, RULING)


def _answered(dispute: Dispute, event: e.Answered, entry: Entry) -> Dispute:
    match event.choice:
        case "uphold" | "dismiss":
            return dispute._replace(votes={**dispute.votes, event.who: event.choice})
        case "ruled":
            ruling = _ruling(event, entry)
            return dispute._replace(rulings=(*dispute.rulings, ruling), stage="ruled", accepted=())
        case "accept":
            return dispute._replace(accepted=(*dispute.accepted, event.who))
        case "play-on":
            return dispute._replace(pause=False)
    return dispute


def _ruling(event: e.Answered, entry: Entry) -> Ruling:
    said: dict[str, Any] = event.params
    return Ruling(
        entry.meta.number,
        said["by"],
        event.who,
        said["remedy"],
        said.get("clause", ""),
        entry.meta.at,
        said.get("own", False),
        said.get("final", False),
        _note(entry),
    )


def _note(entry: Entry) -> tuple[str, str]:
    note = entry.meta.note
    return (note.id, note.digest) if note else ("", "")


def _closed(dispute: Dispute, how: str) -> Dispute:
    return dispute._replace(stage="closed", how=how, pause=False)
