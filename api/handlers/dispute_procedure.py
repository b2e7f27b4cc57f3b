"""Hearing a dispute: contests, statements, votes, rulings and appeals, each in one transaction.

The referee rules or the table votes, and an appeal goes to the other of them. A ruling carries out
its remedy in the same transaction, so that there is no ruling without its effect.
"""

from __future__ import annotations

from contextlib import suppress

from api.combats.open_combat import OpenCombat
from api.handlers.absent_players import answers_for
from api.handlers.dispute_contests import contest, words_needed
from api.handlers.dispute_parties import parties_now, voters_of
from api.handlers.dispute_remedies import carry_out, check_claim, remedy_params, try_out
from api.handlers.transaction import Work
from api.handlers.undo_requests import answer
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Forbidden, Refused, answers_of
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.table import dispute_procedure as procedure
from domain.table.disputes import Dispute

Disputing = c.Contest | c.AnswerDispute | c.RuleDispute
LET_STAND = remedy_params(c.LetStand())
NOBODY_LEFT = "nobody is left to hear an appeal: everybody else is a party"
HAND_BACK = (
    "a party does not rule on its own case: the referee is one, or plays a party's fighter; give"
    " that fighter back, or let the one who contests withdraw this and ask for a vote"
)


def hear(work: Work, command: Disputing) -> None:
    """Enter a command about a dispute, and what its ruling does; raises Refused, Forbidden.

    A dry run of what claims a remedy shows it as though it were ruled.
    """
    command = work.normal(command)
    drafts = _drafts(work, command)
    work.enter(drafts, command, None, None)
    ruling = drafts[-1].event
    if isinstance(ruling, e.DisputeRuled) and not ruling.stands:
        words = _reason(work.combat, command, ruling.dispute)
        carry_out(work, ruling.dispute, ruling.remedy, words)
    elif work.dry and (claim := _claimed_remedy(work.combat, ruling)):
        try_out(work, claim)


def _claimed_remedy(combat: OpenCombat, said: e.Event) -> e.Params:
    """Return the remedy that an entry claims or upholds; empty for none."""
    if isinstance(said, e.DisputeAnswered) and said.choice == "uphold":
        return procedure.dispute_of(combat.table.disputes, said.dispute).claim
    return said.claim if isinstance(said, e.Contested | e.DisputeAppealed) else {}


def _reason(combat: OpenCombat, command: Disputing, dispute: int) -> e.TextRef:
    """Return the words of a ruling; a vote upholds a claim for the reason given with it."""
    if isinstance(command, c.RuleDispute) and isinstance(command.note, e.TextRef):
        return command.note
    id, digest = procedure.dispute_of(combat.table.disputes, dispute).words
    return e.TextRef(id=id, digest=digest)


def _drafts(work: Work, command: Disputing) -> list[Draft]:
    combat, viewer, disputes = work.combat, work.viewer, work.combat.table.disputes
    match command:
        case c.Contest():
            return [contest(combat, command, viewer)]
        case c.RuleDispute(dispute=number):
            return [_rule(combat, procedure.open_dispute(disputes, number), command, viewer)]
        case c.AnswerDispute(choice="appeal", dispute=number):
            return [_appeal(work, procedure.dispute_of(disputes, number), command)]
    return _answer(work, procedure.open_dispute(disputes, command.dispute), command)


# --- answering -----------------------------------------------------------------------------


def _answer(work: Work, found: Dispute, command: c.AnswerDispute) -> list[Draft]:
    viewer = work.viewer
    match command.choice:
        case "uphold" | "dismiss":
            return _vote(work.combat, found, command, viewer)
        case "count":
            procedure.is_over(found, viewer, work.at)
            return [_ruling_by_vote(found, upheld=False)]
        case "state":
            words_needed(command)
            who = procedure.party(found, viewer, command.who)
        case "withdraw":
            who = procedure.may_withdraw(found, viewer)
        case _:
            if not viewer.is_referee:
                raise Forbidden("only the referee lets play go on")
            if not found.pause:
                raise Refused("", "play does not wait for this dispute")
            who = REFEREE
    return [_answer_draft(found, who, command, viewer)]


def _answer_draft(found: Dispute, who: str, command: c.AnswerDispute, viewer: Viewer) -> Draft:
    said = {"dispute": found.number, "who": who, "choice": command.choice}
    return answer(viewer, e.DisputeAnswered.model_validate(said))


