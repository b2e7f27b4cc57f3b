"""samples/chat_bot.py is short, plays what is typed, and says what came of it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from api.client import Client, Combat, Failed, connect
from domain.rulesets import all_rulesets
from tests.support.clients.real_server import plugin_in

ROOT = Path(__file__).parents[2]
FILE = ROOT / "samples" / "chat_bot.py"
SEATS = [
    {"person": "Ann", "role": "player", "combatants": ["ana"]},
    {"person": "Bo", "role": "player", "combatants": ["orm"]},
]


@pytest.fixture(scope="module")
def chat_bot() -> Any:
    """The sample as a module."""
    spec = importlib.util.spec_from_file_location("chat_bot", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.syspath_prepend(str(plugin_in(tmp_path)))
    all_rulesets.cache_clear()
    with connect(data=tmp_path / "data", create=True) as client:
        yield client
    all_rulesets.cache_clear()


def seated(table: Client) -> tuple[Combat, Combat]:
    """A toy fight in its first round, as its two players see it; it is Ana's turn."""
    opened = table.opened(ruleset="toy", title="The ford", seats=SEATS)
    fight = table.combat(opened["combat"])
    for who, side in (("ana", "a"), ("orm", "b")):
        fight.say("join", subject=who, name=who.title(), side=side)
    fight.say("answer", who="referee", about="round", choice="begin")
    ana, orm = (fight.seated(seat["token"]) for seat in opened["seats"])
    return ana, orm


def until(said: list[str], line: str) -> None:
    """Wait until a line was said in the chat."""
    end = time.monotonic() + 5
    while line not in said:
        assert time.monotonic() < end, said
        time.sleep(0.01)


def test_it_has_eighty_lines():
    lines = [line for line in FILE.read_text().splitlines() if line.strip()]
    assert len(lines) <= 80


def test_what_is_typed_is_played_and_everybody_hears_of_it(chat_bot: Any, table: Client):
    channel: list[str] = []
    ana, orm = (chat_bot.Bot(fight, channel.append) for fight in seated(table))
    following = Thread(target=follow, args=[ana, ana.fight.get()["last"]], daemon=True)
    following.start()
    for bot, line, answer in (
        (ana, "!options", "!move: move, 1 action points\n!end: end the turn"),
        (ana, "!strike orm", "That cannot be done now. Type !options to see what can."),
        (ana, "!move orm", "Ana and Orm: side by side"),
        (orm, "!pass", "Ana and Orm: side by side"),
        (ana, "!strike", "At whom? orm"),
        (ana, "!STRIKE or", "Ana strikes Orm"),
        (orm, "!parry", "Orm means to parry"),
        (ana, "!move 'orm", "No closing quotation"),
    ):
        bot.hears("hello, " + line)
        bot.hears(line)
        until(channel, answer)
    table.combat(ana.fight.id).say("seat-renew", seat="s1")
    following.join(20)
    assert not following.is_alive()


def follow(bot: Any, after: str) -> None:
    """Follow until the bot's seat has another token."""
    with suppress(Failed):
        bot.follow(after)


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_it_runs_as_a_program(table: Client, tmp_path: Path):
    fight = table.open_combat("open")
    fight.say("join", subject="ann")
    table.close()
    (tmp_path / "data").rename(tmp_path / ".combatlog")
    run = subprocess.run(
        [sys.executable, str(FILE), fight.id],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="!options\n",
        text=True,
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr
    assert "!begin: " in run.stdout, run.stdout
