"""Two hosts are restarted one after the other under load, and no request fails."""

from __future__ import annotations

import http.client
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.store.core.settings import Settings
from api.store.open_log import migrate
from tests.support.clients.real_server import Client, Served
from tests.support.postgres import Dsn, url_of

CLIENTS, RESTARTS = 3, 2
DRAIN = "1.0"


class Balancer:
    """What a proxy does: it asks each host whether it is ready, and leads to one that is."""

    def __init__(self, hosts: list[Served]):
        self.hosts, self.ended = hosts, threading.Event()
        self.is_ready: dict[int, bool] = {}
        self._turn = 0
        self._asks = threading.Thread(target=self._ask)
        self._asks.start()

    def _ask(self) -> None:
        while not self.ended.wait(0.1):
            for host in self.hosts:
                self.is_ready[host.port] = is_ready(host.port)

    def next_port(self) -> int:
        """The port of the next host that is ready."""
        while True:
            ready = [port for port, is_up in list(self.is_ready.items()) if is_up]
            if ready:
                self._turn += 1
                return ready[self._turn % len(ready)]
            time.sleep(0.01)

    def stop(self) -> None:
        self.ended.set()
        self._asks.join()


def is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@pytest.fixture
def hosts(postgres_database: Dsn, tmp_path: Path) -> Iterator[list[Served]]:
    url = url_of(postgres_database)
    migrate(Settings(url))
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    options = ("--drain", DRAIN)
    data = tmp_path / "data"
    found = [Served(folder, database=url, data=data, options=options) for folder in folders]
    yield found
    for host in found:
        host.close()


def play(balancer: Balancer, token: str, combat: str, answers: list[object]) -> None:
    """Roll at whatever host the balancer leads to, on connections kept for as long as it does."""
    clients: dict[int, Client] = {}
    while not balancer.ended.is_set():
        port = balancer.next_port()
        for gone in [other for other in clients if not balancer.is_ready.get(other)]:
            clients.pop(gone).connection.close()
        client = clients.setdefault(port, Client(port, token, f"/v1/combats/{combat}"))
        try:
            answers.append(client.send("POST", "commands", ROLL).status)
        except (OSError, http.client.HTTPException) as error:
            answers.append(repr(error))
        time.sleep(0.05)
    for client in clients.values():
        client.connection.close()


ROLL = {"type": "roll", "who": "referee", "sides": 20}


def test_a_rolling_restart_fails_no_request(hosts: list[Served]):
    combat, _ = hosts[0].combat()
    token, answers = hosts[0].operator.token or "", list[object]()
    balancer = Balancer(hosts)
    told = (balancer, token, combat, answers)
    players = [threading.Thread(target=play, args=told) for _ in range(CLIENTS)]
    for player in players:
        player.start()
    for number in range(RESTARTS):
        host = hosts[number % 2]
        time.sleep(0.5)
        assert host.stop(signal.SIGTERM) == 0
        host.start(host.port)
        while not balancer.is_ready.get(host.port):
            time.sleep(0.05)
    balancer.stop()
    for player in players:
        player.join()
    assert len(answers) > 100 and set(answers) == {200}


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_a_server_that_stops_says_so_and_still_answers(hosts: list[Served]):
    combat, _ = hosts[0].combat()
    client = hosts[0].client(hosts[0].operator.token, combat)
    hosts[0].process.send_signal(signal.SIGTERM)
    while client.send("GET", "/health/ready").status == 200:
        time.sleep(0.02)
    reply = client.send("POST", "commands", ROLL)
    assert (reply.status, reply.headers["connection"]) == (200, "close")
    assert hosts[0].stop() == 0
