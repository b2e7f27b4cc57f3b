"""`play`: a file of commands, carried out one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import rich_click as click

from api.cli.client.commands import Answer, Command, on_client
from api.cli.client.output import progress
from api.client import Client, Combat, Failed, failure


class FileLine(NamedTuple):
    """Line of the file: its number, who says it (a seat, or the caller), and the command."""

    number: int
    seat: str
    command: dict[str, Any]


@click.command(cls=Command)
@on_client(creates=True)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--into", metavar="COMBAT", help="Play on in this combat instead of opening one.")
def play(client: Client, file: str, into: str | None) -> Answer:
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
        raise failure(f"{file} is empty.")
    if into:
        combat, tokens, rest = client.combat(into), dict[str, str](), lines
    else:
        combat, tokens, rest = *_open(client, lines[0]), lines[1:]
    _say_all(combat, rest, tokens)
    last = combat.get()["last"]
    played = {"combat": combat.id, "commands": len(lines), "last": last, "tokens": tokens}
    return played, [
        f"{combat.id}: {len(lines)} commands, up to entry {last}.",
        *(f"  {seat}: {token}" for seat, token in tokens.items()),
    ]


def _read(lines: Iterable[bytes]) -> Iterator[FileLine]:
    """Yield the commands of a file; raise Failed with the line that is none."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            command = json.loads(line)
            seat = command.pop("as", "")
        except (ValueError, AttributeError, TypeError) as error:
            raise failure(f"line {number}: this is no JSON object.", line=number) from error
        yield FileLine(number, seat, command)


def _open(client: Client, first: FileLine) -> tuple[Combat, dict[str, str]]:
    """Open a combat with the first line; return it with the tokens of its seats."""
    if first.command.pop("type", "") != "open":
        raise failure(
            f"line {first.number}: the first line opens a combat. Or name one with --into.",
            line=first.number,
        )
    with _naming_line(first, ""):
        opened = client.opened(**first.command)
    tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
    return Combat(client, opened["combat"]), tokens


def _say_all(combat: Combat, lines: Sequence[FileLine], tokens: dict[str, str]) -> None:
    """Say line after line; raise Failed with the first that is refused."""
    with progress(lines, "Playing") as going:
        for line in going:
            with _naming_line(line, combat.id):
                if line.seat and tokens and line.seat not in tokens:
                    known = ", ".join(tokens)
                    raise failure(f"There is no seat {line.seat}; there are {known}.")
                combat.seated(tokens.get(line.seat, "")).send(line.command)


@contextmanager
def _naming_line(line: FileLine, combat: str) -> Iterator[None]:
    """Say which line was refused, and what was carried out before it."""
    try:
        yield
    except Failed as error:
        kept = f" What stands before it is kept in {combat}." if combat else ""
        problem = {**error.problem, "line": line.number, "combat": combat}
        problem["detail"] = f"line {line.number}: {problem['detail']}{kept}"
        raise Failed(problem) from error
