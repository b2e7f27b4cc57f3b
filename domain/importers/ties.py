"""Ties: fighters whom a program describes in two files, such as a combatant and its actor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain import commands as c
from domain.importers.findings import Finding
from domain.importers.importer import TimelineLine
from domain.importers.joining import condition_changes, report_of
from domain.rosters.combatants import Combatant
from domain.rosters.joins import sheet, within_limits
from domain.rosters.known import KnownNames
from domain.rosters.names import Wanted, numbered_names

TIED_BY: Mapping[str, str] = {"foundry": "actor"}
"""The fact by which the files of a program name the same fighter, by the program."""


class Tie(NamedTuple):
    """Somebody of a file who is in the fight already: who that is, and the id of the report."""

    combatant: Combatant
    subject: str
    id: str


def ties_of(
    combatants: Iterable[Combatant], source: str, here: Mapping[str, object]
) -> dict[str, list[Tie]]:
    """Return by id whom of those here each combatant of a file is; several may be of one actor.

    `here`: the fact by which the program ties them, by subject.
    """
    fact, found = TIED_BY.get(source, ""), dict[str, list[Tie]]()
    for each in combatants:
        tied = [who for who, said in here.items() if said and said == each.facts.get(fact)]
        ids = [each.id, *(f"{each.id} {who}" for who in tied[1:])]
        pairs = zip(tied, ids, strict=False)
        found[each.id] = [Tie(each, who, id) for who, id in pairs]
    return {id: ties for id, ties in found.items() if ties}


def tied_subjects(
    lines: Iterable[TimelineLine], source: str, here: Mapping[str, object]
) -> dict[str, str]:
    """Return whom of those here each subject of a timeline is, where they are of one actor.

    Who came in by a timeline before keeps their own place; each of those here is one only.
    """
    fact, free = TIED_BY.get(source, ""), dict(here)
    attrs = (line for line in lines if fact and line.get("k") == "attr")
    actors = {str(line["who"]): line.get("to") for line in attrs if line.get("name") == fact}
    found = dict[str, str]()
    for who in actors:
        free.pop(who, None)
    for who, actor in actors.items():
        same = (subject for subject, said in free.items() if actor and said == actor)
        if who not in here and (subject := next(same, "")):
            found[who] = subject
            del free[subject]
    return found


def numbers_of_ties(
    ties: Sequence[Tie], source: str, sheets: Mapping[str, c.Join], known: KnownNames
) -> tuple[list[c.Command], list[Finding]]:
    """Return what gives those in the fight the numbers of their files, and how that was read.

    `sheets` are how each came in. Who has no name but the id gets that of the file.
    """
    nameless = [tie for tie in ties if sheets[tie.subject].name in ("", tie.subject)]
    names = {who: join.name for who, join in sheets.items() if join.name != who}
    wanted = [Wanted(tie.combatant.name) for tie in nameless]
    numbered = numbered_names(wanted, names.values())
    names |= {tie.subject: name for tie, [name] in zip(nameless, numbered, strict=True)}
    commands, findings = list[c.Command](), list[Finding]()
    for tie in ties:
        who, join, each = tie.subject, sheets[tie.subject], tie.combatant
        traits, beyond = within_limits(sheet(each), who, known)
        whole = {**join.traits, **traits}
        side = join.side or each.side
        commands.append(c.Edit(who=who, name=names[who], side=side, traits=whole))
        changes = [*beyond, *condition_changes(who, each)]
        note = "; ".join(each.notes) or f"The numbers of {each.name}."
        commands.append(report_of(source, tie.id, changes, note))
        said = f"{names[who]} is in the fight already: these numbers are theirs now."
        findings.append(Finding("interpreted", "who it is", each.name, said, each.name, each.id))
    return commands, findings
