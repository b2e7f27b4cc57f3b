"""`replay`: a combat frame by frame, played in the terminal or printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import click

from api.cli.desk import Desk, address
from api.cli.moving import changes
from api.cli.printing import painter, print_json
from api.cli.refusing import Failed
from api.cli.words import LAST, command, seated

Json = Mapping[str, Any]
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


class Board(Protocol):
    """Where keys come from."""

    def read(self, wait: float | None) -> str:
        """The next key; empty if none came in time."""

    def line(self, prompt: str) -> str:
        """A line that is typed."""


@command()
@LAST
@click.option("--by", type=click.Choice(BY), default="step", show_default=True, help="How far.")
@click.option("--from", "begin", default="0", metavar="NUMBER", help="Begin after this entry.")
@click.option("--undone", is_flag=True, help="Through what was undone as well, not past it.")
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    default=1.0,
    show_default=True,
    help="Frames a second.",
)
@seated()
def replay(
    desk: Desk, as_json: bool, combat: str, by: str, begin: str, undone: bool, speed: float
) -> None:
    """Play a COMBAT in the terminal, frame by frame, with what changed in each.

    Where there is no terminal, the frames are printed one after the other.

    Examples:
      combatlog replay last
      combatlog replay last --by turn --undone
      combatlog replay last --by entry --from 5 --json
    """
    player = Player(desk, desk.combat(combat), by, undone, begin, speed)
    if as_json:
        print_json({"items": list(player.rest())})
    elif sys.stdin.isatty() and sys.stdout.isatty():
        from api.cli.keys import Keys

        with Keys() as keys:
            player.play(keys)
    else:
        for frame in player.rest():
            player.show(frame)


class Player:
    """Plays the frames of a combat; `place` is the entry at which it stands."""

    def __init__(
        self, desk: Desk, combat: str, by: str, through: bool, place: str = "0", speed: float = 1.0
    ):
        self.desk, self.combat, self.by, self.through = desk, combat, by, through
        self.place, self.speed, self.playing = place, speed, True
        self._paint = painter(desk.get(address(combat, "state")).json["members"])

    # --- frames ------------------------------------------------------------------------------

    def rest(self) -> Iterator[Json]:
        """Every frame from the place on."""
        while frames := self._read(after=self.place, limit=PAGE):
            self.place = frames[-1]["number"]
            yield from frames

    def on(self) -> bool:
        """Show the next frame; False at the end."""
        return self._go(self._read(after=self.place, limit=1))

    def back(self) -> bool:
        """Show the frame before; False at the beginning."""
        return self._go(self._read(before=self.place, limit=1))

    def to(self, number: str) -> bool:
        """Show the frame with an entry; False where there is none."""
        try:
            return self._go(self._read(at=number))
        except Failed as error:
            click.echo(error.problem["detail"])
            return False

    def _go(self, frames: list[Json]) -> bool:
        for frame in frames:
            self.place = frame["number"]
            self.show(frame)
        return bool(frames)

    def _read(self, **where: Any) -> list[Json]:
        through = "true" if self.through else "false"
        asked = self.desk.get(address(self.combat, "frames"), by=self.by, through=through, **where)
        found: list[Json] = asked.json["items"]
        return found

    def show(self, frame: Json) -> None:
        """A frame: where it is, what happened, what changed."""
        path = " > ".join(frame["path"])
        click.secho(f"{frame['number']:>6}  {path}".rstrip(), dim=True)
        for shot in frame["shots"]:
            if self.by == "entry" or shot["kind"] not in QUIET:
                text = f"        {shot['text']}"
                undone = click.style(f"{text} (undone)", dim=True) if shot["undone"] else ""
                click.echo(undone or self._paint(text))
        for who, what, was, becomes in changes(frame["changes"]):
            if who:
                click.echo(f"          {self._paint(who)}: {what} {was} -> {becomes}")

    # --- keys --------------------------------------------------------------------------------

    def play(self, board: Board) -> None:
        """Play until somebody leaves: a frame when its time has come, or when a key says so."""
        click.echo(HELP)
        self.on()
        while (key := board.read(1 / self.speed if self.playing else None)) != "q":
            if key:
                self.press(key, board)
            elif not self.on():
                self.playing = False
                click.echo("This is the end.")

    def press(self, key: str, board: Board) -> None:
        """Do what a key says."""
        keys: Mapping[str, Callable[[], object]] = {
            " ": self._pause,
            "n": self.on,
            "b": self.back,
            "+": lambda: self._faster(2.0),
            "-": lambda: self._faster(0.5),
            "u": self._undone,
            "0": lambda: self.to("0"),
            "g": lambda: self.to(board.line("Go to entry: ").strip()),
            "m": self._bookmark,
            "?": lambda: click.echo(HELP),
        }
        if key in "12345":
            self.by = BY[int(key) - 1]
            click.echo(f"By {self.by}.")
        elif key in keys:
            if key in "nbgm0":
                self.playing = False
            keys[key]()

    def _pause(self) -> None:
        self.playing = not self.playing
        click.echo("Playing." if self.playing else "Paused.")

    def _faster(self, times: float) -> None:
        self.speed = min(max(self.speed * times, SLOWEST), FASTEST)
        click.echo(f"{self.speed:g} frames a second.")

    def _undone(self) -> None:
        self.through = not self.through
        click.echo("Through what was undone." if self.through else "Past what was undone.")

    def _bookmark(self) -> None:
        """Go to the next bookmark behind the place, else to the first."""
        marks = self.desk.get(address(self.combat, "marks")).json["items"]
        found = sorted({int(mark["about"]) for mark in marks if mark["bookmark"]})
        here = int(self.place.partition(".")[0])
        later = [number for number in found if number > here] or found
        if not later:
            click.echo("There are no bookmarks. `combatlog note` makes one.")
            return
        words = ", ".join(m["words"] for m in marks if m["about"] == str(later[0]))
        click.secho(f"Bookmark: {words}", bold=True)
        self.to(str(later[0]))
