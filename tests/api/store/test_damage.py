"""Damage in the database: it is said which entry it is, nothing damaged is served, others go on."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from api.evidence.rebuild import Kept
from api.store.core.error_messages import translation
from api.store.core.errors import Damaged
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import json_of, rules
from tests.support.tampering.damaged import (
    BODY,
    CHAIN,
    DAMAGES,
    World,
    assert_goes_on,
    assert_refuses_everything,
    deleted,
    flipped,
    world,
)

__all__ = ["world"]


@pytest.mark.sweep
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


@pytest.mark.sweep(share=4)
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
    assert "combatlog admin restore" in page.text


def test_rebuild_says_which_entry(world: World):
    last = world.table.entries()
    for damage, said in ((deleted(last), f"entry {last} is missing"), (flipped(BODY), "entry 8")):
        world.restart(damage, caches=True)
        kept = Kept(world.service.log, world.service.vault, rules())
        assert said in kept.check_combat(world.table.combat).flaws[0].lower()
        assert kept.check_combat(world.other.combat).flaws == ()


CACHES = {
    "a state": ("checkpoints", "data", 40),
    "an index": ("lines", "data", 60),
    "the end of a state": ("checkpoints", "data", -1),
    "a seal": ("checkpoints", "data", 0),
    "a chain": ("checkpoints", "chain", 3),
    "the chain of an index": ("lines", "chain", 3),
}


@pytest.mark.sweep
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
    recorder = world.service.log.recorder
    select, combat = type(recorder).select_events, world.table.combat

    def broken(self: Any, originator_id: str, *, gt: int, lte: int | None, **page: Any) -> Any:
        if originator_id == combat and gt < 8 <= (lte or 8):
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorname = "SQLITE_CORRUPT"
            raise translation(error)
        return select(self, originator_id, gt=gt, lte=lte, **page)

    monkeypatch.setattr(type(recorder), "select_events", broken)
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
