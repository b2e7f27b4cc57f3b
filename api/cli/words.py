"""The options that commands share, and how a command comes to its desk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

DATA = click.option(
    "--data",
    envvar="COMBATLOG_DATA",
    default=".combatlog",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for combats and keys (COMBATLOG_DATA).",
)
DATABASE = click.option(
    "--database",
    envvar="COMBATLOG_DATABASE",
    default="",
    metavar="URL",
    help="Another database, such as postgresql://user@host/name (COMBATLOG_DATABASE).",
)
SERVER = click.option(
    "--server",
    envvar="COMBATLOG_SERVER",
    default="",
    metavar="URL",
    help="Ask this server (COMBATLOG_SERVER); else the one that runs on the data folder, if any.",
)
TOKEN = click.option(
    "--token",
    envvar="COMBATLOG_TOKEN",
    default="",
    metavar="TOKEN",
    help="Whose token to send (COMBATLOG_TOKEN); else the operator's, from the data folder.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
YES = click.option("--yes", "-y", is_flag=True, help="Do it without asking.")
COMBAT = click.argument("combat")
LAST = click.argument("combat", default="last")
AT = click.option(
    "--at",
    default="latest",
    metavar="NUMBER",
    help="Right after the entry of this number; `latest` is now.",
)


def confirm(question: str, yes: bool) -> None:
    """Ask a person before a step that others notice; `--yes` answers ahead, `--json` does not.

    The question goes to stderr, so that stdout stays what a program reads. Raises UsageError
    (exit 2) where nobody can answer, and Abort for a no.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(f"{question} Nobody can answer here: add --yes to do it.")
    click.confirm(question, abort=True, err=True)


def one_of(name: str, flags: Mapping[str, str]) -> Callable[[F], F]:
    """Flags of which one at most is given, `--json` included; which, or "", is handed on as `name`.

    `flags` has the help of each. Two of them are a wrong usage, and say so.
    """

    def added(function: F) -> F:
        @wraps(function)
        def chosen(*more: Any, **given: Any) -> None:
            said = [flag for flag in flags if given.pop(flag.removeprefix("--"))]
            if len(forms := [*said, *["--json"] * given["as_json"]]) > 1:
                raise click.UsageError(f"Say one of {', '.join(forms)}: they exclude each other.")
            function(*more, **given, **{name: said[0].removeprefix("--") if said else ""})

        for flag, says in reversed([*flags.items()]):
            chosen = click.option(flag, is_flag=True, help=says)(chosen)
        return chosen  # type: ignore[return-value]

    return added


def as_written(text: str) -> str:
    """A help text in which whatever is set in, such as examples, keeps its lines."""
    parts = cleandoc(text).split("\n\n")
    return "\n\n".join(f"\b\n{part}" if "\n  " in f"\n{part}" else part for part in parts)


class Command(click.Command):
    """A command whose help keeps its examples as they are written."""

    def __init__(self, *more: Any, **extra: Any):
        super().__init__(*more, **extra | {"help": as_written(extra.get("help") or "")})


class Group(click.Group):
    """A group of commands whose help keeps its examples as they are written."""

    command_class = Command

    def __init__(self, *more: Any, **extra: Any):
        super().__init__(*more, **extra | {"help": as_written(extra.get("help") or "")})


def command(name: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    """A function as a command."""
    return click.command(name, cls=Command)


def group(name: str | None = None) -> Callable[[Callable[..., Any]], Group]:
    """A function as a group of commands."""
    return click.group(name, cls=Group)


class Where(NamedTuple):
    """Which installation is meant: a folder, a database, or a server, and with whose token."""

    data: Path
    database: str = ""
    server: str = ""
    token: str = ""


def seated(*, creates: bool = False, empty: bool = False) -> Callable[[F], F]:
    """A command that is handed a desk and whether to print JSON, before its own words.

    `creates`: it may begin an installation. `empty`: it needs none, and asks an empty one.
    """

    def handed(function: F) -> F:
        @DATA
        @DATABASE
        @SERVER
        @TOKEN
        @AS_JSON
        @wraps(function)
        def at_a_desk(
            data: Path, database: str, server: str, token: str, as_json: bool, **more: Any
        ) -> None:
            from api.cli.finding import desk_at

            with desk_at(Where(data, database, server, token), creates, empty) as desk:
                function(desk, as_json, **more)

        return at_a_desk  # type: ignore[return-value]

    return handed
