"""What was learned since a moment and whose decisions would fall: so, who must agree to going back.

Everything is derived from what everybody sees, so that neither the answer nor the question can
tell anything hidden. Moving the head from one node to another leaves some steps and enters others:

- *Learned* is what came to light in the steps left: dice, cards, outcomes that the table told, what
  others declared, what was sealed and opened, who came in while play was under way, what was
  revealed beside play. Who may answer a question is no news: that follows from what lies open.
- *Decisions* are the steps of somebody's own will. Dice, cards and outcomes that the rules asked
  for are none, nor are passes that somebody else said for him.

What tells of the asker alone is his own to give away. Anything else that was learned was learned by
the whole table: people talk. Then everybody else who plays somebody has to agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from domain import events as e
from domain.dice.salts import SALT
from domain.log.codec import Entry
from domain.state.roster import Roster
from domain.state.viewer import REFEREE
from domain.table.table import Seat

Kind = Literal["dice", "card", "outcome", "declaration", "unsealed", "arrival", "reveal"]
SHEETLESS = ("side", "thing", "card")
"""Kinds of subjects that nobody has to be seated for."""


class Crossing(NamedTuple):
    """What a move of the head crosses, as everybody sees it.

    `left` and `entered` are entries of play, whole steps in order; `beside` is what was revealed
    beside play since the first one left. `declared` are the acts declared openly before;
    `under_way` says whether a round had begun by then. `rulings` are the numbers of those of the
    referee that took out what is entered: they would fall. `voted` are the steps that carry out
    what the table voted for, each with whose decision that is: never that of the last voter alone.
    """

    left: Sequence[Entry]
    entered: Sequence[Entry] = ()
    beside: Sequence[Entry] = ()
    declared: frozenset[str] = frozenset()
    under_way: bool = True
    rulings: tuple[int, ...] = ()
    voted: Mapping[int, tuple[str, ...]] = {}


class News(NamedTuple):
    """Something that came to light in entry `number`, and how many dice it was.

    `of` are the people whom it was of: it is no news to them.
    """

    kind: Kind
    number: e.PublicNumber
    about: str
    dice: int = 0
    of: tuple[str, ...] = ()


class Account(NamedTuple):
    """What somebody learned, and which of their decisions fall or come back.

    `who` is a person, or `referee`; a decision goes by the public number of its first entry.
    """

    who: str
    learned: tuple[News, ...] = ()
    falls: tuple[e.PublicNumber, ...] = ()
    returns: tuple[e.PublicNumber, ...] = ()

    @property
    def is_touched(self) -> bool:
        """True where a decision of theirs falls or comes back."""
        return bool(self.falls or self.returns)


class Company(NamedTuple):
    """Who sits there, and who is in play."""

    seats: tuple[Seat, ...]
    roster: Roster

    def owners(self, who: str) -> tuple[str, ...]:
        """The people who play a subject; nobody for one that the referee plays."""
        players = (s for s in self.seats if s.is_open and s.role == "player")
        found = (s.person for s in players if s.viewer.speaks_for(who, self.roster))
        return tuple(dict.fromkeys(found))

    def in_play(self) -> tuple[str, ...]:
        """Everybody who plays somebody that is openly here, the referee last."""
        here = [m for m in self.roster.present() if m.kind not in SHEETLESS]
        people = [owner for member in here for owner in self.owners(member.subject)]
        people += [REFEREE] if any(not self.owners(m.subject) for m in here) else []
        return tuple(dict.fromkeys(people))

    def person(self, by: str) -> str:
        """The person to ask about what somebody said: a player, or the referee."""
        players = (s.person for s in self.seats if s.is_open and s.role == "player")
        return by if by in players else REFEREE


def accounts(crossing: Crossing, company: Company) -> tuple[Account, ...]:
    """What each person learned, and which of their decisions are touched; others are left out."""
    left = list(_steps_with_deciders(crossing.left, company))
    news = tuple(_news(crossing, left, company))
    entered = _steps_with_deciders(crossing.entered, company)
    ruled = ((REFEREE, number) for number in crossing.rulings)
    falls = [*_decisions(left, crossing.voted), *ruled]
    returns = list(_decisions(entered, crossing.voted))
    people = dict.fromkeys([*company.in_play(), *(who for who, _ in falls + returns)])
    found = (
        Account(
            who,
            tuple(one for one in news if who not in one.of),
            tuple(n for p, n in falls if p == who),
            tuple(n for p, n in returns if p == who),
        )
        for who in people
    )
    return tuple(one for one in found if one.learned or one.is_touched)


# --- decisions -----------------------------------------------------------------------------


_Decided = tuple[Sequence[Entry], tuple[str, ...]]
"""A step, and whose decision it was."""


def _steps_with_deciders(entries: Sequence[Entry], company: Company) -> Iterator[_Decided]:
    """Some steps, each with whose decision it was."""
    for _, group in groupby(entries, key=lambda entry: entry.step):
        step = list(group)
        yield step, deciders(step, company)


def _decisions(
    steps: Iterable[_Decided], voted: Mapping[int, tuple[str, ...]]
) -> Iterator[tuple[str, int]]:
    """Whose decisions some steps were, each with the number of its first entry."""
    for step, people in steps:
        for who in voted.get(step[0].step, people):
            yield who, step[0].meta.number


def deciders(step: Sequence[Entry], company: Company) -> tuple[str, ...]:
    """Whose decision a step was: that of the players of the one for whom it was said.

    Of several who play him it was the one who said it; of one whom nobody plays, it was the
    referee's, or that of whoever said it. Nobody's where it was forced, or passed for another. Who
    comes in, and that it is over, is never said for those whom it is about.
    """
    first = step[0]
    by, owners = first.meta.by, company.owners(_subject(first))
    if _is_of_the_list(step):
        return (company.person(by),)
    if _is_forced(step) or (_is_pass(first) and owners and by not in owners):
        return ()
    return (by,) if by in owners else owners or (company.person(by),)


def _is_of_the_list(step: Sequence[Entry]) -> bool:
    """True where somebody came in or was edited, or the combat was ended, by the table's word."""
    came = isinstance(step[0].event, e.Joined | e.Edited)
    ends = (x.meta.basis == "table" for x in step if isinstance(x.event, e.CombatEnded))
    return came or any(ends)


