"""Processes that count for campaigns beside a server, killed at any moment, several at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.campaigns.projector import Projector
from api.combats.registry import OpenCombats
from api.service.service import Service
from api.store.campaigns.open_records import open_records
from api.store.core.settings import Settings
from api.store.open_log import open_log
from api.vault.key_files import Vault
from tests.api.campaigns.test_projection import all_of, expected, followed
from tests.support.clients.cli_runner import PLAIN, typed_in
from tests.support.clients.http_client import rules
from tests.support.clients.real_server import MAIN, Served
from tests.support.playing_service import opened, play
from tests.sweeps import so_many

ROOT = Path(__file__).parents[3]
CODE = "import sys; from tests.api.campaigns.test_processes import count; count(*sys.argv[1:])"
KILLS = so_many(4, 2)


def count(url: str, keys: str) -> None:
    """Count until killed, as `combatlog project` does."""
    with closing(open_log(Settings(url), writing=False)) as log:
        print("begins", flush=True)
        Projector(log, OpenCombats(log, Vault(Path(keys)), rules), gently=False).run()


def begin(service: Service) -> subprocess.Popen[str]:
    """A process that counts."""
    command = [sys.executable, "-c", CODE, service.log.settings.database, str(service.vault.folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begins\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate(timeout=20)


def waits_for(service: Service, seconds: float = 20) -> bool:
    """Whether the records come to be those of the fights, by what others do."""
    deadline, want = time.monotonic() + seconds, expected(service)
    while all_of(service) != want and time.monotonic() < deadline:
        time.sleep(0.05)
    return all_of(service) == want


@pytest.mark.sweep(share=2)
def test_two_processes_are_killed_again_and_again_and_count_exactly_once(either_service: Service):
    service, chance = either_service, Random(7)
    names = [opened(service, policy="free") for _ in range(3)]
    counting = [begin(service), begin(service)]
    for turn in range(KILLS):
        for name in names:
            play(service, name, chance, 3)
        time.sleep(chance.random() / 4)
        kill(counting[turn % 2])
        counting[turn % 2] = begin(service)
    assert waits_for(service)
    for process in counting:
        assert process.poll() is None
        kill(process)
    play(service, names[0], chance, 3)
    assert followed(service) == expected(service)


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_the_other_goes_on_where_one_is_killed(service: Service):
    name = opened(service, policy="free")
    one, other = begin(service), begin(service)
    assert waits_for(service)
    kill(one)
    play(service, name, Random(3), 4)
    assert waits_for(service)
    kill(other)


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_a_server_counts_of_its_own_accord(tmp_path: Path):
    server = Served(tmp_path)
    try:
        combat, _ = server.combat()
        deadline, found = time.monotonic() + 20, dict[str, str]()
        while combat not in found and time.monotonic() < deadline:
            with open_records(Settings(f"sqlite:///{server.data}/combats.db")) as records:
                found = records.all()
            time.sleep(0.05)
        assert list(found) == [combat]
    finally:
        server.close()


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_the_command_counts_until_it_is_interrupted(tmp_path: Path, monkeypatch: Any):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        path = os.pathsep.join([*sys.path[:1], str(ROOT)])
        with subprocess.Popen(
            [sys.executable, "-c", MAIN, "project"],
            env={**os.environ, **PLAIN, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            assert "until Ctrl-C" in process.stderr.readline()
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "1 fight counted.\n")
