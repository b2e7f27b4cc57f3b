"""Lines of a timeline are reported to a combat, many steps in a transaction, each once."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import ValidationError

from api.combats.open_combat import OpenCombat
from api.handlers.play import check_play_goes_on
from api.handlers.transaction import MOST_COMMAND, Work
from api.service.service import Service
from api.transfer.file_report import FileReport, Reading, Wanted
from api.transfer.join_roster import ties_here
from domain import commands as c
from domain.engine.decide import decide
from domain.importers.findings import Finding, interpreted, left_out
from domain.importers.ties import tied_subjects
from domain.rosters.known import KnownNames
from domain.ruleset.ruleset import Refused
from domain.state.combat import Combat
from domain.state.viewer import PUBLIC
from domain.timelines.comparison import Form, differences, our_form
from domain.timelines.reports import Step, Timeline, quoted

BATCH = 100
"""How many steps are stored in one transaction."""

LONGEST = MOST_COMMAND - 1024
"""Bytes of a report; what is kept with it takes the rest of the room of a command."""

_TAKEN_OUT = "It was taken out of the fight where it stood, at step {}: it stays out."


def report_timeline(service: Service, combat: str, reading: Reading, wanted: Wanted) -> FileReport:
    """Report the lines of a file that are not known yet, and compare each state with ours."""
    imported, source = reading.imported, reading.importer.source
    if not combat:
        return _tried(reading, Timeline(imported.lines, source, imported.fight))
    with service.lock_combat(combat) as held, service.log.turn(combat):
        held.catch_up()
        known = KnownNames(held.opening_event.preset)
        tied = tied_subjects(imported.lines, source, ties_here(held.head, source))
        timeline = Timeline(imported.lines, source, imported.fight, known, tied)
        reporting = Reporting(service, held, timeline, wanted)
        findings = tuple(reporting.run())
    return FileReport(
        reading.importer.name,
        "timeline",
        combat,
        not wanted.dry,
        reported=reporting.reported,
        repeated=reporting.repeated,
        rest=reporting.rest,
        findings=(*reading.imported.findings, *findings),
    )


def _tried(reading: Reading, timeline: Timeline) -> FileReport:
    """Say what would be reported to a fight that is not there yet."""
    steps = list(timeline.steps())
    findings = (finding for step in steps for finding in step.findings)
    return FileReport(
        reading.importer.name,
        "timeline",
        "",
        False,
        reported=sum(step.report is not None for step in steps),
        findings=(*reading.imported.findings, *findings),
    )


class Reporting:
    """Reports that are entered one after the other; so many are stored together.

    `reported` became entries, `repeated` were known already, and a `rest` was not wanted yet. A dry
    one stores nothing.
    """

    def __init__(self, service: Service, combat: OpenCombat, timeline: Timeline, wanted: Wanted):
        self.service, self.combat, self.timeline, self.wanted = service, combat, timeline, wanted
        self.reported = self.repeated = self.rest = 0
        self.head: Combat = combat.head
        self.public: Combat | None = combat.view(PUBLIC)
        self._begin()
        self._waiting: tuple[Step, Form] | None = None
        self._later = {line.n for line in timeline.lines if self._knows(line.n)}
        """Lines that are known and did not come up yet."""

    def _begin(self) -> None:
        self.work = Work(self.service.effects, self.combat, self.wanted.viewer)
        check_play_goes_on(self.work)
        self._parent = self.combat.node

    def run(self) -> Iterator[Finding]:
        """Yield what became of each line; a state is compared when what led to it is reported."""
        for step in self.timeline.steps(self._knows, self._here):
            yield from self._take(step)
        if not self.rest:
            yield from self._compare()
        self._store()

    def _take(self, step: Step) -> Iterator[Finding]:
        if step.state is not None:
            self._waiting = step, self.timeline.expected(step.state)
        elif step.report is None:
            yield from () if self.rest else step.findings
        elif self._knows(step.last.n):
            self._waiting = None
            self._later.discard(step.last.n)
            self.repeated += 1
        elif self._later and (taken_out := self._last_step(step.last.n)):
            yield left_out(step.last.place, quoted(step.last), _TAKEN_OUT.format(taken_out))
        elif self.rest or self.reported == (self.wanted.most or None):
            self.rest += 1
        else:
            yield from self._compare()
            yield from self._report(step, step.report)

    def _knows(self, n: str) -> bool:
        """Return whether the line of play has a report of this source and number."""
        reports, line = self.combat.reports, self.combat.line
        return reports.step_of(self.timeline.source, n, line) is not None

    def _last_step(self, n: str) -> int | None:
        return self.combat.reports.last_step_of(self.timeline.source, n)

    def _here(self, subject: str) -> Collection[str] | None:
        """Return the external ids of the conditions of somebody who is here, or None."""
        member = self.head.roster.get(subject)
        if member is None or not member.here:
            return None
        return [each.external for each in self.head.conditions.on(subject) if each.external]

    def _report(self, step: Step, said: dict[str, object]) -> Iterator[Finding]:
        """Enter one report; what is refused is left out, and the rest goes on."""
        try:
            self._enter(c.Report.model_validate(said))
        except (Refused, ValidationError) as error:
            yield left_out(step.last.place, quoted(step.last), f"It cannot be reported: {error}.")
            return
        yield from step.findings
        if len(self.work.steps) >= BATCH:
            self._store()

    def _enter(self, report: c.Report) -> None:
        work, luck, rules = self.work, self.combat.luck.fair(), self.combat.rules
        command = work.normal(report)
        if (length := len(command.model_dump_json())) > LONGEST:
            raise Refused("", f"it has {length} bytes, and {LONGEST} are allowed")
        step = decide(self.head, command, rules, luck, work.number, work.viewer, self.public)
        work.enter(luck.as_shown(step.drafts), command, self._parent, step.combat)
        self._parent, self.head, self.public = work.seq, step.combat, step.public
        self.reported += 1

    def _compare(self) -> Iterator[Finding]:
        """Say where the state of the source differs from ours."""
        if self._waiting is None:
            return
        (step, expected), self._waiting = self._waiting, None
        wrong = list(differences(expected, our_form(self.head, self.timeline.ids)))
        for each in wrong:
            yield interpreted(step.last.place, "state", f"{each}.")
        if not wrong and not self.timeline.in_rows:
            yield interpreted(step.last.place, "state", "It is equal to the state here.")

    def _store(self) -> None:
        if self.work.steps and not self.wanted.dry:
            self.work.commit()
            self._begin()