def _subject(entry: Entry) -> str:
    """For whom something was said."""
    who = getattr(entry.event, "who", "")
    return entry.meta.behalf or (who if isinstance(who, str) else next(iter(who), ""))


def _is_forced(step: Sequence[Entry]) -> bool:
    """True for dice, cards and outcomes that the rules asked for.

    How many dice to risk is a decision, be it none.
    """
    first = step[0]
    match first.event:
        case e.Answered():
            return any(map(_is_told, step))
        case e.DiceRolled(all_faces=faces, modifiers=modifiers) if first.meta.answers:
            return bool(faces) and all(modifier.source != e.RISK for modifier in modifiers)
        case e.CardDrawn():
            return first.meta.answers is not None
    return False


def _is_told(entry: Entry) -> bool:
    """True for an outcome that the table told: what a test brought is as good as dice."""
    return isinstance(entry.event, e.Resolved) and entry.meta.basis == "table"


def _is_pass(first: Entry) -> bool:
    return isinstance(first.event, e.Answered) and first.event.choice == "pass"


# --- what was learned ----------------------------------------------------------------------


def _news(crossing: Crossing, left: Iterable[_Decided], company: Company) -> Iterator[News]:
    known = set(crossing.declared)
    for step, said_by in left:
        for entry in step:
            if found := _of_play(entry, company, crossing.under_way, known, said_by):
                yield found
    for entry in crossing.beside:
        if isinstance(entry.event, e.Revealed) and entry.event.what != SALT:
            of = (company.person(entry.event.who),)
            yield News("reveal", entry.meta.number, entry.event.what, of=of)


def _of_play(
    entry: Entry, company: Company, under_way: bool, known: set[str], said_by: tuple[str, ...]
) -> News | None:
    """What an entry of play tells that was not known; notes what it declares as known."""
    number = entry.meta.number
    match entry.event:
        case e.DiceRolled(all_faces=faces, who=who) if faces:
            return News("dice", number, who, len(faces))
        case e.CardDrawn(who=who):
            return News("card", number, who)
        case e.Resolved(of=whom) if _is_told(entry):
            return News("outcome", number, whom)
        case e.Joined(subject=subject) if under_way:
            return News("arrival", number, subject, of=(*_people(company, subject), *said_by))
        case e.Declared(act=act, who=who) if who:
            known.add(act)
            return News("declaration", number, who, of=_people(company, who))
        case e.Acted(act=act, who=who) | e.Reacted(act=act, who=who) if who and act not in known:
            of = _people(company, who)
            return None if set(of) & set(said_by) else News("unsealed", number, who, of=of)
    return None


def _people(company: Company, who: str) -> tuple[str, ...]:
    return company.owners(who) or (REFEREE,)


def crosses(news: Iterable[News], asker: str) -> bool:
    """True where anything was learned that did not tell of the asker alone."""
    return any(asker not in one.of for one in news)