def _vote(
    combat: OpenCombat, found: Dispute, command: c.AnswerDispute, viewer: Viewer
) -> list[Draft]:
    me = procedure.may_vote(found, viewer)
    if me in parties_now(combat, found):
        raise Refused("", f"{procedure.A_PARTY}: you play somebody now whom it is about")
    after = found._replace(votes={**found.votes, me: command.choice})
    upheld, said = procedure.verdict(after), _answer_draft(found, me, command, viewer)
    return [said] if upheld is None else [said, _ruling_by_vote(found, upheld)]


# --- ruling --------------------------------------------------------------------------------


def _rule(combat: OpenCombat, found: Dispute, command: c.RuleDispute, viewer: Viewer) -> Draft:
    words_needed(command)
    procedure.may_rule(found, viewer)
    parties = parties_now(combat, found)
    voters = voters_of(combat, parties, found.entry)
    own = not {REFEREE, viewer.person}.isdisjoint(parties)
    if own and voters:
        raise Refused("", HAND_BACK, missing=answers_of(voters, "vote"))
    clause = command.clause or found.clause
    return _ruling_draft(found, "referee", remedy_params(command.remedy), clause, own_case=own)


def _ruling_by_vote(found: Dispute, upheld: bool) -> Draft:
    return _ruling_draft(found, "vote", found.claim if upheld else LET_STAND, found.clause)


def _ruling_draft(
    found: Dispute, by: e.By, remedy: e.Params, clause: str, *, own_case: bool = False
) -> Draft:
    """Return a ruling; to let stand what was ruled before repeats that."""
    before = found.ruling if remedy == LET_STAND else None
    number, stands = found.number, before is not None
    remedy = before.remedy if before else remedy
    event = e.DisputeRuled(
        dispute=number, by=by, remedy=remedy, clause=clause, own_case=own_case, stands=stands
    )
    return Draft(event, basis="ruled")


# --- appealing -----------------------------------------------------------------------------


def _appeal(work: Work, found: Dispute, command: c.AnswerDispute) -> Draft:
    """Return the appeal of a party, or of the referee for one who is away."""
    combat, viewer = work.combat, work.viewer
    words_needed(command)
    who = procedure.party(found, viewer, command.who)
    answers_for(combat, viewer, who, work.effects.presence)
    claim = _claim(found, command.claim, who)
    if claim is not None:
        check_claim(combat, claim, viewer)
    by, deciders, parties = appeal_to(combat, found, claim)
    if by == "vote" and claim is None:
        raise Refused("", "a vote needs a claim: say which remedy", None, "/claim")
    said = remedy_params(claim)
    event = e.DisputeAppealed(
        dispute=found.number, who=who, claim=said, by=by, parties=parties, deciders=deciders
    )
    return answer(viewer, event)


def appeal_to(
    combat: OpenCombat, found: Dispute, claim: c.Remedy | None = None
) -> tuple[e.By, tuple[str, ...], tuple[str, ...]]:
    """Return who would hear an appeal as the seats stand now, and its parties; raises Refused."""
    ruling, parties = procedure.may_appeal(found), parties_now(combat, found, claim)
    voters = voters_of(combat, parties, found.entry)
    if ruling.by == "referee" and voters:
        return "vote", voters, parties
    if ruling.by == "vote" and REFEREE not in parties:
        return "referee", (REFEREE,), parties
    raise Refused("", NOBODY_LEFT)


def may_be_appealed(combat: OpenCombat, found: Dispute) -> bool:
    """True for a settled dispute that somebody is left to hear again."""
    with suppress(Refused):
        appeal_to(combat, found)
        return found.stage == "settled"
    return False


def _claim(found: Dispute, claim: c.Remedy | None, who: str) -> c.Remedy | None:
    """Return what an appeal claims: to let stand what was played takes back what the ruling did.

    That is claimed where nothing else is said. Where the ruling did nothing, the one who contests
    claims the same as before; to claim nothing else would only use the one appeal up.
    """
    ruling = procedure.may_appeal(found)
    if claim is not None and claim != c.LetStand():
        return claim
    if ruling.remedy != LET_STAND:
        return c.GoBack(to=ruling.number)
    if claim is not None:
        why = "the ruling lets it stand already: claim what should be done instead"
        raise Refused("", why, None, "/claim")
    is_same = who == found.asker and found.claim not in ({}, LET_STAND)
    return c.REMEDY.validate_python(found.claim) if is_same else None
