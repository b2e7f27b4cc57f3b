"""What is no HTTP, or too much of it: refused by the server itself, as a problem with an id."""

from __future__ import annotations

import json
import socket
from http.client import HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from api.server.app import create_app
from api.server.http_server import HttpServer
from api.server.serve import bind_socket
from api.service.service import Service
from tests.api.server.test_log_setup import logged
from tests.support.clients.slow_clients import running

HEAD = b"POST /v1/join HTTP/1.1\r\nHost: localhost\r\n"
REFUSED = [
    (b"secret words\r\n\r\n", 400, "bad-request", "its first line"),
    (HEAD + b"Secret words: 1\r\n\r\n", 400, "bad-request", "its headers"),
    (HEAD + b"Secret: " + b"x" * 300_000 + b"\r\n\r\n", 400, "bad-request", "at most 256 KiB"),
    (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", 400, "bad-request", "HTTP/1.1"),
    (HEAD + b"Content-Length: 99000000000\r\n\r\n", 413, "too-large", "Send at most"),
]


def test_it_is_a_problem_with_an_id_which_the_log_has(tmp_path: Path):
    with running(tmp_path, "--access-log") as served:
        ids = [refusal_id(served.port, *refused) for refused in REFUSED]
        assert served.operator.send("GET", "/v1/combats").status == 200
    assert len(set(ids)) == len(REFUSED)
    said = [json.loads(line) for line in served.errors.splitlines() if line.startswith("{")]
    logged = {line.get("request_id"): line.get("status") for line in said}
    assert [logged[id] for id in ids] == [status for _, status, _, _ in REFUSED]


def refusal_id(port: int, sent: bytes, status: int, slug: str, says: str) -> str:
    """The id of a refusal, once all else that it says is as expected."""
    answer, body = answered(port, sent)
    said = json.loads(body)
    assert (answer.status, said["status"], said["type"]) == (status, status, f"/problems/{slug}")
    assert says in said["detail"] and b"ecret" not in body
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Connection"] == "close"
    assert answer.headers["X-Request-Id"] == said["request_id"] != ""
    return str(said["request_id"])


def answered(port: int, sent: bytes) -> tuple[HTTPResponse, bytes]:
    """What a server answers to bytes, and its body."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(sent)
        answer = HTTPResponse(connection, method="POST")
        answer.begin()
        return answer, answer.read()


def test_a_fault_of_the_server_is_logged_under_its_id(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    app = create_app(service)
    monkeypatch.setattr(app, "wsgi_app", fail)
    server = HttpServer(app, bind_socket(0))
    thread = Thread(target=server.run)
    thread.start()
    try:
        with logged() as log:
            answer, body = answered(server.effective_port, HEAD + b"Content-Length: 0\r\n\r\n")
    finally:
        server.stop()
        thread.join()
    id = answer.headers["X-Request-Id"]
    assert (answer.status, json.loads(body)["request_id"]) == (500, id)
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert "RuntimeError: a secret" in lines[-2]["trace"]
    assert (lines[-1]["level"], lines[-1]["request_id"]) == ("error", id)
    assert b"secret" not in body


def fail(*_: Any) -> Any:
    """An application that never answers."""
    raise RuntimeError("a secret")
