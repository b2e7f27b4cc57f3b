"""Contesting: what somebody contests, with which claim, and who may rule on it.

A claim is checked against the part of the log that its maker sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.combats.open_combat import OpenCombat
from api.handlers.dispute_parties import acts_of, contested_entries, parties_of, voters_of
from api.handlers.dispute_remedies import check_claim, check_vote, remedy_params
from api.handlers.undo_consent import check_plays
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Need, Refused, answers_of, not_yet
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.table.dispute_procedure import is_closed
from domain.table.undo_requests import name_of


def contest(combat: OpenCombat, command: c.Contest, viewer: Viewer) -> Draft:
    """Return the entry of a viewer who contests something; raises Refused, Forbidden."""
    if viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players contest anything")
    words_needed(command)
    asker, last = name_of(viewer), command.upto or command.entry
    entries = contested_entries(combat, command.entry, last)
    _not_twice(combat, asker, command.entry)
    claim = remedy_params(command.claim)
    is_closed(combat.table.disputes, command.entry, command.fact, claim)
    _check_fact(entries, command.fact)
    _check_claim(combat, command, viewer)
    parties = parties_of(combat, asker, entries, command.claim)
    if command.pause:
        check_plays(combat, viewer, combat.line.node_after(entries[0].seq))
    voters = voters_of(combat, parties, command.entry)
    if REFEREE in parties and not voters:
        _is_narrow(combat, asker, entries)
    _can_be_heard(command, parties, voters)
    deciders = voters if command.by == "vote" else (REFEREE,)
    clause = command.clause or _clause(combat, entries)
    found = {"asker": asker, "upto": last, "parties": parties, "deciders": deciders}
    said = command.model_dump(include={"entry", "fact", "by", "pause"}) | found
    return Draft(e.Contested(**said, claim=claim, clause=clause), basis="table")


def _check_claim(combat: OpenCombat, command: c.Contest, viewer: Viewer) -> None:
    if command.claim is not None:
        check_claim(combat, command.claim, viewer)
        if command.by == "vote":
            check_vote(combat, command.claim)


def possible_rulers(
    combat: OpenCombat, entry: int, viewer: Viewer, claim: c.Remedy | None
) -> tuple[str, ...]:
    """Return who may rule on an entry that a viewer contests: the referee, a vote, or either."""
    entries = contested_entries(combat, entry, entry)
    parties = parties_of(combat, name_of(viewer), entries, claim)
    voters = voters_of(combat, parties, entry)
    if not voters:
        return (REFEREE,)
    return ("vote",) if REFEREE in parties else (REFEREE, "vote")


def words_needed(command: c.Command) -> None:
    """Refuse what is said without a reason."""
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")


def _not_twice(combat: OpenCombat, asker: str, entry: int) -> None:
    for one in combat.table.disputes:
        if (one.asker, one.entry) == (asker, entry) and one.stage == "open":
            need = not_yet("contests", asker)
            why = "you contest this already"
            raise Refused("", why, None, "/entry", missing=[need], entry=one.number)


def _check_fact(entries: list[Entry], fact: str) -> None:
    """Refuse a fact that nobody declared in what is contested."""
    known = sorted({name for entry in entries for name in facts_of(entry.event)})
    if fact and fact not in known:
        raise Refused("", f"nobody declared {fact!r} there", None, "/fact", legal=known)


def facts_of(event: e.Event) -> tuple[str, ...]:
    """What an event takes from the table's word: what was said with it, or the fact it sets."""
    match event:
        case e.Said(params=params) | e.Answered(params=params):
            return tuple(params)
        case e.FactSet(name=name):
            return (name,)
    return ()


def _clause(combat: OpenCombat, entries: list[Entry]) -> str:
    """The clause of what is contested: the first that is named, else that of its manoeuvre."""
    if named := next((entry.meta.clause for entry in entries if entry.meta.clause), ""):
        return named
    acts = (doing for entry in entries for doing in acts_of(combat, entry))
    found = (combat.rules.manoeuvre(doing.manoeuvre) for doing in acts)
    return next((manoeuvre.clause for manoeuvre in found if manoeuvre), "")


def _can_be_heard(command: c.Contest, parties: tuple[str, ...], voters: tuple[str, ...]) -> None:
    """Nobody rules on his own case while there is anybody else."""
    if command.by == "vote" and not voters:
        why, need = "everybody is a party: let the referee rule", Need("item", "voters")
        needs = [need, *_no_party(parties)]
        raise Refused("", why, None, "/by", missing=needs, legal=["referee"])
    if command.by == "vote" and command.claim is None:
        raise Refused("", "a vote needs a claim: say which remedy", None, "/claim")
    if command.by == "referee" and REFEREE in parties and voters:
        why = "the referee is a party here: let the others vote, with a claim"
        needs = [*_no_party(parties), *answers_of(voters, "vote")]
        raise Refused("", why, None, "/by", missing=needs, legal=["vote"])


def _no_party(people: Iterable[str]) -> Iterator[Need]:
    """What is missing to those who may not decide, since they are parties."""
    return (Need("fact", "party", who, wanted=False, has=True) for who in people)


def _is_narrow(combat: OpenCombat, asker: str, entries: list[Entry]) -> None:
    """Refuse what makes everybody a party, the referee as well, if less of it would not.

    The referee rules on their own case only where not even one of the entries, contested without a
    claim, leaves anybody to vote. Else a wide span or claim would be a way round the vote.
    """
    for one in entries:
        if voters_of(combat, parties_of(combat, asker, [one], None), one.meta.number):
            why = (
                "the referee and everybody else are parties to so much: contest one entry alone,"
                " or claim what concerns fewer, so that the others can vote"
            )
            at = "/upto" if len(entries) > 1 else "/claim"
            raise Refused("", why, None, at, entry=one.meta.number)
