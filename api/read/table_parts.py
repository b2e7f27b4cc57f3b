"""Parts of a state that the table decides beside play: undo, where we were, and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pydantic import ConfigDict

from api.combats.open_combat import OpenCombat
from api.combats.viewers.presence import Presence
from api.combats.viewers.viewer_log import Sight
from api.handlers.absent_players import is_away
from api.read.combat_state import AskedFighter, Waiting
from api.read.entries import people_of, words, words_apart
from api.service.service import Service
from domain.events import UndoRequested
from domain.state.ids import cause_of as dispute_label
from domain.state.viewer import Viewer
from domain.table.dispute_procedure import pausing_dispute
from domain.table.undo_requests import Request, name_of
from domain.table.undo_requests import cause_of as request_label
from projections.story.where_we_were import TableMatters, WhereWeWere, where_we_were
from projections.wording.entry_numbers import SentNumber
from projections.wording.game_words import NameOf
from projections.wording.game_words import name_of as fighter_name

T = TypeVar("T")


class Wish(UndoRequested):
    """An open request to undo, and who has agreed.

    For those `away`, whom only the referee sees, the referee answers.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    was: SentNumber
    to: SentNumber
    agreed: tuple[str, ...]
    away: tuple[str, ...]


class UndoState(NamedTuple):
    """How a table goes back: its policy, free moves for each and how many the caller has left.

    While a request is open play waits, talk does not. It is answered by the command `answer-undo`
    and void after `until`, in milliseconds since 1970 UTC: silence is no.
    """

    policy: str
    allowance: int
    left: int
    closed_to: tuple[str, ...]
    request: Wish | None


class NoteRow(NamedTuple):
    """A comment or a bookmark: its number, the entry that it is about, by whom, and its words."""

    number: str
    about: str
    by: str
    bookmark: bool
    words: str


def open_request(
    shown: Callable[..., T],
    combat: OpenCombat,
    presence: Presence,
    found: Request[Any],
    viewer: Viewer,
) -> T:
    """Return an open request as it is answered, for the referee with those who are away."""
    asked = found.open_slots() if viewer.is_referee else ()
    away = tuple(who for who in asked if is_away(combat, presence, who))
    return shown(**found.event.model_dump(), agreed=found.agreed, away=away)


def undo_state(service: Service, combat: OpenCombat, viewer: Viewer) -> UndoState:
    """Return how a table goes back, and the open request, if there is one."""
    undoing, waits = combat.table.undoing, service.waits(combat)
    return UndoState(
        combat.policy,
        undoing.allowance,
        undoing.moves_left(name_of(viewer)),
        undoing.closed_to,
        open_request(Wish, combat, service.presence, waits, viewer) if waits else None,
    )


def table_question(service: Service, combat: OpenCombat) -> Waiting | None:
    """Return the undo request or the dispute for which play waits, in the shape of a question."""
    if not combat.was_stopped:
        return None
    if (undo := service.waits(combat)) is not None:
        called, asks = _called(service, combat), undo.event
        says = f"{called(asks.asker)} asks to {asks.how} to entry {asks.to}"
        return _waiting(request_label(undo.number), "undo", says, undo.open_slots(), called)
    if (dispute := pausing_dispute(combat.table.disputes)) is not None:
        label, called = dispute_label(dispute.number), _called(service, combat)
        says, whom = f"{label} about entry {dispute.entry}", dispute.silent or dispute.deciders
        return _waiting(label, "dispute", says, whom, called)
    return None


def _called(service: Service, combat: OpenCombat) -> NameOf:
    people, other = people_of(service, combat), fighter_name(combat.head)
    return lambda who: people.get(who) or other(who)


def _waiting(label: str, about: str, says: str, whom: Iterable[str], called: NameOf) -> Waiting:
    asked = tuple(AskedFighter(who, called(who)) for who in whom)
    return Waiting(label, about, says, "", asked, (), (), ())


def where_now(
    service: Service, combat: OpenCombat, sight: Sight, viewer: Viewer
) -> Callable[[], WhereWeWere]:
    """Return what tells where a viewer sees a combat now; call it outside of the lock."""
    entries, table = sight.seen_entries(range(1, len(sight) + 1)), combat.table
    apart, names = words_apart(service, combat, sight, len(sight)), people_of(service, combat)
    fresh, offered = table.fresh.waiting(service.now(combat)), service.may(combat, viewer)
    beside = TableMatters(service.waits(combat), fresh, table.disputes, names, offered)
    return partial(where_we_were, entries, combat.rules, beside, apart)


def notes(service: Service, combat: OpenCombat, sight: Sight) -> tuple[NoteRow, ...]:
    """Return every comment and bookmark, in the order in which they were made."""
    return tuple(
        NoteRow(
            seen.number,
            str(seen.says("about") or ""),
            seen.entry.meta.by,
            bool(seen.says("bookmark")),
            words(service, combat.name, sight.text(seq)) if sight.text(seq) else "",
        )
        for seq, seen in sight.notes()
    )
