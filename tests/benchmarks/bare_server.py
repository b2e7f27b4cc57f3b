"""The least that a route of this server can do and still be durable: one insert a request.

The same application with its headers and request ids, the same waitress with the same settings, and
one more route, which stores the body in a table of its own. Run as a program with a folder to write
to; prints its port.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, Response, request

from api import serving
from api.app import create_app


def bare_route(app: Flask, path: Path) -> None:
    """Add a route that answers when the body is on the disk."""
    turn = threading.Lock()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)")

    @app.post("/insert")
    def insert() -> Response:
        with turn:
            connection.execute("INSERT INTO bare (body) VALUES (?)", (request.get_data(),))
        return Response(b"{}", content_type="application/json")


def main() -> None:
    """Serve until killed."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    folder = Path(sys.argv[1])
    serving.settle_memory()
    with serving.running_service(serving.Installation(folder / "data")) as service:
        app = create_app(service)
        bare_route(app, folder / "bare.db")
        server = serving.listening(app, 0)
        print(server.effective_port, flush=True)
        server.run()


if __name__ == "__main__":
    main()
