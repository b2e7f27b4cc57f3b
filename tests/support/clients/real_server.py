"""A real `combatlog serve` in a process of its own, with the toy game installed beside it."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.architecture import ROOT
from tests.support.made_once import made_once

Json = dict[str, Any]
MAIN = "import sys; from api.cli import main; sys.exit(main())"
BARE = "import api.server.serve; api.server.serve.load_samples = lambda service: (); "
"""Before MAIN: a first start takes seconds to play the samples, which most tests do not ask for."""
SEATS = [
    {"person": "Anna", "role": "player", "combatants": ["ana"]},
    {"person": "Bert", "role": "player", "combatants": ["bert"]},
]


class Reply(NamedTuple):
    """A status, the headers by their names in small letters, and the body."""

    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Json:
        """The body, read."""
        found: Json = json.loads(self.data)
        return found


class Client:
    """A connection of its own, kept open, with a token."""

    def __init__(self, port: int, token: str | None, at: str = ""):
        self.port, self.token, self.at = port, token, at
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """A request; names of headers may be written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body), "application/json"
        url = path if path.startswith("/") else f"{self.at}/{path}".rstrip("/")
        self.connection.request(method, url, data, sent)
        return self.answer()

    def answer(self) -> Reply:
        """The answer to the request that was sent last."""
        answer = self.connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Reply(answer.status, found, answer.read())

    def says(self, **command: Any) -> Json:
        """A command that is carried out."""
        reply = self.send("POST", "commands", command)
        assert reply.status == 200, reply.data
        return reply.json


class Served:
    """The server over a folder; it may be stopped, killed and started again.

    On an SQLite file of its own it finds the samples there, as at any start but the first; where it
    is told which database or data to take it plays none of its own accord, unless it is `first`.
    """

    first = False

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        database: str = "",
        data: Path | None = None,
        options: Sequence[str] = (),
        first: bool = False,
    ):
        self.folder, self.database, self.options = folder, database, options
        self.first = first
        self.data = data or folder / "data"
        self.plugin, self.clients = plugin_in(folder), list[Client]()
        if not (database or data or self.data.exists()):
            shutil.copytree(left_behind(), self.data, ignore=_NO_TOKEN)
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start it; `port` is where it listens."""
        self.process = self.run(port)
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline()]
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said[0])
        assert found, self.said[0] + self.process.communicate(timeout=10)[1]
        self.port = int(found[1])
        self.said += [self.process.stdout.readline() for _ in range(3)]
        self.operator = self.client(self.said[3].strip().rpartition("#")[2])

    def run(self, port: int, data: Path | None = None) -> subprocess.Popen[str]:
        """Another process of the server, on the same folder unless told otherwise."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.plugin), str(ROOT)])}
        env["COMBATLOG_DATABASE"] = self.database
        main = MAIN if self.first else BARE + MAIN
        command = [sys.executable, "-c", main, "serve", "--port", str(port)]
        return subprocess.Popen(
            [*command, "--data", str(data or self.data), *self.options],
            cwd=self.folder,
            env=env,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def client(self, token: str | None, combat: str = "") -> Client:
        """Another connection."""
        self.clients.append(Client(self.port, token, f"/v1/combats/{combat}"))
        return self.clients[-1]

    def combat(self) -> tuple[str, list[str]]:
        """A toy fight in its first round: its name, and the tokens of its two seats."""
        opening = {"ruleset": "toy", "title": "The ford", "seats": SEATS}
        reply = self.operator.send("POST", "/v1/combats", opening)
        assert reply.status == 201, reply.data
        combat = reply.json["combat"]
        operator = self.client(self.operator.token, combat)
        for subject, side in (("ana", "a"), ("bert", "b")):
            operator.says(type="join", subject=subject, side=side)
        operator.says(type="answer", who="referee", about="round", choice="begin")
        return combat, [seat["token"] for seat in reply.json["seats"]]

    def close(self) -> None:
        """End it, and all connections to it."""
        self.stop(signal.SIGKILL)
        for client in self.clients:
            client.connection.close()

    def stop(self, signum: int = signal.SIGTERM) -> int:
        """Ask it to stop, and wait; its exit code. What it said besides is in `rest`."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signum)
        if self.process.stdout and not self.process.stdout.closed:
            self.rest, self.errors = self.process.communicate(timeout=20)
        return self.process.wait()


_NO_TOKEN = shutil.ignore_patterns("operator.token")


def left_behind() -> Path:
    """What a server leaves behind after its first start, the samples and keys; made only once."""
    return made_once("left-behind", _started_first) / "data"


def _started_first(folder: Path) -> None:
    first = Served(folder, data=folder / "data", first=True)
    assert first.stop() == 0, first.errors
    first.close()


def plugin_in(folder: Path) -> Path:
    """The toy game as an installed package would offer it."""
    plugin = folder / "plugin"
    info = plugin / "toy_game-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-game\nVersion: 1\n")
    point = "[combatlog.rulesets]\ntoy = tests.support.games.toy:TOY\n"
    (info / "entry_points.txt").write_text(point)
    return plugin
