"""What an audit is made of: the facts of a combat as somebody sees it, its names and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from api.open_combat import OpenCombat
from api.service import Service
from api.sight import Sight
from api.words import person_name, words
from domain import events as e
from domain.ruleset import Ruleset
from projections.audited import Facts, audited
from projections.views import SeenEntry


class Seen(NamedTuple):
    """A combat as somebody sees it, read while it is held; `texts` are the ids of its words."""

    combat: str
    rules: Ruleset
    entries: list[SeenEntry]
    texts: list[str]


def read(combat: OpenCombat, sight: Sight) -> Seen:
    """All that somebody sees of a combat; behind its lock."""
    seqs = range(1, len(sight) + 1)
    return Seen(combat.name, combat.rules, sight.seen(seqs), [sight.text(seq) for seq in seqs])


def facts(service: Service, seen: Seen) -> Facts:
    """The facts of one combat; play goes on meanwhile."""
    apart = dict(_apart(service, seen))
    return audited(seen.combat, seen.entries, seen.rules, apart)


def _apart(service: Service, seen: Seen) -> Iterator[tuple[str, str]]:
    """Names of people, and the words written to entries, by their ids."""
    for entry, text in zip(seen.entries, seen.texts, strict=True):
        if isinstance(event := entry.event, e.SeatOpened):
            yield event.person, person_name(service, seen.combat, event.person)
        if (note := entry.entry.meta.note) is not None:
            yield note.id, words(service, seen.combat, text)
