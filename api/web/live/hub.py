"""Who listens to which combat, how many may, and what wakes them.

One thread follows the log. When a combat grew, it looks with the eyes of everybody who listens to
it, and wakes those whose own log grew: what is hidden from somebody never reaches their socket.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Event
from typing import NamedTuple

from pydantic_core import to_json

from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.combats.viewers.viewer_log import Label, Sight, label
from api.read.entries import entries_json
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.store.core.stale_reads import fresh_read
from api.web.live.listener import KEPT, NOTHING, Ear, Heard
from api.web.live.log_follower import Feed
from domain import events as e
from domain.state.viewer import Viewer

MOST_STREAMS = 100
"""Streams and long polls at once, where nothing else is set."""

MOST_OF_ONE = 0.5
"""The share of them that one seat may hold, so that a link gone astray shuts nobody out."""

PATIENCE = 0.25
"""Seconds in which those whose clients are gone may make room for another."""

_log = logging.getLogger(__name__)
_OF_SEATS = (e.SeatOpened, e.SeatChanged, e.SeatClosed)


class _Place(NamedTuple):
    """A stream or long poll: who holds it, and what tells whether the client is gone."""

    who: tuple[str, str]
    gone: Callable[[], bool]


class _Room:
    """A combat that is listened to: the ears of its viewers, and up to where it was looked at.

    `coming` is how many are about to listen.
    """

    def __init__(self) -> None:
        self.ears: dict[Viewer, Ear] = {}
        self.seq = self.coming = 0


class Hub:
    """The streams and long polls of one process; how many there are is noted at each change."""

    def __init__(
        self,
        service: Service,
        sights: Sights,
        most: int = MOST_STREAMS,
        note: Callable[[int], None] = lambda number: None,
    ):
        self.most, self._note = most, note
        self.ended = Event()
        self._service, self._sights = service, sights
        self._places: list[_Place] = []
        self._rooms: dict[str, _Room] = {}
        self._changed = Condition()
        self._feed = Feed(service.log, self._on_append)
        service.before_close.append(self.close)

    # --- who may listen ------------------------------------------------------------------

    @contextmanager
    def place(self, who: tuple[str, str], gone: Callable[[], bool]) -> Iterator[bool]:
        """A place for as long as it is used; False where all of them are taken."""
        place = _Place(who, gone)
        taken = self._take(place)
        try:
            yield taken
        finally:
            if taken:
                with self._changed:
                    self._places.remove(place)
                    self._note(len(self._places))
                    self._changed.notify_all()

    def _take(self, place: _Place) -> bool:
        with self._changed:
            room = self._fits(place)
        if not room:
            self._wake_all()
        with self._changed:
            taken = self._changed.wait_for(lambda: self._fits(place), 0 if room else PATIENCE)
            if taken:
                self._places.append(place)
                self._note(len(self._places))
            return taken

    def _fits(self, place: _Place) -> bool:
        own = sum(other.who == place.who for other in self._places)
        return len(self._places) < self.most and own < max(1, self.most * MOST_OF_ONE)

    def _wake_all(self) -> None:
        """Wake all listeners, so that each looks whether its client is still there."""
        with self._changed:
            ears = [ear for room in self._rooms.values() for ear in room.ears.values()]
        for ear in ears:
            ear.wake()

    def hang_up(self) -> None:
        """Ask all streams to end, from wherever that is heard of, a signal for instance."""
        self.ended.set()
        self._wake_all()

    def close(self) -> None:
        """End all streams, and follow the log no longer."""
        self.hang_up()
        self._feed.stop()

    # --- listening -----------------------------------------------------------------------

    def start(self) -> None:
        """Follow the log from now on; raises `Unavailable`. Again does nothing."""
        self._feed.start()

    @contextmanager
    def ear(self, combat: str, viewer: Viewer) -> Iterator[Ear]:
        """What a viewer has coming from now on; raises what looking at the combat raises.

        Always read from the database: memory may lack entries, and nothing announces those later.
        """
        self.start()
        with self._room(combat) as room, fresh_read(), self._service.lock_combat(combat) as held:
            last = end_of(self._sights.of(held, viewer))
            with self._changed:
                ear = room.ears.setdefault(viewer, Ear(last, self.ended))
                # Earlier listeners may not have been told of the last entries yet; this one has
                # seen them. The others read them from the log.
                ear.grew((), last)
                ear.listeners += 1
        try:
            yield ear
        finally:
            self._leave(combat, viewer, ear)

    @contextmanager
    def _room(self, combat: str) -> Iterator[_Room]:
        """The room of a combat, for whoever is about to listen.

        It is there before they look: what another process appends meanwhile waits for them, behind
        the combat's lock, instead of being told to nobody.
        """
        with self._changed:
            room = self._rooms.setdefault(combat, _Room())
            room.coming += 1
        try:
            yield room
        finally:
            with self._changed:
                room.coming -= 1
                self._clear(combat)

    def _leave(self, combat: str, viewer: Viewer, ear: Ear) -> None:
        with self._changed:
            ear.listeners -= 1
            if not ear.listeners:
                del self._rooms[combat].ears[viewer]
            self._clear(combat)

    def _clear(self, combat: str) -> None:
        """Forget a combat that nobody listens to."""
        room = self._rooms[combat]
        if not room.ears and not room.coming:
            del self._rooms[combat]

    def read(self, combat: str, viewer: Viewer, after: str) -> list[Heard]:
        """The next lines after a number, from the log; as many as are kept, at most."""
        with self._service.lock_combat(combat) as held:
            return self._written(held, self._sights.of(held, viewer), after)

    def _written(self, combat: OpenCombat, sight: Sight, after: str) -> list[Heard]:
        seqs = range(sight.after(after) + 1, len(sight) + 1)[:KEPT]
        rows = entries_json(self._service, combat, sight, seqs)
        return [
            Heard(
                label(sight.number(seq)),
                sight.number(seq),
                to_json(row),
                isinstance(sight.entry(seq).entry.event, _OF_SEATS),
                bool(sight.text(seq)),
            )
            for seq, row in zip(seqs, rows, strict=True)
        ]

    # --- growing -------------------------------------------------------------------------

    def _on_append(self, name: str, seq: int) -> None:
        """Give each listener of a combat what they see of the new entries."""
        with self._changed:
            room = self._rooms.get(name)
            if room is None or seq <= room.seq:
                return
        try:
            with self._service.lock_combat(name) as combat:
                # Behind the combat's lock nobody joins, so that nobody is passed over; but all may
                # have left meanwhile, and others come.
                with self._changed:
                    room = self._rooms.get(name, room)
                    ears = list(room.ears.items())
                if combat.line.entries < seq:
                    # It was appended through another one of the name, which is still held.
                    combat.catch_up()
                self._notify_listeners(combat, ears)
                # Only now: where the database fails before, this is called for the entry again.
                room.seq = combat.line.entries
        except Unavailable:
            raise
        except Exception:
            # One combat that cannot be read keeps nobody from the others.
            _log.exception("Nobody can be told that combat %s went on", name)

    def _notify_listeners(self, combat: OpenCombat, ears: Sequence[tuple[Viewer, Ear]]) -> None:
        written: dict[tuple[int, Label], list[Heard]] = {}
        for viewer, ear in ears:
            sight = self._sights.of(combat, viewer)
            last, known = end_of(sight), (id(sight), ear.last)
            if last == ear.last:
                continue
            if known not in written:
                written[known] = self._written(combat, sight, number_of(ear.last))
            lines = written[known]
            ear.grew(lines if lines[-1].place == last else (), last)


def end_of(sight: Sight) -> Label:
    """The place of the last entry of a viewer's log."""
    return label(sight.last) if len(sight) else NOTHING


def number_of(place: Label) -> str:
    """A place as a number."""
    return f"{place[0]}.{place[1]}" if place[1] else str(place[0])
