"""One run of the simulation: a seed in, what was wrong out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from api.service.service import OPERATOR, Request, Service
from api.web.auth import Caller
from domain import commands as c
from domain.state.viewer import Viewer
from tests.simulation.actors.clients import REFEREE, Client, Forgetter, player
from tests.simulation.actors.host import RULES, Host
from tests.simulation.actors.listeners import Follower, Listener
from tests.simulation.actors.world import World
from tests.simulation.checks import Checks
from tests.simulation.scheduling.replaced import replaced
from tests.simulation.scheduling.scheduler import Process, Scheduler, Stuck, running

SCARCE = (3, 24, 64)
"""Of eighty seeds those in which memory is scarce: one on PostgreSQL, two on SQLite."""

LONGEST = 600.0
"""Seconds of virtual time after which faults end, and in which clients get done without them."""


class Outcome(NamedTuple):
    """What came of a run."""

    seed: int
    wrongs: list[str]
    trace: list[str]
    entries: int = 0
    faults: int = 0
    fingerprint: str = ""
    """What tells two runs apart that did not do the same."""


def simulate(seed: int, *, trace: bool = False) -> Outcome:
    """Run a seed; what was wrong is told, never raised."""
    chance = Random(seed)
    with running(chance) as scheduler, _silence():
        scheduler.trace = [] if trace else None
        world = World(scheduler, shared=seed % 4 != 0, scarce=seed % 80 in SCARCE)
        # The clock of a batch moves while it works, so that chunks end anywhere.
        ticks = iter(lambda: scheduler.now + chance.random() * 0.02, None)
        with replaced(scheduler, lambda: next(ticks), world):
            run = Run(scheduler, world)
            try:
                run.play()
            except Stuck as error:
                world.wrongs.append(str(error))
            finally:
                world.close()
        faults = sum(world.faults.counts.values())
        what = seed, world.wrongs, scheduler.trace or [], run.checks.entries, faults
        return Outcome(*what, scheduler.fingerprint)


@contextmanager
def _silence() -> Iterator[None]:
    """Let nothing be logged: that the database is away is no news here."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


