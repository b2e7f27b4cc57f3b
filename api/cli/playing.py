"""`play`: a file of commands, carried out one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, progress
from api.cli.refusing import Failed, failed
from api.cli.words import command, seated


class Said(NamedTuple):
    """A line of the file: its number, who says it (a seat, or the caller), and the command."""

    number: int
    seat: str
    command: dict[str, Any]


class Played(NamedTuple):
    """What a file became: the combat, how many commands, the last entry, new tokens by seat."""

    combat: str
    commands: int
    last: str
    tokens: dict[str, str]


@command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--into", metavar="COMBAT", help="Play on in this combat instead of opening one.")
@seated(creates=True)
def play(desk: Desk, as_json: bool, file: str, into: str | None) -> None:
    """Carry out a FILE of commands, one JSON object a line, up to the first that is refused.

    The first line opens a new combat (`{"type": "open", "ruleset": ...}`, with `seats`). A line may
    say `as`: the seat that speaks. With --into, all of it is said with your own token.

    Examples:
      combatlog play fight.jsonl
      combatlog play more.jsonl --into last
      combatlog play fight.jsonl --json
    """
    with click.open_file(file, "rb") as opened:
        lines = list(_read(opened))
    if not lines:
        raise failed(f"{file} is empty.")
    played = _into(desk, desk.combat(into), lines) if into else _new(desk, lines)
    if as_json:
        print_json(played._asdict())
        return
    click.echo(f"{played.combat}: {played.commands} commands, up to entry {played.last}.")
    for seat, token in played.tokens.items():
        click.echo(f"  {seat}: {token}")


def _read(lines: Iterable[bytes]) -> Iterator[Said]:
    """The commands of a file; raises Failed with the line that is none."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            command = json.loads(line)
            seat = command.pop("as", "")
        except (ValueError, AttributeError, TypeError) as error:
            raise failed(f"line {number}: this is no JSON object.", line=number) from error
        yield Said(number, seat, command)


def _new(desk: Desk, lines: Sequence[Said]) -> Played:
    first, *rest = lines
    if first.command.pop("type", "") != "open":
        raise failed(
            f"line {first.number}: the first line opens a combat. Or name one with --into.",
            line=first.number,
        )
    with _of_line(first, ""):
        opened = desk.post("/v1/combats", first.command).json
    combat = opened["combat"]
    tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
    _say_all(desk, combat, rest, tokens)
    return _played(desk, combat, lines, tokens)


def _into(desk: Desk, combat: str, lines: Sequence[Said]) -> Played:
    _say_all(desk, combat, lines, {})
    return _played(desk, combat, lines, {})


def _played(desk: Desk, combat: str, lines: Sequence[Said], tokens: dict[str, str]) -> Played:
    return Played(combat, len(lines), desk.get(address(combat)).json["last"], tokens)


def _say_all(desk: Desk, combat: str, lines: Sequence[Said], tokens: dict[str, str]) -> None:
    """Say line after line; raises Failed with the first that is refused."""
    with progress(lines, "Playing") as going:
        for line in going:
            with _of_line(line, combat):
                if line.seat and tokens and line.seat not in tokens:
                    known = ", ".join(tokens)
                    raise failed(f"There is no seat {line.seat}; there are {known}.")
                desk.say(combat, line.command, token=tokens.get(line.seat, ""))


@contextmanager
def _of_line(line: Said, combat: str) -> Iterator[None]:
    """Say which line was refused, and what was carried out before it."""
    try:
        yield
    except Failed as error:
        kept = f" What stands before it is kept in {combat}." if combat else ""
        problem = {**error.problem, "line": line.number, "combat": combat}
        problem["detail"] = f"line {line.number}: {problem['detail']}{kept}"
        raise Failed(problem) from error
