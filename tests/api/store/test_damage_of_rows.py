"""Every column of every table damaged, and every row deleted: nothing wrong is ever served."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.server import serve
from api.server.address_file import CannotServe
from api.server.serve import Installation, running_service
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.transfer.write_export import export
from api.web import join_codes
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table, json_of, rules
from tests.support.combats.carried import elsewhere, fought
from tests.support.combats.contested import STANDS

ROLL = {"type": "roll", "who": "ana"}
ROWS = {
    "combatlog_events": "originator_id = ? AND originator_version = 8",
    "keys": "combat = ?",
    "catalogue": "combat = ?",
    "texts": "combat = ?",
    "people": "combat = ?",
    "secrets": "combat = ? AND seat = 's1'",
    "checkpoints": "combat = ?",
    "lines": "combat = ?",
    "rulings": "combat = ?",
    "joining": "combat = ?",
    "heads": "combat = ?",
    "openings": "combat != ?",
    "fingerprints": "key = 'master.key' AND ? != ''",
    "combatlog_migrations": "number = (SELECT MAX(number) FROM combatlog_migrations) AND ? != ''",
}
"""The row of each table that is damaged, found by the combat of which most is asked."""

GONE = {"secrets": 401, "joining": 200}
"""What is answered where a token or a door is gone: as if it had been taken back or shut."""


class Left(NamedTuple):
    """What a server left behind, how it is asked, and what it answered."""

    folder: Path
    combat: str
    tokens: dict[str, str]
    paths: tuple[str, ...]
    answers: list[tuple[int, Any]]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    """A fight with words, a ruling, a what-if, a door and a key; and one from elsewhere."""
    folder = tmp_path_factory.mktemp("left")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "all_rulesets", rules)
        with served(folder) as service, elsewhere(tmp_path_factory.mktemp("there")) as there:
            table = Table.laid(service)
            carried = take_in(service, export(there, fought(there), keyed=True)).combat
            paths = (
                *played(table),
                f"/v1/combats/{carried}/state",
                f"/v1/combats/{carried}/export",
            )
            join_codes.issue_join_code(service, table.combat, "player", 600)
        found = Left(folder, table.combat, table.tokens, paths, [])
        with served(folder) as service:
            found.answers.extend(asked(service, found))
        assert [found for found in found.answers if found[0] != 200] == []
        yield found


def played(table: Table) -> tuple[str, ...]:
    """Play a fight, rule on it, and try something else; where all of it is read."""
    fight(table)
    finish(table)
    assert table.ana.post("commands", ROLL, Idempotency_Key="kept").status_code == 200
    tried = json_of(table.ana.post("what-ifs", {"title": "Had he run"}))["combat"]
    said = table.bert.says("contest", entry=44, note="I parried that.", clause="T4")
    number = int(said["entries"][0]["number"])
    table.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="You did not.")
    below = f"/v1/combats/{table.combat}"
    views = ("", "/state", "/events?limit=500", "/export", "/disputes")
    rest = ("/v1/combats", "/v1/combats?q=ford", f"/v1/combats/{tried}/state")
    return *(f"{below}{view}" for view in views), f"{below}/precedents?clause=T4", *rest


@contextmanager
def served(folder: Path) -> Iterator[Service]:
    """A service as a start makes it."""
    with running_service(Installation(folder), samples=False) as service:
        yield service


def asked(service: Service, left: Left) -> Iterator[tuple[int, Any]]:
    """All that is read, by the operator and by Ana, and what a retry is answered."""
    table = Table(service, left.combat, left.tokens)
    for path in left.paths:
        yield plain(table.operator.get(path))
    yield plain(table.ana.get("options"))
    yield plain(table.ana.post("commands", ROLL, Idempotency_Key="kept"))


def plain(answer: Any) -> tuple[int, Any]:
    """A status, and what is sent with it."""
    return answer.status_code, answer.get_data()


def damages(left: Left, table: str) -> Iterator[tuple[str, str, tuple[object, ...]]]:
    """Each damage of a row: that it is gone, and a bit of each of its columns."""
    with closing(sqlite3.connect(left.folder / "combats.db")) as found:
        columns = found.execute(f"PRAGMA table_info({table})").fetchall()
        query = f"SELECT * FROM {table} WHERE {ROWS[table]} LIMIT 1"
        row = found.execute(query, (left.combat,)).fetchone()
    keys = [(name, row[n]) for n, name, *_, is_key in columns if is_key]
    where, key = " AND ".join(f"{name} = ?" for name, _ in keys), tuple(v for _, v in keys)
    yield f"{table} gone", f"DELETE FROM {table} WHERE {where}", key
    for (_, name, kind, *_), value in zip(columns, row, strict=True):
        place = "CAST(? AS TEXT)" if kind == "TEXT" else "?"
        for changed in flipped(value):
            change = f"UPDATE OR REPLACE {table} SET {name} = {place} WHERE {where}"
            yield f"{table}.{name}", change, (changed, *key)


def flipped(value: int | str | bytes) -> Iterator[int | bytes]:
    """A value with another bit; text may be none any more then."""
    if isinstance(value, int):
        yield value ^ 1
        return
    for bit in (1, 0x80):
        changed = bytearray(value.encode() if isinstance(value, str) else value)
        if changed:
            changed[len(changed) // 2] ^= bit
            yield bytes(changed)


@pytest.mark.sweep
@pytest.mark.parametrize("table", ROWS)
def test_damage_is_told_or_changes_nothing(
    left: Left, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(serve, "all_rulesets", rules)
    for n, (what, statement, values) in enumerate(damages(left, table)):
        folder = tmp_path / str(n)
        shutil.copytree(left.folder, folder)
        with closing(sqlite3.connect(folder / "combats.db")) as database, database:
            database.execute("PRAGMA ignore_check_constraints = ON")
            assert database.execute(statement, values).rowcount == 1, what
        must_tell(left, folder, what, GONE.get(table, 0))
        shutil.rmtree(folder)


def must_tell(left: Left, folder: Path, what: str, gone: int) -> None:
    """Every answer is as before, or says what is damaged; or there is no start, with a reason."""
    try:
        with served(folder) as service:
            answers = list(asked(service, left))
    except CannotServe as error:
        assert re.search("damaged|migration|backup", str(error)), (what, error)
        return
    asked_for = (*left.paths, "options", "retry")
    for path, (status, data), before in zip(asked_for, answers, left.answers, strict=True):
        is_told = status == 500 and b"/problems/damaged" in data
        assert (status, data) == before or is_told or status == gone, (what, path, status, data)


def test_lines_and_rulings_that_are_lost_are_made_anew(
    left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(serve, "all_rulesets", rules)
    shutil.copytree(left.folder, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy/combats.db")) as database, database:
        for table in ("catalogue", "rulings"):
            database.execute(f"DELETE FROM {table}")
    with served(tmp_path / "copy") as service:
        assert list(asked(service, left)) == left.answers


@pytest.mark.parametrize(("table", "what"), [("texts", "its words"), ("keys", "the keys of its")])
def test_damage_beside_the_entries_is_said_and_others_go_on(
    left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, what: str
):
    monkeypatch.setattr(serve, "all_rulesets", rules)
    shutil.copytree(left.folder, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy/combats.db")) as database, database:
        database.execute(f"DELETE FROM {table} WHERE combat = ?", (left.combat,))
    with served(tmp_path / "copy") as service:
        damaged = Table(service, left.combat, left.tokens)
        other = Table.laid(service)
        for path in ("export", "events", "state"):
            refused = json_of(damaged.operator.get(path))
            assert refused["type"] == "/problems/damaged", path
            said = f"what the database holds of {what}"
            assert said in refused["detail"] and "combatlog admin restore" in refused["detail"]
        refused = damaged.operator.post("commands", ROLL)
        assert json_of(refused)["type"] == "/problems/damaged"
        assert other.ana.says("roll", who="ana")["entries"]
