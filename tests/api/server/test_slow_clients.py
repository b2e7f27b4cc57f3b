"""Slow clients by the thousand, of one address, on the real server: nobody is shut out by them."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from api.server.http_server import open_more_files
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Client, Served
from tests.support.clients.slow_clients import (
    BODY,
    HEAD,
    OPENED,
    close_all,
    connected,
    crowd,
    fight,
    is_closed,
    running,
)

pytestmark = pytest.mark.sweep(of="slow clients", share=8)

PHONES = 6
SOON = 3.0
"""Seconds within which a phone is answered: one, on a machine with nothing else to do."""
PAGE = b"GET /static/vendor/htmx.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
KINDS = {
    "half-sent headers": HEAD + b"X-Slow: ",
    "half-sent bodies": BODY + b"{",
    "silent": b"",
    "readers that never read": PAGE,
}
MODES = pytest.mark.parametrize("mode", [(), ("--workers", "1")], ids=["serve", "workers"])


@pytest.fixture(scope="module", autouse=True)
def many_files() -> None:
    """Let this process open as many sockets as it may."""
    open_more_files()


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    """Close what a test opened."""
    yield
    close_all()


@pytest.fixture(scope="module", params=[(), ("--workers", "1")], ids=["serve", "workers"])
def served(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Served]:
    """The server, in both modes."""
    with running(tmp_path_factory.mktemp("served"), *request.param) as server:
        yield server


def at_the_table(served: Served, combat: str, token: str) -> list[float]:
    """What a phone asks for, each time anew, and how long each took."""

    def stream(client: Client) -> None:
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        client.connection.request("GET", f"{client.at}/events?after=0", headers=headers)
        assert client.connection.getresponse().readline() == b"retry: 2000\n"

    def command(client: Client) -> None:
        client.says(type="roll", who="ana", sides=20)

    def look(client: Client) -> None:
        for path in ("", "options", "events"):
            assert client.send("GET", path).status == 200

    return [timed(served.client(token, combat), act) for act in (look, stream, command, look)]


def timed(client: Client, act: Callable[[Client], None]) -> float:
    start = time.monotonic()
    act(client)
    took = time.monotonic() - start
    client.connection.close()
    return took


# --- a thousand ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_slow_clients_shut_out_no_phone_at_the_same_address(served: Served, kind: str):
    combat, ana = fight(served)
    dripping = b"a" if kind.startswith("half") else b""
    with crowd(served, KINDS[kind], dripping), ThreadPoolExecutor(PHONES) as pool:
        served.client(None).send("GET", "/health/live")
        asked = pool.map(lambda _: at_the_table(served, combat, ana), range(PHONES))
        assert max(each for times in asked for each in times) < SOON


def test_a_connection_that_was_answered_keeps_its_place(served: Served):
    kept = served.client(None)
    OPENED.append(kept.connection)
    kept.send("GET", "/health/live")
    before = kept.connection.sock
    with crowd(served, KINDS["half-sent headers"], b"a"):
        assert kept.send("GET", "/health/live").status == 200
        assert kept.connection.sock is before


# --- stopping ------------------------------------------------------------------------------


def rolls(client: Client, answered: list[int], lost: list[Exception]) -> None:
    """Somebody rolls until nobody is there to take it."""
    try:
        while True:
            answered.append(client.send("POST", "commands", {"type": "roll"}).status)
    except ConnectionRefusedError:
        pass  # nothing was sent
    except (OSError, http.client.HTTPException) as error:
        lost.append(error)


@MODES
def test_stopping_finishes_what_is_under_way(tmp_path: Path, mode: tuple[str, ...]):
    server = Served(tmp_path, options=mode)
    combat, ana = fight(server)
    slow = [connected(server, HEAD) for _ in range(20)]
    said = b'{"code": "AAAA-AAAA", "name": "Ulla"}'
    sending = connected(server, BODY.replace(b"60000", str(len(said)).encode()) + said[:9])
    clients = [server.client(ana, combat) for _ in range(4)]
    lost, answered = list[Exception](), list[int]()
    threads = [threading.Thread(target=rolls, args=(each, answered, lost)) for each in clients]
    for each in threads:
        each.start()
    time.sleep(0.3)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.4)
    sending.sendall(said[9:])
    last = sending.recv(65536)
    assert last.startswith(b"HTTP/1.1 404 ") and b"Connection: close\r\n" in last
    assert server.stop() == 0, server.errors
    for each in threads:
        each.join()
    server.close()
    assert lost == [] and len(answered) >= len(clients)
    assert all(is_closed(each, 1) for each in slow)


def test_the_limit_of_files_is_raised_and_kept():
    asks = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (256, 1500));"
        "from api.server.http_server import connections;"
        "print(connections(100), connections(1000), r.getrlimit(r.RLIMIT_NOFILE))"
    )
    said = subprocess.run(
        [sys.executable, "-c", asks], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout == "400 500 (1500, 1500)\n"
