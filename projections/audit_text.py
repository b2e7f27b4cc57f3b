"""The audit as a page of Markdown: tables and plain sentences, to be pasted or printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from projections.audit import Person, Report
from projections.luck import Luck
from projections.rejudged import Rejudging

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"})
LUCK = {
    "person": "By person",
    "source": "By person and by whose word the dice fell on",
    "roller": "By who rolled",
    "purpose": "By purpose",
}
HOW_COUNTED = (
    "Dice of one size are taken together. The p-value is the share of all sequences of faces whose"
    " sum is at least as far from the expected one, on either side; it is counted exactly. How many"
    " dice fell is taken as given. Of many rows, some are unusual by chance: one in twenty."
)


class Column(NamedTuple):
    """A column of what people did: its heading, and the field that it shows."""

    heading: str
    field: str


DID = (
    Column("steps", "steps"),
    Column("rulings", "ruling"),
    Column("overrides", "override"),
    Column("against the rules", "against"),
    Column("for others", "on_behalf"),
    Column("own case", "own_case"),
    Column("corrections", "correction"),
)
WENT_BACK = (
    Column("moved alone", "moved"),
    Column("over others' heads", "overruled"),
    Column("asked", "asked"),
    Column("agreed", "agreed"),
    Column("refused", "refused"),
    Column("expired", "expired"),
    Column("free", "allowed"),
    Column("withdrawn", "withdrawn"),
)
DICE = (
    Column("by the service", "service"),
    Column("typed", "typed"),
    Column("witnessed", "witnessed"),
)


class Section(NamedTuple):
    """A part of the report: its title, some sentences, a table, and the picture it goes with."""

    title: str
    says: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    picture: str = ""


def sections(report: Report, rejudged: Sequence[Rejudging] = ()) -> tuple[Section, ...]:
    """The parts of a report that have anything to say, in order."""
    parts = (
        _fights(report),
        *_rejudged(report, rejudged),
        _people("Who did what", report, DID),
        _people("Going back", report, WENT_BACK, "moves"),
        _irregular(report),
        _rulings(report),
        _people("On whose word dice fell", report, DICE, "sources"),
        *_luck(report),
        _unused(report),
        _passed(report),
        _turns(report),
    )
    return tuple(part for part in parts if part.rows or part.says)


def markdown(report: Report, rejudged: Sequence[Rejudging] = ()) -> str:
    """The report as Markdown."""
    lines = [f"# {_plain(title_of(report))}", ""]
    for part in sections(report, rejudged):
        lines += [f"## {part.title}", ""]
        lines += [line for said in part.says for line in (_plain(said), "")]
        if part.rows:
            lines += [_row(part.headings), _row("---" for _ in part.headings)]
            lines += [_row(map(_plain, row)) for row in part.rows] + [""]
    return "\n".join(lines).rstrip() + "\n"


def title_of(report: Report) -> str:
    """What a report is called."""
    if len(report.fights) == 1:
        return f"Audit: {report.fights[0].title or report.fights[0].combat}"
    return f"Audit of {len(report.fights)} combats"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    return text.translate(_SIGNS)


# --- the parts -----------------------------------------------------------------------------


def _fights(report: Report) -> Section:
    rows = ((f.title or f.combat, f.ruleset, str(f.rounds), str(f.entries)) for f in report.fights)
    return Section("What was audited", (), ("combat", "game", "rounds", "entries"), tuple(rows))


def _rejudged(report: Report, rejudged: Sequence[Rejudging]) -> Iterator[Section]:
    """What today's rules say, one part for each combat."""
    for fight, found in zip(report.fights, rejudged, strict=False):
        others = len(found.steps)
        said = f"{found.judged} steps were decided again under the rules of today"
        said += f": {others} come out otherwise." if others else ": all come out the same."
        rows = tuple(_changed_steps(report, fight.combat, found))
        title = "Judged again" + (f": {fight.title}" if len(report.fights) > 1 else "")
        headings = ("entry", "finding", "played under", "what differs", "clause")
        yield Section(title, (said,), headings, rows)


