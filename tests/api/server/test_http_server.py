"""The real server: crowds and races, being killed in the middle of it, stopping, not starting."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from api.combats.combat_history import entry_of
from api.store.core.settings import Settings
from api.store.open_log import open_log
from api.vault.key_files import Vault
from api.web.route_table import NDJSON
from domain.log import sealing
from domain.log.codec import body_bytes, kept_bytes
from tests.support.clients.real_server import Json, Reply, Served, left_behind
from tests.support.postgres import url_of

pytestmark = pytest.mark.sweep(of="the real server", share=8)

ROLL = {"type": "roll", "who": "ana", "sides": 20}


@pytest.fixture(params=["sqlite", "postgres"])
def either_served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A server over each of the databases."""
    database = ""
    if request.param == "postgres":
        from api.store.open_log import migrate

        database = url_of(request.getfixturevalue("postgres_database"))
        migrate(Settings(database))
    server = Served(tmp_path, database=database)
    yield server
    server.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server over an SQLite file."""
    server = Served(tmp_path)
    yield server
    server.close()


def together(count: int, act: Any) -> list[Any]:
    """Act at once from as many threads."""
    start = threading.Barrier(count)

    def one(number: int) -> Any:
        start.wait()
        return act(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


# --- crowds --------------------------------------------------------------------------------


def test_fifty_duplicates_at_once_make_one_step(either_served: Served):
    combat, (ana, _) = either_served.combat()

    def send(_: int) -> Reply:
        client = either_served.client(ana, combat)
        return client.send("POST", "commands", ROLL, Idempotency_Key="one")

    replies = together(50, send)
    assert [reply.status for reply in replies] == [200] * 50
    assert len({(r.json["step"], str(r.json["entries"])) for r in replies}) == 1
    assert sum(not reply.json["replayed"] for reply in replies) == 1
    assert len(entries(either_served, combat, ana, after=head_number(replies[0]) - 1)) == 1


def test_of_a_race_from_one_head_one_wins_and_the_others_learn_what_they_missed(served: Served):
    combat, tokens = served.combat()
    clients = [served.client(token, combat) for token in tokens]
    heads = [client.send("GET", "options").json["head"] for client in clients]

    def send(number: int) -> Reply:
        who = ("ana", "bert")[number % 2]
        client = served.client(tokens[number % 2], combat)
        body = {"type": "roll", "who": who, "purpose": f"try {number}"}
        return client.send("POST", "commands", body, If_Match=f'"{heads[number % 2]}"')

    replies = together(16, send)
    assert sorted(reply.status for reply in replies) == [200] + [412] * 15
    won = next(reply for reply in replies if reply.status == 200).json["entries"]
    for reply in replies:
        if reply.status == 412:
            assert reply.json["missed"] == won


def test_commands_of_many_without_a_head_are_all_carried_out(either_served: Served):
    combat, (ana, bert) = either_served.combat()

    def send(number: int) -> list[int]:
        client = either_served.client((ana, bert)[number % 2], combat)
        body = {"type": "roll", "who": ("ana", "bert")[number % 2]}
        return [client.says(**body)["step"] for _ in range(5)]

    steps = [step for each in together(10, send) for step in each]
    assert len(set(steps)) == 50
    assert max(steps) - min(steps) == 49


def head_number(reply: Reply) -> int:
    return int(reply.json["entries"][0]["number"])


def entries(served: Served, combat: str, token: str, after: int = 0) -> list[Json]:
    found: list[Json] = (
        served.client(token, combat).send("GET", f"events?after={after}&limit=500").json["items"]
    )
    return found


# --- being killed --------------------------------------------------------------------------


class Storm:
    """Clients that send commands as fast as they can and note what was acknowledged."""

    def __init__(self, served: Served, clients: int = 6):
        self.served, self.acknowledged = served, dict[str, Json]()
        self.combat, self.tokens = served.combat()
        self.threads = [threading.Thread(target=self.send, args=(n,)) for n in range(clients)]

    def send(self, number: int) -> None:
        client, sent = self.served.client(self.tokens[number % 2], self.combat), 0
        while True:
            sent, key = sent + 1, f"{number}-{sent}"
            try:
                reply = client.send("POST", "commands", self.body(number), Idempotency_Key=key)
            except (OSError, HTTPException):
                return  # the server is gone
            assert reply.status == 200
            self.acknowledged[key] = reply.json

    def body(self, number: int) -> Json:
        return {"type": "roll", "who": ("ana", "bert")[number % 2], "count": 5}

    def rage(self, until: int) -> None:
        for thread in self.threads:
            thread.start()
        while len(self.acknowledged) < until:
            time.sleep(0.01)


def test_what_was_acknowledged_outlives_being_killed(either_served: Served):
    served = either_served
    storm = Storm(served)
    storm.rage(until=150)
    served.stop(signal.SIGKILL)
    for thread in storm.threads:
        thread.join()
    served.start()
    found = {e["number"]: e for e in _all(served, storm)}
    for said in storm.acknowledged.values():
        for entry in said["entries"]:
            assert found[entry["number"]] == entry
    keys = list(storm.acknowledged)[:: len(storm.acknowledged) // 20]
    for key in keys:
        number = int(key.partition("-")[0])
        client = served.client(storm.tokens[number % 2], storm.combat)
        again = client.send("POST", "commands", storm.body(number), Idempotency_Key=key).json
        assert again["replayed"] and again["step"] == storm.acknowledged[key]["step"]
    assert served.stop() == 0
    nothing_is_half_there(served, storm.combat)


def _all(served: Served, storm: Storm) -> list[Json]:
    client = served.client(storm.tokens[0], storm.combat)
    return [
        json.loads(line) for line in client.send("GET", "events", Accept=NDJSON).data.splitlines()
    ]


def nothing_is_half_there(served: Served, combat: str) -> None:
    """The chain holds from end to end, and every step is whole."""
    data = served.folder / "data"
    url = served.database or f"sqlite:///{data}/combats.db"
    blind = Vault(data / "keys").key(combat, "blind")
    with open_log(Settings(url)) as log:
        found = [entry_of(record, kept=True) for record in log.read(combat)]
    before = sealing.GENESIS
    for e in found:
        parts = body_bytes(e.meta, e.event), kept_bytes(e.kept)
        assert sealing.seal(blind, combat, e.seq, *parts, before).chain == e.chain
        before = e.chain
    assert [e.seq for e in found] == list(range(1, len(found) + 1))
    assert all((e.kept is not None) == (e.meta.nth == 0) for e in found)


# --- starting and stopping -----------------------------------------------------------------


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_order_when_asked(served: Served, signum: int):
    storm = Storm(served, clients=2)
    storm.rage(until=10)
    began = time.monotonic()
    assert served.stop(signum) == 0
    assert time.monotonic() - began < 5
    assert served.rest == "Stopped.\n" and served.errors == ""
    nothing_is_half_there(served, storm.combat)
    served.start()
    assert served.operator.send("GET", f"/v1/combats/{storm.combat}").status == 200


def test_it_says_where_to_look_and_keeps_the_token_to_its_owner(served: Served):
    assert "(Ctrl-C stops it)" in served.said[0]
    kept = served.folder / "data" / "keys" / "operator.token"
    assert str(kept) in served.said[2]
    assert kept.read_text() == served.operator.token
    assert oct(kept.stat().st_mode)[-3:] == "600"
    assert oct((served.folder / "data").stat().st_mode)[-3:] == "700"


def test_its_threads_hand_requests_on_within_one_processor(served: Served):
    may, does = os.sched_getaffinity(0), os.sched_getaffinity(served.process.pid)
    assert len(does) == 1 and does <= may


def test_it_listens_on_this_machine_only_and_says_no_more_than_it_must(served: Served):
    reply = served.client(None).send("GET", "/health/live")
    assert reply.status == 200 and "server" not in reply.headers
    assert served.client(None).send("GET", "/", Host="evil.example").status == 400


def test_a_taken_port_is_said_in_a_sentence(served: Served, tmp_path: Path):
    shutil.copytree(left_behind(), tmp_path / "other")
    process = served.run(served.port, tmp_path / "other")
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert said == (
        f"Error: Port {served.port} is taken. Stop what listens there, or take another with"
        " --port.\n"
    )


def test_a_busy_database_is_said_with_its_holder(served: Served):
    process = served.run(0)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert f"Process {served.process.pid} is writing to" in said and "Traceback" not in said


def test_a_folder_that_cannot_be_made_is_said(served: Served, tmp_path: Path):
    (tmp_path / "file").write_text("")
    process = served.run(0, tmp_path / "file" / "data")
    _, said = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "cannot be made (Not a directory)" in said


def test_a_large_body_is_refused_while_it_is_read(served: Served):
    client = served.client(served.operator.token)
    for size in (65 * 1024, 900 * 1024):
        reply = client.send("POST", "/v1/combats", {"ruleset": "x" * size})
        assert (reply.status, reply.json["type"]) == (413, "/problems/too-large")
