"""The least that a route of this server can do and still be durable: one insert a request.

The same application, the same waitress with the same settings, and one more route made as all its
routes are: it knows its caller and reads a JSON body. It does nothing but store that in a table of
its own. Run as a program with a folder to write to; prints its port and the operator's token.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask
from pydantic import JsonValue

from api.combats.viewers.sights import Sights
from api.server import serve
from api.server.app import create_app
from api.server.http_server import HttpServer
from api.service.service import Service
from api.web.call import view_of
from api.web.join_codes import EACH, TOGETHER
from api.web.route_table import Answer, Call, Routes
from api.web.traffic.long_reads import Lanes
from api.web.traffic.rate_limit import Rates

ROUTES = Routes("bare")


def add_bare_route(app: Flask, service: Service, path: Path) -> None:
    """Add a route that answers when the body is on the disk."""
    turn = threading.Lock()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)")

    @ROUTES.post("/insert", access="operator", body=JsonValue)
    def insert(call: Call) -> Answer:
        """Store the body."""
        with turn:
            connection.execute("INSERT INTO bare (body) VALUES (?)", (call.raw,))
        return Answer({})

    [route] = ROUTES.routes
    live, campaigns = app.extensions["live"], app.extensions["campaigns"]
    call = Call(service, Sights(), live, Rates(EACH, TOGETHER), Lanes(), campaigns)
    view = view_of(route, call)
    app.add_url_rule(route.rule, route.name, view, methods=[route.method])


def main() -> None:
    """Serve until killed."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    folder = Path(sys.argv[1])
    serve.settle_memory()
    serve.keep_to_one_processor(os.getpid())
    with serve.running_service(serve.Installation(folder / "data")) as service:
        app = create_app(service)
        add_bare_route(app, service, folder / "bare.db")
        server = HttpServer(app, serve.bind_socket(0))
        print(server.effective_port, service.vault.operator_token(), flush=True)
        server.run()


if __name__ == "__main__":
    main()
