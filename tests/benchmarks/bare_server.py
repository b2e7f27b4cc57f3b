"""The least that a web server can do and still be durable: one insert a request.

The same Flask, the same waitress with the same settings, the same SQLite; nothing of ours but that.
Run as a program with a file to write to; prints its port.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading

from flask import Flask, Response, request

from api import serving


def application(path: str) -> Flask:
    """An application whose one route stores the body and answers when it is on the disk."""
    app, turn = Flask(__name__), threading.Lock()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)")

    @app.post("/insert")
    def insert() -> Response:
        with turn:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO bare (body) VALUES (?)", (request.get_data(),))
            connection.execute("COMMIT")
        return Response(b"{}", content_type="application/json")

    return app


def main() -> None:
    """Serve until killed."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = serving.listening(application(sys.argv[1]), 0)
    print(server.effective_port, flush=True)
    server.run()


if __name__ == "__main__":
    main()
