"""The docket and its evidence as somebody sees them, with the words that were written to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from api.combats.key_eras import era_of
from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, look_of
from api.read.entries import words
from api.service.service import Service
from api.store.core.errors import Damaged
from api.store.core.rows import RulingRow
from domain import events as e
from domain.table.table import Table, sit
from projections.disputes.dispute_evidence import Contested, Earlier, Evidence, evidence
from projections.disputes.dispute_list import Case, list_disputes
from projections.explain.pools import posting_rows
from projections.wording.game_words import name_of


def cases(service: Service, combat: OpenCombat, sight: Sight) -> tuple[Case, ...]:
    """Every dispute of a combat; takes the time of what was said in them."""
    seqs = sorted(sight.place(str(n)) for one in combat.table.disputes for n in one.entries)
    apart = {}
    for seq in seqs:
        if (note := sight.entry(seq).entry.meta.note) is not None:
            apart[note.id] = words(service, combat.name, sight.text(seq))
    name = name_of(sight.moment(sight.node).combat)
    return list_disputes(sight.seen_entries(seqs), combat.rules, name, apart)


# --- evidence ------------------------------------------------------------------------------


def case_evidence(combat: OpenCombat, sight: Sight, case: Case) -> Evidence:
    """The evidence in a case, of what its reader sees; precedents are looked up apart."""
    steps = tuple(_contested_steps(combat, sight, case))
    return evidence(case, steps, combat.rules, combat.origin.commitments())


def _contested_steps(combat: OpenCombat, sight: Sight, case: Case) -> Iterator[Contested]:
    """The steps that hold what is contested, each with the state before it."""
    line = sight.line
    begin, end = sight.after(str(case.entry - 1)) + 1, sight.after(str(case.upto))
    steps = list(dict.fromkeys(line.step_of(seq) for seq in range(begin, end + 1)))
    seats = [x for x in sight.entries(1, end) if isinstance(x.event, e.SeatOpened | e.SeatClosed)]
    for step in steps:
        entries = tuple(sight.seen_entries(range(line.first(step), line.last(step) + 1)))
        is_play = entries[0].entry.is_play
        node = entries[0].entry.meta.parent if is_play else sight.node
        then = (entry for entry in seats if entry.seq <= line.first(step))
        yield Contested(
            sight.moment(node or 0).combat,
            entries,
            posting_rows(look_of(combat, sight, line.last(step)), line.first(step))
            if is_play
            else (),
            is_play and not line.standing(step),
            tuple(seat.person for seat in sit(Table(), then).seats.values() if seat.is_open),
            era_of(combat.numbers.seq(entries[0].entry.meta.number), combat.table.eras),
        )


# --- precedents ----------------------------------------------------------------------------


def precedents(
    service: Service,
    ruleset: str,
    clauses: Iterable[str],
    own: tuple[str, Sequence[Case]],
    *,
    tells: bool,
) -> tuple[Earlier, ...]:
    """Earlier rulings of a game on some clauses, here and at other tables, the latest first.

    `own` is this combat with its cases. Of other tables everybody learns what was ruled, and when;
    where and why is told only to whoever may read them all.
    """
    rows = [row for clause in clauses for row in service.log.precedents(ruleset, clause)]
    return tuple(_earlier(service, row, own, tells=tells) for row in rows)


def _earlier(
    service: Service, row: RulingRow, own: tuple[str, Sequence[Case]], *, tells: bool
) -> Earlier:
    here, title, said = row.combat == own[0], "", ""
    if here:
        said = next((c.rulings[-1].words for c in own[1] if c.number == row.number), "")
    elif tells:
        listed = service.log.catalogue_row(row.combat)
        title, said = listed.title if listed else "", _why(service, row)
    combat = row.combat if here or tells else ""
    return Earlier(
        combat, title, row.number if combat else None, row.clause, row.remedy, row.at, here, said
    )


def _why(service: Service, row: RulingRow) -> str:
    """The reason of a ruling at another table."""
    found = None
    with suppress(Damaged), service.lock_combat(row.combat) as other:
        found = next((one for one in other.table.disputes if one.number == row.number), None)
    return words(service, row.combat, found.ruling.words[0]) if found and found.ruling else ""
