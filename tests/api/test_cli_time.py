"""Going to and fro at the command line: asking, trying things out, replaying."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from typing import Any

import click
from click.testing import CliRunner

from api.cli.replaying import Player
from tests.api.served import MAIN
from tests.api.typed import PLAIN, Typed
from tests.architecture import ROOT

# --- asking --------------------------------------------------------------------------------


def test_a_request_is_made_shown_answered_and_withdrawn(typed: Typed):
    assert "Going back at this table: free; you have 0 left." in typed.says("request last")
    assert typed.says("policy last consent --allowance 1").endswith("now on: consent.\n")
    before = typed.json("show last")
    asked = typed.says("undo last --ask --yes")
    assert "waits for p1; play waits" in asked
    assert "Cost: 1 decisions, 0 dice, 1 other people, 0 things learned\n" in asked
    assert "Better leave it as it is: 1 decision would fall, one other" in asked
    said = typed.says("request last")
    assert "consent, 1 free for each" in said and "referee asks to undo from entry" in said
    assert "it waits for p1, 1" in said and "The referee answers for p1." in said
    assert typed.says("answer last withdraw") == "It was withdrawn.\n"
    assert typed.json("show last") == before
    assert "wait before you ask again" in typed.fails("undo last --ask --yes")["detail"]


def test_a_request_is_refused_for_a_player_who_is_away(typed: Typed):
    typed.says("policy last consent")
    before = typed.json("show last")
    typed.says("undo last --ask --yes")
    assert typed.says("answer last refuse --who p1") == "It was refused.\n"
    assert typed.json("show last") == before


def test_when_all_have_agreed_the_head_moves(typed: Typed):
    typed.says("policy last consent")
    typed.says("undo last --ask --yes")
    done = typed.says("answer last agree --who p1 --note 'he nodded'")
    assert done == "All have agreed: the head was moved.\n"
    assert "2 action points" in typed.says("show last")
    assert typed.says("redo last --span turn --yes")


# --- what if -------------------------------------------------------------------------------


def test_something_is_tried_and_compared(typed: Typed):
    before, there = typed.json("list")["items"][0]["combat"], typed.json("show last")
    said = typed.says("what-if last --at 10 --title 'had she stayed'")
    made = said.split()[1]
    assert f"goes on from {before} after entry" in said
    (typed.folder / "luck.jsonl").write_text('{"type": "roll", "who": "ana"}\n')
    typed.says(f"play luck.jsonl --into {made}")
    assert "had she stayed" in typed.says("what-ifs last")
    assert typed.json("show last") == there
    side = typed.says(f"compare last {made}")
    assert re.search(r"\bAP\b", side) and "becomes" in side
    assert "Ana rolls loose" in typed.says(f"log {made}")


# --- replaying -----------------------------------------------------------------------------


def test_without_a_terminal_the_frames_are_printed(typed: Typed):
    said = typed.says("replay last")
    assert "Ana strikes Bert" in said
    assert "          Ana: AP 2 -> 1\n" in said
    frames = typed.json("replay last")["items"]
    assert [f["number"] for f in typed.json("replay last --from 5")["items"]] == [
        f["number"] for f in frames if int(f["number"]) > 5
    ]
    typed.says("undo last --yes")
    assert "Ana strikes Bert" not in typed.says("replay last")
    assert "Ana strikes Bert" in typed.says("replay last --undone")
    turns = typed.json("replay last --by turn")["items"]
    assert [f["path"][-1] for f in turns] == ["turn of Ana"] * len(turns)


class Pressed:
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
    from api.cli.finding import desk_at
    from api.cli.words import Where

    kept: list[Player] = []

    @click.command()
    def playing() -> None:
        with desk_at(Where(typed.folder / ".combatlog")) as desk:
            kept.append(Player(desk, desk.combat("last"), how.get("by", "step"), False))
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
    typed.says("note last 'here she struck' --about 9 --bookmark")
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
