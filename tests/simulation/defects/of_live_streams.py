"""Defects of live streams, put back: who joins, who is told, what is followed again."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from api.store.core.errors import Unavailable
from api.web.live.hub import Hub, _Room, end_of
from api.web.live.listener import Ear
from api.web.live.log_follower import Feed
from domain.state.viewer import Viewer
from tests.simulation.defects.defect import Defect, put_back

_log = logging.getLogger(__name__)


@put_back(Hub, "_on_append")
def _pass_over_who_joins(self: Hub, name: str, seq: int) -> None:
    with self._changed:
        room = self._rooms.get(name)
        if room is None or seq <= room.seq:
            return
        ears = list(room.ears.items())
    with self._service.lock_combat(name) as combat:
        self._notify_listeners(combat, ears)
        room.seq = combat.line.entries


@put_back(Hub, "_on_append")
def _note_before_telling(self: Hub, name: str, seq: int) -> None:
    with self._changed:
        room = self._rooms.get(name)
        if room is None or seq <= room.seq:
            return
    try:
        with self._service.lock_combat(name) as combat:
            with self._changed:
                ears = list(room.ears.items())
            room.seq = combat.line.entries
            self._notify_listeners(combat, ears)
    except Unavailable:
        raise
    except Exception:
        _log.exception("not told")


@put_back(Hub, "ear")
@contextmanager
def _send_away_who_saw_more(self: Hub, combat: str, viewer: Viewer) -> Iterator[Ear]:
    self._feed.start()
    with self._service.lock_combat(combat) as held:
        last = end_of(self._sights.of(held, viewer))
        with self._changed:
            room = self._rooms.setdefault(combat, _Room())
            ear = room.ears.setdefault(viewer, Ear(last, self.ended))
            ear.listeners += 1
    try:
        yield ear
    finally:
        self._leave(combat, viewer, ear)


@put_back(Hub, "ear")
@contextmanager
def _open_no_room_before_the_look(self: Hub, combat: str, viewer: Viewer) -> Iterator[Ear]:
    self.start()
    with self._service.lock_combat(combat) as held:
        last = end_of(self._sights.of(held, viewer))
        with self._changed:
            room = self._rooms.setdefault(combat, _Room())
            ear = room.ears.setdefault(viewer, Ear(last, self.ended))
            ear.grew((), last)
            ear.listeners += 1
    try:
        yield ear
    finally:
        self._leave(combat, viewer, ear)


@put_back(Feed, "_follow")
def _follow_from_the_end(self: Feed) -> None:
    following = self._log.follow(self._log.last_position())
    self._stop_following = following.stop
    with following:
        for each in following:
            self._appended(str(each.originator_id), each.originator_version)


DEFECTS = (
    Defect(
        "passed over",
        "Whoever joined a stream while its combat went on was passed over.",
        _pass_over_who_joins,
        found_at=369,
        seeds=400,
    ),
    Defect(
        "came too late",
        "Whoever began to listen missed what another process appended while the combat was read.",
        _open_no_room_before_the_look,
        found_at=679,
        seeds=2_000,
    ),
    Defect(
        "told too early",
        "A stream stood still where the database failed while its lines were written.",
        _note_before_telling,
        found_at=141,
        seeds=400,
    ),
    Defect(
        "sent away",
        "Whoever had seen more than older streams of the same seat was told to load again.",
        _send_away_who_saw_more,
        found_at=3,
    ),
    Defect(
        "followed from the end",
        "What was appended while the log could not be followed was left out.",
        _follow_from_the_end,
        found_at=17,
    ),
)
