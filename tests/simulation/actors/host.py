"""A process that serves combats: the product's own service and live streams, over one database."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from api.combats.viewers.sights import Sights
from api.service.service import Service
from api.store.core.errors import Unavailable, WrongKeys
from api.store.core.rows import Record
from api.web.live.hub import Hub
from tests.simulation.faults import Clock
from tests.simulation.scheduling.primitives import Waiters
from tests.simulation.scheduling.scheduler import Process
from tests.support.games.toy import TOY

if TYPE_CHECKING:
    from tests.simulation.actors.world import World

RULES = {"toy": TOY}


class NoAnswer(Exception):
    """A client that waits for an answer gets none; whether it was carried out is unknown."""


class Asked:
    """A request that a host works on."""

    def __init__(self, host: Host):
        self.host, self.is_done, self.waiters = host, False, host.changed
        self.value: Any = None
        self.error: BaseException | None = None

    def answer(self, patience: float) -> Any:
        """What the host answers; raises NoAnswer where it dies or takes too long."""
        self.waiters.wait_for(lambda: self.is_done or not self.host.is_alive, patience)
        if not self.is_done:
            raise NoAnswer
        if self.error is not None:
            raise self.error
        return self.value


class Host(Process):
    """A process that serves."""

    def __init__(self, name: str, weight: int, world: World):
        super().__init__(name, weight)
        self.world, self.is_serving, self._working = world, False, 0
        self.clock = Clock(world.scheduler, world.faults)
        self.changed = Waiters()
        self.at_death.append(self._die)
        self.lag, self._ids = 0.0, itertools.count(1)

    service: Service
    sights: Sights
    live: Hub

    def _die(self) -> None:
        self.is_serving = False
        self.changed.wake_all()

    def start(self) -> None:
        """Open the log and serve; try again where the database cannot be reached."""
        faults = self.world.faults
        keys = "other keys" if faults.happens("other keys") else "keys"
        while True:
            try:
                self.service = self._begin(keys)
                break
            except Unavailable:
                self.world.scheduler.sleep(0.5)
            except WrongKeys:
                keys = "keys"
        self.sights = Sights()
        self.live = Hub(self.service, self.sights)
        self.is_serving = True
        self.world.changed.wake_all()

    def _begin(self, keys: str) -> Service:
        """The service; raises WrongKeys, Unavailable."""
        log, vault = self.world.open_log(self), self.world.vault(keys)
        log.append = partial(self._append, log.append)  # type: ignore[method-assign]
        try:
            return Service(log, vault, lambda: RULES, self._now, self._new_id, self.world.memory)
        except Exception:
            log.close()
            # Its connections end with it, and not once more when this process does.
            self.at_death.pop()()
            raise

    def _append(self, append: Callable[..., Any], records: Sequence[Record], *beside: Any) -> Any:
        """Append a step; note what is certainly not stored."""
        try:
            return append(records, *beside)
        except Unavailable as error:
            if "Other threads have been writing" in str(error):
                self.world.never_written |= {record.leaf for record in records}
            raise

    def _now(self) -> int:
        self.world.faults.effect("looks at the clock")
        if self.lag:
            self.world.scheduler.sleep(self.lag)
        return self.clock.now()

    def _new_id(self) -> str:
        return sha256(f"{self.name} {next(self._ids)}".encode()).hexdigest()

    def ask(self, name: str, handle: Callable[[Host], Any]) -> Asked:
        """Let a task of this process work on a request."""
        asked = Asked(self)

        def work() -> None:
            self._working += 1
            try:
                asked.value = handle(self)
            except Exception as error:
                asked.error = error
            # Nobody hears what a dead process makes of its broken connections.
            asked.is_done = self.is_alive
            self._working -= 1
            self.changed.wake_all()

        self.world.scheduler.spawn(name, work, self)
        return asked

    def before_stop(self, end: Callable[[], None]) -> None:
        """Let something end when this host is stopped."""
        self.service.before_close.append(end)

    def stop(self) -> None:
        """Stop in order: answer what was asked, store caches, close the log; to be asked for."""
        self.is_serving = False
        self.live.hang_up()
        for end in self.service.before_close:
            end()
        self.changed.wait_for(lambda: self._working <= 1, 20.0)
        self.service.close()
        self.world.scheduler.kill(self)
