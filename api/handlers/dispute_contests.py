"""Contesting: what somebody contests, who is a party to it, and who could vote on it.

Parties and votes come from what everybody sees, so that nothing hidden is told by them, and a claim
is checked as far as whoever makes it sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.combats.open_combat import OpenCombat
from api.handlers.dispute_remedies import check_claim, remedy_params
from api.handlers.undo_consent import check_plays
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Need, Refused, answers_of, not_yet
from domain.state.exchange import Doing
from domain.state.viewer import PUBLIC, REFEREE, Viewer
from domain.step.draft import Draft
from domain.table.dispute_procedure import is_closed
from domain.table.disputes import Dispute
from domain.table.undo_impact import SHEETLESS, Company
from domain.table.undo_requests import name_of

MOST = 500
"""Entries of a span that is contested, or that a claim goes back over before it."""


def contest(combat: OpenCombat, command: c.Contest, viewer: Viewer) -> Draft:
    """Return the entry of a viewer who contests something; raises Refused, Forbidden."""
    if viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players contest anything")
    words_needed(command)
    asker, last = name_of(viewer), command.upto or command.entry
    entries = _contested_entries(combat, command.entry, last)
    _not_twice(combat, asker, command.entry)
    claim = remedy_params(command.claim)
    is_closed(combat.table.disputes, command.entry, command.fact, claim)
    _check_fact(entries, command.fact)
    if command.claim is not None:
        check_claim(combat, command.claim, viewer)
    parties = parties_of(combat, asker, entries, command.claim)
    if command.pause:
        check_plays(combat, viewer, combat.line.node_after(entries[0].seq))
    voters = voters_of(combat, parties)
    if REFEREE in parties and not voters:
        _is_narrow(combat, asker, entries)
    _can_be_heard(command, parties, voters)
    deciders = voters if command.by == "vote" else (REFEREE,)
    clause = command.clause or _clause(combat, entries)
    found = {"asker": asker, "upto": last, "parties": parties, "deciders": deciders}
    said = command.model_dump(include={"entry", "fact", "by", "pause"}) | found
    return Draft(e.Contested(**said, claim=claim, clause=clause), basis="table")


def possible_rulers(
    combat: OpenCombat, entry: int, viewer: Viewer, claim: c.Remedy | None
) -> tuple[str, ...]:
    """Return who may rule on an entry that a viewer contests: the referee, a vote, or either."""
    entries = _contested_entries(combat, entry, entry)
    parties = parties_of(combat, name_of(viewer), entries, claim)
    voters = voters_of(combat, parties)
    if not voters:
        return (REFEREE,)
    return ("vote",) if REFEREE in parties else (REFEREE, "vote")


def words_needed(command: c.Command) -> None:
    """Refuse what is said without a reason."""
    if command.note is None:
        raise Refused("", "say why in a note", None, "/note")


def _contested_entries(combat: OpenCombat, first: int, last: int) -> list[Entry]:
    """The public entries that are contested; raises Refused where there are none such."""
    numbers = combat.numbers
    newest = numbers.number(combat.line.entries)
    if not first <= last <= newest or last - first >= MOST:
        why = f"there are no entries {first} to {last} to contest"
        where = "/upto" if first <= newest else "/entry"
        raise Refused("", why, {"last": newest, "at most": MOST}, where)
    found = combat.entries(numbers.seq(first), numbers.seq(last))
    return [entry for entry in found if not entry.meta.audience]


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
    acts = (doing for entry in entries for doing in _acts(combat, entry))
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
        if voters_of(combat, parties_of(combat, asker, [one], None)):
            why = (
                "the referee and everybody else are parties to so much: contest one entry alone,"
                " or claim what concerns fewer, so that the others can vote"
            )
            at = "/upto" if len(entries) > 1 else "/claim"
            raise Refused("", why, None, at, entry=one.meta.number)


# --- who is concerned ----------------------------------------------------------------------


def parties_of(
    combat: OpenCombat, asker: str, entries: list[Entry], claim: c.Remedy | None
) -> tuple[str, ...]:
    """Who contests, whoever said what is contested, and who plays those whom it or a claim names.

    Of what nobody with a seat plays, the referee is the party.
    """
    named = [who for entry in entries for who in _entry_subjects(combat, entry)]
    named += _remedy_subjects(combat, claim, entries[0].meta.number)
    return tuple(dict.fromkeys([asker, *_players(combat, named)]))


def parties_now(
    combat: OpenCombat, found: Dispute, claim: c.Remedy | None = None
) -> tuple[str, ...]:
    """Who has a stake in a dispute as the seats stand now: fighters change hands.

    Beside its parties: who plays now those whom it names, what was claimed or ruled concerns, or a
    fighter taken over from a party; and those whom a further claim concerns.
    """
    entries = _contested_entries(combat, found.entry, found.upto)
    named = [who for entry in entries for who in _entry_subjects(combat, entry)]
    for remedy in (*found.claims, *(ruling.remedy for ruling in found.rulings)):
        asked = c.REMEDY.validate_python(remedy) if remedy else None
        named += _remedy_subjects(combat, asked, found.entry)
    players = [who for who in _players(combat, named) if who != REFEREE]
    players += _players(combat, _remedy_subjects(combat, claim, found.entry))
    taken = _successors(combat, found.parties, entries[0])
    return tuple(dict.fromkeys([*found.parties, *players, *taken]))


def _players(combat: OpenCombat, named: Iterable[str]) -> Iterator[str]:
    """Who plays those who are named: players, else the referee."""
    roster = combat.view(PUBLIC).roster
    seats = [s.viewer for s in combat.table.seats.values() if s.is_open and s.role == "player"]
    for who in dict.fromkeys(named):
        if who == REFEREE or roster.get(who) is not None:
            yield from [s.person for s in seats if s.speaks_for(who, roster)] or [REFEREE]


def _remedy_subjects(combat: OpenCombat, remedy: c.Remedy | None, contested: int) -> Iterator[str]:
    """Those whom a remedy concerns, or somebody could uphold it for their own fighter.

    What comes after the first `contested` entry may fall with any remedy, and an order is
    everybody's: neither makes a party. Of what is gone back over, the nearest entries count.
    """
    match remedy:
        case c.Compensate(change=change):
            yield from _subjects(change)
        case c.Amend(entry=number, command=command):
            yield from _subjects(command)
            yield from _subjects(getattr(command, "change", None))
            yield from _of_step(combat, number)
        case c.ReRoll(entry=number):
            yield from _of_step(combat, number)
        case c.GoBack(to=to) if to + 1 < contested:
            for entry in _contested_entries(combat, max(to + 1, contested - MOST), contested - 1):
                yield from _entry_subjects(combat, entry)


def _of_step(combat: OpenCombat, number: int) -> Iterator[str]:
    """Those whom the step of a public entry names, as everybody sees it."""
    step = combat.line.step_of(combat.numbers.seq(number))
    for entry in combat.entries(combat.line.first(step), combat.line.last(step)):
        if not entry.meta.audience:
            yield from _entry_subjects(combat, entry)


def _successors(combat: OpenCombat, parties: tuple[str, ...], first: Entry) -> Iterator[str]:
    """Who plays now a fighter that one of some parties played once and plays no more.

    The referee plays what no player does; a party who has become a referee keeps it instead.
    """
    now, table = combat.view(PUBLIC).roster, combat.table
    then = combat.view(PUBLIC, combat.line.node_after(first.seq)).roster
    company = Company(tuple(table.seats.values()), now)
    held = [s.viewer for _, s in table.past if s.person in parties and s.role == "player"]
    referees = {seat.person for seat in company.seats if seat.is_open and seat.role == REFEREE}
    for member in now.members.values():
        owners = company.owners(member.subject)
        by = {s.person for s in held if any(s.speaks_for(member.subject, at) for at in (then, now))}
        if member.kind not in SHEETLESS and by - {*owners}:
            yield from owners or by & referees or (REFEREE,)


def _entry_subjects(combat: OpenCombat, entry: Entry) -> Iterator[str]:
    """Those whom an entry of play names: who does, who suffers, and whose act it is about."""
    yield from _subjects(entry.event)
    for doing in _acts(combat, entry):
        yield from (doing.who, *doing.targets)


def _subjects(said: object) -> Iterator[str]:
    """Those whom an event, a command or a change names."""
    for part in ("who", "subject", "of", "toward", "targets"):
        found = getattr(said, part, None) or ()
        yield from (found,) if isinstance(found, str) else found


def _acts(combat: OpenCombat, entry: Entry) -> Iterator[Doing]:
    """The acts that an entry of play belongs to, as they stood right before it."""
    if entry.meta.parent is None:
        return
    acts = combat.view(PUBLIC, entry.meta.parent).exchange.acts
    about = (getattr(entry.event, part, "") for part in ("act", "frame", "on"))
    yield from (acts[act] for act in (*about, entry.meta.cause) if act in acts)


def voters_of(combat: OpenCombat, parties: tuple[str, ...]) -> tuple[str, ...]:
    """Everybody with a seat to play who is no party."""
    seats = combat.table.seats.values()
    people = (s.person for s in seats if s.is_open and s.role == "player")
    return tuple(who for who in people if who not in parties)
