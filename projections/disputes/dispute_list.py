"""Disputes of a combat as somebody sees them: what was said to each, and how it was ruled.

They are folded from what the reader sees; disputes are public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.table.disputes import Dispute, Disputes, disputes_after
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NO_TEXTS, Texts
from projections.wording.displayed_points import shared_fields
from projections.wording.disputes import remedy_words
from projections.wording.entry_numbers import remedy_as_sent
from projections.wording.game_words import NameOf

Told = Callable[[e.Params], str]
"""How a remedy is said."""


class DisputeStatement(NamedTuple):
    """Something said in a dispute: who said what (a choice of an answer, or appeal).

    `number` is its entry, `words` what was written to it.
    """

    number: str
    who: str
    choice: str
    words: str


class Decision(NamedTuple):
    """A ruling: by the referee or a vote, which remedy and under which clause, with its reason.

    `own_case`: the referee is a party, as nobody else was there. `stands`: on appeal, what was
    ruled before stays as it is. `says` is the remedy in words.
    """

    number: str
    by: str
    who: str
    remedy: dict[str, Any] | None
    says: str
    clause: str
    own_case: bool
    stands: bool
    at: int
    words: str


class Case(NamedTuple):
    """A dispute, named by the number of the entry that contests.

    `entry` to `upto` is contested, or a declared `fact` of it; `claims` is the remedy asked for, in
    words. `deciders` may rule or vote, it waits for those who have not; `stage` is open, settled or
    withdrawn; `appeal` is who has appealed.
    """

    number: e.PublicNumber
    asker: str
    words: str
    entry: e.PublicNumber
    upto: e.PublicNumber
    fact: str
    clause: str
    claim: dict[str, Any] | None
    claims: str
    by: str
    pause: bool
    stage: str
    parties: tuple[str, ...]
    deciders: tuple[str, ...]
    waits_for: tuple[str, ...]
    appeal: str
    said: tuple[DisputeStatement, ...]
    rulings: tuple[Decision, ...]


def list_disputes(
    entries: Sequence[SeenEntry], rules: Ruleset, name: NameOf, texts: Texts = NO_TEXTS
) -> tuple[Case, ...]:
    """Return every dispute among a viewer's entries, in the order in which they were opened.

    `name` says how subjects are called; `texts` gives the words that are stored outside the log, by
    their ids.
    """
    disputes: Disputes = ()
    talk = [seen for seen in entries if not seen.entry.is_play]
    for seen in talk:
        disputes = disputes_after(disputes, seen.entry)
    told = partial(remedy_words, rules=rules, name=name)
    return tuple(_case(one, talk, texts, told) for one in disputes)


def _case(one: Dispute, talk: Sequence[SeenEntry], texts: Texts, told: Told) -> Case:
    mine = [seen for seen in talk if seen.entry.meta.number in one.entries]
    own = {
        "words": _words(mine[0], texts),
        "claims": told(one.claim) if one.claim else "",
        "claim": remedy_as_sent(one.claim),
        "waits_for": one.silent if one.stage == "open" else (),
        "said": tuple(_statements(mine, texts)),
        "rulings": tuple(_decisions(one, mine, texts, told)),
    }
    return Case(**shared_fields(Case, one) | own)


def _words(seen: SeenEntry, texts: Texts) -> str:
    note = seen.entry.meta.note
    return texts.get(note.id, "") if note else ""


def _statements(mine: Sequence[SeenEntry], texts: Texts) -> Iterator[DisputeStatement]:
    for seen in mine:
        match seen.event:
            case e.DisputeAnswered(who=who, choice=choice):
                yield DisputeStatement(seen.number, who, choice, _words(seen, texts))
            case e.DisputeAppealed(who=who):
                yield DisputeStatement(seen.number, who, "appeal", _words(seen, texts))


def _decisions(
    one: Dispute, mine: Sequence[SeenEntry], texts: Texts, told: Told
) -> Iterator[Decision]:
    entries = {seen.entry.meta.number: seen for seen in mine}
    for ruling in one.rulings:
        seen = entries[ruling.number]
        own = {
            "number": seen.number,
            "who": seen.entry.meta.by,
            "remedy": remedy_as_sent(ruling.remedy),
            "says": told(ruling.remedy),
            "words": _words(seen, texts),
        }
        yield Decision(**shared_fields(Decision, ruling) | own)
