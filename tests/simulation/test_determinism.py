"""A run depends on its seed alone: not on the process, on earlier runs, or on other threads."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from api.combats.viewers.sights import Sights
from api.service.batch import Batch, BatchRun, Line, Stop
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from api.web.live.hub import Hub
from domain import commands as c
from tests.simulation.run import simulate
from tests.simulation.scheduling.primitives import Event as ModelEvent
from tests.simulation.scheduling.scheduler import Process, Scheduler, running
from tests.support.architecture import ROOT
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, say

SEEDS = (4, 5, 8)
"""Seeds on both databases."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_one_run(seed: int):
    first = simulate(seed, trace=True)
    simulate(seed + 1)
    assert simulate(seed, trace=True) == first
    assert len(first.trace) > 50


def test_seeds_are_different_runs():
    assert len({simulate(seed).fingerprint for seed in SEEDS}) == len(SEEDS)


@pytest.mark.sweep(share=len(SEEDS))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_one_run_in_every_process(seed: int):
    found = {_run_alone(seed, number) for number in ("1", "2")}
    assert found == {simulate(seed).fingerprint}


def _run_alone(seed: int, hash_seed: str) -> str:
    """The fingerprint of a run in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulation", str(seed), "--quiet"],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("fingerprint ")[1].split()[0]


# --- other threads ---------------------------------------------------------------------------


class Bystander:
    """A real service, whose threads play, carry out batches, and follow the log meanwhile."""

    def __init__(self, service: Service):
        self._service, self._ended, self.errors = service, Event(), list[BaseException]()
        self.played = 0
        self._hub = Hub(service, Sights())
        self._thread = Thread(target=self._run)

    def start(self) -> None:
        """Begin to follow the log and to play."""
        self._hub.start()
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                self._play()
        except BaseException as error:
            self.errors.append(error)

    def _play(self) -> None:
        name = opened(self._service)
        with self._hub.ear(name, OPERATOR):
            say(self._service, name, c.Note(note="said elsewhere"))
            lines = [Line(number, c.Note(note=f"line {number}")) for number in range(1, 4)]
            request = Request(lines[0].command, OPERATOR, "", "some key", b"body")
            batch = Batch(lines, request, lambda _, error: Stop(error, ""), 0)
            for _ in BatchRun(self._service, name, batch).chunks():
                self.played += 1

    def stop(self) -> None:
        """End all threads."""
        self._ended.set()
        self._thread.join()
        self._hub.close()


@contextmanager
def bystander(folder: Path) -> Iterator[Bystander]:
    """A bystander that is at work."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})
    made = Bystander(service)
    made.start()
    try:
        yield made
    finally:
        made.stop()
        service.close()


def test_threads_of_others_take_no_part_in_a_run(tmp_path: Path):
    alone = [simulate(seed, trace=True) for seed in SEEDS]
    with bystander(tmp_path) as other:
        for before in alone:
            assert simulate(before.seed, trace=True) == before
    assert other.played and not other.errors


# --- one turn after the other ----------------------------------------------------------------


def test_the_order_in_which_tasks_are_woken_means_nothing():
    assert len({_who_goes_on(order) for order in permutations(range(4))}) == 1


def _who_goes_on(order: tuple[int, ...]) -> tuple[str, ...]:
    """Who goes on when, where some wait and are woken in an order; two of them are slow."""
    went = list[str]()
    with running(Random(3)) as scheduler:
        events = [ModelEvent() for _ in order]

        def wait(number: int) -> None:
            events[number].wait()
            for _ in range(9):
                went.append(str(number))
                scheduler.pause()

        for number in range(len(order)):
            process = Process(f"process {number}", 30 if number % 2 else 1)
            scheduler.spawn(f"task {number}", lambda number=number: wait(number), process)  # type: ignore[misc]
        scheduler.run(lambda: all(event._waiters._tasks for event in events), 1.0)
        for number in order:
            events[number].set()
        scheduler.run(lambda: len(went) == 9 * len(order), 1.0)
        scheduler.end()
    return tuple(went)


def test_a_run_leaves_no_task_that_would_end_amid_another():
    with running(Random(1)) as earlier:
        ended, process = list[Scheduler](), Process("dead")

        def work() -> None:
            try:
                earlier.sleep(1.0)
            finally:
                ended.append(earlier)

        earlier.spawn("work", work, process)
        earlier.run(lambda: bool(earlier._alarms), 0.5)
        earlier.kill(process)
        earlier.end()
    assert ended == [earlier]


def test_what_is_left_of_a_run_wakes_nobody_in_a_later_one():
    with running(Random(1)) as earlier:
        event = ModelEvent()

        def wait() -> None:
            event.wait()

        earlier.spawn("work", wait, Process("left"))
        earlier.run(lambda: bool(event._waiters._tasks), 0.5)
        with running(Random(2)) as later:
            event.set()
            assert not later._ready
        earlier.end()
