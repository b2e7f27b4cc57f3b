"""Programs that follow a combat over a real socket, and lose their connection at random."""

from __future__ import annotations

import hashlib
import http.client
import json
import threading
from random import Random
from typing import Any

from api.web.route_table import EVENTS, NDJSON
from tests.support.clients.real_server import Served


class Follower:
    """Somebody who notes every entry that comes, and goes on after the last one he has whole."""

    def __init__(self, served: Served, combat: str, token: str, seed: int):
        self.served, self.token, self.chance = served, token, Random(seed)
        self.path = f"/v1/combats/{combat}/events"
        self.entries: list[Any] = []
        self.disconnects = 0

    @property
    def last(self) -> str:
        """The number of the last entry that came whole."""
        return str(self.entries[-1]["number"]) if self.entries else "0"

    def disconnected(self, times: int) -> None:
        """Read for a while and hang up, wherever that is in the middle of, so many times."""
        for _ in range(times):
            self.reads(lines=self.chance.randrange(1, 40))
            self.disconnects += 1

    def reads(self, lines: int = 0, until: str = "") -> None:
        """Read so many lines, or until an entry; what is not whole is forgotten."""
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.token}", "Accept": EVENTS}
        headers["Last-Event-ID"] = self.last
        connection.request("GET", self.path, headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        said: dict[str, str] = {}
        while self.last != until and (line := answer.readline().decode()):
            self._line(line, said)
            lines -= 1
            if lines == 0:
                break
        answer.close()
        connection.close()

    def _line(self, line: str, said: dict[str, str]) -> None:
        name, _, value = line.rstrip("\n").partition(": ")
        if name:
            said[name] = value
            return
        if said.get("event") == "entry":
            self.entries.append(json.loads(said["data"]))
            assert self.entries[-1]["number"] == said["id"]
        assert said.get("event") in ("entry", "beat")
        said.clear()


def hashed(entries: list[Any]) -> str:
    """What a log comes to: all that its viewer can know follows from it."""
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()


def lost_and_found(served: Served, followers: int, disconnects: int, seed: int) -> int:
    """Everybody disconnects at random while play goes on; at the end all have the same log.

    Returns how often somebody hung up.
    """
    combat, tokens = served.combat()
    found = [Follower(served, combat, tokens[n % 2], seed + n) for n in range(followers)]
    threads = [threading.Thread(target=each.disconnected, args=(disconnects,)) for each in found]
    for thread in threads:
        thread.start()
    referee, chance = served.client(served.operator.token, combat), Random(seed)
    while any(thread.is_alive() for thread in threads):
        referee.says(type="roll", who="referee", sides=20, hidden=chance.random() < 0.3)
    for thread in threads:
        thread.join()
    end = referee.says(type="note", note="The end.")["entries"][0]["number"]
    for each in found:
        each.reads(until=end)
    whole = [
        json.loads(line)
        for line in served.client(tokens[0], combat)
        .send("GET", "events", Accept=NDJSON)
        .data.splitlines()
    ]
    assert {hashed(each.entries) for each in found} == {hashed(whole)}
    return sum(each.disconnects for each in found)
