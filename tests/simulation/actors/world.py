"""The world of a run: database, keys, hosts that serve it, and whoever begins dead ones again."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from api.combats.registry import MEMORY
from api.store.log import CombatLog
from api.vault.key_files import Vault
from tests.simulation.actors.host import Host, NoAnswer
from tests.simulation.databases.postgres_driver import open_model
from tests.simulation.databases.postgres_server import Server
from tests.simulation.databases.sqlite_file import File, folder_in_memory
from tests.simulation.faults import Faults
from tests.simulation.scheduling.primitives import Waiters
from tests.simulation.scheduling.scheduler import Process, Scheduler

PATIENCE = 8.0
"""Seconds after which a client gives up waiting for an answer."""

LAG = 0.012
"""Seconds that a host with a slow processor needs to decide a command."""


class World:
    """Everything outside of the processes that may die, and the processes."""

    def __init__(self, scheduler: Scheduler, *, shared: bool, scarce: bool = False):
        self.scheduler, self.chance = scheduler, scheduler.chance
        self.faults, self.is_scarce = Faults(scheduler, scarce=scarce), scarce
        self.folder = folder_in_memory()
        self.file = File(self.folder, self.faults)
        self.server = Server(scheduler, self.faults) if shared else None
        self.outside = Process("world")
        self.hosts: list[Host] = []
        self._names = 0
        self.changed = Waiters()
        self.has_ended, self.is_busy = False, False
        self._acknowledged: dict[str, list[tuple[float, int]]] = {}
        """When anybody was told that a step is stored, by combat."""
        self.attempts = Counter[str]()
        """How often a request was sent, by its name."""
        self.never_written: set[bytes] = set()
        """The hashes of entries that a process gave up before anybody wrote them."""
        self.memory = self.chance.choice((1, MEMORY, MEMORY))
        """The bytes that open combats may take in a process: room for one at most, or for all."""
        self.maybe_forgotten: set[str] = set()
        """Texts that somebody wanted to be forgotten."""
        self.wrongs: list[str] = []
        """What was found to be wrong on the way."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes serve one database."""
        return self.server is not None

    def close(self) -> None:
        """End all processes, and leave no file."""
        gone = [*self.hosts, self.outside, *([self.server.process] if self.server else [])]
        for process in gone:
            process.is_alive = False
            for end in process.at_death:
                end()
        self.scheduler.end()
        self.file.close()
        if self.server is not None:
            self.server.tables.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- hosts -----------------------------------------------------------------------------

    def open_log(self, process: Process, *, writing: bool = True) -> CombatLog:
        """The log, for a process."""
        if self.server is not None:
            return open_model(self.server, process)
        return self.file.open(process, writing=writing)

    def vault(self, name: str = "keys") -> Vault:
        """Keys that follow from their name."""
        folder = self.folder / name
        if not folder.exists():
            _write_keys(folder)
        return Vault(folder)

    def begin_host(self) -> Host:
        """Begin one more process that serves."""
        self._names += 1
        weight = self.chance.choice((1, 1, 1, 30))
        host = Host(f"host {self._names}", weight, self)
        host.lag = LAG if self.is_busy and self._names == 1 else 0.0
        host.at_death.append(self.changed.wake_all)
        self.hosts.append(host)
        self.scheduler.spawn("start", host.start, host)
        return host

    def keep_hosts(self, number: int) -> None:
        """Begin hosts, and others in the place of those that died."""
        while not self.has_ended:
            self.hosts = [host for host in self.hosts if host.is_alive]
            while len(self.hosts) < number:
                self.begin_host()
            if self.server is not None and self.faults.happens("outage"):
                self.server.outage(self.chance.choice((0.5, 3.0)))
            self.changed.wait(0.5)

    def acknowledge(self, combat: str, step: int) -> None:
        """Note up to which step somebody was told that a combat is stored."""
        self._acknowledged.setdefault(combat, []).append((self.scheduler.now, step))

    def acknowledged(self, combat: str, at: float) -> int:
        """The last step that anybody had been told of at a time."""
        told = self._acknowledged.get(combat, [])
        return max((step for when, step in told if when <= at), default=0)

    def say_wrong(self, what: str) -> None:
        """Note what is wrong; the run goes on."""
        self.scheduler.say(f"WRONG: {what}")
        self.wrongs.append(what)

    # --- clients ---------------------------------------------------------------------------

    def any_host(self) -> Host:
        """A host that serves; waits for one."""
        while True:
            if serving := [host for host in self.hosts if host.is_serving]:
                host = self.chance.choice(serving)
                # Few come to the host that is slow, so that it has many rivals.
                return host if not host.lag or self.chance.random() < 0.25 else serving[-1]
            self.changed.wait(0.5)

    def ask(self, name: str, handle: Callable[[Host], Any]) -> Any:
        """Ask any host; raises NoAnswer where none comes, and what the host raised."""
        host = self.any_host()
        asked = host.ask(name, handle)
        self.attempts[name] += 1
        if self.faults.happens("twice"):
            self.attempts[name] += 1
            self.any_host().ask(f"{name} again", handle)
        if self.faults.happens("no answer"):
            self.faults.delay()
            raise NoAnswer
        found = asked.answer(PATIENCE)
        self.scheduler.pause()
        return found


def _write_keys(folder: Path) -> None:
    folder.mkdir()
    for name in ("master", "server", "signing"):
        (folder / f"{name}.key").write_bytes(sha256(f"{folder.name} {name}".encode()).digest())
