"""Clients that listen to a live stream, and come back to any host where it breaks off."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing

from api.web.auth import Caller
from api.web.live.sse import Listener as Place
from api.web.live.sse import stream
from tests.simulation.actors.host import Host
from tests.simulation.actors.world import World
from tests.simulation.scheduling.primitives import Waiters

_ENTRY = re.compile(rb"id: (.*)\nevent: entry\ndata: (.*)")


class _Line:
    """The line between a host and a client, which either may cut."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.is_cut, self.waiters = False, Waiters()

    def cut(self) -> None:
        """Let nothing more come through."""
        self.is_cut = True
        self.waiters.wake_all()

    def send(self, chunk: bytes) -> None:
        """Send something to the client."""
        self.chunks.append(chunk)
        self.waiters.wake_all()


class Listener:
    """A client that reads a stream; `heard` are the numbers and the data of the entries."""

    def __init__(self, world: World, name: str, combat: Callable[[], tuple[str, Caller]]):
        self.world, self.name, self._combat = world, name, combat
        self.heard: list[tuple[str, bytes]] = []
        self.caller: Caller
        self._line = _Line()

    def listen(self) -> None:
        """Read on until the run ends."""
        while not self.world.has_ended:
            self._connect(self.world.any_host())
            self.world.scheduler.sleep(self.world.chance.choice((0.0, 0.1)))

    def come_again(self) -> None:
        """Hang up, and connect anew."""
        self._line.cut()

    def _connect(self, host: Host) -> None:
        combat, self.caller = self._combat()
        after, line = self.heard[-1][0] if self.heard else "0", _Line()
        self._line = line
        who = (combat, self.name)
        place = Place(combat, self.caller.viewer, who, after, lambda: True, lambda: line.is_cut)

        def serve(host: Host) -> None:
            try:
                with closing(stream(host.live, place)) as chunks:  # type: ignore[type-var]
                    for chunk in chunks:
                        self.world.faults.effect("writes to a stream")
                        line.send(chunk)
            finally:
                line.cut()

        host.at_death.append(line.cut)
        asked = host.ask(f"stream of {self.name}", serve)
        self._read(line)
        if asked.error is not None and "Unavailable" not in type(asked.error).__name__:
            self.world.say_wrong(f"the stream of {self.name} ends with {asked.error!r}")

    def _read(self, line: _Line) -> None:
        while line.chunks or not line.is_cut:
            if not line.chunks:
                # Some come again also where nothing happens, as pages do that are looked at again.
                if not line.waiters.wait(0.3) and self.world.faults.happens("hang up"):
                    line.cut()
                continue
            self._hear(line.chunks.pop(0))
            if self.world.faults.happens("hang up"):
                line.chunks.clear()
                line.cut()

    def _hear(self, chunk: bytes) -> None:
        for event in chunk.split(b"\n\n"):
            if found := _ENTRY.fullmatch(event):
                self.heard.append((found[1].decode(), found[2]))
            elif b"event: again" in event or b"event: full" in event:
                self.world.say_wrong(f"the stream of {self.name} is sent away: {event!r}")


class Follower:
    """Whoever follows the log of a host, as projections do; `positions` are what they were told."""

    def __init__(self, world: World):
        self.world, self.positions = world, list[int]()

    def follow(self) -> None:
        """Follow on until the run ends, from the last position."""
        while not self.world.has_ended:
            host = self.world.any_host()
            asked = host.ask("follows", self._read)
            asked.waiters.wait_for(lambda asked=asked: asked.is_done or not asked.host.is_alive)  # type: ignore[misc]
            self.world.scheduler.sleep(0.1)

    def _read(self, host: Host) -> None:
        with host.service.log.follow(self.positions[-1] if self.positions else 0) as found:
            host.before_stop(found.stop)
            for each in found:
                self.positions.append(each.id)