class Run:
    """A run: hosts begin, people play and listen in rounds, faults end, and all is looked at."""

    def __init__(self, scheduler: Scheduler, world: World):
        self.scheduler, self.world, self.chance = scheduler, world, world.chance
        self.combats: list[str] = []
        number = self.chance.randint(2, 4)
        self.is_busy = self.chance.random() < 0.04
        """Whether many commands come for one combat, and one host is slow."""
        if self.is_busy and self.chance.random() < 0.7:
            # Faults keep people waiting, so that the slow host has no rivals.
            world.faults.rates = dict.fromkeys(world.faults.rates, 0.0)
        self.clients = [
            Client(world, name, self._pick)
            for name in ("ann", "bob", "eve", "kim")[: 4 if self.is_busy else number]
        ]
        self.listeners = [
            Listener(world, f"ear {n}", self._pick_for(n))
            for n in range(self.chance.choice((1, 2, 3)))
        ]
        self.follower = Follower(world)
        self.forgetters = [Forgetter(world, self._pick) for _ in range(self.chance.choice((0, 2)))]
        self.rounds = 1 if self.is_busy else self.chance.choice((1, 1, 2, 4))
        """Those left. After each nobody appends, so that no later entry makes up for one missed."""
        self.checks = Checks(scheduler, world, self.clients, self.listeners, self.follower)
        self._busy = 0

    def play(self) -> None:
        """Play to the end, and look at what came of it."""
        self._set_up()
        hosts = self.chance.randint(2, 4) if self.world.is_shared else 1
        self.world.is_busy = self.is_busy
        self._spawn("keeper", lambda: self.world.keep_hosts(hosts))
        self._spawn("opener", self._open_combats)
        while self._until_done():
            self.rounds -= 1
            if not self.rounds:
                self.checks.check_all(self.combats)
                return
            self.checks.check_streams(self.combats)
            self.world.faults.begin()
            self._employ_people()
        self.world.wrongs.append("clients do not get done, though nothing fails any more")

    def _until_done(self) -> bool:
        """Run until all clients are done, and let faults end; whether they get done."""
        self.scheduler.run(self._is_done, self.scheduler.now + LONGEST)
        self.world.faults.end()
        return self.scheduler.run(self._is_done, self.scheduler.now + LONGEST)

    def _is_done(self) -> bool:
        return self._busy == 0 and bool(self.combats)

    # --- playing -----------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Bind the database to its keys."""
        process = Process("first")

        def begin() -> None:
            log = self.world.open_log(process)
            Service(log, self.world.vault(), lambda: RULES)
            log.close()
            self.scheduler.kill(process)

        rates, self.world.faults.rates = (
            self.world.faults.rates,
            dict.fromkeys(self.world.faults.rates, 0.0),
        )
        task = self.scheduler.spawn("begin", begin, process)
        self.scheduler.run(lambda: task.is_done, LONGEST)
        self.world.faults.rates = rates

    def _spawn(self, name: str, run: Callable[[], None]) -> None:
        self.scheduler.spawn(name, run, self.world.outside)

    def _employ(self, name: str, run: Callable[[], None]) -> None:
        """Let somebody work on what has to be done before the run may end."""
        self._busy += 1

        def work() -> None:
            run()
            self._busy -= 1

        self._spawn(name, work)

    def _open_combats(self) -> None:
        """Open combats, each at several hosts at once under one key; then let people in."""
        self._busy += 1
        for key in self._keys():
            for _ in range(2):
                self._employ(key, lambda key=key: self._open(key))  # type: ignore[misc]
        self.world.changed.wait_for(lambda: self._busy == 1)
        names = list(dict.fromkeys(self.combats))
        if len(names) < len(self.combats) / 2:
            self.world.say_wrong(f"one key opened several combats: {self.combats}")
        self._employ_people()
        for listener in self.listeners:
            self._spawn(listener.name, listener.listen)
        self._spawn("follower", self.follower.follow)
        if self.world.faults.rates["restart"]:
            self._spawn("restarts", self._restart)
        self._busy -= 1

    def _employ_people(self) -> None:
        """Let everybody play a round; who listens often comes anew as it begins."""
        for listener in self.listeners:
            if self.chance.random() < 0.5:
                listener.come_again()
        for client in self.clients:
            self._employ(client.name, lambda client=client: client.play(self._commands()))  # type: ignore[misc]
        for forgetter in self.forgetters:
            self._employ("forgetter", lambda each=forgetter: each.work(self.chance.randint(1, 4)))  # type: ignore[misc]

    def _keys(self) -> list[str]:
        """The keys under which combats are opened; where one process serves, several play."""
        most = (1, 1, 1, 2, 3) if self.world.is_shared else (1, 3)
        if self.world.memory == 1:
            most = (2, 3)  # One is kept at least, so that others have to go.
        return [f"open-{n}" for n in range(1 if self.is_busy else self.chance.choice(most))]

    def _commands(self) -> int:
        if self.is_busy:
            return 40
        if self.world.is_scarce:
            return self.chance.randint(1, 6)
        return self.chance.randint(1, 5) if self.rounds == 1 else self.chance.choice((0, 1, 1, 2))

    def _open(self, key: str) -> None:
        while True:
            try:
                name = self.world.ask(key, lambda host: _open(host, key))
            except Exception as error:
                self._note(key, error)
                self.scheduler.sleep(0.1)
                continue
            self.combats.append(name)
            self.world.changed.wake_all()
            return

    def _note(self, what: str, error: Exception) -> None:
        if type(error).__name__ not in ("NoAnswer", "Unavailable"):
            self.world.say_wrong(f"{what} is answered with a fault of ours: {error!r}")

    def _pick(self) -> tuple[str, Caller]:
        """A combat, and who somebody is there: the referee or Anna."""
        combat = self.chance.choice(self.combats)
        return combat, self.chance.choice((REFEREE, _anna(combat)))

    def _pick_for(self, number: int) -> Callable[[], tuple[str, Caller]]:
        return lambda: (self.combats[0], (REFEREE, _anna(self.combats[0]))[number % 2])

    def _restart(self) -> None:
        """Stop a host in order now and then."""
        while not self.world.has_ended:
            self.scheduler.sleep(self.chance.random() * 2)
            if self.world.faults.happens("restart"):
                host = self.world.any_host()
                self.scheduler.spawn("stop", host.stop, host)


def _open(host: Host, key: str) -> str:
    """Open a combat, with a seat for Anna and her fighter in it."""
    seats = (c.SeatOpen(person="Anna Berg", role="player", combatants=("ana",)),)
    first = key == "open-1"
    opening = c.Open(ruleset="toy", title="The ford", policy="consent" if first else "free")
    opened = host.service.open(
        opening, seats, key=key, body=key.encode(), allowance=9 if first else 0
    )
    name = opened.combat.name
    for number, who in enumerate(("ana", "bert")):
        request = Request(
            c.Join(subject=who, side=who), OPERATOR, "", f"{key}-{number}", who.encode()
        )
        host.service.say(name, request)
    return name


def _anna(combat: str) -> Caller:
    """Anna, who has the first seat."""
    return player("s1", Viewer("p1", "player", ("ana",)), combat)
