"""A long batch whose server is killed in its midst, or that two hosts get at once: done once."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from api.service.batch import MOST_WHOLE
from api.store.core.settings import Settings
from api.store.open_log import migrate
from tests.support.clients.real_server import Client, Json, Reply, Served
from tests.support.postgres import Dsn, url_of

pytestmark = pytest.mark.sweep(of="two hosts", share=4)

LINES = [{"type": "roll", "who": "ana", "purpose": f"luck {n}"} for n in range(MOST_WHOLE + 100)]


@pytest.fixture
def hosts(postgres_database: Dsn, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two servers over one PostgreSQL, with the same keys."""
    url = url_of(postgres_database)
    migrate(Settings(url))
    one = Served(tmp_path, database=url)
    two = Served(tmp_path / "two", database=url, data=one.data)
    yield one, two
    for each in (one, two):
        each.close()


def sends(client: Client, key: str) -> Reply:
    body = b"\n".join(json.dumps(line).encode() for line in LINES)
    headers = {
        "Content-Type": "application/x-ndjson",
        "Authorization": f"Bearer {client.token}",
        "Idempotency-Key": key,
    }
    client.connection.request("POST", f"{client.at}/commands", body, headers)
    return client.answer()


def log_after(client: Client, before: str) -> list[Json]:
    found: list[Json] = []
    after = before
    while page := client.send("GET", f"events?after={after}&limit=500").json["items"]:
        found += page
        after = page[-1]["number"]
    return found


def is_done_once(client: Client, reply: Reply, before: str) -> bool:
    """Every line is answered with a step of its own, and there are no others."""
    said = reply.json
    entries = [entry for row in said["items"] for entry in row["entries"]]
    purposes = [entry["event"]["purpose"] for entry in entries]
    assert (said["done"], said["stopped"]) == (len(LINES), None)
    return entries == log_after(client, before) and purposes == [e["purpose"] for e in LINES]


def test_a_batch_goes_on_where_a_kill_cut_it_off(tmp_path: Path):
    server = Served(tmp_path)
    try:
        combat, (ana, bert) = server.combat()
        client, watches = server.client(ana, combat), server.client(bert, combat)
        before = watches.send("GET", "").json["last"]
        with ThreadPoolExecutor(1) as threads:
            cut_off = threads.submit(sends, client, "k")
            watches.send("GET", f"events?after={before}&wait=20")
            server.stop(signal.SIGKILL)
            with suppress(OSError, HTTPException):
                cut_off.result()
        server.start()
        client = server.client(ana, combat)
        assert before != client.send("GET", "").json["last"]
        again, once_more = sends(client, "k"), sends(client, "k")
        assert is_done_once(client, again, before) and not again.json["replayed"]
        assert once_more.headers["idempotency-replayed"] == "true"
        assert once_more.json == {**again.json, "replayed": True}
    finally:
        server.close()


def test_a_batch_that_two_hosts_get_at_once_is_done_once(hosts: tuple[Served, Served]):
    combat, (ana, _) = hosts[0].combat()
    clients = [host.client(ana, combat) for host in hosts for _ in range(2)]
    before = clients[0].send("GET", "").json["last"]
    with ThreadPoolExecutor(len(clients)) as threads:
        replies = list(threads.map(lambda client: sends(client, "k"), clients))
    for client, reply in zip(clients, replies, strict=True):
        assert reply.status == 200, reply.data
        assert is_done_once(client, reply, before)
    assert sum(not reply.json["replayed"] for reply in replies) >= 1
