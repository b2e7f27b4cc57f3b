"""Joining: combatants of a file become reports, one for each, under its id in its program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from domain import commands as c
from domain.importers.findings import Finding, left_out
from domain.importers.importer import Imported, NotReadable
from domain.importers.words import plain
from domain.rosters.combatants import Combatant, State
from domain.rosters.joins import sheet, within_limits
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.names import Wanted, id_after, numbered_names, unique_ids
from domain.rosters.remarks import MOST

NOT_CHOSEN = "It was not chosen."
_LONGEST_ID = 60
_LATER = "conditions"
"""What the id of a report ends with that comes after the joins."""
_CHOOSE = "Say who joins, by name or part: --only NAME, or only=NAME over HTTP."


class Newcomer(NamedTuple):
    """A combatant that joins: its id and name in the fight, and the report that brings it in.

    `later` are reports for when all have joined, of conditions that name others.
    """

    subject: str
    name: str
    combatant: Combatant
    report: c.Report
    later: tuple[c.Report, ...] = ()


def choose(imported: Imported, wanted: Collection[str] = ()) -> Imported:
    """Return a roster with those who are wanted, by name or part of the file, or else with all.

    Each gets an id that nobody else in the file has, short enough to be kept. Raises NotReadable
    where it is not clear who is meant.
    """
    imported = _with_ids(imported)
    if wanted:
        _check_known(imported, wanted)
        folded = set(map(str.casefold, wanted))
        combatants = tuple(each for each in imported.combatants if _is_wanted(each, folded))
        chosen = {each.id for each in combatants}
        findings = tuple(_unless_chosen(each, chosen) for each in imported.findings)
        imported = imported._replace(combatants=combatants, findings=findings)
    else:
        _check_one_part(imported.combatants)
    _check_count(imported.combatants)
    return imported


def _with_ids(imported: Imported) -> Imported:
    """Return a roster whose ids differ: the second of an id has a number behind it."""
    found = []
    ids = unique_ids([_short(each.id) for each in imported.combatants])
    for each, id in zip(imported.combatants, ids, strict=True):
        states = tuple(
            one._replace(whose=_short(one.whose), source=_short(one.source)) for one in each.states
        )
        found.append(replace(each, id=id, states=states))
    findings = (each._replace(id=_short(each.id)) for each in imported.findings)
    return imported._replace(combatants=tuple(found), findings=tuple(findings))


def _short(id: str) -> str:
    """Return an id that can be kept; a longer one is told apart by its hash."""
    id = plain(id)
    if len(id) <= _LONGEST_ID:
        return id
    return f"{id[: _LONGEST_ID - 17]} {sha256(id.encode()).hexdigest()[:16]}"


def _is_wanted(each: Combatant, wanted: Collection[str]) -> bool:
    return each.name.casefold() in wanted or each.part.casefold() in wanted


def _check_one_part(combatants: Sequence[Combatant]) -> None:
    parts = Counter(each.part for each in combatants)
    if len(parts) > 1:
        named = ", ".join(f'"{part}" ({count})' for part, count in parts.items())
        raise NotReadable(f"The file has several parts: {named}. {_CHOOSE}")


def _check_count(combatants: Sequence[Combatant]) -> None:
    if len(combatants) > MOST:
        many = f"These are {len(combatants)} combatants, and at most {MOST} join at once."
        raise NotReadable(f"{many} {_CHOOSE}")


def _check_known(imported: Imported, wanted: Iterable[str]) -> None:
    there = {word.casefold() for each in imported.combatants for word in (each.name, each.part)}
    for word in wanted:
        if word.casefold() not in there:
            raise NotReadable(f'Nobody in the file is called "{word}", and no part of it is.')


def _unless_chosen(finding: Finding, chosen: Collection[str]) -> Finding:
    if not finding.id or finding.id in chosen:
        return finding
    return finding._replace(how="left out", said=NOT_CHOSEN)


def newcomers(
    imported: Imported, source: str, here: Mapping[str, str], known: KnownNames = NOTHING_KNOWN
) -> tuple[list[Newcomer], list[Finding]]:
    """Return a report for each combatant, and what was read in another way to get there.

    `here`: the names of those who are in the fight already, by id. Equal names get numbers.
    `known`: the names that the game declares, with the limits of its pools.
    """
    names = numbered_names([Wanted(each.name) for each in imported.combatants], here.values())
    subjects: dict[str, str] = {}
    taken = set(here)
    for each, [name] in zip(imported.combatants, names, strict=True):
        subjects[each.id] = id_after(name, taken)
        taken.add(subjects[each.id])
    found, findings = [], []
    for each, [name] in zip(imported.combatants, names, strict=True):
        findings += _renamed(each, name)
        states = [_known(each, state, subjects, findings) for state in each.states]
        states += [State("dead")] if each.dead else []
        traits, beyond = within_limits(sheet(each), subjects[each.id], known)
        join = _join(each, subjects[each.id], name, traits)
        found.append(_newcomer(each, source, [join, *beyond], states))
    return found, findings


def _newcomer(
    each: Combatant, source: str, comes: Sequence[dict[str, Any]], states: Sequence[State]
) -> Newcomer:
    """Return one who joins, with conditions; those that name others come later."""
    subject, name = comes[0]["subject"], comes[0]["name"]
    apart = [state for state in states if {state.whose, state.source} - {"", subject}]
    own = [_condition(subject, state) for state in states if state not in apart]
    note = "; ".join(each.notes) or None
    later = [_condition(subject, state) for state in apart]
    more = (report_of(source, f"{each.id} {_LATER}", later),) if later else ()
    return Newcomer(subject, name, each, report_of(source, each.id, [*comes, *own], note), more)


def report_of(
    source: str, id: str, changes: Sequence[dict[str, Any]], note: str | None = None
) -> c.Report:
    """Return the report by which a program says changes, under an id of its own."""
    said = {"source": source, "id": id, "changes": changes, "note": note}
    return c.Report.model_validate(said)


def _renamed(each: Combatant, name: str) -> list[Finding]:
    if each.name == name:
        return []
    said = f"It is called {name}, since there is another {each.name}."
    return [Finding("interpreted", "its name", each.name, said, each.name, each.id)]


def _known(
    each: Combatant, state: State, subjects: Mapping[str, str], findings: list[Finding]
) -> State:
    """Return a condition in which combatants have their ids in the fight."""
    for field, outer in (("whose", state.whose), ("source", state.source)):
        if outer and outer not in subjects:
            why = f"{state.name}: its {field} is nobody who joins, so that is not brought in."
            findings.append(left_out("a condition", outer, why)._replace(who=each.name, id=each.id))
    if state.whose and state.whose not in subjects:
        state = state._replace(left=None, span="")
    whose, source = (subjects.get(outer, "") for outer in (state.whose, state.source))
    return state._replace(whose=whose, source=source)


def _join(each: Combatant, subject: str, name: str, traits: dict[str, Any]) -> dict[str, Any]:
    said = {"what": "join", "subject": subject, "name": name, "side": each.side}
    return {**said, "hidden": each.hidden, "traits": traits}


def _condition(subject: str, state: State) -> dict[str, Any]:
    said: dict[str, Any] = {"what": "condition", "subject": subject, "name": state.name}
    if state.left is not None:
        until = {"span": state.span, "left": state.left, "edge": state.edge}
        said["until"] = until | ({"whose": state.whose} if state.whose else {})
    marks = {"level": state.level, "source": state.source, "concentration": state.concentration}
    return said | {name: value for name, value in marks.items() if value}


def condition_changes(subject: str, each: Combatant) -> list[dict[str, Any]]:
    """Return the conditions of a combatant that name nobody else, as changes of a report."""
    states = (*each.states, *([State("dead")] if each.dead else []))
    alone = (one for one in states if not {one.whose, one.source} - {"", each.id})
    return [_condition(subject, one._replace(whose="", source="")) for one in alone]
