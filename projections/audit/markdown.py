"""The audit as a page of Markdown: tables and plain sentences, to be pasted or printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from projections.audit.in_short import in_short
from projections.audit.luck import Luck
from projections.audit.report import AuditReport
from projections.audit.step_audits import Rejudging
from projections.wording.game_words import markdown as plain
from projections.wording.game_words import markdown_table

LUCK = {
    "person": "By player",
    "source": "By person and source of the dice",
    "roller": "By roller",
    "purpose": "By purpose",
}
HOW_COUNTED = (
    "Dice of one size are taken together. The p-value is the share of all sequences of faces whose"
    " sum is at least as far from the expected one, on either side; it is counted exactly. How many"
    " dice fell is taken as given. Of many rows, some are unusual by chance: one in twenty."
    " Dice count for whoever plays the fighter, whoever threw them."
    " Dice that another program reported fell elsewhere, and are left out."
)


INCOMPLETE = (
    "This log is not complete. What is counted here, the luck of the dice as well, is counted of"
    " what was logged."
)
PART_OF_THE_DICE = "Some of what happened was not logged, so dice may be missing here."


DID = {
    "steps": "steps",
    "reports": "reports",
    "rulings": "ruling",
    "overrides": "override",
    "against the rules": "against",
    "for others": "on_behalf",
    "own case": "own_case",
    "corrections": "correction",
}
WENT_BACK = {
    "moved alone": "moved",
    "overruled": "overruled",
    "asked": "asked",
    "agreed": "agreed",
    "refused": "refused",
    "expired": "expired",
    "free": "allowed",
    "withdrawn": "withdrawn",
}
DICE = {
    "by the service": "service",
    "typed": "typed",
    "witnessed": "witnessed",
    "reported": "reported",
}
"""Columns of what people did: each heading, with the field of a person that it shows."""


HEADINGS = {
    "What was audited": "combat, game, rounds, entries",
    "Not logged": "entry, what",
    "Overrides and irregularities": "entry, kind, by, what, words, clause",
    "Rulings by clause": "clause, rulings on it, entry, by, ruling, words",
    "Left unused": "who, what, how much, how often",
    "Reactions missed": "who, asked for a reaction, let it pass, barred",
    "Longest turns": "entry, who, round, seconds, steps",
}


class Section(NamedTuple):
    """A part of the report: its title, a table, some sentences, and the picture it goes with."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    picture: str = ""
    says: tuple[str, ...] = ()


def sections(
    report: AuditReport, rejudged: Sequence[Rejudging] = (), scripted: bool = False
) -> tuple[Section, ...]:
    """The parts of a report that have anything to say, in order; `scripted` dice have no luck."""
    parts = (
        Section("In short", (), (), says=in_short(report, scripted)),
        _table("What was audited", _fights(report)),
        *_gaps(report),
        *_rejudged_sections(report, rejudged),
        _people("Who did what", report, DID),
        _people("Undo", report, WENT_BACK, "moves"),
        _table("Overrides and irregularities", _irregular(report), "irregular"),
        _table("Rulings by clause", _rulings(report), "rulings"),
        _people("Who vouches for the dice", report, DICE, "sources"),
        *(() if scripted else _luck(report)),
        _table("Left unused", report.unused, "unused"),
        _table("Reactions missed", report.passed, "passed"),
        _table("Longest turns", _turns(report), "turns"),
    )
    return tuple(part for part in parts if part.rows or part.says)


def _table(
    title: str, rows: Iterable[Iterable[object]], picture: str = "", headings: str = ""
) -> Section:
    """A part that is one table, its headings with commas between them."""
    cells = tuple(tuple(map(str, row)) for row in rows)
    return Section(title, tuple((headings or HEADINGS[title]).split(", ")), cells, picture)


def markdown(
    report: AuditReport, rejudged: Sequence[Rejudging] = (), scripted: bool = False
) -> str:
    """The report as Markdown."""
    lines = [f"# {plain(title_of(report))}", ""]
    for part in sections(report, rejudged, scripted):
        lines += [f"## {part.title}", ""]
        lines += [line for said in part.says for line in (plain(said), "")]
        if part.rows:
            lines += markdown_table(part.headings, part.rows)
    return "\n".join(lines).rstrip() + "\n"


