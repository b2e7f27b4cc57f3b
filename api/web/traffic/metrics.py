"""What a server counts, for Prometheus: requests, streams, answers from memory, the database.

Processes of one server count together, in files of a folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from api.store.core.errors import StoreError
from api.store.log import CombatLog

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which the library knows the folder in which several processes count together."""
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The counters of one application."""

    def __init__(self, log: CombatLog) -> None:
        self._log, self._registry = log, (of := CollectorRegistry())
        self._requests, self._seconds = _requests(of), _seconds(of)
        stale = "Reads answered from memory while the database was away."
        self._stale = Counter("combatlog_stale_reads", stale, registry=of)
        let_go = "Fights let go from memory to make room for others."
        self._let_go = Counter("combatlog_fights_let_go", let_go, registry=of)
        self._streams = _streams(of)
        # The library checks names and takes a lock each time that it is asked for a child.
        self._answered = cache(self._requests.labels)
        self._took = cache(self._seconds.labels)

    def count(self, method: str, route: str, status: int, seconds: float, stale: bool) -> None:
        """Count a request that was answered."""
        self._answered(method, route, status).inc()
        self._took(route).observe(seconds)
        if stale:
            self._stale.inc()

    def count_let_go(self) -> None:
        """Count a fight that was let go from memory to make room."""
        self._let_go.inc()

    def note_streams(self, number: int) -> None:
        """Note how many streams this process has open."""
        self._streams.set(number)

    def written(self) -> bytes:
        """All that was counted, in the text format of Prometheus."""
        database = CollectorRegistry()
        database.register(_Database(self._log))
        counted = self._registry
        if FOLDER in os.environ:
            counted = CollectorRegistry()
            MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
        return generate_latest(counted) + generate_latest(database)


def _requests(of: CollectorRegistry) -> Counter:
    labels = ("method", "route", "status")
    return Counter("combatlog_requests", "Requests answered.", labels, registry=of)


def _seconds(of: CollectorRegistry) -> Histogram:
    says = "How long requests took, without streams."
    return Histogram("combatlog_request_seconds", says, ("route",), buckets=SECONDS, registry=of)


def _streams(of: CollectorRegistry) -> Gauge:
    says = "Streams and long polls that are open."
    return Gauge("combatlog_streams", says, registry=of, multiprocess_mode="livesum")


@contextmanager
def counting_together() -> Iterator[None]:
    """Let this process and those that it forks count together."""
    with TemporaryDirectory(prefix="combatlog-counted-") as folder:
        os.environ[FOLDER] = folder
        values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]
        yield


def forget_process(pid: int) -> None:
    """Count the streams of a process no longer: it has ended."""
    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


class _Database(Collector):
    """The database, asked when somebody looks."""

    def __init__(self, log: CombatLog) -> None:
        self._log = log

    def collect(self) -> Iterator[GaugeMetricFamily]:
        position = None
        with suppress(StoreError):
            position = self._log.last_position()
        is_up = float(position is not None)
        yield GaugeMetricFamily("combatlog_database_up", "1 if the database answers.", is_up)
        if position is not None:
            said = "The position of the last entry of all combats."
            yield GaugeMetricFamily("combatlog_last_position", said, position)
