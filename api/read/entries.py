"""People's words and names, for whoever may read the entry that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.service.service import OPERATOR, Service
from projections.wording.displayed_points import entry_in_points

MOST_CAUSED = 100
"""How many entries of what a command caused are answered; a long correction has more."""

FORGOTTEN = ""
"""What stands for words or a name that were deleted."""


def entries_json(
    service: Service, combat: OpenCombat, sight: Sight, seqs: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Yield own entries as they are sent: with names, and the words that were written to them."""
    people: dict[str, str] = {}
    for seq in seqs:
        row: dict[str, Any] = entry_in_points(sight.entry(seq), combat.rules)
        row["names"] = names_in((row["for"], row["answers"], row["event"]), sight.names)
        if (by := row["by"]) not in people:
            people[by] = person_name(service, combat.name, by)
        row["by_name"] = people[by]
        if text := sight.text(seq):
            row["note"] |= {"words": words(service, combat.name, text)}
        yield row


def caused_json(
    service: Service, combat: OpenCombat, sight: Sight, first: int, last: int
) -> list[dict[str, Any]]:
    """Return the first own entries of the steps that a command caused, as they are sent."""
    seen = sight.of_steps(combat, first, last)[:MOST_CAUSED]
    return list(entries_json(service, combat, sight, seen))


def names_in(told: Any, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of all ids in some JSON, be they values or the names of members."""
    found: dict[str, str] = {}
    _find_names(told, names, found)
    return found


def _find_names(told: Any, names: Mapping[str, str], found: dict[str, str]) -> None:
    """Add names to those that were found; nothing is yielded, for this is done at each command."""
    if isinstance(told, str):
        if told in names:
            found[told] = names[told]
    elif isinstance(told, dict):
        for name, part in told.items():
            if name in names:
                found[name] = names[name]
            _find_names(part, names, found)
    elif isinstance(told, list | tuple):
        for part in told:
            _find_names(part, names, found)


def words_apart(service: Service, combat: OpenCombat, sight: Sight, last: int) -> dict[str, str]:
    """Return the words written to own entries up to one, by their names; empty where forgotten."""
    found: dict[str, str] = {}
    for seq, text in sight.noted.items():
        if seq <= last and (note := sight.entry(seq).entry.meta.note) is not None:
            found[note.id] = words(service, combat.name, text)
    return found


def words(service: Service, combat: str, text: str) -> str:
    """Return what somebody wrote; nothing where it was forgotten."""
    row = service.log.text(combat, text)
    return row.words.decode() if row else FORGOTTEN


def person_name(service: Service, combat: str, person: str) -> str:
    """Return a person's name; nothing for the operator, or where the person was forgotten."""
    if person == OPERATOR.person:
        return ""
    row = service.log.person(combat, person)
    return row.name.decode() if row else FORGOTTEN


def people_of(service: Service, combat: OpenCombat) -> dict[str, str]:
    """Return what the people who have or had a seat are called, by their ids."""
    people = {seat.person for seat in combat.table.seats.values()}
    named = {who: person_name(service, combat.name, who) for who in people}
    return {OPERATOR.person: "the operator", **{who: name for who, name in named.items() if name}}
