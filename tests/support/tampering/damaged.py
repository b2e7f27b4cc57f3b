"""Two fights in one database, and the ways in which one of them is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from tests.support.clients.http_client import Table, json_of, rules
from tests.support.postgres import url_of

LEAF, CHAIN, BODY = 0, 32, 80
"""Where in what is stored of an entry these are."""


class World:
    """Two fights in one database, a service over it, and a hand that reaches into its tables."""

    def __init__(self, url: str, folder: Path):
        self.url, self.folder = url, folder
        migrate(Settings(url))
        self.start()
        self.table, self.other = Table.laid(self.service), Table.laid(self.service)
        for table in (self.table, self.other):
            for _ in range(5):
                table.ana.says("roll", who="ana")
                table.ana.says("note", note="so it was")

    def start(self) -> None:
        self.service = Service(open_log(Settings(self.url)), Vault(self.folder / "keys"), rules)

    def restart(self, damage: Callable[[World], None], *, caches: bool) -> None:
        """Stop, damage the database, and start again; without caches all is read at opening."""
        self.service.close()
        if not caches:
            for table in ("lines", "checkpoints"):
                self.run(f"DELETE FROM {table}")
        damage(self)
        self.start()
        for name in ("table", "other"):
            one = getattr(self, name)
            setattr(self, name, Table(self.service, one.combat, one.tokens))

    def run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if self.url.startswith("sqlite"):
            with closing(sqlite3.connect(Settings(self.url).path)) as connection, connection:
                return connection.execute(statement, values).fetchall()
        with psycopg.connect(self.url) as found:
            cursor = found.execute(statement.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []

    def state(self, seq: int) -> bytes:
        found = "SELECT state FROM combatlog_events" + WHERE
        return bytes(self.run(found, self.table.combat, seq)[0][0])

    def put(self, seq: int, state: bytes) -> None:
        changed = "UPDATE combatlog_events SET state = ?" + WHERE
        self.run(changed, state, self.table.combat, seq)


WHERE = " WHERE originator_id = ? AND originator_version = ?"


@pytest.fixture(params=["sqlite", "postgres"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/combats.db"
    else:
        url = url_of(request.getfixturevalue("postgres_database"))
    made = World(url, tmp_path)
    yield made
    made.service.close()


def flipped(at: int, seq: int = 8) -> Callable[[World], None]:
    def damage(world: World) -> None:
        state = bytearray(world.state(seq))
        state[at] ^= 1
        world.put(seq, bytes(state))

    return damage


def swapped(world: World) -> None:
    one, two = world.state(8), world.state(9)
    world.put(8, two)
    world.put(9, one)


def cut(world: World) -> None:
    world.put(8, world.state(8)[:60])


def renamed(world: World) -> None:
    changed = "UPDATE combatlog_events SET topic = 'combat.noted/1'" + WHERE
    world.run(changed, world.table.combat, 8)


def deleted(*seqs: int) -> Callable[[World], None]:
    def damage(world: World) -> None:
        for seq in seqs:
            world.run("DELETE FROM combatlog_events" + WHERE, world.table.combat, seq)

    return damage


def taken_from_the_other(world: World) -> None:
    found = "SELECT state FROM combatlog_events" + WHERE
    world.put(8, bytes(world.run(found, world.other.combat, 8)[0][0]))


DAMAGES: dict[str, Callable[[World], None]] = {
    "a bit of a body": flipped(BODY),
    "a bit of a leaf": flipped(LEAF),
    "a bit of a chain": flipped(CHAIN),
    "a bit of a command": flipped(-1),
    "cut short": cut,
    "rows swapped": swapped,
    "another name": renamed,
    "a row deleted": deleted(8),
    "a row of another combat": taken_from_the_other,
}


def assert_refuses_everything(table: Table, entry: int) -> None:
    """Play, export, signing and every view of a combat say which entry is damaged."""
    for answer in (
        table.ana.post("commands", {"type": "roll", "who": "ana"}),
        table.ana.get("state"),
        table.operator.get("export"),
        table.operator.get("evidence as application/zip"),
        table.ana.get("evidence"),
        table.ana.get("events"),
    ):
        assert answer.status_code == 500, (answer.request.path, answer.text)
        said = json_of(answer)
        assert said["type"] == "/problems/damaged", answer.text
        assert said["numbers"] == {"after": entry - 1}
        broken = f"is damaged: what follows its entry {entry - 1} is broken"
        assert f"Combat {table.combat} {broken}" in said["detail"]
        assert "restore the database from a backup" in said["detail"]
        assert "Retry-After" not in answer.headers


def assert_goes_on(table: Table) -> None:
    assert table.ana.says("roll", who="ana")["entries"]
    for path in ("state", "export", "evidence as application/zip", "evidence"):
        assert table.operator.get(path).status_code == 200, path