def _changed_steps(report: Report, combat: str, found: Rejudging) -> Iterator[tuple[str, ...]]:
    for step in found.steps:
        changes = (f"{d.was or '-'} => {d.becomes or '-'}" for d in step.differences)
        differs, revision = step.why or "; ".join(changes), step.revision or found.revision
        yield _place(report, combat, step.number), step.finding, revision, differs, step.clause


def _people(title: str, report: Report, columns: Sequence[Column], picture: str = "") -> Section:
    """What people did, those left out who did nothing of the kind."""
    rows = [(p, _did(p, columns)) for p in report.people]
    told = tuple((p.name, *map(str, did)) for p, did in rows if any(did))
    return Section(title, (), ("who", *(c.heading for c in columns)), told, picture)


def _did(person: Person, columns: Sequence[Column]) -> list[int]:
    return [getattr(person, column.field) for column in columns]


def _place(report: Report, combat: str, number: str) -> str:
    """An entry by its number; where many combats are told of, with the combat's name."""
    return f"{number} ({combat})" if len(report.fights) > 1 else number


def _irregular(report: Report) -> Section:
    headings = ("entry", "kind", "by", "what", "words", "clause")
    rows = tuple(_irregular_rows(report))
    return Section("Overrides and irregularities", (), headings, rows, "irregular")


def _irregular_rows(report: Report) -> Iterator[tuple[str, ...]]:
    for one in report.irregular:
        text = one.text + (" (undone)" if one.undone else "")
        place = _place(report, one.combat, one.number)
        yield place, one.kind, one.by, text, one.words, one.clause


def _rulings(report: Report) -> Section:
    headings = ("clause", "rulings on it", "entry", "by", "ruling", "words")
    return Section("Rulings by clause", (), headings, tuple(_ruling_rows(report)), "rulings")


def _ruling_rows(report: Report) -> Iterator[tuple[str, ...]]:
    for on in report.rulings:
        clause = on.clause or "no clause", str(on.times)
        for one in on.rulings:
            yield *clause, _place(report, one.combat, one.number), one.by, one.text, one.words


def _luck(report: Report) -> Iterator[Section]:
    headings = ("of", "dice", "sum", "expected", "95 in 100", "p", "in words")
    first = True
    for by, title in LUCK.items():
        rows = tuple(_of(row) for row in report.luck if row.by == by)
        if rows:
            said, picture = (HOW_COUNTED,) if first else (), "luck" if first else ""
            picture = "purposes" if by == "purpose" else picture
            yield Section(f"Luck: {title.lower()}", said, headings, rows, picture)
            first = False


def _of(row: Luck) -> tuple[str, ...]:
    dice, between = f"{row.dice} d{row.sides}", f"{row.low} to {row.high}"
    return row.of, dice, str(row.total), row.expected, between, f"{row.p:.4g}", row.says


def _unused(report: Report) -> Section:
    rows = ((one.who, one.pool, one.points, str(one.times)) for one in report.unused)
    return Section(
        "Left unused", (), ("who", "what", "how much", "how often"), tuple(rows), "unused"
    )


def _passed(report: Report) -> Section:
    rows = ((one.who, str(one.asked), str(one.passed), str(one.barred)) for one in report.passed)
    headings = ("who", "asked for a reaction", "let it pass", "barred")
    return Section("Reactions missed", (), headings, tuple(rows), "passed")


def _turns(report: Report) -> Section:
    rows = (
        (_place(report, g.combat, g.number), g.who, str(g.round), str(g.seconds), str(g.steps))
        for g in report.turns
    )
    headings = ("entry", "who", "round", "seconds", "steps")
    return Section("The longest goes", (), headings, tuple(rows), "turns")
