"""Combatants of a file join a combat: each by one report, once for its id in its program."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from api.combats.open_combat import OpenCombat
from api.read.last_sheets import joins_by_id
from api.service.batch import join_all
from api.service.service import Request, Service
from api.transfer.file_report import FileReport, JoinedMember, Reading, Wanted
from domain import commands as c
from domain.importers.findings import Finding
from domain.importers.importer import Imported
from domain.importers.joining import Newcomer, choose, newcomers
from domain.importers.ties import TIED_BY, Tie, numbers_of_ties, ties_of
from domain.rosters.known import KnownNames
from domain.ruleset.ruleset import Refused, Ruleset
from domain.state.combat import Combat
from domain.timelines.comparison import our_facts

HERE_ALREADY = "It came in before, from the same file or another one: nothing is changed."


def join_roster(service: Service, combat: str, reading: Reading, wanted: Wanted) -> FileReport:
    """Bring those of a file in who are wanted and not here yet; all of them, or nobody."""
    chosen = choose(reading.imported, wanted.only)
    if not combat:
        found, findings = newcomers(chosen, reading.importer.source, {})
        return _report(reading, "", found, (*findings, *chosen.findings))
    source = reading.importer.source
    with service.lock_combat(combat) as held:
        coming, ties = _new(held, source, chosen)
        here = {each.subject: each.name for each in held.head.roster.members.values()}
        known_names = KnownNames(held.opening_event.preset)
        found, findings = newcomers(coming, source, here, known_names)
        for newcomer in found:
            _check_sheet(held.rules, newcomer)
        numbers, told = numbers_of_ties(ties, source, joins_by_id(held), known_names)
        commands = [*_reports(found), *numbers]
        if commands and not wanted.dry:
            names = [newcomer.name for newcomer in found]
            join_all(service, combat, commands, names, Request(commands[0], wanted.viewer))
    new = {each.id for each in coming.combatants}
    known = {each.id: each.name for each in chosen.combatants if each.id not in new}
    unchanged = known.keys() - {tie.combatant.id for tie in ties}
    findings = [*findings, *told, *_of_known(chosen, unchanged)]
    return _report(reading, combat, found, findings)._replace(
        carried_out=not wanted.dry, known=tuple(known.values())
    )


def _reports(found: Sequence[Newcomer]) -> list[c.Report]:
    """Return the reports of newcomers: first those by which they join."""
    later = (report for newcomer in found for report in newcomer.later)
    return [*(newcomer.report for newcomer in found), *later]


def _new(combat: OpenCombat, source: str, imported: Imported) -> tuple[Imported, list[Tie]]:
    """Return a roster without those who are here, and those of them who have no numbers yet."""
    ties = ties_of(imported.combatants, source, ties_here(combat.head, source))
    known, line = combat.reports, combat.line

    def is_known(id: str) -> bool:
        return known.step_of(source, id, line) is not None

    new = (each for each in imported.combatants if each.id not in ties and not is_known(each.id))
    tied = [tie for several in ties.values() for tie in several if not is_known(tie.id)]
    return imported._replace(combatants=tuple(new)), tied


def ties_here(combat: Combat, source: str) -> dict[str, object]:
    """Return by subject the fact by which a program knows those who are in a fight."""
    fact = TIED_BY.get(source, "")
    members = (each for each in combat.roster.members.values() if each.here)
    return {each.subject: our_facts(combat, each).get(fact) for each in members}


def _of_known(imported: Imported, known: Collection[str]) -> list[Finding]:
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
