"""Lines of a timeline become reports: commands that say what another program saw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from domain.events.measures import DIGITS
from domain.importers.document import written
from domain.importers.findings import Finding, imported, interpreted, left_out
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.timelines import sheets
from domain.timelines.changes import Changes, who_of
from domain.timelines.clock import Clock
from domain.timelines.comparison import Form
from domain.timelines.expected import Expected
from domain.timelines.happenings import Happenings
from domain.timelines.line import Line, Said, numbered
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import SourceState, same
from domain.timelines.translation import (
    LONGEST_CUT,
    LONGEST_VALUE,
    byte_length,
    cut_fields,
    fit,
    in_words,
    shortened,
    unsaid_amounts,
)

SIMULATOR = "simulator"
"""The basis of a line that no log ever said: it shows in the state of the source."""

MOST_OF_SHEET = 200
LONGEST_SHEET = 8_000
"""How many lines and bytes a sheet has at most: longer ones go on line by line."""

LONGEST_FIGHT = 60
"""How much of the id of a fight the ids of its reports begin with."""

_SILENT = {
    "meta": "It says where the timeline comes from.",
    "state": "It is compared, and writes nothing.",
}

_HERE = "Somebody of that id is here already, and is now as the source says."

Here = Callable[[str], Collection[str] | None]
"""Returns the external ids of the conditions of somebody who is here; None for anybody else."""


def nobody_here(subject: str) -> None:
    """Say that somebody is not in the fight: it is a new one."""


class Step(NamedTuple):
    """What some lines become: a report, or a state to compare; and what became of each line."""

    last: Line
    """The last of them: the report has its number as its id."""
    report: dict[str, Any] | None = None
    state: Said | None = None
    findings: tuple[Finding, ...] = ()


class Timeline:
    """A timeline as reports, one after the other, with the state of the source beside them."""

    def __init__(
        self,
        said: Sequence[Said],
        source: str = "",
        fight: str = "",
        known: KnownNames = NOTHING_KNOWN,
        tied: Mapping[str, str] | None = None,
    ) -> None:
        """Read lines; those of a `source` that writes no timelines stand in the rows of its file.

        Such a file has a report of its own rows: only what is wrong is said beside it. `known` are
        the names that the game declares, `tied` our ids of those who are here under another id.
        """
        self.lines = tuple(numbered(said, fit(fight)[:LONGEST_FIGHT], by_row=bool(source)))
        self.in_rows = bool(source)
        self.state, self.ids = SourceState(), SourceIds(tied)
        self.changes = Changes(self.state, self.ids, known)
        self.clock = Clock(self.lines, self.state, self.ids)
        self.happenings = Happenings(self.ids, self.state)
        self.source = source or source_of(self.lines)
        self._expected = Expected(self.lines, self.ids, self.clock, self.changes.conditions, known)
        self._gone: dict[str, dict[str, Any]] = {}
        self._here: Here = nobody_here

    def expected(self, state: Said) -> Form:
        """Return a state of the source in the form in which it is compared with ours."""
        return self._expected.form(state)

    def steps(
        self, known: Callable[[str], bool] = lambda n: False, here: Here = nobody_here
    ) -> Iterator[Step]:
        """Yield what the lines become, in their order; the state follows step by step.

        `known` says which reports were made before: the sheet of a file that has grown since then
        ends where it ended. `here` says who is in the fight already when a line is to be reported.
        """
        at, self._here = 0, here
        while at < len(self.lines):
            taken = self._together(at, known)
            at += len(taken)
            step = self._step(taken)
            if self.in_rows:
                step = step._replace(findings=tuple(filter(_is_wrong, step.findings)))
            yield step._replace(report=_with_note(step.report, 0))
            yield from _more_words(step)

    def _together(self, at: int, known: Callable[[str], bool]) -> tuple[Line, ...]:
        """Return the lines from a place on that are one report: most are one of their own."""
        if self.lines[at].k != "join":
            return self.lines[at : at + 1]
        room = accumulate(byte_length(line.said) for line in self.lines[at : at + MOST_OF_SHEET])
        most = 1 + sum(length < LONGEST_SHEET for length in room)
        sheet = sheets.sheet_of(self.lines[at : at + most])
        ended = [nth for nth, line in enumerate(sheet, 1) if known(line.n)]
        return sheet[: ended[-1]] if ended else sheet

    def _step(self, lines: tuple[Line, ...]) -> Step:
        line = lines[0]
        if line.fault:
            return Step(line, findings=(left_out(line.place, quoted(line), line.fault),))
        if line.k in _SILENT:
            state = line.get("state") if line.k == "state" else None
            silent = interpreted(line.place, line.k, _SILENT[line.k])
            return Step(line, state=state, findings=(silent,))
        wrong, report = tuple(self._differences(lines)), self._report(lines)
        for each in lines:
            self._follow(each)
        if report is None:
            why = "It names nobody who is there, or nothing that stands."
            return Step(lines[-1], findings=(left_out(line.place, quoted(line), why),))
        head = {"type": "report", "source": self.source, "id": lines[-1].n}
        short = shortened(report)
        found = (*wrong, *_cut(lines, short is not report), *_all_imported(lines))
        return Step(lines[-1], {**head, **short}, None, found)

    def _follow(self, line: Line) -> None:
        if line.k == "left" and (bearer := self.state.bearer(line.who)):
            self._gone[line.who] = bearer
        self.state.take(line)

    # --- what is reported ------------------------------------------------------------------

    def _report(self, lines: tuple[Line, ...]) -> dict[str, Any] | None:
        """Return what a report says; None where its line says nothing that can be so."""
        line = lines[0]
        about = self._about(lines)
        if line.k in ("act", "act_end", "roll", "note"):
            return about | self.happenings.of(line)
        if not self._stands(line):
            return None
        return about | {"changes": self._changes(lines)}

    def _about(self, lines: tuple[Line, ...]) -> dict[str, Any]:
        """Return when lines were, and what they come from; the first that says it speaks."""
        found: dict[str, Any] = {}
        for line in lines:
            found = {**self.happenings.about(line), **found}
        return found

    def _stands(self, line: Line) -> bool:
        """Return whether a line names somebody who is there, and something that stands."""
        if line.k in ("cond_ended", "cond_ticked", "cond_changed"):
            return self.state.condition(line) is not None
        return line.k in ("join", "order", "clock") or self.state.has_id(line.who)

    def _changes(self, lines: tuple[Line, ...]) -> list[dict[str, Any]]:
        line = lines[0]
        match line.k:
            case "join":
                return self._comes(line, sheets.read_sheet(lines[1:]))
            case "left":
                leave = {"what": "leave", "who": self.ids.subject(line.who)}
                return [leave | ({"to": fit(line.get("to_zone"))} if line.get("to_zone") else {})]
            case "clock":
                return self.clock.changes(line)
        return self.changes.of(line)

    def _comes(self, line: Line, sheet: sheets.Sheet) -> list[dict[str, Any]]:
        here, gone = self.state.bearer(line.who), self._gone.pop(line.who, None)
        if here is not None:
            leave = {"what": "leave", "who": self.ids.subject(line.who)}
            return [leave, *sheets.comes_back(self.changes, line, here, sheet)]
        if gone is not None:
            return sheets.comes_back(self.changes, line, gone, sheet)
        if (standing := self._standing(line)) is not None:
            return sheets.stays(self.changes, line, sheet, standing)
        return sheets.joins(self.changes, line, sheet)

    def _standing(self, line: Line) -> Collection[str] | None:
        """Return the conditions of somebody new to the source who is in the fight already."""
        is_new = line.k == "join" and line.get("who") not in self.state.known
        return self._here(self.ids.subject(line.who)) if is_new else None

    # --- what the source says was so before ------------------------------------------------

    def _differences(self, lines: tuple[Line, ...]) -> Iterator[Finding]:
        """Say where a line goes on from something else than what was known."""
        line = lines[0]
        if line.k != "join":
            found = (self._difference(each) for each in lines)
            yield from (finding for finding in found if finding)
        elif self._standing(line) is not None:
            yield _of(line, interpreted(line.place, quoted(line), _HERE))

    def _difference(self, line: Line) -> Finding | None:
        said = line.get("order") if line.k == "order" else ()
        strange = [fit(who_of(each)) for each in said if not self.state.knows(who_of(each))]
        if strange:
            why = f"{', '.join(strange)} never joined, and stands in no order here."
            return interpreted(line.place, quoted(line), why)
        before = self.state.before(line)
        if before is None or same(*before):
            return None
        was, here = (in_words(each) or "nothing" for each in before)
        why = f"The source goes on from {was}; here it was {here}. It is as the source says."
        return _of(line, interpreted(line.place, quoted(line), why))


def source_of(lines: Sequence[Line]) -> str:
    """Return which program a timeline comes from, as it says itself."""
    metas = (line for line in lines if line.k == "meta")
    named = (fit(line.get("source") or line.get("format")) for line in metas)
    return next(filter(None, named), "timeline")


def _is_wrong(finding: Finding) -> bool:
    return finding.how != "imported" and finding.said not in _SILENT.values()


def _with_note(report: dict[str, Any] | None, nth: int) -> dict[str, Any] | None:
    """Return a report with a part of its words: what one note has room for."""
    if report is None or "note" not in report:
        return report
    return {**report, "note": report["note"][nth * LONGEST_VALUE : (nth + 1) * LONGEST_VALUE]}


def _more_words(step: Step) -> Iterator[Step]:
    """Yield reports with the words for which the first has no room."""
    report = step.report or {}
    parts = ("type", "source", "time", "row")
    about: dict[str, Any] = {name: report[name] for name in parts if name in report}
    for nth in range(1, -(-len(report.get("note", "")) // LONGEST_VALUE)):
        n = f"{step.last.n}+{nth}"
        more = _with_note({**about, "id": n, "note": report["note"]}, nth)
        yield Step(step.last._replace(n=n), more)


def _all_imported(lines: tuple[Line, ...]) -> tuple[Finding, ...]:
    said = "It is reported to the fight." if len(lines) == 1 else "It is part of a sheet."
    return tuple(_of(line, imported(line.place, quoted(line), said)) for line in lines)


def _cut(lines: tuple[Line, ...], shortened: bool) -> Iterator[Finding]:
    """Say which words are cut, and which amounts no pool can hold."""
    for line in lines:
        if fields := cut_fields(line.said):
            why = f"There is no room for all words of {', '.join(fields)}: the rest is cut."
            yield _of(line, interpreted(line.place, quoted(line), why))
        if line.k == "pool" and (parts := unsaid_amounts(line.get("to"))):
            holds = f"A pool holds whole numbers of up to {DIGITS} digits"
            why = f"{holds}: {', '.join(parts)} is left as it was."
            yield _of(line, interpreted(line.place, quoted(line), why))
    if shortened:
        why = f"There is no room for all of it: words of more than {LONGEST_CUT} signs are cut."
        yield interpreted(lines[-1].place, quoted(lines[-1]), why)


def _of(line: Line, finding: Finding) -> Finding:
    return finding._replace(id=line.who)


def quoted(line: Line) -> str:
    """Return what a line says, as it is written in the file."""
    said: Mapping[str, Any] = line.said
    return ", ".join(f"{name}: {written(value)}" for name, value in said.items() if name != "n")
