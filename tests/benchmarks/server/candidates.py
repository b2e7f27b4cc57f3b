"""HTTP servers that could serve the application, each run as a program until it is told to stop.

`python -m tests.benchmarks.server.candidates NAME PORT FOLDER`; those that are not installed are
left out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from flask import Flask

from api.server import serve
from api.server.http_server import OTHERS, PATIENCE, SOCKETS, WORKING, HttpServer, threads
from api.web.live import MOST_STREAMS
from api.web.traffic.long_reads import Gate

THREADS = threads(MOST_STREAMS)
FOLDER = "COMBATLOG_BENCHMARK_FOLDER"
Run = Callable[[Flask, int], object]


def ours(app: Flask, port: int) -> None:
    """Waitress as `combatlog serve` has it."""
    _ours(HttpServer(app, serve.bind_socket(port)))


def ours_keeping_all(app: Flask, port: int) -> None:
    """The same with places for all."""
    server = HttpServer(app, serve.bind_socket(port))
    server.most = server.adj.connection_limit = 4_000
    _ours(server)


def _ours(server: HttpServer) -> None:
    with serve.stoppable(server.application._application.extensions["live"], server):
        server.run()


def plain_waitress(app: Flask, port: int) -> None:
    """Waitress without deadlines: beyond its limit nobody is accepted."""
    server = import_module("waitress").create_server(
        Gate(app, WORKING),
        host=serve.HOST,
        port=port,
        threads=THREADS,
        ident=None,
        connection_limit=2 * MOST_STREAMS + OTHERS,
        asyncore_use_poll=True,
        channel_request_lookahead=1,
        clear_untrusted_proxy_headers=False,
    )
    server.adj.socket_options = [*server.adj.socket_options, *SOCKETS]
    import_module("signal").signal(15, lambda *_: sys.exit(0))
    server.run()


def cheroot(app: Flask, port: int) -> None:
    """Cheroot: a thread for each connection that it reads from."""
    server = import_module("cheroot.wsgi").Server(
        (serve.HOST, port), Gate(app, WORKING), numthreads=THREADS, timeout=PATIENCE
    )
    import_module("signal").signal(15, lambda *_: sys.exit(0))
    try:
        server.start()
    finally:
        server.stop()


def uvicorn(app: Flask, port: int) -> None:
    """uvicorn, with threads for the application by a2wsgi."""
    wrapped = import_module("a2wsgi").WSGIMiddleware(Gate(app, WORKING), workers=THREADS)
    import_module("uvicorn").run(
        wrapped,
        host=serve.HOST,
        port=port,
        log_level="error",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
    )


def granian(folder: Path, port: int) -> None:
    """Granian: its own HTTP in Rust, and threads for the application."""
    http = import_module("granian.http")
    import_module("granian").Granian(
        "tests.benchmarks.server.candidates:loaded",
        address=serve.HOST,
        port=port,
        interface="wsgi",
        blocking_threads=THREADS,
        factory=True,
        log_enabled=False,
        workers_kill_timeout=5,
        http1_settings=http.HTTP1Settings(header_read_timeout=int(PATIENCE * 1000)),
    ).serve()


def loaded() -> Gate:
    """The application of a process that a server started by itself."""
    installation = serve.Installation(Path(os.environ[FOLDER]))
    kept = serve.running_service(installation, samples=False)
    app = serve.application(kept.__enter__(), serve.Where(0))
    app.extensions["kept"] = kept
    return Gate(app, WORKING)


def gunicorn(folder: Path, port: int) -> None:
    """gunicorn's threads."""
    base: Any = import_module("gunicorn.app.base").BaseApplication

    class Served(base):  # type: ignore[misc]
        def load_config(self) -> None:
            told = {
                "bind": f"{serve.HOST}:{port}",
                "worker_class": "gthread",
                "threads": THREADS,
                "worker_connections": 3 * THREADS,
                "graceful_timeout": 5,
                "loglevel": "critical",
                "control_socket_disable": True,
            }
            for name, value in told.items():
                self.cfg.set(name, value)

        def load(self) -> Gate:
            return loaded()

    Served().run()


def gunicorn_with_ours(folder: Path, port: int) -> None:
    """`combatlog serve --workers 1`."""
    from api.server.workers import serve_with

    serve_with(1, serve.Installation(folder), serve.Where(port), lambda greeting: None)


IN_PROCESS: dict[str, tuple[Run, tuple[str, ...]]] = {
    "waitress, plain": (plain_waitress, ()),
    "waitress, ours": (ours, ()),
    "waitress, ours, keeping all": (ours_keeping_all, ()),
    "cheroot": (cheroot, ("cheroot",)),
    "uvicorn and a2wsgi": (uvicorn, ("uvicorn", "a2wsgi")),
}
BY_THEMSELVES: dict[str, tuple[Callable[[Path, int], None], tuple[str, ...]]] = {
    "gunicorn, gthread": (gunicorn, ("gunicorn",)),
    "gunicorn with ours": (gunicorn_with_ours, ("gunicorn",)),
    "granian": (granian, ("granian",)),
}


def installed() -> list[str]:
    """The names of those that can be measured here."""
    every = [*IN_PROCESS.items(), *BY_THEMSELVES.items()]
    return [name for name, (_, needs) in every if all(map(find_spec, needs))]


def main(name: str, port: int, folder: Path) -> None:
    """Serve until told to stop."""
    installation, where = serve.Installation(folder), serve.Where(port)
    serve.settle_memory()
    print(*serve.Greeting.of(installation, where, port).lines(), sep="\n", flush=True)
    if name in BY_THEMSELVES:
        os.environ[FOLDER] = str(folder)
        BY_THEMSELVES[name][0](folder, port)
        return
    serve.keep_to_one_processor(os.getpid())
    with serve.running_service(installation) as service:
        IN_PROCESS[name][0](serve.application(service, where), port)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
