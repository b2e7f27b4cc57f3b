"""Sentences about reports: who says what another program or the table saw, and what is missing."""

from __future__ import annotations

import re

from domain import events as e
from domain.log.codec import IMPORTED
from domain.state.viewer import REFEREE
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Telling
from projections.wording.game_words import join_with_and, singularize_counts

_ISO = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)")
"""A date and time as programs write it; people read it with a space between."""


def time_words(time: str) -> str:
    """A time of a source as people read it: `2026-03-01 19:04:12`."""
    return _ISO.sub(r"\1 \2", time)


def source_words(t: Telling, event: e.Reported) -> str:
    """Who says it, when, and what else it comes from: `avrae, 19:04:12, burning of Kara`."""
    effect = " of ".join(filter(None, (event.effect, event.of and t.name(event.of))))
    inferred = "from its state, not its log" if event.inferred else ""
    return ", ".join(filter(None, (event.source, time_words(event.time), effect, inferred)))


def report_sentence(t: Telling, event: e.Reported) -> str:
    """A report, with its external id and its row where all is told."""
    ids = ", ".join(filter(None, (event.id, event.row)))
    known = f" ({ids})" if ids and t.full else ""
    since = join_with_and(event.since).replace(" and ", " or ")
    after = f"; it may come from {since}" if since and t.full else ""
    return f"Reported by {source_words(t, event)}{known}{after}"


def is_reported(seen: SeenEntry) -> bool:
    """True for what another program, or the table, says that it saw."""
    return seen.entry.meta.basis == IMPORTED


def rolled_by(seen: SeenEntry) -> str:
    """Return who rolled; empty for a report that names nobody, which is kept as the referee's."""
    event = seen.event
    assert isinstance(event, e.DiceRolled)
    elsewhere = is_reported(seen) and event.provenance == "reported"
    return "" if elsewhere and event.who == REFEREE else event.who


def gap_sentence(t: Telling, event: e.Gap) -> str:
    """What was not logged."""
    return missing_words(event.says, event.what)


def missing_words(many: int | None, what: str) -> str:
    """So many of what were not logged: `2 goes were not logged`."""
    what = what or "happenings"
    if many is None:
        return f"Some {what} were not logged, nobody knows how many"
    were = "was" if many == 1 else "were"
    return f"{singularize_counts(f'{many} {what}')} {were} not logged"
