"""Rosters as text or tables: what became of each line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from domain.importers.file import File
from domain.importers.findings import Finding, imported, interpreted, left_out
from domain.importers.importer import Imported
from domain.rosters.combatants import Amount, Combatant, Roster, State
from domain.rosters.lines import Line, split
from domain.rosters.names import unique_ids
from domain.rosters.parse import parse
from domain.rosters.remarks import Remark
from domain.rosters.tables import read_header


def read_roster(file: File) -> Imported:
    """Read a text by the grammar of rosters; each name as typed is the id of its combatant."""
    roster = parse(file.text, known=file.known)
    pairs = zip(roster.combatants, unique_ids(roster.typed), strict=True)
    roster = roster._replace(combatants=tuple(replace(each, id=id) for each, id in pairs))
    return Imported(roster.combatants, findings=tuple(_findings(file, roster)))


def has_header(file: File) -> bool:
    """Return whether the first line that is not blank is the header of a table."""
    lines, _ = split(file.text[:10_000], file.known)
    first = next((line for line in lines if line.folded.strip()), None)
    return first is not None and read_header(first) is not None


def _findings(file: File, roster: Roster) -> Iterator[Finding]:
    """Yield what became of each line, in the order of the lines."""
    rows = {line: list(some) for line, some in groupby(roster.combatants, lambda each: each.line)}
    comments = {comment.line for comment in roster.comments}
    remarks = sorted(roster.remarks, key=lambda each: each.line)
    said = {line: list(some) for line, some in groupby(remarks, lambda each: each.line)}
    for line in split(file.text)[0]:
        if line.number in rows:
            yield _row(line, rows[line.number])
        elif line.number in comments:
            yield left_out(f"line {line.number}", line.typed, "It is a comment.")
        elif line.number in roster.continued:
            yield imported(f"line {line.number}", line.typed, "It goes on with the row above.")
        elif line.typed.strip() and not _is_refused(said.get(line.number, ())):
            yield imported(f"line {line.number}", line.typed, "It is a header, or a side.")
        yield from map(_remark, said.get(line.number, ()))


def _is_refused(remarks: list[Remark] | tuple[()]) -> bool:
    """Return whether nothing is taken of a line."""
    return any(each.taken.startswith("Nothing is taken") for each in remarks)


def _row(line: Line, members: list[Combatant]) -> Finding:
    said = "; ".join(map(_values, members))
    found = imported(f"line {line.number}", line.typed, f"{said}.")
    return found._replace(who=members[0].name, id=members[0].id)


def _values(member: Combatant) -> str:
    """Return a combatant with its values: `Orc: hp 15/15, ac 13, initiative +1`."""
    pools = {"hp": member.hp} | dict(member.pools)
    amounts = [f"{name} {_amount(amount)}" for name, amount in pools.items() if amount]
    said = {"ac": member.ac, "score": member.score, "side": member.side, "hp": member.dice}
    said |= {name: _fact(value) for name, value in member.facts.items()}
    words = [f"{name} {value}" for name, value in said.items() if value not in (None, "")]
    bonus = [f"initiative {member.bonus:+}"] if member.bonus is not None else []
    flags = {"hidden": member.hidden, "dead": member.dead, "pc": member.played}
    marks = [*(name for name, set_ in flags.items() if set_), *map(_state, member.states)]
    parts = [*amounts, *words, *bonus, *marks, *member.notes]
    return f"{member.name}: {', '.join(parts)}".removesuffix(": ")


def _state(state: State) -> str:
    name = f"{state.name} {state.level}" if state.level else state.name
    lasts = f"for {state.left}" if state.level else state.left
    return f"{name} {lasts} {state.span}s" if state.left else name


def _fact(value: int | str | bool) -> int | str:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _amount(amount: Amount) -> str:
    most = f"/{amount.most}" if amount.most is not None else ""
    return f"{amount.current}{most}" + (f" +{amount.temporary}" if amount.temporary else "")


def _remark(remark: Remark) -> Finding:
    how = left_out if remark.left_out else interpreted
    said = " ".join(filter(None, (remark.why, remark.taken, remark.instead)))
    words = remark.left_out or remark.words
    return how(f"line {remark.line}, column {remark.column}", words, said)
