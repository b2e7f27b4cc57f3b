"""The pool of connections under the datastore of the product, on the model of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from psycopg_pool import PoolTimeout

from api.store.postgres.connection import LimitedConnection
from api.store.postgres.datastore import Datastore
from tests.simulation.databases.postgres_connection import Connection
from tests.simulation.databases.postgres_server import Server, Session
from tests.simulation.scheduling.scheduler import Process

WAIT = 2.0
"""Seconds that the product waits for a connection or a lock."""

PAUSE = 0.2
"""Seconds between two attempts to connect."""


class Pool:
    """The pool of a process, whose connections are always enough while the server is there."""

    timeout = 30.0
    connection_class: type[LimitedConnection] = LimitedConnection

    def __init__(self, server: Server, process: Process):
        self._server, self._process = server, process
        self._idle: list[Session] = []
        self._drained = 0

    def open(self, *_: Any) -> None:
        """Nothing: connections are made when they are asked for."""

    def close(self) -> None:
        """End all connections that nobody uses."""
        for session in self._idle:
            session.close()
        self._idle = []

    def drain(self) -> None:
        """Replace all connections; those in use are replaced when they come back."""
        self.close()
        self._drained += 1

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection; raises PoolTimeout where none can be had in time."""
        session = self._idle.pop() if self._idle else self._connect()
        since = self._drained
        try:
            yield Connection(session, self.connection_class.limit)
        finally:
            if session.listens or since < self._drained:
                session.close()
            elif not session.is_closed:
                self._idle.append(session)

    def _connect(self) -> Session:
        scheduler = self._server.scheduler
        until = scheduler.now + self.timeout
        while self._server.is_away:
            if scheduler.now >= until:
                raise PoolTimeout(f"couldn't get a connection after {self.timeout:.2f} sec")
            scheduler.sleep(PAUSE)
        return self._server.connect(self._process)


class ModelDatastore(Datastore):
    """The datastore of the product over such a pool."""

    def __init__(self, server: Server, process: Process):
        made: Any = SimpleNamespace(
            pool=Pool(server, process),
            pool_open_timeout=None,
            psycopg_type_adapters={},
            db_type_names=set(),
            schema="public",
            originator_id_type="text",
            lock_timeout=2,
            enable_db_functions=False,
        )
        super().__init__(made, "", WAIT)

    def register_type_adapters(self) -> None:
        """Nothing: no type of ours is stored."""

    def __del__(self) -> None:
        """Nothing: whose process dies loses its connections then, not at some time."""
