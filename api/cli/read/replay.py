"""`replay`: a combat frame by frame, played in the terminal or printed."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any

import rich_click as click

from api.cli.client.commands import Answer, Command, on_combat, option, wants_json
from api.cli.client.number_range import NumberRange
from api.cli.client.output import Json, painter, styled_text, write
from api.client import Combat, Failed

BY = ("entry", "step", "turn", "phase", "round")
PAGE = 100
SLOWEST, FASTEST = 0.125, 64.0

QUIET = ("question", "closing", "answer")
"""Kinds of lines that are left out unless one goes by entry."""

HELP = (
    "space: play or pause   n or right: on   b or left: back   1-5: by entry, step, turn, phase,"
    " round\n+ -: faster, slower   u: through what was undone, or past it   g: go to an entry"
    "   m: next bookmark   0: to the beginning   q: leave"
)


ARROWS = {"\x1b[C": "n", "\x1bOC": "n", "\x1b[D": "b", "\x1bOD": "b"}
"""Arrow to the right and to the left, as the keys that mean the same."""


class Keyboard:
    """Keys of the terminal, each as it is pressed; `close` leaves it as it was."""

    def __init__(self) -> None:
        self._usual = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)

    def close(self) -> None:
        """Leave the terminal as it was."""
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._usual)

    def read(self, wait: float | None) -> str:
        """Return the next key; empty if none came in time, `q` where there are no more."""
        if not select.select([sys.stdin], [], [], wait)[0]:
            return ""
        pressed = os.read(sys.stdin.fileno(), 8).decode(errors="replace")
        return ARROWS.get(pressed, pressed[:1]) if pressed else "q"

    def line(self, prompt: str) -> str:
        """Return a line that is typed, shown as usual."""
        self.close()
        try:
            return input(prompt)
        except EOFError:
            return ""
        finally:
            tty.setcbreak(sys.stdin)


@click.command(cls=Command)
@on_combat()
@option("--by", click.Choice(BY), "step", "How far.")
@click.option("--from", "begin", default="0", metavar="NUMBER", help="Begin after this entry.")
@click.option("--undone", is_flag=True, help="Through what was undone as well, not past it.")
@option("--speed", NumberRange(SLOWEST, FASTEST), 1.0, "Frames a second.")
def replay(combat: Combat, by: str, begin: str, undone: bool, speed: float) -> Answer:
    """Replay a COMBAT in the terminal, frame by frame, with what changed in each.

    Where there is no terminal, the frames are printed one after the other. For a replay in a
    browser that needs no server, see `combatlog transfer export --html`.

    Examples:
      combatlog replay last
      combatlog replay last --by turn --undone
      combatlog replay last --by entry --from 5 --json
    """
    player = Player(combat, by, undone, begin, speed)
    if wants_json():
        return {"items": list(player.rest())}, []
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None, (line for frame in player.rest() for line in player.lines(frame))
    with closing(Keyboard()) as keyboard:
        player.play(keyboard)
    return None, []


class Player:
    """Plays the frames of a combat; `place` is the entry at which it stands."""

    def __init__(
        self, combat: Combat, by: str, through: bool, place: str = "0", speed: float = 1.0
    ):
        self.combat, self.by, self.through = combat, by, through
        self.place, self.speed, self.playing = place, speed, True
        self._paint = painter(combat.get("state", part="members")["members"])

    # --- frames ------------------------------------------------------------------------------

    def rest(self) -> Iterator[Json]:
        """Yield every frame from the place on."""
        while frames := self._read(after=self.place, limit=PAGE):
            self.place = frames[-1]["number"]
            yield from frames

    def on(self) -> bool:
        """Show the next frame; return False at the end."""
        return self._go(after=self.place, limit=1)

    def to(self, number: str) -> bool:
        """Show the frame with an entry; return False where there is none."""
        try:
            return self._go(entry=number)
        except Failed as error:
            write([error.problem["detail"]])
            return False

    def _go(self, **where: Any) -> bool:
        frames = self._read(**where)
        for frame in frames:
            self.place = frame["number"]
            write(self.lines(frame))
        return bool(frames)

    def _read(self, **where: Any) -> Json:
        return self.combat.get("frames", by=self.by, through=self.through, **where)["items"]

    def lines(self, frame: Json) -> Iterator[Any]:
        """Yield a frame: where it is, what happened, what changed."""
        yield styled_text(f"{frame['number']:>6}  {' > '.join(frame['path'])}".rstrip(), "dim")
        for shot in frame["shots"]:
            if self.by == "entry" or shot["kind"] not in QUIET:
                text = f"        {shot['text']}"
                yield (
                    styled_text(f"{text} (undone)", "dim") if shot["undone"] else self._paint(text)
                )
        for change in frame["changes"]:
            if who := change["name"]:
                step = f"{change['says']} {change['was']} -> {change['becomes']}"
                yield self._paint(f"          {who}: {step}")

    # --- keys --------------------------------------------------------------------------------

    def play(self, keyboard: Keyboard) -> None:
        """Play until somebody leaves: a frame when its time has come, or when a key says so."""
        write([HELP])
        self.on()
        while (key := keyboard.read(1 / self.speed if self.playing else None)) != "q":
            if key:
                self.press(key, keyboard)
            elif not self.on():
                self.playing = False
                write(["This is the end."])

    def press(self, key: str, keyboard: Keyboard) -> None:
        """Do what a key says."""
        keys: Mapping[str, Callable[[], object]] = {
            " ": self._pause,
            "n": self.on,
            "b": lambda: self._go(before=self.place, limit=1),
            "+": lambda: self._faster(2.0),
            "-": lambda: self._faster(0.5),
            "u": self._undone,
            "0": lambda: self.to("0"),
            "g": lambda: self.to(keyboard.line("Go to entry: ").strip()),
            "m": self._bookmark,
            "?": lambda: write([HELP]),
        }
        if key in "12345":
            self.by = BY[int(key) - 1]
            write([f"By {self.by}."])
        elif key in keys:
            if key in "nbgm0":
                self.playing = False
            keys[key]()

    def _pause(self) -> None:
        self.playing = not self.playing
        write(["Playing." if self.playing else "Paused."])

    def _faster(self, times: float) -> None:
        self.speed = min(max(self.speed * times, SLOWEST), FASTEST)
        write([f"{self.speed:g} frames a second."])

    def _undone(self) -> None:
        self.through = not self.through
        write(["Through what was undone." if self.through else "Past what was undone."])

    def _bookmark(self) -> None:
        """Go to the next bookmark behind the place, else to the first."""
        marks = self.combat.get("state", part="notes")["notes"]
        found = sorted({int(mark["about"]) for mark in marks if mark["bookmark"]})
        here = int(self.place.partition(".")[0])
        later = [number for number in found if number > here] or found
        if not later:
            write(["There are no bookmarks. `combatlog note add` makes one."])
            return
        words = ", ".join(m["words"] for m in marks if m["about"] == str(later[0]))
        write([styled_text(f"Bookmark: {words}", "bold")])
        self.to(str(later[0]))
