"""Hearing a dispute: who may say what in it, when a vote is decided, and when a ruling stands."""

from __future__ import annotations

from domain import events as e
from domain.disputes import RULING, STATEMENT, VOTE, By, Dispute, Disputes, Ruling
from domain.ruleset import Forbidden, Refused, by_name
from domain.seats import REFEREE, Viewer
from domain.undoing import name_of

PATIENCE = 120_000
"""Milliseconds to wait for a vote, and for an appeal after a ruling."""

A_PARTY = "a party does not vote on its own case"


def paused(disputes: Disputes) -> Dispute | None:
    """The dispute for which play waits, if there is one."""
    return next((one for one in disputes if one.pause and one.stage != "closed"), None)


def stands_still(dispute: Dispute) -> Refused:
    """Why nothing is played while a dispute that pauses play is open, and what to do about it."""
    return Refused(
        "",
        "play waits for a dispute: settle it, or let the referee say play-on",
        {"dispute": dispute.number, "contested": dispute.entry},
    )


def dispute_of(disputes: Disputes, number: int) -> Dispute:
    """The dispute of a number that is not closed; raises Refused."""
    found = next((one for one in disputes if one.number == number), None)
    if found is None or found.stage == "closed":
        known = ", ".join(str(one.number) for one in disputes if one.stage != "closed")
        why = "is closed" if found else "there is none"
        raise Refused("", f"dispute {number}: {why}", {"open": known or "none"}, "/dispute")
    return found


def slots(parties: tuple[str, ...], voters: tuple[str, ...], by: By) -> tuple[e.Slot, ...]:
    """A place for each party's statement; then one for the ruling, or one for each vote."""
    stated = tuple(e.Slot(id=who, who=who, about=STATEMENT) for who in parties)
    if by == "referee":
        return (*stated, e.Slot(id=RULING, who=REFEREE, about=RULING, rank=1))
    votes = (e.Slot(id=f"{VOTE} {who}", who=who, about=VOTE, rank=1) for who in voters)
    barred = (
        e.Slot(id=f"{VOTE} {who}", who=who, about=VOTE, rank=1, barred=A_PARTY) for who in parties
    )
    return (*stated, *votes, *barred)


def may_vote(dispute: Dispute, viewer: Viewer) -> str:
    """Under which name somebody votes; raises Refused for parties, strangers and second votes."""
    me = name_of(viewer)
    if dispute.stage != "open" or dispute.by != "vote":
        raise Refused("", "there is nothing to vote on", {"stage": dispute.stage})
    if me in dispute.parties:
        raise Refused("", A_PARTY, {"parties": ", ".join(dispute.parties)})
    if me not in dispute.deciders:
        raise Forbidden("only who has a vote votes: " + ", ".join(dispute.deciders))
    if me in dispute.votes:
        raise Refused("", "you have voted already", {"your vote": dispute.votes[me]})
    return me


def verdict(dispute: Dispute, *, counted: bool = False) -> bool | None:
    """Whether the votes uphold the claim: more than half of those who may vote; a tie dismisses.

    None while it is open. Once `counted`, who has not voted abstains, and no votes dismiss.
    """
    cast = list(dispute.votes.values())
    of, upheld = len(cast if counted else dispute.deciders), cast.count("uphold")
    if 2 * upheld > of:
        return True
    return False if counted or 2 * cast.count("dismiss") >= of else None


def party(dispute: Dispute, viewer: Viewer, who: str = "") -> str:
    """As which party somebody speaks; the referee may for another. Raises Refused, Forbidden."""
    who = who or name_of(viewer)
    if who != name_of(viewer) and not viewer.is_referee:
        raise Forbidden("only the referee answers for somebody else")
    if who not in dispute.parties:
        why = f"{by_name(who)} is no party"
        raise Refused("", why, {"parties": ", ".join(dispute.parties)}, "/who")
    return who


def may_rule(dispute: Dispute, viewer: Viewer) -> None:
    """Raise Forbidden or Refused for whoever may not rule on a dispute now."""
    if not viewer.is_referee:
        raise Forbidden("only the referee rules")
    if dispute.by == "vote":
        raise Refused("", "the table votes on this", {"may vote": ", ".join(dispute.deciders)})
    if dispute.stage != "open":
        raise Refused("", "it is ruled already; parties accept or appeal")


def ripe(dispute: Dispute, at: int) -> Ruling:
    """The ruling that may be carried out now; raises Refused while it may be appealed."""
    ruling = dispute.ruling
    if ruling is None or dispute.stage != "ruled":
        raise Refused("", "nothing is ruled yet", {"waiting for": ", ".join(dispute.deciders)})
    silent = [who for who in dispute.parties if who not in dispute.accepted]
    left = ruling.at + PATIENCE - at
    if silent and left > 0 and not (dispute.appeal or ruling.final):
        numbers: dict[str, int | str] = {
            "not accepted by": ", ".join(silent),
            "seconds": -(-left // 1000),
        }
        raise Refused("", "the ruling may still be appealed", numbers)
    return ruling


def may_appeal(dispute: Dispute) -> Ruling:
    """The ruling that is appealed against; raises Refused where that is not open any more."""
    ruling = dispute.ruling
    if ruling is None or dispute.stage != "ruled":
        raise Refused("", "nothing is ruled yet that could be appealed against")
    if dispute.appeal:
        raise Refused("", "this was appealed once; the ruling stands", {"by": dispute.appeal})
    if ruling.final:
        raise Refused("", "nobody is left to hear an appeal: everybody else is a party")
    return ruling
