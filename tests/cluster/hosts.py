"""Hosts of combatlog over one database, and who plays, looks and listens at each of them."""

from __future__ import annotations

import http.client
import json
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from api.web.route_table import EVENTS
from tests.support.architecture import ROOT
from tests.support.clients.real_server import BARE, MAIN, Client, Reply

PAUSE = 0.1
"""Seconds between two commands of a player, and between two tries."""
HANGS = 15.0
"""Seconds after which a request is given up as one that hangs."""
LOST = (OSError, http.client.HTTPException)


class Host:
    """A process of combatlog with a folder of its own; its keys are those of the first host."""

    def __init__(self, folder: Path, database: str, keys: Path | None = None):
        self.data, self.url = folder / "data", database
        folder.mkdir()
        if keys is not None:
            shutil.copytree(keys, self.data / "keys")
        self.errors = folder / "stderr"
        self.start()

    def start(self, port: int = 0) -> None:
        """Start the process, on the port it had where that is given."""
        command = [sys.executable, "-c", BARE + MAIN, "serve", "--port", str(port)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COMBATLOG_DATABASE": self.url}
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.data)],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        said = [self.process.stdout.readline() for _ in range(4)]
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said[0])
        assert found, self.errors.read_text()[-2000:]
        self.port, self.token = int(found[1]), said[3].strip().rpartition("#")[2]

    def client(self, combat: str = "") -> Client:
        """A connection of the operator."""
        return Client(self.port, self.token, f"/v1/combats/{combat}")

    def stop(self) -> int:
        """Ask the process to stop, and wait; its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=30)

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Answered(NamedTuple):
    """A request: when it was sent, how long it took, and its answer, if one came."""

    at: float
    took: float
    reply: Reply | None


class Busy(threading.Thread):
    """Somebody who does something at a host until told to stop."""

    def __init__(self, host: Host, combat: str):
        super().__init__(daemon=True)
        self.host, self.combat, self.ended = host, combat, threading.Event()


class Caller(Busy):
    """Somebody who sends one request after another."""

    def __init__(self, host: Host, combat: str):
        super().__init__(host, combat)
        self.answers: list[Answered] = []
        self._client = self._connect()

    def _connect(self) -> Client:
        client = self.host.client(self.combat)
        client.connection.timeout = HANGS
        return client

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply | None:
        """Send a request and note how it went; nothing where no answer came."""
        began, reply = time.monotonic(), None
        try:
            reply = self._client.send(method, path, body, **headers)
        except LOST:
            self._client.connection.close()
            self._client = self._connect()
        self.answers.append(Answered(began, time.monotonic() - began, reply))
        return reply

    def replies(self, since: float = 0.0, until: float = math.inf) -> list[Reply]:
        """What was answered to what was sent between two times."""
        return [each.reply for each in self.answers if each.reply and since < each.at < until]

    def stop(self) -> None:
        """Stop, and wait for that."""
        self.ended.set()
        self.join(2 * HANGS)
        self._client.connection.close()


class Player(Caller):
    """Somebody who rolls, each time with a key and as often as it takes until it is acknowledged.

    `acked` has the number of the entry and the time, by key.
    """

    def __init__(self, host: Host, combat: str, name: str):
        super().__init__(host, combat)
        self.who, self.acked = name, dict[str, tuple[str, float]]()

    def run(self) -> None:
        """Roll until stopped; the last roll is carried through."""
        while not self.ended.is_set():
            self._roll(f"{self.who}-{len(self.acked)}")
            self.ended.wait(PAUSE)

    def _roll(self, key: str) -> None:
        body = {"type": "roll", "who": "referee", "sides": 20, "purpose": key}
        until = time.monotonic() + 60
        while time.monotonic() < until:
            reply = self.ask("POST", "commands", body, Idempotency_Key=key)
            if reply and reply.status == 200:
                self.acked[key] = reply.json["entries"][0]["number"], time.monotonic()
                return
            time.sleep(PAUSE)

    def first_ack(self, after: float) -> float:
        """Seconds from a time on until something that was sent later was acknowledged."""
        good = (a for a in self.answers if a.reply and a.reply.status == 200)
        return min((a.at + a.took - after for a in good if a.at + a.took > after), default=HANGS)


class Looker(Caller):
    """Somebody who looks at the fight, twice a second."""

    def run(self) -> None:
        """Look until stopped."""
        while not self.ended.wait(0.5):
            self.ask("GET", "state")


class Listener(Busy):
    """A live stream. `heard` has when each entry came, `dropped` how often the stream ended."""

    def __init__(self, host: Host, combat: str):
        super().__init__(host, combat)
        self.path = f"/v1/combats/{combat}/events"
        self.heard: list[tuple[str, float]] = []
        self.dropped = 0

    def run(self) -> None:
        """Listen, and come back where the stream ends."""
        while not self.ended.is_set():
            with suppress(*LOST):
                self._listen()
            self.dropped += not self.ended.is_set()
            self.ended.wait(0.2)

    def _listen(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=HANGS)
        headers = {"Authorization": f"Bearer {self.host.token}", "Accept": EVENTS}
        headers["Last-Event-ID"] = self.heard[-1][0] if self.heard else "0"
        connection.request("GET", self.path, headers=headers)
        answer, name, number = connection.getresponse(), "", ""
        while (line := answer.readline().decode()) and not self.ended.is_set():
            said, _, value = line.rstrip("\n").partition(": ")
            name, number = (value if said == "event" else name), value if said == "id" else number
            if said == "data" and name == "entry":
                assert json.loads(value)["number"] == number
                self.heard.append((number, time.monotonic()))
        connection.close()


def open_fight(host: Host) -> str:
    """A fight without rules; its name."""
    client = host.client()
    reply = client.send("POST", "/v1/combats", {"ruleset": "open", "title": "The bridge"})
    assert reply.status == 201, reply.data
    client.connection.close()
    return str(reply.json["combat"])


def entries_of(host: Host, combat: str) -> list[dict[str, Any]]:
    """The whole log."""
    client = host.client(combat)
    lines = client.send("GET", "events", Accept="application/x-ndjson").data.splitlines()
    client.connection.close()
    return [json.loads(line) for line in lines]


def all_hosts(folder: Path, databases: Sequence[str]) -> list[Host]:
    """A host for each address of the database; all have the keys that the first has made."""
    first = Host(folder / "host-1", databases[0])
    keys = first.data / "keys"
    others = enumerate(databases[1:], start=2)
    return [first, *(Host(folder / f"host-{n}", url, keys) for n, url in others)]
