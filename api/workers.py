"""Serving with gunicorn: several processes over one PostgreSQL, each with its own live streams.

They share nothing but the database. Each follows the log there, so that a stream hears what any of
them appends. An SQLite file has one writing process, so that one worker is all it takes.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from api.gate import Gate
from api.serving import (
    SPARE,
    WORKING,
    CannotServe,
    Greeting,
    Installation,
    Where,
    announcing,
    application,
    no_port,
    running_service,
)

GRACE = 5
"""Seconds that what is under way is given when the server stops."""


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
    with running_service(installation):
        pass
    listener = _bound(where)
    at = Greeting.of(installation, where, listener.getsockname()[1])
    with announcing(installation, at):
        say(at)
        _run(_Workers(workers, installation, where, listener))


def _bound(where: Where) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((where.host, where.port))
        listener.listen(2 * where.streams)
    except OSError as error:
        listener.close()
        raise CannotServe(no_port(where.port, error)) from error
    return listener


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
        super().__init__()

    def load_config(self) -> None:
        """Threads for streams, as waitress has them; worker_connections would end keep-alive."""
        threads = WORKING + SPARE + self._where.streams
        chosen: dict[str, Any] = {
            "bind": f"fd://{self._listener.detach()}", "workers": self._workers,
            "worker_class": "gthread", "threads": threads, "worker_connections": 3 * threads,
            "graceful_timeout": GRACE, "loglevel": "warning", "control_socket_disable": True,
            "post_worker_init": self._ready, "worker_exit": self._left,
            # By itself it would believe whoever on this machine says that he came by https.
            "forwarded_allow_ips": "", "secure_scheme_headers": {},
        }  # fmt: skip
        for name, value in chosen.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Gate:
        """The application of this process, over a log of its own."""
        service = self._open.enter_context(running_service(self._installation, samples=False))
        self._app: Flask = application(service, self._where)
        return Gate(self._app, WORKING)

    def _ready(self, worker: Any) -> None:
        """Let the request to stop end the streams first, which would never finish."""
        before = signal.getsignal(signal.SIGTERM)

        def stop(signum: int, frame: FrameType | None) -> None:
            self._app.extensions["live"].hang_up()
            if callable(before):
                before(signum, frame)

        signal.signal(signal.SIGTERM, stop)

    def _left(self, server: Any, worker: Any) -> None:
        self._open.close()
