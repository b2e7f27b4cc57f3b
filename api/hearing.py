"""Hearing a dispute: statements, votes, the ruling, appeals; and what each of them enters.

The referee rules or the table votes, and an appeal goes to the other of them. A ruling is tried out
in whole before it is given.
"""

from __future__ import annotations

from api.absent import answers_for
from api.asking import Steps
from api.contesting import asked, contest, parties_now, voters_of, words_needed
from api.open_combat import OpenCombat
from api.presence import Presence
from api.remedying import claimed, kept, tried
from domain import commands as c
from domain import events as e
from domain.disputes import RULING, VOTE, By, Dispute
from domain.drafting import Draft
from domain.hearing import (
    A_PARTY,
    PATIENCE,
    dispute_of,
    may_appeal,
    may_rule,
    may_vote,
    party,
    verdict,
)
from domain.ruleset import Forbidden, Refused, by_name
from domain.seats import REFEREE, TABLE, Viewer
from domain.undoing import name_of

DISPUTING = (c.Contest, c.AnswerDispute, c.RuleDispute)
LET_STAND = c.LetStand()


def disputing(
    combat: OpenCombat, command: c.Command, viewer: Viewer, at: int, number: int, presence: Presence
) -> Steps:
    """The step of a command about a dispute, at a time; raises Refused or Forbidden.

    `number` is that of the step; `presence` knows who is away.
    """
    if isinstance(command, c.Contest):
        return [contest(combat, command, viewer, number)]
    if isinstance(command, c.RuleDispute):
        return [_rule(combat, command, viewer)]
    if isinstance(command, c.AnswerDispute):
        found = dispute_of(combat.table.disputes, command.dispute)
        if command.choice in ("accept", "appeal"):
            answers_for(combat, viewer, party(found, viewer, command.who), presence)
        return [_answer(combat, found, command, viewer, at)]
    raise Refused("", f"{type(command).__name__} is not about a dispute")


# --- answering -----------------------------------------------------------------------------


def _answer(
    combat: OpenCombat, found: Dispute, command: c.AnswerDispute, viewer: Viewer, at: int
) -> list[Draft]:
    match command.choice:
        case "state":
            words_needed(command)
            return [_said(found, party(found, viewer, command.who), "state", viewer)]
        case "uphold" | "dismiss":
            return _vote(combat, found, command.choice, viewer)
        case "count":
            return _count(combat, found, viewer, at)
        case "accept":
            return [_accept(found, party(found, viewer, command.who), viewer)]
        case "appeal":
            return _appeal(combat, found, command, viewer)
        case "withdraw":
            return _withdraw(combat, found, viewer)
    return [_play_on(found, viewer)]


def _said(
    found: Dispute, who: str, choice: str, viewer: Viewer, slot: str = "", **params: object
) -> Draft:
    behalf = who if who not in (name_of(viewer), VOTE) else ""
    event = e.Answered.model_validate({"who": who, "choice": choice, "params": params})
    basis = "ruled" if behalf or choice == "ruled" else "table"
    return Draft(event, (found.question, slot or who), behalf, basis=basis)


def _vote(combat: OpenCombat, found: Dispute, choice: str, viewer: Viewer) -> list[Draft]:
    me = may_vote(found, viewer)
    if me in parties_now(combat, found):
        raise Refused("", f"{A_PARTY}: you play somebody now whom it is about")
    said = _said(found, me, choice, viewer, f"{VOTE} {me}")
    after = found._replace(votes={**found.votes, me: choice})
    return [said, *_decided(combat, after, viewer, verdict(after))]


