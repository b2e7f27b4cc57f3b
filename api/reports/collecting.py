"""What an audit is made of: the facts of a combat as somebody sees it, its names and its words."""

from __future__ import annotations

from collections.abc import Iterator

from api.open_combat import OpenCombat
from api.service import Service
from api.sight import Sight
from api.words import person_name, words
from domain import events as e
from projections.audited import Facts, audited
from projections.views import SeenEntry


def facts(service: Service, combat: OpenCombat, sight: Sight) -> Facts:
    """The facts of one combat; takes the time of reading what somebody sees of it once."""
    entries = sight.seen(range(1, len(sight) + 1))
    apart = dict(_apart(service, combat, sight, entries))
    return audited(combat.name, entries, combat.rules, apart)


def _apart(
    service: Service, combat: OpenCombat, sight: Sight, entries: list[SeenEntry]
) -> Iterator[tuple[str, str]]:
    """Names of people, and the words written to entries, by their ids."""
    for seq, seen in enumerate(entries, 1):
        if isinstance(event := seen.event, e.SeatOpened):
            yield event.person, person_name(service, combat.name, event.person)
        if (note := seen.entry.meta.note) is not None:
            yield note.id, words(service, combat.name, sight.text(seq))
