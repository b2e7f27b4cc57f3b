"""Scheduler of a simulation: tasks that take turns in virtual time, and processes that may die.

One task runs at a time, until it pauses, waits or ends; then chance says which goes on. Time stands
still while any task can go on, and else jumps to the next moment for which somebody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from random import Random

from greenlet import getcurrent, greenlet

MOST_TURNS = 400_000
"""Turns after which a run is taken to go on for ever."""


class Crashed(BaseException):
    """Raised in the tasks of a process that died; nothing in them goes on."""


class Stuck(AssertionError):
    """Raised where nobody can go on although the run has not ended."""


class Process:
    """A process: tasks that die together. `weight` is how slow it is: 1 is as fast as can be."""

    def __init__(self, name: str, weight: int = 1):
        self.name, self.weight, self.is_alive = name, weight, True
        self.tasks: dict[int, Task] = {}
        self.at_death: list[Callable[[], None]] = []
        """What the system does when the process is gone, such as closing its connections."""


class Task:
    """A thread of a process. It is parked while it waits to be woken."""

    def __init__(
        self, number: int, name: str, process: Process, run: Callable[[], None], parent: greenlet
    ):
        self.number, self.name, self.process = number, name, process
        self.is_done, self.error = False, None
        self.alarm = 0
        """Counts what it has waited for, so that an old alarm wakes nobody."""
        self.was_woken = False
        self.greenlet = greenlet(lambda: self._run(run), parent)

    is_done: bool
    error: BaseException | None

    def _run(self, run: Callable[[], None]) -> None:
        try:
            if self.process.is_alive:
                run()
        except Crashed:
            pass
        except BaseException as error:
            # What is raised on the way out of a process that died is nobody's business.
            self.error = error if self.process.is_alive else None
        self.is_done = True
        self.process.tasks.pop(self.number, None)


class Scheduler:
    """Lets tasks take turns; `chance` decides everything."""

    def __init__(self, chance: Random):
        self.chance, self.now, self.turns = chance, 0.0, 0
        self._main = getcurrent()
        self._ready: list[Task] = []
        self._alarms: list[tuple[float, int, Task, int]] = []
        self._numbers = count(1)
        self._processes: dict[Process, None] = {}
        """All that ever had a task, in order."""
        self.task: Task | None = None
        self.trace: list[str] | None = None
        self._history = sha256()

    @property
    def fingerprint(self) -> str:
        """Return a hash of everything that happened: who had which turn when, and what was said."""
        return self._history.hexdigest()[:32]

    # --- what tasks call -------------------------------------------------------------------

    def spawn(self, name: str, run: Callable[[], None], process: Process) -> Task:
        """Begin a task of a process."""
        task = Task(next(self._numbers), name, process, run, self._main)
        process.tasks[task.number] = task
        self._processes[process] = None
        self._ready.append(task)
        return task

    def current(self) -> Task:
        """Return the task that runs; raises Crashed where its process is dead."""
        assert self.task is not None, "only a task may wait"
        if not self.task.process.is_alive:
            raise Crashed
        return self.task

    def pause(self) -> None:
        """Let others go on first, if chance says so."""
        self._ready.append(self.current())
        self._switch()

    def park(self, seconds: float | None = None) -> bool:
        """Wait until woken, or until so many seconds are over; whether it was woken."""
        task = self.current()
        task.alarm += 1
        task.was_woken = False
        if seconds is not None:
            alarm = (self.now + max(0.0, seconds), next(self._numbers), task, task.alarm)
            heappush(self._alarms, alarm)
        self._switch()
        return task.was_woken

    def sleep(self, seconds: float) -> None:
        """Wait for so many seconds of virtual time."""
        self.park(seconds)

    def wake(self, task: Task) -> None:
        """Let a parked task go on."""
        if not task.is_done and task not in self._ready:
            task.alarm += 1
            task.was_woken = True
            self._ready.append(task)

    def kill(self, process: Process) -> None:
        """End a process: its memory is gone, and none of its tasks does anything any more."""
        process.is_alive = False
        self.say(f"{process.name} dies")
        for end in process.at_death:
            end()
        for task in list(process.tasks.values()):
            if task is not self.task:
                self.wake(task)

    def say(self, what: str) -> None:
        """Add a line to the fingerprint, and to the trace where one is kept."""
        self._history.update(what.encode())
        if self.trace is not None:
            who = f"{self.task.process.name}/{self.task.name}" if self.task else "-"
            self.trace.append(f"{self.now:9.3f}  {who:28} {what}")

    def _switch(self) -> None:
        self._main.switch()
        self.current()

    # --- the loop ----------------------------------------------------------------------------

    def run(self, ended: Callable[[], bool], until: float) -> bool:
        """Let tasks take turns until it has ended; False where that lasts beyond a moment.

        Raises Stuck where nobody can go on, and what any task raised.
        """
        while not ended():
            if not self._ready and not self._advance(until):
                return False
            self._turn(self._choose())
        return True

    def _choose(self) -> Task:
        ready = self._ready
        place = self.chance.randrange(len(ready)) if len(ready) > 1 else 0
        # The order of those who are ready may follow from addresses in memory, so numbers count.
        ready.sort(key=lambda task: task.number)
        # A slow process is mostly passed over while others can go on.
        if (weight := ready[place].process.weight) > 1 and self.chance.randrange(weight):
            place = self.chance.randrange(len(ready))
        return ready.pop(place)

    def _turn(self, task: Task) -> None:
        self.turns += 1
        if self.turns > MOST_TURNS:
            raise Stuck(f"{MOST_TURNS} turns are not enough: somebody goes round in circles")
        self._history.update(f"{task.number} {self.now!r};".encode())
        self.task = task
        task.greenlet.switch()
        self.task = None
        if task.error is not None:
            raise task.error

    def _advance(self, until: float) -> bool:
        """Jump to the next alarm; False where that is too late."""
        while self._alarms:
            at, _, task, alarm = self._alarms[0]
            if task.is_done or task.alarm != alarm:
                heappop(self._alarms)
                continue
            if at > until:
                return False
            heappop(self._alarms)
            self.now = at
            task.alarm += 1
            self._ready.append(task)
            return True
        raise Stuck("nobody can go on: a deadlock")

    def end(self, *processes: Process) -> None:
        """End what is left of some processes, or of the whole run, dead processes included.

        Else the tasks of those that died last would end with the garbage, amid a later run.
        """
        for process in processes or tuple(self._processes):
            process.is_alive = False
            for task in list(process.tasks.values()):
                self.task = task
                if task.greenlet:
                    task.greenlet.switch()
                else:
                    process.tasks.pop(task.number, None)
        self.task = None


class _Running:
    """The scheduler of the run that is under way."""

    scheduler: Scheduler | None = None


def scheduler() -> Scheduler:
    """Return the scheduler of the run that is under way."""
    assert _Running.scheduler is not None, "no simulation is running"
    return _Running.scheduler


@contextmanager
def running(chance: Random) -> Iterator[Scheduler]:
    """Begin a run in this thread."""
    before, _Running.scheduler = _Running.scheduler, Scheduler(chance)
    try:
        yield _Running.scheduler
    finally:
        _Running.scheduler = before
