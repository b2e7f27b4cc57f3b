"""Locks, events, queues and threads of the standard library, on the scheduler of a simulation."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from eventsourcing.persistence import ShutDown

from tests.simulation.scheduling.scheduler import Task, scheduler


class Waiters:
    """Tasks of one run that wait for something to change."""

    def __init__(self) -> None:
        self._scheduler = scheduler()
        self._tasks: list[Task] = []

    def wait(self, timeout: float | None = None) -> bool:
        """Wait to be woken; False where that lasts too long."""
        task = self._scheduler.current()
        self._tasks.append(task)
        try:
            return self._scheduler.park(timeout)
        finally:
            self._tasks = [other for other in self._tasks if other is not task]

    def wait_for(self, is_so: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until something is so; False where that lasts too long."""
        until = None if timeout is None else self._scheduler.now + timeout
        while not is_so():
            left = None if until is None else until - self._scheduler.now
            if left is not None and left <= 0:
                return False
            self.wait(left)
        return True

    def wake_all(self) -> None:
        """Let all of them look again."""
        for task in self._tasks:
            self._scheduler.wake(task)

    def wake(self, number: int) -> None:
        """Let so many look again, those who waited longest; none of them counts twice."""
        woken, self._tasks = self._tasks[:number], self._tasks[number:]
        for task in woken:
            self._scheduler.wake(task)


class RLock:
    """A lock that its holder may take again."""

    def __init__(self) -> None:
        self._holder: Task | None = None
        self._count, self._waiters = 0, Waiters()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        task = scheduler().current()
        scheduler().pause()
        if self._holder is not task:
            wait = (None if timeout < 0 else timeout) if blocking else 0
            if not self._waiters.wait_for(lambda: self._holder is None, wait):
                return False
        self._holder, self._count = task, self._count + 1
        return True

    def release(self) -> None:
        self._count -= 1
        if not self._count:
            self._holder = None
            self._waiters.wake_all()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class Lock:
    """A lock."""

    def __init__(self) -> None:
        self._is_held, self._waiters = False, Waiters()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        scheduler().current()
        wait = (None if timeout < 0 else timeout) if blocking else 0
        if not self._waiters.wait_for(lambda: not self._is_held, wait):
            return False
        self._is_held = True
        return True

    def release(self) -> None:
        self._is_held = False
        self._waiters.wake_all()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class BusyLock(Lock):
    """A lock before which threads may be held up."""

    def __init__(self, hold_up: Callable[[], None]) -> None:
        super().__init__()
        self._hold_up = hold_up

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        self._hold_up()
        return super().acquire(blocking, timeout)


class Condition:
    """A condition with a lock of its own."""

    def __init__(self) -> None:
        self._lock, self._waiters = RLock(), Waiters()

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def wait(self, timeout: float | None = None) -> bool:
        self._lock.release()
        try:
            return self._waiters.wait(timeout)
        finally:
            self._lock.acquire()

    def wait_for(self, is_so: Callable[[], bool], timeout: float | None = None) -> bool:
        until = None if timeout is None else scheduler().now + timeout
        while not (found := is_so()):
            left = None if until is None else until - scheduler().now
            if left is not None and left <= 0:
                break
            self.wait(left)
        return found

    def notify(self, n: int = 1) -> None:
        self._waiters.wake(n)

    def notify_all(self) -> None:
        self._waiters.wake_all()


class Event:
    """A flag that may be waited for."""

    def __init__(self) -> None:
        self._is_set, self._waiters = False, Waiters()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._waiters.wake_all()

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        return self._waiters.wait_for(lambda: self._is_set, timeout)


class Thread:
    """A task of the process that begins it."""

    def __init__(
        self, target: Callable[..., Any], name: str = "", args: Sequence[Any] = (), **_: Any
    ):
        self._target, self._args, self.name = target, args, name or target.__name__.strip("_")
        self._task: Task | None = None
        self._ended = Event()

    def start(self) -> None:
        process = scheduler().current().process
        self._task = scheduler().spawn(self.name, self._run, process)

    def _run(self) -> None:
        try:
            self._target(*self._args)
        finally:
            self._ended.set()

    def join(self, timeout: float | None = None) -> None:
        self._ended.wait(timeout)


class Queue:
    """A queue that may be shut down."""

    def __init__(self, maxsize: int = 0):
        self._items: deque[Any] = deque()
        self._most, self._is_shut, self._waiters = maxsize, False, Waiters()

    def put(self, item: Any) -> None:
        self._waiters.wait_for(self._has_room)
        if self._is_shut:
            raise ShutDown
        self._items.append(item)
        self._waiters.wake_all()

    def _has_room(self) -> bool:
        return self._is_shut or not self._most or len(self._items) < self._most

    def get(self) -> Any:
        self._waiters.wait_for(lambda: self._is_shut or bool(self._items))
        if not self._items:
            raise ShutDown
        item = self._items.popleft()
        self._waiters.wake_all()
        return item

    def task_done(self) -> None:
        """Nothing: nobody waits for all to be done."""

    def shutdown(self, immediate: bool = False) -> None:
        self._is_shut = True
        if immediate:
            self._items.clear()
        self._waiters.wake_all()


class Future:
    """A result that comes later."""

    def __init__(self) -> None:
        self._state, self._value, self._waiters = "pending", None, Waiters()
        self._error: BaseException | None = None

    _value: Any

    def cancel(self) -> bool:
        if self._state in ("running", "done"):
            return False
        self._state = "cancelled"
        return True

    def set_running_or_notify_cancel(self) -> bool:
        if self._state == "cancelled":
            return False
        self._state = "running"
        return True

    def done(self) -> bool:
        return self._state in ("cancelled", "done")

    def result(self, timeout: float | None = None) -> Any:
        if not self._waiters.wait_for(self.done, timeout):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        return self._value

    def set_result(self, value: Any) -> None:
        self._state, self._value = "done", value
        self._waiters.wake_all()

    def set_exception(self, error: BaseException) -> None:
        self._state, self._error = "done", error
        self._waiters.wake_all()


class Local:
    """What each task has for itself."""

    def __init__(self) -> None:
        object.__setattr__(self, "_of", {})

    def _own(self) -> dict[str, Any]:
        of: dict[int, dict[str, Any]] = object.__getattribute__(self, "_of")
        task = scheduler().task
        return of.setdefault(task.number if task else 0, {})

    def __getattr__(self, name: str) -> Any:
        try:
            return self._own()[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._own()[name] = value

    def __delattr__(self, name: str) -> None:
        del self._own()[name]
