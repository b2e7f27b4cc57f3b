"""Procedure of a dispute: who may state a case, vote, rule and appeal; when a vote is decided."""

from __future__ import annotations

from domain.disputes import Dispute, Disputes, Ruling
from domain.ruleset import Forbidden, Refused, by_name
from domain.seats import Viewer
from domain.undoing import name_of

PATIENCE = 120_000
"""Milliseconds to wait for votes before they may be counted."""

A_PARTY = "a party does not vote on its own case"


def paused(disputes: Disputes) -> Dispute | None:
    """Return the open dispute for which play waits, if there is one."""
    return next((one for one in disputes if one.pause and one.stage == "open"), None)


def stands_still(dispute: Dispute) -> Refused:
    """Return why nothing is played while a dispute pauses play, and what to do about it."""
    return Refused(
        "",
        "play waits for a dispute: rule on it, or let the referee say play-on",
        {"dispute": dispute.number, "contested": dispute.entry},
    )


def dispute_of(disputes: Disputes, number: int) -> Dispute:
    """Return the dispute of a number; raises Refused where there is none."""
    found = next((one for one in disputes if one.number == number), None)
    if found is None:
        known = ", ".join(str(one.number) for one in disputes) or "none"
        raise Refused("", f"there is no dispute {number}", {"disputes": known}, "/dispute")
    return found


def open_dispute(disputes: Disputes, number: int) -> Dispute:
    """Return the open dispute of a number; raises Refused."""
    found = dispute_of(disputes, number)
    if found.stage != "open":
        known = ", ".join(str(one.number) for one in disputes if one.stage == "open")
        why = f"dispute {number} is {found.stage}"
        raise Refused("", why, {"open": known or "none"}, "/dispute")
    return found


def may_vote(dispute: Dispute, viewer: Viewer) -> str:
    """Return the name under which a viewer votes on an open dispute; raises Refused, Forbidden."""
    me = name_of(viewer)
    if dispute.by != "vote":
        raise Refused("", "there is nothing to vote on: the referee rules on this")
    if me in dispute.parties:
        raise Refused("", A_PARTY, {"parties": ", ".join(dispute.parties)})
    if me not in dispute.deciders:
        raise Forbidden("only who has a vote votes: " + ", ".join(dispute.deciders))
    if me in dispute.votes:
        raise Refused("", "you have voted already", {"your vote": dispute.votes[me]})
    return me


def verdict(dispute: Dispute, *, counted: bool = False) -> bool | None:
    """Return whether more than half of those who may vote uphold the claim; a tie dismisses.

    None while it is undecided. Once `counted`, those who have not voted abstain, and no votes
    dismiss.
    """
    cast = list(dispute.votes.values())
    of, upheld = len(cast if counted else dispute.deciders), cast.count("uphold")
    if 2 * upheld > of:
        return True
    return False if counted or 2 * cast.count("dismiss") >= of else None


def party(dispute: Dispute, viewer: Viewer, who: str = "") -> str:
    """Return the party for which a viewer speaks; the referee may for any. Raises Refused."""
    who = who or name_of(viewer)
    if who != name_of(viewer) and not viewer.is_referee:
        raise Forbidden("only the referee answers for somebody else")
    if who not in dispute.parties:
        why = f"{by_name(who)} is no party"
        raise Refused("", why, {"parties": ", ".join(dispute.parties)}, "/who")
    return who


def may_rule(dispute: Dispute, viewer: Viewer) -> None:
    """Raise Forbidden or Refused for a viewer who may not rule on an open dispute."""
    if not viewer.is_referee:
        raise Forbidden("only the referee rules")
    if dispute.by == "vote":
        raise Refused("", "the table votes on this", {"may vote": ", ".join(dispute.deciders)})


def may_appeal(dispute: Dispute) -> Ruling:
    """Return the ruling that may be appealed against; raises Refused."""
    if dispute.appeal:
        raise Refused("", "this was appealed once; an appeal is heard once", {"by": dispute.appeal})
    if dispute.ruling is None:
        raise Refused("", "nothing is ruled yet that could be appealed against")
    return dispute.ruling
