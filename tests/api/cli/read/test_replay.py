"""`combatlog replay`: frames printed, and played with the keys of a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from typing import Any

import click
import pytest
from click.testing import CliRunner

from api.cli.client.connect import connect
from api.cli.read.replay import Keyboard, Player
from api.client.places import Place
from tests.support.architecture import ROOT
from tests.support.clients.cli_runner import PLAIN, Typed
from tests.support.clients.real_server import MAIN


def test_without_a_terminal_the_frames_are_printed(typed: Typed):
    said = typed.says("replay last")
    assert "Ana strikes Bert" in said
    assert "          Ana: AP 2 -> 1\n" in said
    frames = typed.json("replay last")["items"]
    assert [f["number"] for f in typed.json("replay last --from 5")["items"]] == [
        f["number"] for f in frames if int(f["number"]) > 5
    ]
    typed.says("undo step last --yes")
    assert "Ana strikes Bert" not in typed.says("replay last")
    assert "Ana strikes Bert" in typed.says("replay last --undone")
    turns = typed.json("replay last --by turn")["items"]
    assert [f["path"][-1] for f in turns] == ["turn of Ana"] * len(turns)


class Pressed(Keyboard):
    """Keys as they are pressed; an empty one is time that passes."""

    def __init__(self, *keys: str, lines: tuple[str, ...] = ()):
        self.keys, self.lines = [*keys, "q"], list(lines)
        self.waits: list[float | None] = []

    def read(self, wait: float | None) -> str:
        self.waits.append(wait)
        return self.keys.pop(0)

    def line(self, prompt: str) -> str:
        return self.lines.pop(0)


def played(typed: Typed, board: Pressed, **how: Any) -> tuple[str, Player]:
    """What is shown for some keys, and the player after them."""
    kept: list[Player] = []

    @click.command()
    def playing() -> None:
        with connect(Place(typed.folder / ".combatlog")) as client:
            kept.append(Player(client.combat("last"), how.get("by", "step"), False))
            kept[0].play(board)

    done = CliRunner().invoke(playing, env=PLAIN)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output, kept[0]


def test_time_goes_on_and_keys_go_on_and_back(typed: Typed):
    frames = [f["number"] for f in typed.json("replay last")["items"]]
    assert played(typed, Pressed("", "", ""))[1].place == frames[3]
    assert played(typed, Pressed("n", "n", "b"))[1].place == frames[1]
    said, player = played(typed, Pressed(*[""] * 40))
    assert player.place == frames[-1] and not player.playing and "This is the end." in said


def test_keys_for_speed_pause_jump_stretch_and_bookmarks(typed: Typed):
    typed.says("note add last 'here she struck' --about 9 --bookmark")
    board = Pressed("+", "+", "-", " ", "u", "5", "4", "3", "1", "g", "m", "?", "0", lines=("8",))
    said, player = played(typed, board)
    assert board.waits[:5] == [1.0, 0.5, 0.25, 0.5, None]
    for told in (
        "2 frames a second.",
        "Paused.",
        "Through what was undone.",
        "By round.",
        "By turn.",
        "By entry.",
        "Bookmark: here she struck",
        "space: play",
    ):
        assert told in said, told
    assert (player.by, player.through, player.place) == ("entry", True, "1")
    assert played(typed, Pressed("g", lines=("9999",)))[0].count("There is no entry") == 1


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_in_a_terminal_it_plays_and_leaves_it_as_it_was(typed: Typed):
    plugin = f"{typed.folder / 'plugin'}{os.pathsep}{ROOT}"
    environment = {**os.environ, **PLAIN, "PYTHONPATH": plugin, "NO_COLOR": "1"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", MAIN, "replay", "last", "--speed", "0.125"]
    with subprocess.Popen(
        command, cwd=typed.folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        said = _until(ours, "space: play", "     1")
        os.write(ours, b"n")
        said += _until(ours, "Ana comes in")
        os.write(ours, b"\x1b[D")
        said += _until(ours, "The bridge")
        os.write(ours, b"q")
        assert process.wait(timeout=20) == 0, said
    os.close(ours)


def _until(file: int, *wanted: str) -> str:
    said, start = "", time.monotonic()
    while not all(each in said for each in wanted):
        assert time.monotonic() - start < 30, said
        said += os.read(file, 4096).decode()
    return said
