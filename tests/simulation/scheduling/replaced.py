"""What a simulation puts in the place of threads, locks, waiting, secrets and database drivers.

Only the thread of the run is served with it. Threads that other tests left behind go on with the
real ones: else they would take turns, locks and random numbers from a run that is not theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from random import Random
from threading import get_ident
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from api.combats.open_combat import OpenCombat
from api.combats.weight import Rates
from tests.simulation.databases.postgres_connection import client_cursor
from tests.simulation.scheduling import primitives as p
from tests.simulation.scheduling.scheduler import Scheduler

if TYPE_CHECKING:
    from tests.simulation.actors.world import World


def _names(
    scheduler: Scheduler, clock: Callable[[], float], world: World
) -> Mapping[str, Mapping[str, Any]]:
    """What stands for what, by the module that uses it."""
    threading = SimpleNamespace(RLock=p.RLock, Lock=p.Lock)
    connect = world.file.connect
    now, sleep = lambda: scheduler.now, scheduler.sleep
    time = SimpleNamespace(monotonic=now, sleep=sleep)
    secrets = _secrets(Random(scheduler.chance.getrandbits(64)))
    return {
        "api.combats.open_combat": {"threading": threading, "monotonic": now},
        "api.combats.registry": {"threading": threading, "monotonic": now},
        # In half of the runs all but one combat rest; each use counts.
        "api.combats.kept": {"IN_USE": scheduler.chance.choice((0, 0, 1, 1)), "GROWN": 0},
        # Through its locks a combat reaches the whole simulation, which is not weighed.
        "api.combats.weight": {"_sample": _rest},
        "api.combats.viewers.presence": {"Lock": p.Lock},
        "api.service.service": {"threading": threading},
        "api.service.batch": {"clock": clock, "sleep": sleep},
        "api.vault.key_files": {"secrets": secrets},
        "api.vault.text_sealing": {"secrets": secrets},
        "api.web.live.hub": {"Condition": p.Condition, "Event": p.Event},
        "api.web.live.listener": {"Condition": p.Condition},
        "api.web.live.log_follower": {"Event": p.Event, "Lock": p.Lock, "Thread": p.Thread},
        "api.web.live.sse": {"clock": now},
        "api.store.postgres.recorder": {
            "ClientCursor": client_cursor,
            **{"local": p.Local, "monotonic": now, "sleep": sleep},
        },
        "api.store.postgres.datastore": {"monotonic": now},
        "api.store.core.stale_reads": {"monotonic": now},
        "api.store.core.recent_rows": {"Lock": p.Lock, "monotonic": now},
        "api.store.core.tables": {"monotonic": now},
        "api.store.sqlite.recorder": {
            **{"Event": p.Event, "Thread": p.Thread, "time": time},
            # To look fifty times a second costs more than all else.
            "_PAUSE": 0.5,
        },
        "api.store.sqlite.writer": {"Lock": p.Lock, "Future": p.Future, "connect": connect},
        "eventsourcing.persistence": {"Event": p.Event, "Thread": p.Thread, "Queue": p.Queue},
        "eventsourcing.postgres": {"Thread": p.Thread},
    }


def _scarce(world: World) -> Mapping[str, Mapping[str, Any]]:
    """What stands for what where memory is scarce: little is kept, and read two entries at a time.

    Threads may wait before the lock of all combats, and reading an SQLite file may fail.
    """
    threading = SimpleNamespace(Lock=lambda: p.BusyLock(lambda: world.faults.delay("held up")))
    return {
        "api.combats.combat_history": {"_RECENT": 2, "_SPAN": 1},
        "api.combats.kept": {"IN_USE": 0},
        "api.combats.registry": {"threading": threading},
        "api.store.log": {"_PAGE": 2},
        "api.store.sqlite.recorder": {"connect": world.file.connect_reader},
    }


def _secrets(drawn: Random) -> SimpleNamespace:
    """Salts and tokens that follow from the seed, as digests and seals follow from them."""
    return SimpleNamespace(
        token_bytes=drawn.randbytes, token_urlsafe=lambda size: drawn.randbytes(size).hex()
    )


class _InThread:
    """What stands in for something in the thread of a run; any other thread gets the real one."""

    def __init__(self, instead: Any, real: Any):
        self._instead, self._real, self._thread = instead, real, get_ident()

    def _chosen(self) -> Any:
        return self._instead if get_ident() == self._thread else self._real

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._chosen()(*args, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chosen(), name)


def _rest(combat: OpenCombat, *_: Any) -> Rates:
    """Let a combat rest without weighing it."""
    combat.rest()
    return Rates()


@contextmanager
def replaced(scheduler: Scheduler, clock: Callable[[], float], world: World) -> Iterator[None]:
    """Let the product run on a scheduler, in a world; `clock` is what batches look at."""
    names = _names(scheduler, clock, world)
    with ExitStack() as stack:
        _patch(stack, names)
        if world.is_scarce:
            _patch(stack, _scarce(world))
        yield


def _patch(stack: ExitStack, names: Mapping[str, Mapping[str, Any]]) -> None:
    for path, of_module in names.items():
        module = import_module(path)
        for name, instead in of_module.items():
            is_number = isinstance(instead, int | float)
            here = instead if is_number else _InThread(instead, getattr(module, name))
            stack.enter_context(patch.object(module, name, here))
