"""The audit in three sentences: what was overruled, who vouches for the dice, and the luck."""

from __future__ import annotations

from projections.audit.luck import UNUSUAL
from projections.audit.report import AuditReport
from projections.wording.game_words import join_with_and

SCRIPTED = "Scripted dice: this sample was written in advance, so its dice say nothing about luck."
SOURCES = {
    "service": "{} rolled by the server",
    "typed": "{} typed in",
    "witnessed": "{} typed in and witnessed",
    "reported": "{} reported by another program",
}


def in_short(report: AuditReport, scripted: bool = False) -> tuple[str, ...]:
    """Return the sentences that most readers stop after."""
    return _overruled(report), _sources(report), SCRIPTED if scripted else _luck(report)


def _overruled(report: AuditReport) -> str:
    people = report.people
    counts = (
        (sum(p.override for p in people), "override", "overrides"),
        (sum(p.ruling for p in people), "ruling", "rulings"),
        (sum(p.correction for p in people), "correction", "corrections"),
        (sum(p.moved + p.agreed for p in people), "undo or redo", "undos and redos"),
    )
    told = [f"{n} {several if n > 1 else one}" for n, one, several in counts if n]
    if not told:
        return "Nobody overruled the rules, and nothing was undone or corrected."
    were = "was" if told[0].startswith("1 ") else "were"
    return f"Beside ordinary play there {were} {join_with_and(told)}."


def _sources(report: AuditReport) -> str:
    counts = {kind: sum(getattr(p, kind) for p in report.people) for kind in SOURCES}
    told = [SOURCES[kind].format(n) for kind, n in counts.items() if n]
    if not told:
        return "No dice were rolled."
    rolls = sum(counts.values())
    return f"Dice were rolled {rolls} time{'s' if rolls > 1 else ''}: {join_with_and(told)}."


def _luck(report: AuditReport) -> str:
    """The person whose dice stand out most, if anybody's do."""
    rows = [row for row in report.luck if row.by == "person"]
    if not rows:
        return "There is no luck to speak of."
    oddest = min(rows, key=lambda row: row.p)
    if oddest.p >= UNUSUAL:
        return "Nobody's dice were unusual."
    return f"The dice that stand out most: {oddest.of}, {oddest.says}"