def title_of(report: AuditReport) -> str:
    """What a report is called."""
    if len(report.fights) == 1:
        return f"Audit: {report.fights[0].title or report.fights[0].combat}"
    return f"Audit of {len(report.fights)} combats"


# --- the parts -----------------------------------------------------------------------------


def _fights(report: AuditReport) -> Iterator[Iterable[object]]:
    return ((f.title or f.combat, f.ruleset, f.rounds, f.entries) for f in report.fights)


def _gaps(report: AuditReport) -> Iterator[Section]:
    """What was not logged, where anything was not."""
    if report.gaps:
        rows = ((_place(report, one.combat, one.number), one.text) for one in report.gaps)
        yield _table("Not logged", rows)._replace(says=(INCOMPLETE,))


def _rejudged_sections(report: AuditReport, rejudged: Sequence[Rejudging]) -> Iterator[Section]:
    """What today's rules say, one part for each combat."""
    for fight, found in zip(report.fights, rejudged, strict=False):
        differing = f"{len(found.steps)} of them differ" if found.steps else "none of them differs"
        said = f"Today's rules decided {found.judged} steps again: {differing}."
        title = "Decided again" + (f": {fight.title}" if len(report.fights) > 1 else "")
        headings = "entry, finding, played under, what differs, clause"
        rows = _changed_steps(report, fight.combat, found)
        yield _table(title, rows, headings=headings)._replace(says=(said,))


def _changed_steps(report: AuditReport, combat: str, found: Rejudging) -> Iterator[tuple[str, ...]]:
    for step in found.steps:
        changes = (f"{d.was or '-'} => {d.becomes or '-'}" for d in step.differences)
        differs, revision = step.why or "; ".join(changes), step.revision or found.revision
        yield _place(report, combat, step.number), step.finding, revision, differs, step.clause


def _people(
    title: str, report: AuditReport, columns: Mapping[str, str], picture: str = ""
) -> Section:
    """What people did, those left out who did nothing of the kind."""
    rows = ((p.name, [getattr(p, field) for field in columns.values()]) for p in report.people)
    told = ((name, *did) for name, did in rows if any(did))
    return _table(title, told, picture, ", ".join(("who", *columns)))


def _place(report: AuditReport, combat: str, number: str) -> str:
    """An entry by its number; where many combats are told of, with the combat's name."""
    return f"{number} ({combat})" if len(report.fights) > 1 else number


def _irregular(report: AuditReport) -> Iterator[tuple[str, ...]]:
    for one in report.irregular:
        text = one.text + (" (undone)" if one.undone else "")
        place = _place(report, one.combat, one.number)
        yield place, one.kind, one.by, text, one.words, one.clause


def _rulings(report: AuditReport) -> Iterator[tuple[str, ...]]:
    for on in report.rulings:
        clause = on.clause or "no clause", str(on.times)
        for one in on.rulings:
            yield *clause, _place(report, one.combat, one.number), one.by, one.text, one.words


def _luck(report: AuditReport) -> Iterator[Section]:
    """The dice, taken together in several ways; how they are counted is said once."""
    says: tuple[str, ...] = (*([PART_OF_THE_DICE] if report.gaps else []), HOW_COUNTED)
    for by, title in LUCK.items():
        rows = [_of(row) for row in report.luck if row.by == by]
        if rows:
            picture = "purposes" if by == "purpose" else "luck" if says else ""
            headings = "of, dice, sum, expected, 95 in 100, p, in words"
            yield _table(f"Luck: {title.lower()}", rows, picture, headings)._replace(says=says)
            says = ()


def _of(row: Luck) -> tuple[object, ...]:
    dice, between = f"{row.dice} d{row.sides}", f"{row.low} to {row.high}"
    return row.of, dice, row.total, row.expected, between, f"{row.p:.4g}", row.says


def _turns(report: AuditReport) -> Iterator[tuple[object, ...]]:
    for go in report.turns:
        yield _place(report, go.combat, go.number), go.who, go.round, go.seconds, go.steps
