"""Elapsed game time: in the API, on the page, on the command line and in the story."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.service.service import Service
from api.transfer.samples import FOLDER, load_sample
from domain.ruleset.sequence import game_seconds
from tests.support.clients.cli_runner import Typed
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in

BRIDGE = FOLDER / "age-of-magic" / "the-toll-bridge" / "fight.jsonl"
MILL = FOLDER / "kaiser" / "the-mill-at-dusk" / "fight.jsonl"
ALLEY = FOLDER / "arq" / "lamplighters-alley" / "fight.jsonl"


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Service]:
    """A service of every game."""
    service = service_in(tmp_path)
    yield service
    service.close()


def times(games: Service, name: str) -> list[tuple[int, int | None]]:
    """Every change of the elapsed time, with the round in which it stands."""
    combat = games.combat(name)
    clocks = (combat.moments.at(number).clock for number in range(1, combat.line.entries + 1))
    return [*dict.fromkeys((c.rounds, game_seconds(combat.rules.sequence, c)) for c in clocks)]


def test_every_combat_turn_of_age_of_magic_takes_5_seconds(games: Service):
    bridge = Table.at_combat(games, load_sample(games, BRIDGE))
    expected = [(0, 0), (1, 0), (1, 5), (2, 5), (2, 10), (3, 10), (3, 15)]
    assert times(games, bridge.combat) == expected
    told = bridge.operator.get("timeline as text/plain").text
    assert "Combat turn 1\n" in told and "Combat turn 3 (after 10 s)\n" in told


def test_every_action_phase_of_kaiser_takes_6_seconds(games: Service):
    mill = Table.at_combat(games, load_sample(games, MILL))
    rounds = mill.operator.part("turn-order")["round"]
    assert times(games, mill.combat)[:4] == [(0, 0), (1, 0), (1, 6), (2, 6)]
    assert mill.operator.part("turn-order")["elapsed_seconds"] == 6 * rounds


def test_a_game_without_durations_shows_none(games: Service):
    alley = Table.at_combat(games, load_sample(games, ALLEY))
    assert alley.operator.part("turn-order")["elapsed_seconds"] is None
    assert "game time" not in Reader(alley.app).get(alley.at.removeprefix("/v1")).text


def test_game_time_goes_back_with_an_undo_and_comes_again_with_a_redo(games: Service):
    lines = [json.loads(line) for line in BRIDGE.read_text("utf-8").splitlines()]
    second = [n for n, line in enumerate(lines) if line.get("choice") == "begin"][1]
    table = played(games, lines[: second + 1])
    assert now(table) == 5
    for _ in range(2):
        table.operator.says("rewind", how="undo")
    assert now(table) == 0
    for _ in range(2):
        table.operator.says("rewind", how="redo")
    assert now(table) == 5


def played(games: Service, lines: list[dict[str, Any]]) -> Table:
    """A fight up to somewhere in its course."""
    opening = {k: v for k, v in lines[0].items() if k != "type"} | {"seats": []}
    answer = Table.at_combat(games, "").operator.post("/v1/combats", opening)
    table = Table.at_combat(games, json.loads(answer.text)["combat"])
    for line in lines[1:]:
        table.operator.says(**line)
    return table


def now(table: Table) -> int:
    """The elapsed time as the state and the page have it."""
    seconds: int = table.operator.read("state")["turn_order"]["elapsed_seconds"]
    reader = Reader(table.app, str(table.operator.token))
    shown = reader.get(f"/combats/{table.combat}").text
    # Before any time is over, the page says nothing of it.
    assert (f"{seconds} s of game time" in shown) == (seconds > 0)
    return seconds


def test_show_says_how_much_game_time_is_over(typed: Typed):
    typed.says(f"play {BRIDGE}")
    assert "Game time: 15 s\n" in typed.says("show state last")
    assert typed.json("show state last")["turn_order"]["elapsed_seconds"] == 15
    assert "Game time: 0 s\n" in typed.says("show state last --at 20")
