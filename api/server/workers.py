"""Serving with gunicorn: several processes over one PostgreSQL, each with its own live streams.

They share nothing but the database. Each follows the log there, so that a stream hears what any of
them appends. An SQLite file has one writing process, so that one worker is all it takes.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from time import sleep
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from api.server import serve
from api.server.address_file import CannotServe, announce_server
from api.server.http_server import GRACE, HttpServer
from api.server.serve import Greeting, Installation, Where
from api.service.service import Service
from api.store.core.errors import Unavailable
from api.web.traffic.metrics import counting_together, forget_process

PAUSE = 1.0
"""Seconds between two tries of a worker to reach the database."""


def serve_with(
    workers: int, installation: Installation, where: Where, say: Callable[[Greeting], None]
) -> None:
    """Serve with so many processes until asked to stop; raises CannotServe."""
    if workers > 1 and not installation.settings.is_postgres:
        raise CannotServe(
            "An SQLite file has one writing process: start it with --workers 1, or keep the log in"
            " PostgreSQL (--database postgresql://...)."
        )
    # Whatever has to be made is made once, and closed again: nothing open outlives a fork.
    with serve.running_service(installation):
        serve.warn_of_risks(installation)
    listener = serve.bind_socket(where.port, where.host)
    at = Greeting.of(installation, where, listener.getsockname()[1])
    with announce_server(installation.folder, at.url), counting_together():
        say(at)
        _run(_Workers(workers, installation, where, listener))


def _run(workers: _Workers) -> None:
    parent = os.getpid()
    try:
        workers.run()
    except SystemExit as asked:
        if os.getpid() != parent:
            # A worker comes back here as well; what the parent began is not its to end.
            os._exit(int(asked.code or 0))
        if asked.code:
            raise CannotServe("The workers did not start; see what they said above.") from asked


class _Workers(BaseApplication):  # type: ignore[misc]
    """What gunicorn runs: it makes the application once in each of its processes."""

    def __init__(
        self, workers: int, installation: Installation, where: Where, listener: socket.socket
    ):
        self._installation, self._where, self._open = installation, where, ExitStack()
        self._listener, self._workers = listener, workers
        self._worker: _Worker
        super().__init__()

    def load_config(self) -> None:
        """What gunicorn is told: it starts, watches and stops the processes, and serves nothing."""
        chosen: dict[str, Any] = {
            "bind": f"fd://{self._listener.detach()}",
            "workers": self._workers,
            "worker_class": _Worker,
            "graceful_timeout": 2 * int(GRACE) + int(self._where.drain),
            "loglevel": "warning",
            "control_socket_disable": True,
            "pre_fork": _give_number,
            "post_fork": lambda server, worker: setattr(self, "_worker", worker),
            "worker_exit": lambda server, worker: self._open.close(),
            "child_exit": lambda server, worker: forget_process(worker.pid),
        }
        for name, value in chosen.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application of this process, over a log of its own."""
        service = self._service_in_time()
        app = serve.application(service, self._where)
        app.config["DRAIN"] = self._where.drain
        serve.get_ready(app, service, self._worker.number)
        return app

    def _service_in_time(self) -> Service:
        """The service; a worker that begins while the database is away waits for it.

        Else gunicorn would end, and somebody would have to start it again. One that is to stop
        meanwhile does.
        """
        while self._worker.alive:
            try:
                service = serve.running_service(self._installation, samples=False)
                return self._open.enter_context(service)
            except CannotServe as error:
                if not isinstance(error.__cause__, Unavailable):
                    raise
                serve.LOG.warning("a worker waits for the database: %s", error)
                sleep(PAUSE)
        raise SystemExit(0)


def _give_number(server: Any, worker: _Worker) -> None:
    """Give a new process the first number that none of the others has."""
    taken = {each.number for each in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


class _Worker(Worker):  # type: ignore[misc]
    """A process of gunicorn with the same HTTP server as without, and its `number` among them."""

    number = 0

    def run(self) -> None:
        """Answer requests until gunicorn, or its end, asks to stop."""
        server = HttpServer(self.wsgi, self.sockets[0].sock)
        drain: float = self.wsgi.config["DRAIN"]
        with serve.stoppable(self.wsgi.extensions["live"], server, drain):
            while not server.stopping and self.ppid == os.getppid():
                self.notify()
                server.turn()
            server.drain()