def _count(combat: OpenCombat, found: Dispute, viewer: Viewer, at: int) -> list[Draft]:
    """End a vote for which some let their time pass."""
    if found.stage != "open" or found.by != "vote":
        raise Refused("", "there are no votes to count", {"stage": found.stage})
    if not viewer.is_referee and name_of(viewer) not in found.parties:
        raise Forbidden("the referee and the parties have the votes counted")
    if (left := found.asked + PATIENCE - at) > 0:
        silent = ", ".join(who for who in found.deciders if who not in found.votes)
        raise Refused(
            "", "some may still vote", {"waiting for": silent, "seconds": -(-left // 1000)}
        )
    return _decided(combat, found, viewer, verdict(found, counted=True))


def _decided(
    combat: OpenCombat, found: Dispute, viewer: Viewer, upheld: bool | None
) -> list[Draft]:
    """The ruling of a vote that is over: what was claimed, or what stood before."""
    if upheld is None:
        return []
    before = found.ruling.remedy if found.ruling else kept(LET_STAND)
    final = bool(found.appeal) or REFEREE in parties_now(combat, found)
    return [
        _said(
            found,
            VOTE,
            "ruled",
            viewer,
            RULING,
            by="vote",
            upheld=upheld,
            clause=found.clause,
            remedy=found.claim if upheld else before,
            final=final,
        )
    ]


def _accept(found: Dispute, who: str, viewer: Viewer) -> Draft:
    if found.stage != "ruled":
        raise Refused("", "nothing is ruled yet that could be accepted")
    if who in found.accepted:
        raise Refused("", f"{by_name(who)} has accepted already")
    return _said(found, who, "accept", viewer)


def _appeal(
    combat: OpenCombat, found: Dispute, command: c.AnswerDispute, viewer: Viewer
) -> list[Draft]:
    """The same question again, to those who have not ruled on it."""
    words_needed(command)
    who, ruling = party(found, viewer, command.who), may_appeal(found)
    if who in found.accepted:
        raise Refused("", f"{by_name(who)} has accepted the ruling")
    if command.claim is not None:
        claimed(combat, command.claim, viewer)
    by: By = "referee" if ruling.by == "vote" else "vote"
    parties = parties_now(combat, found)
    voters = voters_of(combat, parties)
    if not (voters if by == "vote" else REFEREE not in parties):
        raise Refused("", "nobody is left to hear an appeal: everybody else is a party now")
    own = found.claim if who == found.asker and found.claim else kept(LET_STAND)
    params = {**_contested(found, by), "appeal": who, "claim": kept(command.claim) or own}
    again = asked(found.question, found.parties, voters, by, params)
    return [_said(found, who, "appeal", viewer), again]


def _contested(found: Dispute, by: By) -> e.Params:
    """What stays of a dispute when it is asked again."""
    return {
        "asker": found.asker,
        "entry": found.entry,
        "upto": found.upto,
        "by": by,
        "clause": found.clause,
        "fact": found.fact,
        "pause": found.pause,
    }


def _withdraw(combat: OpenCombat, found: Dispute, viewer: Viewer) -> list[Draft]:
    if name_of(viewer) != found.asker:
        raise Forbidden("only who contests something withdraws that")
    if found.rulings and not cannot_be_done(combat, found):
        raise Refused("", "it is ruled already; accept the ruling, or appeal")
    closed = Draft(e.Closed(frame=found.question, how="withdrawn"), basis="table")
    return [_said(found, found.asker, "drop", viewer), closed]


def _play_on(found: Dispute, viewer: Viewer) -> Draft:
    if not viewer.is_referee:
        raise Forbidden("only the referee lets play go on")
    if not found.pause:
        raise Refused("", "play does not wait for this dispute")
    return _said(found, REFEREE, "play-on", viewer)


# --- ruling --------------------------------------------------------------------------------


def _rule(combat: OpenCombat, command: c.RuleDispute, viewer: Viewer) -> list[Draft]:
    found = dispute_of(combat.table.disputes, command.dispute)
    words_needed(command)
    if not viewer.is_referee or not cannot_be_done(combat, found):
        may_rule(found, viewer)
    parties = parties_now(combat, found)
    voters, own = voters_of(combat, parties), not {REFEREE, viewer.person}.isdisjoint(parties)
    if own and voters:
        numbers = {"could vote": ", ".join(voters)}
        raise Refused("", f"a party does not rule on its own case: {_HAND_BACK}", numbers)
    tried(combat, command.remedy, viewer)
    return [
        _said(
            found,
            REFEREE,
            "ruled",
            viewer,
            RULING,
            by="referee",
            remedy=kept(command.remedy),
            clause=command.clause or found.clause,
            own=own,
            final=bool(found.appeal) or not voters,
        )
    ]


_HAND_BACK = (
    "the referee is one, or plays a party's fighter; give that fighter back, or let the one who"
    " contests withdraw this and ask for a vote"
)


def cannot_be_done(combat: OpenCombat, found: Dispute) -> bool:
    """Whether the ruling that stands cannot be carried out any more."""
    if found.stage != "ruled" or found.ruling is None:
        return False
    try:
        tried(combat, c.REMEDY.validate_python(found.ruling.remedy), TABLE)
    except Refused:
        return True
    return False
