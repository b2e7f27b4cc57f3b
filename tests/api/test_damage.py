"""Damage in the database: it is said which entry it is, nothing damaged is served, others go on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.rebuilding import Kept
from api.service import Service
from api.store import Damaged, Settings, migrate, open_log
from api.vault import Vault
from tests.api.paper import Reader
from tests.api.table import Table, json_of, rules
from tests.postgres import url_of

LEAF, CHAIN, BODY = 0, 32, 80
"""Where in what is stored of an entry these are."""

Answered = Any


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
        table.operator.get("bundle"),
        table.ana.get("feed"),
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
    for path in ("state", "export", "bundle", "feed"):
        assert table.operator.get(path).status_code == 200, path


@pytest.mark.parametrize(("caches", "view"), [(True, "export"), (False, "state")])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_found_when_it_is_read_and_after_the_checkpoint_at_opening(
    world: World, damage: Any, caches: bool, view: str
):
    world.restart(damage, caches=caches)
    assert world.table.operator.get(view).status_code == 500
    assert_refuses_everything(world.table, 8)
    assert_goes_on(world.other)


@pytest.mark.parametrize(
    "change",
    ["DELETE FROM heads", "UPDATE heads SET seq = 5", "UPDATE heads SET chain = zeroblob(32)"],
)
def test_a_head_that_is_lost_or_another_is_told(tmp_path: Path, change: str):
    world = World(f"sqlite:///{tmp_path}/combats.db", tmp_path)
    spoil = f"{change} WHERE combat = ?"

    def damage(world: World) -> None:
        world.run(spoil, world.table.combat)

    world.restart(damage, caches=True)
    refused = json_of(world.table.ana.post("commands", {"type": "roll", "who": "ana"}))
    assert refused["type"] == "/problems/damaged"
    assert "what the database holds of where it ends is broken" in refused["detail"]
    assert_goes_on(world.other)
    world.service.close()


@pytest.mark.parametrize("caches", [True, False])
def test_entries_that_are_missing_at_the_end_are_missed(world: World, caches: bool):
    last = world.table.entries()
    world.restart(deleted(last - 1, last), caches=caches)
    assert_refuses_everything(world.table, last - 1)
    assert_goes_on(world.other)


def test_a_combat_all_of_whose_entries_are_gone_is_not_a_new_one(world: World):
    world.restart(deleted(*range(1, world.table.entries() + 1)), caches=False)
    assert_refuses_everything(world.table, 1)


def test_a_running_server_goes_on_refusing_what_it_found(world: World):
    world.table.ana.says("roll", who="ana")
    world.restart(lambda _: None, caches=True)
    world.table.ana.says("roll", who="ana")
    flipped(BODY)(world)
    assert world.table.operator.get("export").status_code == 500
    world.service.combats.let_go(world.table.combat)
    assert_refuses_everything(world.table, 8)
    assert_goes_on(world.other)


@pytest.mark.parametrize("hidden", [0, 3])
@pytest.mark.parametrize("missing", [False, True])
def test_the_number_does_not_tell_how_much_is_hidden(world: World, hidden: int, missing: bool):
    before = int(world.table.ana.read("events?limit=100")["items"][-1]["number"])
    for _ in range(hidden):
        world.table.operator.says("roll", who="referee", hidden=True)
    world.table.ana.says("roll", who="ana")
    last = world.table.entries()
    damage = deleted(last) if missing else flipped(BODY, last)
    world.restart(damage, caches=False)
    said = json_of(world.table.ana.get("state"))
    assert said["numbers"] == {"after": before}


def test_the_page_says_which_entry_and_what_to_do(world: World):
    world.restart(flipped(BODY), caches=False)
    reader = Reader(world.table.app, world.service.vault.operator_token())
    page = reader.client.get(f"/combats/{world.table.combat}", base_url="http://localhost")
    assert page.status_code == 500
    assert (
        f"Combat {world.table.combat} is damaged: what follows its entry 7 is broken" in page.text
    )
    assert "combatlog restore" in page.text


def test_rebuild_says_which_entry(world: World):
    last = world.table.entries()
    for damage, said in ((deleted(last), f"entry {last} is missing"), (flipped(BODY), "entry 8")):
        world.restart(damage, caches=True)
        kept = Kept(world.service.log, world.service.vault, rules())
        assert said in kept.checked(world.table.combat).flaws[0].lower()
        assert kept.checked(world.other.combat).flaws == ()


CACHES = {
    "a state": ("checkpoints", "data", 40),
    "an index": ("lines", "data", 60),
    "the end of a state": ("checkpoints", "data", -1),
    "a seal": ("checkpoints", "data", 0),
    "a chain": ("checkpoints", "chain", 3),
    "the chain of an index": ("lines", "chain", 3),
}


@pytest.mark.parametrize("cache", CACHES.values(), ids=CACHES)
def test_a_damaged_cache_is_never_trusted(world: World, cache: tuple[str, str, int]):
    table, column, at = cache
    state, index = world.table.ana.read("state"), world.table.operator.read("events")

    def damage(world: World) -> None:
        found = f"SELECT {column} FROM {table} WHERE combat = ?"
        data = bytearray(world.run(found, world.table.combat)[0][0])
        data[at] ^= 1
        changed = f"UPDATE {table} SET {column} = ? WHERE combat = ?"
        world.run(changed, bytes(data), world.table.combat)

    world.restart(damage, caches=True)
    assert world.table.ana.read("state") == state
    assert world.table.operator.read("events") == index
    assert_goes_on(world.table)


def test_what_memory_has_and_the_log_has_not_is_not_gone_on_with(world: World):
    """The database was put back to an earlier state while the server ran."""
    combat, last = world.table.combat, world.table.entries()
    deleted(last)(world)
    world.run(
        "UPDATE heads SET seq = ?, chain = ? WHERE combat = ?",
        last - 1,
        world.state(last - 1)[CHAIN : CHAIN + 32],
        combat,
    )
    refused = world.table.ana.post("commands", {"type": "roll", "who": "ana"})
    assert refused.status_code == 503
    again = world.table.ana.says("roll", who="ana")
    assert again["entries"]
    records = list(world.service.combat(combat).records(1, world.table.entries()))
    assert [r.seq for r in records] == list(range(1, len(records) + 1))


def test_an_error_of_the_disk_in_one_entry_is_said_to_be_there(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """What is on a destroyed page cannot be read however often one tries."""
    ground = world.service.log.tables.ground
    fetch, combat = type(ground).fetch, world.table.combat

    def broken(self: Any, statement: str, values: Any) -> Any:
        if "BETWEEN" in statement and values[0] == combat and values[1] <= 8 <= values[2]:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorname = "SQLITE_CORRUPT"
            from api.store.sqlite_connection import translation

            failure = translation(error)
            failure.__cause__ = error
            raise failure
        return fetch(self, statement, values)

    monkeypatch.setattr(type(ground), "fetch", broken)
    with caplog.at_level(logging.ERROR):
        assert world.table.operator.get("export").status_code == 500
    monkeypatch.undo()
    assert_refuses_everything(world.table, 8)
    assert_goes_on(world.other)


def test_the_store_says_which_entry_is_missing(world: World):
    deleted(8)(world)
    with pytest.raises(Damaged) as caught:
        list(world.service.log.read(world.table.combat))
    assert (caught.value.combat, caught.value.seq) == (world.table.combat, 8)
