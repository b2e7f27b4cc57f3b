"""Combatants of a file join a combat: each by one report, once for its id in its program."""

from __future__ import annotations

from collections.abc import Sequence

from api.combats.open_combat import OpenCombat
from api.service.batch import join_all
from api.service.service import Request, Service
from api.transfer.file_report import FileReport, JoinedMember, Reading, Wanted
from domain.importers.findings import Finding
from domain.importers.importer import Imported
from domain.importers.joining import Newcomer, choose, newcomers
from domain.rosters.known import KnownNames
from domain.ruleset.ruleset import Refused, Ruleset

HERE_ALREADY = "It came in before, from the same file or another one: nothing is changed."


def join_roster(service: Service, combat: str, reading: Reading, wanted: Wanted) -> FileReport:
    """Bring those of a file in who are wanted and not here yet; all of them, or nobody."""
    chosen = choose(reading.imported, wanted.only)
    if not combat:
        found, findings = newcomers(chosen, reading.importer.source, {})
        return _report(reading, "", found, (*findings, *chosen.findings))
    with service.lock_combat(combat) as held:
        coming = _without_known(held, reading.importer.source, chosen)
        here = {each.subject: each.name for each in held.head.roster.members.values()}
        known_names = KnownNames(held.opening_event.preset)
        found, findings = newcomers(coming, reading.importer.source, here, known_names)
        for newcomer in found:
            _check_sheet(held.rules, newcomer)
        if found and not wanted.dry:
            later = (report for newcomer in found for report in newcomer.later)
            reports = [*(newcomer.report for newcomer in found), *later]
            names = [newcomer.name for newcomer in found]
            join_all(service, combat, reports, names, Request(reports[0], wanted.viewer))
    known = {each.id: each.name for each in chosen.combatants if each not in coming.combatants}
    told = _report(reading, combat, found, (*findings, *_of_known(chosen, known)))
    return told._replace(carried_out=not wanted.dry, known=tuple(known.values()))


def _without_known(combat: OpenCombat, source: str, imported: Imported) -> Imported:
    """Return a roster without those who were reported to a combat before."""
    known, line = combat.reports, combat.line
    new = (each for each in imported.combatants if not known.step_of(source, each.id, line))
    return imported._replace(combatants=tuple(new))


def _of_known(imported: Imported, known: dict[str, str]) -> list[Finding]:
    """Return the findings; nothing is taken for those who came in before."""
    return [
        found._replace(how="left out", said=HERE_ALREADY) if found.id in known else found
        for found in imported.findings
    ]


def _check_sheet(rules: Ruleset, newcomer: Newcomer) -> None:
    """Raise Refused for a sheet that the game does not take, before anybody joins."""
    [join] = (each for each in newcomer.report.changes if each.what == "join")
    try:
        rules.sheet_of(join.kind).read(join.traits)
    except Refused as refused:
        why = f"{newcomer.name} cannot come in: {refused}"
        raise Refused("", why, refused.numbers) from refused


def _report(
    reading: Reading, combat: str, found: Sequence[Newcomer], findings: Sequence[Finding]
) -> FileReport:
    joined = tuple(JoinedMember(each.subject, each.name, each.combatant.id) for each in found)
    importer = reading.importer
    return FileReport(
        importer.name, importer.gives, combat, False, joined, findings=tuple(findings)
    )
