"""Audit in plain words: fights by their names, clauses with title and game, one verdict on luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from projections.audit.findings import AuditedEntry
from projections.audit.luck import UNUSUAL
from projections.audit.markdown import Section
from projections.audit.report import AuditReport, OnClause

ClauseWords = Callable[[AuditedEntry], str]
"""How the clause of an entry is cited."""

_IN_SHORT = "In short"


def plain_report(report: AuditReport, names: Mapping[str, str], words: ClauseWords) -> AuditReport:
    """Return a report with fights by these names, and with each game's clauses by themselves."""
    fights = (fight._replace(title=names.get(fight.combat, fight.title)) for fight in report.fights)
    irregular = (one._replace(clause=words(one)) for one in report.irregular)
    rulings = (one._replace(clause=words(one)) for on in report.rulings for one in on.rulings)
    return report._replace(
        fights=tuple(fights), irregular=tuple(irregular), rulings=_by_clause(rulings)
    )


def _by_clause(rulings: Iterable[AuditedEntry]) -> tuple[OnClause, ...]:
    by: dict[str, list[AuditedEntry]] = {}
    for one in rulings:
        by.setdefault(one.clause, []).append(one)
    rows = (OnClause(clause, len(those), tuple(those)) for clause, those in by.items())
    return tuple(sorted(rows, key=lambda row: (-row.times, row.clause)))


def plain_section(part: Section, report: AuditReport) -> Section:
    """Return a part of an audit; what is said in short of luck fits the tables below it."""
    if part.title != _IN_SHORT or not (odd := _odd_groups(report)):
        return part
    return part._replace(says=(*part.says[:-1], odd))


def _odd_groups(report: AuditReport) -> str:
    """Return what stands out among rollers and purposes where no person's dice do."""
    people = [row for row in report.luck if row.by == "person"]
    groups = [row for row in report.luck if row.by in ("roller", "purpose")]
    odd = [row for row in groups if row.p < UNUSUAL]
    if not people or not odd or min(row.p for row in people) < UNUSUAL:
        return ""
    first = min(odd, key=lambda row: row.p)
    are = "is" if len(odd) == 1 else "are"
    return (
        f"Nobody's dice were unusual, all taken together. Of {len(groups)} rollers and purposes,"
        f" {len(odd)} {are}; one in twenty is by chance. Furthest off: {first.of}, {first.says}"
    )
