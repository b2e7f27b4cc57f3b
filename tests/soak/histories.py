"""Logs with undos and branches against brute force, and one command said many times at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter

from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from domain.log.codec import Entry
from domain.state.combat import fold, state_hash
from tests.soak.rows import Row, counted
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, play


def histories(runs: int) -> Row:
    """Undo, redo, jumps and branches: any state equals a walk along the parents, also reopened."""
    start, states = perf_counter(), 0
    for seed in counted("histories", runs):
        with TemporaryDirectory() as folder:
            states += _history(Path(folder), seed)
    return Row("histories against brute force", runs, f"{states:,} states", perf_counter() - start)


def _toy_service(folder: Path) -> Service:
    """A service over a folder, for the toy game."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    return Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": TOY})


def _history(folder: Path, seed: int) -> int:
    chance, service = Random(seed), _toy_service(folder)
    name = opened(service)
    play(service, name, chance, 80)
    combat = service.combat(name)
    log = {entry.seq: entry for entry in combat.entries(1, combat.line.entries)}
    nodes = [seq for seq, entry in log.items() if entry.is_play]
    expected = {seq: _walked(log, seq) for seq in chance.sample(nodes, 30)}
    assert _states(service, name, expected) == expected, seed
    service.close()
    again = _toy_service(folder)
    assert _states(again, name, expected) == expected, seed
    again.close()
    return 2 * len(expected)


def _states(service: Service, name: str, nodes: Iterable[int]) -> dict[int, str]:
    moments = service.combat(name).moments
    return {seq: state_hash(moments.at(seq)) for seq in nodes}


def _walked(log: dict[int, Entry], seq: int) -> str:
    path = []
    while seq:
        path.append(log[seq])
        seq = log[seq].meta.parent or 0
    return state_hash(fold(reversed(path)))


def moments(runs: int, size: int) -> Row:
    """Random moments of one long combat, amid steps too: each equals a fold from the beginning.

    Asked in the order of chance, then once more of a service that has nothing in memory.
    """
    start, chance = perf_counter(), Random(20)
    with TemporaryDirectory() as folder:
        service = _toy_service(Path(folder))
        name = opened(service)
        while service.combat(name).line.entries < size:
            play(service, name, chance, 50)
        combat = service.combat(name)
        log = {entry.seq: entry for entry in combat.entries(1, combat.line.entries)}
        nodes = [combat.line.node_after(chance.randint(1, len(log))) for _ in range(runs)]
        expected = {seq: _walked(log, seq) for seq in nodes}
        assert _states(service, name, nodes) == expected
        service.close()
        again = _toy_service(Path(folder))
        assert _states(again, name, reversed(nodes)) == expected
        again.close()
    took = perf_counter() - start
    return Row("random moments against a full refold", runs, f"{2 * runs:,} states", took)


def duplicates(runs: int) -> Row:
    """Fifty threads say the same thing at once, under one key: one step."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        service = _toy_service(Path(folder))
        name = opened(service)
        for number in counted("duplicates", runs):
            before = service.combat(name).line.steps
            request = Request(c.Roll(who="ana"), OPERATOR, key=f"k{number}", body=b"roll")
            threads = [Thread(target=service.say, args=(name, request)) for _ in range(50)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert service.combat(name).line.steps == before + 1, number
        service.close()
    return Row("fifty duplicates at once", runs, f"{runs} steps", perf_counter() - start)
