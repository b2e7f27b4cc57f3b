"""Disputes: what is contested, who is a party to it, who decides, and what was ruled.

A dispute goes by the public number of the entry that contests. Its parties state their case, the
referee or a vote rules, and the ruling carries out its remedy in the same transaction. An appeal
reopens it once, for those who have not ruled on it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain import events as e
from domain.log.codec import Entry, Meta


class Ruling(NamedTuple):
    """A ruling: its entry, who made it, its remedy (as it is kept), the clause, and when.

    `stands` and `own_case` are those of the event. `words` are the id and digest of its reason; a
    vote writes none.
    """

    number: int
    by: e.By
    remedy: e.Params
    clause: str
    at: int
    own_case: bool = False
    stands: bool = False
    words: tuple[str, str] = ("", "")


class Dispute(NamedTuple):
    """A dispute: what it is about, between whom, who decides, and what was decided so far.

    `entry` to `upto` are public numbers; `fact` is what was declared there. `claim` is the remedy
    that is asked for, empty for none, and `words` are the id and digest of its reason. `asked` is
    when the hearing began, `appeal` who has appealed, `before` the dispute as it was before that;
    `entries` are the numbers of all entries about it.
    """

    number: int
    asker: str
    entry: int
    upto: int
    fact: str
    clause: str
    claim: e.Params
    by: e.By
    pause: bool
    parties: tuple[str, ...]
    deciders: tuple[str, ...]
    asked: int
    stage: Literal["open", "settled", "withdrawn"] = "open"
    votes: dict[str, str] = {}
    rulings: tuple[Ruling, ...] = ()
    appeal: str = ""
    entries: tuple[int, ...] = ()
    words: tuple[str, str] = ("", "")
    before: Dispute | None = None

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that counts: the last one."""
        return self.rulings[-1] if self.rulings else None

    @property
    def claims(self) -> tuple[e.Params, ...]:
        """The claim, and the one before an appeal; each may be empty."""
        return (self.claim, *(self.before.claims if self.before else ()))

    @property
    def silent(self) -> tuple[str, ...]:
        """Those who may still vote, or rule."""
        return tuple(who for who in self.deciders if who not in self.votes)

    def voters_before(self, number: int) -> tuple[str, ...]:
        """Return who had a vote on the ruling last made before an entry; nobody if it was no vote.

        After an appeal that is no longer who decides now.
        """
        rulings = [one for one in self.rulings if one.number < number]
        if not rulings or rulings[-1].by != "vote":
            return ()
        is_older = self.before is not None and rulings[-1] in self.before.rulings
        return self.before.deciders if self.before and is_older else self.deciders


Disputes = tuple[Dispute, ...]
AboutDispute = e.DisputeAnswered | e.DisputeRuled | e.DisputeAppealed
"""Events about a dispute that was opened before them."""


def disputes_after(disputes: Disputes, entry: Entry) -> Disputes:
    """Return the disputes after one more entry beside play."""
    match entry.event:
        case e.Contested() as event:
            return (*disputes, _new_dispute(event, entry.meta))
        case e.DisputeAnswered() | e.DisputeRuled() | e.DisputeAppealed() as event:
            return tuple(
                _after(one, event, entry.meta) if one.number == event.dispute else one
                for one in disputes
            )
    return disputes


def _new_dispute(event: e.Contested, meta: Meta) -> Dispute:
    number = meta.number
    return Dispute(number, **vars(event), asked=meta.at, entries=(number,), words=_note(meta))


def _after(dispute: Dispute, event: AboutDispute, meta: Meta) -> Dispute:
    dispute = dispute._replace(entries=(*dispute.entries, meta.number))
    match event:
        case e.DisputeAnswered():
            return _after_answer(dispute, event)
        case e.DisputeRuled():
            said = {name: value for name, value in vars(event).items() if name != "dispute"}
            ruling = Ruling(meta.number, **said, at=meta.at, words=_note(meta))
            return dispute._replace(rulings=(*dispute.rulings, ruling), stage="settled")
    said = {part: getattr(event, part) for part in ("claim", "by", "parties", "deciders")}
    appealed = dispute._replace(**said, appeal=event.who, words=_note(meta), before=dispute)
    return appealed._replace(stage="open", asked=meta.at, votes={})


def _after_answer(dispute: Dispute, event: e.DisputeAnswered) -> Dispute:
    match event.choice:
        case "uphold" | "dismiss":
            return dispute._replace(votes={**dispute.votes, event.who: event.choice})
        case "withdraw" if dispute.before is not None:
            # Nobody has heard the appeal: the ruling stands as before, and may be appealed against.
            return dispute.before._replace(entries=dispute.entries, pause=dispute.pause)
        case "withdraw":
            return dispute._replace(stage="withdrawn")
        case "play-on":
            return dispute._replace(pause=False)
    return dispute


def _note(meta: Meta) -> tuple[str, str]:
    return (meta.note.id, meta.note.digest) if meta.note else ("", "")
