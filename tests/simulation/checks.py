"""What a run looks at once nothing fails any more: after each round the streams, at the end all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from api.service.service import Service
from api.store.core.errors import Unavailable
from tests.simulation.actors.clients import Client
from tests.simulation.actors.host import RULES, Host
from tests.simulation.actors.listeners import Follower, Listener
from tests.simulation.actors.world import World
from tests.simulation.invariants import State, Stored, differences, state_of
from tests.simulation.scheduling.scheduler import Process, Scheduler

DRAINED = 12.0
"""Seconds after which nothing is under way any more once there are no more faults."""

SETTLED = 60.0
"""Seconds within which everything is as it should be once there are no more faults."""


class Checks:
    """The checks of a run; `entries` counts what was found to be stored at the end."""

    def __init__(
        self,
        scheduler: Scheduler,
        world: World,
        clients: Sequence[Client],
        listeners: Sequence[Listener],
        follower: Follower,
    ):
        self._scheduler, self._world = scheduler, world
        self._clients, self._listeners, self._follower = clients, listeners, follower
        self.entries = 0

    def check_streams(self, combats: Sequence[str]) -> None:
        """Wait until all streams are up to date."""
        self._settle(lambda service, until: self._look_at_streams(service, combats[0], until))

    def check_all(self, combats: Sequence[str]) -> None:
        """Wait until all streams are up to date, and hold everything against what is stored."""
        self._settle(lambda service, until: self._look(service, combats, until))
        self._world.has_ended = True

    def _settle(self, look: Callable[[Service, float], None]) -> None:
        """Look at things as a process of its own."""
        checker, until = Process("checker"), self._scheduler.now + SETTLED
        ended: list[bool] = []

        def check() -> None:
            try:
                # What was asked twice, or given up, may still be under way.
                self._scheduler.sleep(DRAINED)
                log = self._world.open_log(checker, writing=False)
                look(Service(log, self._world.vault(), lambda: RULES), until)
                log.close()
            except Exception as error:
                self._world.say_wrong(f"the log cannot be looked at: {error!r}")
            ended.append(True)

        self._scheduler.spawn("check", check, checker)
        if not self._scheduler.run(lambda: bool(ended), until + 30):
            self._world.say_wrong("what is stored cannot be looked at in time")
        self._scheduler.end(checker)

    def _look_at_streams(self, service: Service, combat: str, until: float) -> None:
        self._wait_for_streams(Stored(service, combat), until)
        self._wait_for_follower(service, until)

    def _look(self, service: Service, combats: Sequence[str], until: float) -> None:
        for name in dict.fromkeys(combats):
            stored = Stored(service, name)
            self.entries += stored.combat.line.entries
            self._scheduler.say(f"{name} ends with {stored.combat.chain.hex()}")
            self._world.wrongs += stored.wrongs(self._clients, self._world.maybe_forgotten)
            if stored.has_any(self._world.never_written):
                self._world.say_wrong("what was given up was written all the same")
            self._compare(stored)
            if name == combats[0]:
                self._wait_for_streams(stored, until)
        self._wait_for_follower(service, until)

    def _wait_for_follower(self, service: Service, until: float) -> None:
        """Wait until the follower of the log was told every position, once and in order."""
        log, told = service.log.recorder, self._follower.positions
        while True:
            due = [each.id for each in log.select_notifications(0, 100_000)]
            if told == due:
                return
            if self._scheduler.now > until:
                self._world.say_wrong(f"who follows the log was told of {told}, and not of {due}")
                return
            self._scheduler.sleep(1.0)

    def _wait_for_streams(self, stored: Stored, until: float) -> None:
        """Wait until every stream has come to the end of the log."""
        while left := [w for each in self._listeners for w in stored.of_stream(each)]:
            if self._scheduler.now > until:
                self._world.wrongs += left
                return
            self._scheduler.sleep(1.0)

    def _compare(self, stored: Stored) -> None:
        """Hold what every host has in memory against what is stored."""
        due = state_of(stored.service, stored.combat)
        for host in [host for host in self._world.hosts if host.is_serving]:
            found = _ask_state(host, stored.name)
            if unlike := differences(due, found):
                self._world.say_wrong(f"{host.name} has another state: {', '.join(unlike)}")
            if host.service.log.damaged:
                self._world.say_wrong(f"{host.name} takes sound combats for damaged")


def _ask_state(host: Host, name: str) -> State:
    """What a host has in memory; connections that were lost before are noticed now."""
    for last in (False, True):
        try:
            found: State = host.ask("state", lambda host: _state(host, name)).answer(30.0)
            return found
        except Unavailable:
            if last:
                raise
    raise AssertionError


def _state(host: Host, name: str) -> State:
    with host.service.lock_combat(name) as combat:
        return state_of(host.service, combat)
