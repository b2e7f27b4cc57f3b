"""The evidence in a dispute, collected for its reader: lines, clauses, dice, postings, who saw it.

All of it is taken from what the reader sees; nobody writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain import events as e
from domain.dice.keyed_faces import key_name
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from projections.disputes.dispute_list import Case
from projections.explain.pools import PostingRow
from projections.explain.rolls import PROOF
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import Displayed, in_points, shared_fields
from projections.wording.events import sentences


class EvidenceLine(NamedTuple):
    """An entry of a contested step; `contested` where it is itself within what is contested.

    `seen_by` are the people with a seat when it was written; of a `private` line, nobody else's
    eyes are told of.
    """

    number: str
    step: int
    text: str
    by: str
    at: int
    clause: str
    basis: str
    contested: bool
    undone: bool
    private: bool
    seen_by: tuple[str, ...]


class Clause(NamedTuple):
    """A clause, and what of the game's tables stands under it."""

    clause: str
    title: str
    says: tuple[str, ...]


class Fallen(NamedTuple):
    """Dice or a card of a contested step, and what vouches for them.

    `commitment` binds the key of the service's dice; it was published by the first entry.
    """

    number: str
    who: str
    purpose: str
    shows: str
    total: Displayed | None
    provenance: str
    proof: str
    commitment: str


class Earlier(NamedTuple):
    """An earlier ruling on the same clause. `title` and `words` are told where they are known.

    `here`: in this very combat. `number` is the entry that contested, null where the reader may
    not know the table.
    """

    combat: str
    title: str
    number: e.PublicNumber | None
    clause: str
    remedy: str
    at: int
    here: bool
    words: str


class Evidence(NamedTuple):
    """Everything that the service knows about what is contested."""

    lines: tuple[EvidenceLine, ...]
    clauses: tuple[Clause, ...]
    dice: tuple[Fallen, ...]
    postings: tuple[PostingRow, ...]
    earlier: tuple[Earlier, ...]


class Contested(NamedTuple):
    """A step that holds something contested: the state before it, its entries and postings.

    `era` is that of the keys by which its cards were drawn.
    """

    before: Combat
    entries: tuple[SeenEntry, ...]
    postings: tuple[PostingRow, ...]
    undone: bool
    seen_by: tuple[str, ...]
    era: int


def evidence(
    case: Case, steps: Sequence[Contested], rules: Ruleset, commitments: dict[str, str]
) -> Evidence:
    """The evidence in a case but earlier rulings, from the steps that hold what is contested."""
    entries = [seen for step in steps for seen in step.entries]
    clauses = dict.fromkeys(filter(None, (case.clause, *(x.entry.meta.clause for x in entries))))
    return Evidence(
        tuple(line for step in steps for line in _lines(case, step, rules)),
        tuple(
            Clause(
                clause,
                rules.clause_title(clause),
                tuple(dict.fromkeys(under_clause(clause, rules))),
            )
            for clause in clauses
        ),
        tuple(_dice(steps, rules, commitments)),
        tuple(row for step in steps for row in step.postings),
        (),
    )


def _lines(case: Case, step: Contested, rules: Ruleset) -> Iterator[EvidenceLine]:
    for seen, text in sentences(rules, step.before, step.entries, full=True):
        meta = seen.entry.meta
        own = {
            "number": seen.number,
            "text": text,
            "contested": case.entry <= meta.number <= case.upto,
            "private": bool(meta.audience),
            "seen_by": () if meta.audience else step.seen_by,
        }
        yield EvidenceLine(**shared_fields(EvidenceLine, meta, step) | own)


def under_clause(clause: str, rules: Ruleset) -> Iterator[str]:
    """Yield what of the game's tables stands under a clause, in words."""
    tables: tuple[tuple[str, Iterable[Any]], ...] = (
        ("manoeuvre", rules.manoeuvres),
        ("question", rules.windows.values()),
        ("pool", rules.pools),
        ("condition", rules.conditions),
        ("fact", rules.facts),
        ("left open", rules.points),
    )
    for kind, rows in tables:
        yield from (f"{kind}: {row.says}" for row in rows if row.clause == clause)


def _group(group: e.DiceGroup) -> str:
    """Dice of one size as they fell: `2d6 [3, 5]`."""
    return f"{len(group.faces)}d{group.sides} [{', '.join(map(str, group.faces))}]"


def _dice(
    steps: Iterable[Contested], rules: Ruleset, commitments: dict[str, str]
) -> Iterator[Fallen]:
    decks = {deck: f"deck:{n}" for n, deck in enumerate(rules.decks)}
    for step, seen in ((each, seen) for each in steps for seen in each.entries):
        total: Displayed | None = None
        fell = seen.event
        match fell:
            case e.DiceRolled():
                shows = " + ".join(map(_group, fell.groups)) or "faces unknown"
                total, key = in_points(rules, fell.total), key_name(fell.key, fell.label.era)
            case e.CardDrawn():
                shows, key = fell.card, key_name(decks.get(fell.deck, ""), step.era)
            case _:
                continue
        source = fell.provenance
        bound = commitments.get(key, "") if source == "service" else ""
        row = seen.number, fell.who, fell.purpose, shows, total, source, PROOF[source], bound
        yield Fallen(*row)
