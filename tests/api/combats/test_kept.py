"""What is kept of open combats in memory: the latest whole, those before at rest, in bounds."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from weakref import ref

import pytest

from api.campaigns.projector import Projector
from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.combats.weight import ALLOCATED, measure
from api.handlers.transaction import Work
from api.server.serve import settle_memory
from api.service.dispatch import enter_command
from api.service.service import OPERATOR, Service
from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.transfer.samples import CHECKED_OUT, load_sample
from api.vault.key_files import Vault
from domain import commands as c
from domain.rulesets import all_rulesets
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, Viewer
from tests.support.clients.restarted_service import Start, start
from tests.support.playing_service import opened, play

__all__ = ["start"]

ANA = Viewer("p1", "player", ("ana",))


def fought(service: Service, seed: int = 1) -> str:
    """A toy fight with a few undone steps, that several have looked at."""
    name = opened(service, policy="free")
    play(service, name, Random(seed), 12)
    with service.lock_combat(name) as combat:
        for viewer in (PUBLIC, ANA, OPERATOR):
            Sights().of(combat, viewer).books()
    return name


def told(combat: OpenCombat) -> list[Any]:
    """All that is read of a combat: its states, entries and what each viewer sees."""
    line, last = combat.line, combat.line.entries
    sights = [Sights().of(combat, viewer) for viewer in (PUBLIC, ANA, OPERATOR)]
    return [
        [state_hash(combat.moments.at(line.last(step))) for step in line.path(0, line.head)],
        [(entry.meta, entry.event, entry.chain) for entry in combat.entries(1, last)],
        [[sight.entry(seq) for seq in range(1, len(sight) + 1)] for sight in sights],
        [sight.moment(sight.node).combat for sight in sights],
        [len(tuple(sight.books()[0].recorded_postings())) for sight in sights],
        combat.opening_event,
    ]


def test_a_combat_that_rests_tells_the_same_and_goes_on(start: Start) -> None:
    service = start()
    name = fought(service)
    with service.lock_combat(name) as combat:
        before = told(combat)
        combat.rest()
        assert combat.is_resting
        assert told(combat) == before
        combat.rest()
    play(service, name, Random(2), 12)
    went_on = told(service.combat(name))
    assert went_on[1][: len(before[1])] == before[1]
    assert told(start().combat(name)) == went_on


def test_those_before_the_latest_rest_and_count_for_less(start: Start) -> None:
    service = start()
    names = [fought(service, seed) for seed in range(4)]
    combats, kept = [service.combat(name) for name in names], service.combats._kept
    assert not any(each.is_resting for each in combats)
    in_use = dict(kept._in_use.weights)
    kept._most = 2 * (in_use[names[2]] + in_use[names[3]])
    service.combat(names[2])
    assert [each.is_resting for each in combats] == [True, True, False, False]
    assert all(kept._resting.weights[name] < in_use[name] / 2 for name in names[:2])
    play(service, names[0], Random(3), 1)
    service.combat(names[2])
    assert [each.is_resting for each in combats] == [False, True, False, True]


def test_beyond_the_limit_the_least_recently_used_are_let_go(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.combats.kept.IN_USE", 0)
    service = start()
    kept = service.combats._kept
    names = [fought(service, seed) for seed in range(2)]
    kept._most = kept.bytes
    names += [fought(service, seed) for seed in range(2, 9)]
    service.combat(names[-2])
    assert kept.bytes <= kept._most
    assert kept.find(names[0]) is None and kept.find(names[-1]) is not None
    kept._most = 1
    service.combat(names[0])
    assert [each.name for each in kept] == [names[0]]
    assert told(service.combat(names[2])) == told(start().combat(names[2]))


def test_one_that_somebody_holds_is_not_let_go(start: Start) -> None:
    service = start()
    held = fought(service)
    service.combats._kept._most = 1
    with service.lock_combat(held) as combat:
        thread = Thread(target=lambda: service.combat(fought(service, 2)))
        thread.start()
        thread.join()
        assert not combat.is_let_go and not combat.is_resting


def test_the_one_that_is_asked_for_stays_where_all_others_are_held(start: Start) -> None:
    service = start()
    held, asked = fought(service, 1), fought(service, 2)
    service.combats._kept._most = 1
    with service.lock_combat(held), ThreadPoolExecutor(1) as other:
        assert not other.submit(service.combat, asked).result().is_let_go


def test_what_is_counted_is_what_they_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.combats.kept.IN_USE", 0.012)
    monkeypatch.setattr("api.combats.weight.SAMPLED", 1)
    settings = Settings(f"sqlite:///{tmp_path}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(tmp_path / "keys"), all_rulesets)
    for file in sorted(CHECKED_OUT.glob("*/*/fight.jsonl"))[::2]:
        load_sample(service, file)
    kept = service.combats._kept
    assert kept._in_use.combats and kept._resting.combats
    taken = sum(measure(each, all_rulesets()[each.rules.key]) for each in kept)
    assert kept.bytes == pytest.approx(ALLOCATED * taken, rel=0.1)
    service.close()


def test_nobody_stores_on_after_the_database_was_found_away(start: Start, monkeypatch) -> None:
    service, tried = start(), list[str]()
    for seed in range(3):
        fought(service, seed)
    monkeypatch.setattr(service.log, "put_checkpoint", lambda name, *_: tried.append(name))
    service.combats.close()
    assert len(tried) == 1


def roll_with(service: Service, combat: OpenCombat) -> None:
    """Append a roll through a combat, whether it is the one that is kept or not."""
    work = Work(service.effects, combat, OPERATOR)
    enter_command(work, c.Roll(who="ana", sides=6))
    work.commit(None)


def test_what_was_read_for_long_is_kept_with_what_was_appended_meanwhile(start: Start) -> None:
    service = start()
    name = fought(service)
    late = service.combats.load(name)
    with service.lock_combat(name) as combat:
        roll_with(service, combat)
    service.combats.let_go(name)
    assert service.combats.keep(late) is late
    assert late.line.entries < service.log.last_seq(name)
    with service.lock_combat(name) as combat:
        assert combat is late and combat.line.entries == service.log.last_seq(name)


def test_who_was_let_go_twice_lets_go_of_nobody_else(start: Start) -> None:
    service = start()
    name = fought(service)
    with service.lock_combat(name) as combat:
        service.combats.let_go(name)
        another = service.combats.combat(name)
        combat.is_whole = False
    assert not another.is_let_go and service.combats.combat(name) is another


def test_what_is_appended_through_a_combat_that_was_let_go_reaches_the_next(start: Start) -> None:
    service = start()
    name = fought(service)
    with ThreadPoolExecutor(1) as other, service.lock_combat(name) as combat:
        service.combats.let_go(name)
        other.submit(_looked_at, service, name).result()
        another = service.combats.combat(name)
        roll_with(service, combat)
    assert _looked_at(service, name) == service.log.last_seq(name)
    assert service.combats.combat(name) is another is not combat


def test_a_record_has_what_was_appended_through_a_combat_that_was_let_go(start: Start) -> None:
    """It is made while that combat is still held, and another one was read without the entry."""
    service = start()
    name = fought(service)
    with ThreadPoolExecutor(1) as other, service.lock_combat(name) as combat:
        service.combats.let_go(name)
        other.submit(_looked_at, service, name).result()
        roll_with(service, combat)
        made = other.submit(Projector(service.log, service.combats).record, name).result()
    service.combats.let_go(name)
    assert made and made == Projector(service.log, service.combats).record(name)


def _looked_at(service: Service, name: str) -> int:
    with service.lock_combat(name) as combat:
        return combat.line.entries


def test_who_holds_a_combat_does_not_look_at_its_log_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a network each look takes as long as the command itself."""
    service = start()
    name, looks = fought(service), list[str]()
    monkeypatch.setattr(CombatLog, "is_shared", True)
    monkeypatch.setattr(OpenCombat, "catch_up", lambda self: looks.append(self.name))
    for _ in range(2):
        with suppress(KeyError), service.lock_combat(name), service.lock_combat(name):
            raise KeyError
    assert looks == [name, name]


def test_what_is_let_go_is_freed_though_nobody_looks_for_garbage(start: Start) -> None:
    """A look at all that a server keeps would take seconds, so it makes none."""
    service = start()
    name = fought(service)
    combat = service.combats.combat(name)
    combat.view(ANA)
    found: list[ref[Any]] = [ref(combat), ref(combat.moments), *map(ref, combat.sights.values())]
    del combat
    gc.disable()
    try:
        service.combats.let_go(name)
        assert not any(one() for one in found)
    finally:
        gc.enable()


def test_no_look_for_garbage_takes_long() -> None:
    before = gc.get_threshold()
    try:
        settle_memory()
        young, middle, old = gc.get_threshold()
    finally:
        gc.set_threshold(*before)
    assert young * middle <= 50_000 and young * middle * old >= 10**8
