"""Procedure of a dispute: who may contest, state a case, vote, rule and appeal, and when."""

from __future__ import annotations

from domain import events as e
from domain.ruleset.ruleset import Forbidden, Need, Refused, answers_of, by_name
from domain.state.viewer import Viewer
from domain.table.disputes import Dispute, Disputes, Ruling
from domain.table.undo_requests import name_of

PATIENCE = 120_000
"""Milliseconds to wait for votes before silence dismisses."""

A_PARTY = "a party does not vote on its own case"


def pausing_dispute(disputes: Disputes) -> Dispute | None:
    """Return the open dispute for which play waits, if there is one."""
    return next((one for one in disputes if one.pause and one.stage == "open"), None)


def stands_still(dispute: Dispute) -> Refused:
    """Return why nothing is played while a dispute pauses play, and what to do about it."""
    why = (
        f"play waits for a dispute about {_span(dispute)}: rule on it, or let the referee say"
        " play-on"
    )
    waits = answers_of(dispute.silent or dispute.deciders, "dispute")
    return Refused("", why, missing=waits, entry=dispute.number)


def _span(dispute: Dispute) -> str:
    """Return what is contested: entry 45, or entries 45 to 47."""
    first, last = dispute.entry, dispute.upto
    return f"entry {first}" if first == last else f"entries {first} to {last}"


def dispute_of(disputes: Disputes, number: int) -> Dispute:
    """Return the dispute of a number; raises Refused where there is none."""
    found = next((one for one in disputes if one.number == number), None)
    if found is None:
        known = (str(one.number) for one in disputes)
        raise Refused("", f"there is no dispute {number}", None, "/dispute", legal=known)
    return found


def open_dispute(disputes: Disputes, number: int) -> Dispute:
    """Return the open dispute of a number; raises Refused."""
    found = dispute_of(disputes, number)
    if found.stage != "open":
        known = (str(one.number) for one in disputes if one.stage == "open")
        why = f"dispute {number} is {found.stage}"
        raise Refused("", why, None, "/dispute", legal=known)
    return found


def may_vote(dispute: Dispute, viewer: Viewer) -> str:
    """Return the name under which a viewer votes on an open dispute; raises Refused, Forbidden."""
    me = name_of(viewer)
    if dispute.by != "vote":
        raise Refused("", "there is nothing to vote on: the referee rules on this")
    if me in dispute.parties:
        raise Refused("", A_PARTY, missing=[Need("fact", "party", me, wanted=False, has=True)])
    if me not in dispute.deciders:
        raise Forbidden("only who has a vote votes: " + ", ".join(dispute.deciders))
    if me in dispute.votes:
        why = f"you have voted already: {dispute.votes[me]}"
        raise Refused("", why, missing=[Need("limit", "votes", me, 1, 1, "<")])
    return me


def verdict(dispute: Dispute) -> bool | None:
    """Return whether more than half of those who may vote uphold the claim; a tie dismisses.

    None while it is undecided.
    """
    cast, of = list(dispute.votes.values()), len(dispute.deciders)
    if 2 * cast.count("uphold") > of:
        return True
    return False if 2 * cast.count("dismiss") >= of else None


def is_over(dispute: Dispute, viewer: Viewer, at: int) -> None:
    """Raise Refused or Forbidden unless a viewer may end an undecided vote, which dismisses.

    Silence is no, as to an undo: a few who are quick do not decide for all who have a vote.
    """
    if dispute.by != "vote":
        raise Refused("", "there are no votes to count: the referee rules on this")
    if not viewer.is_referee and name_of(viewer) not in dispute.parties:
        raise Forbidden("the referee and the parties have the votes counted")
    if (left := dispute.asked + PATIENCE - at) > 0:
        waits, numbers = answers_of(dispute.silent, "vote"), {"seconds": -(-left // 1000)}
        raise Refused("", "some may still vote", numbers, missing=waits)


def may_change_seat(disputes: Disputes, person: str) -> None:
    """Raise Refused where somebody has yet to vote: a seat that is taken away swings no vote."""
    for one in disputes:
        if one.stage == "open" and one.by == "vote" and person in one.silent:
            why = (
                f"{by_name(person)} has a vote that is not cast: let them vote first, or have the"
                " votes counted when the time for it is over"
            )
            waits = answers_of([person], "vote")
            raise Refused("", why, None, "/seat", missing=waits, entry=one.number)


def may_withdraw(dispute: Dispute, viewer: Viewer) -> str:
    """Return who withdraws a dispute or, once there was one, an appeal; raises Refused, Forbidden.

    With a vote cast it goes on to its end: nobody tries again until the votes suit them.
    """
    if name_of(viewer) != (asker := dispute.appeal or dispute.asker):
        raise Forbidden("only who contests something withdraws that, or who appeals")
    if dispute.votes:
        cast = (Need("fact", "vote cast", who, wanted=False, has=True) for who in dispute.votes)
        raise Refused("", "votes are cast already: the vote decides", missing=cast)
    return asker


def party(dispute: Dispute, viewer: Viewer, who: str = "") -> str:
    """Return the party for which a viewer speaks; the referee may for any. Raises Refused."""
    who = who or name_of(viewer)
    if who != name_of(viewer) and not viewer.is_referee:
        raise Forbidden("only the referee answers for somebody else")
    if who not in dispute.parties:
        why = f"{by_name(who)} is no party"
        raise Refused("", why, None, "/who", legal=dispute.parties)
    return who


def may_rule(dispute: Dispute, viewer: Viewer) -> None:
    """Raise Forbidden or Refused for a viewer who may not rule on an open dispute."""
    if not viewer.is_referee:
        raise Forbidden("only the referee rules")
    if dispute.by == "vote":
        waits = answers_of(dispute.silent, "vote")
        raise Refused("", "the table votes on this", missing=waits)


def is_closed(disputes: Disputes, entry: int, fact: str, claim: e.Params) -> None:
    """Raise Refused where a dispute has ruled on the same matter.

    It is the same where entry, fact and kind of remedy are; without a fact it is any fact, without
    a claim any remedy.
    """
    for one in disputes:
        facts, kinds = {one.fact, fact}, [{_kind(was), _kind(claim)} for was in one.claims]
        same = len(facts - {""}) < 2 and any(len(kind - {""}) < 2 for kind in kinds)
        if one.rulings and one.entry == entry and same:
            why = (
                f"dispute {one.number} has ruled on this: a party may appeal, if nobody has; else"
                " ask the referee for a correction"
            )
            raise Refused("", why, None, "/entry", entry=one.number)


def _kind(claim: e.Params) -> str:
    return str(claim.get("remedy", ""))


def may_appeal(dispute: Dispute) -> Ruling:
    """Return the ruling that may be appealed against; raises Refused."""
    if dispute.appeal:
        need = Need("limit", "appeals", dispute.appeal, 1, 1, "<")
        raise Refused("", "this was appealed once; an appeal is heard once", missing=[need])
    if dispute.ruling is None:
        raise Refused("", "nothing is ruled yet that could be appealed against")
    return dispute.ruling
