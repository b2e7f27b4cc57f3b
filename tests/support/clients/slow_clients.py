"""Slow clients, and servers that they come to."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.clients.real_server import Served

SLOW = 1_000
HEAD = b"POST /v1/join HTTP/1.1\r\nHost: localhost\r\n"
BODY = HEAD + b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
OPENED: list[Any] = []
"""What a test opened, to be closed at its end."""


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Served]:
    """A server that is stopped in order at the end."""
    server = Served(folder, options=options)
    try:
        yield server
    finally:
        assert server.stop() == 0, server.errors
        server.close()


def close_all() -> None:
    """Close what was opened."""
    while OPENED:
        OPENED.pop().close()


def fight(served: Served) -> tuple[str, str]:
    """A combat and the token of a seat, over a new connection of the operator."""
    served.operator.connection.close()
    combat, (ana, _) = served.combat()
    served.operator.connection.close()
    OPENED.extend(each.connection for each in served.clients)
    return combat, ana


def connected(served: Served, sent: bytes = b"") -> socket.socket:
    """A connection on which something was sent."""
    opened = socket.create_connection(("127.0.0.1", served.port), timeout=10)
    OPENED.append(opened)
    with suppress(OSError):
        opened.sendall(sent)
    return opened


def is_closed(connection: socket.socket, seconds: float = 0.0) -> bool:
    """Whether the server closed it, within so many seconds."""
    connection.settimeout(seconds or 0.001)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


@contextmanager
def crowd(served: Served, sent: bytes, dripping: bytes) -> Iterator[None]:
    """A thousand slow clients; each drips on, and those that were closed come again."""
    opened, ended = [connected(served, sent) for _ in range(SLOW)], threading.Event()

    def drip() -> None:
        while not ended.wait(0.5):
            for number, each in enumerate(opened):
                try:
                    each.send(dripping)
                except OSError:
                    each.close()
                    with suppress(OSError):
                        opened[number] = connected(served, sent)

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        for each in opened:
            each.close()
