"""What a simulation puts in the place of threads, locks, waiting and database drivers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.simulation.databases.postgres_driver import client_cursor
from tests.simulation.scheduling import primitives as p
from tests.simulation.scheduling.scheduler import Scheduler


def _names(
    scheduler: Scheduler, clock: Callable[[], float], connect: Any
) -> Mapping[str, Mapping[str, Any]]:
    """What stands for what, by the module that uses it."""
    threading = SimpleNamespace(RLock=p.RLock, Lock=p.Lock)
    now = SimpleNamespace(monotonic=lambda: scheduler.now, sleep=scheduler.sleep)
    return {
        "api.combats.open_combat": {"threading": threading},
        # Hardly any combat stays in memory for long, and those that do rest.
        "api.combats.registry": {"threading": threading},
        "api.combats.kept": {"MOST_IN_USE": scheduler.chance.choice((0, 1, 9, 9))},
        "api.combats.viewers.presence": {"Lock": p.Lock},
        "api.service.service": {"threading": threading},
        "api.service.batch": {"clock": clock, "sleep": scheduler.sleep},
        "api.web.live.hub": {"Condition": p.Condition, "Event": p.Event},
        "api.web.live.listener": {"Condition": p.Condition},
        "api.web.live.log_follower": {"Event": p.Event, "Lock": p.Lock, "Thread": p.Thread},
        "api.web.live.sse": {"clock": lambda: scheduler.now},
        "api.store.postgres.recorder": {
            "ClientCursor": client_cursor,
            "local": p.Local,
            "time": now,
        },
        "api.store.sqlite.recorder": {
            **{"Event": p.Event, "Thread": p.Thread, "time": now},
            # To look fifty times a second costs more than all else.
            "_PAUSE": 0.5,
        },
        "api.store.sqlite.writer": {"Lock": p.Lock, "Future": p.Future, "connect": connect},
        "eventsourcing.persistence": {"Event": p.Event, "Thread": p.Thread, "Queue": p.Queue},
        "eventsourcing.postgres": {"Thread": p.Thread},
    }


@contextmanager
def replaced(scheduler: Scheduler, clock: Callable[[], float], connect: Any) -> Iterator[None]:
    """Let the product run on a scheduler; `clock` is what batches look at, `connect` of SQLite."""
    with ExitStack() as stack:
        for module, names in _names(scheduler, clock, connect).items():
            for name, instead in names.items():
                stack.enter_context(patch.object(import_module(module), name, instead))
        yield
