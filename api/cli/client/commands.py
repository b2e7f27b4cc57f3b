"""Commands and the options that they share: connection, `--json`, `--yes`, `--at`."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import Any

import rich_click as click

from api.cli.client.output import styled_text, write, write_json
from api.client import failure

Answer = tuple[Any, Iterable[Any]] | tuple[Any, Iterable[Any], bool]
"""What a command returns: its JSON document, the lines that people read, whether it found flaws.

Where there is no document, the lines are printed in any case. Flaws make the exit code 1.
"""

Function = Callable[..., Any]


def _alone(ctx: click.Context, param: click.Parameter, given: bool) -> bool:
    """Refuse a second form of output."""
    if given and (first := ctx.meta.setdefault("combatlog.form", param.opts[0])) != param.opts[0]:
        said = f"{first}, {param.opts[0]}"
        raise click.UsageError(f"Say one of {said}: they exclude each other.")
    return given


def output_form(flag: str, help: str) -> Callable[[Function], Function]:
    """Return a flag for a form of output; two of them, `--json` included, are a wrong usage."""
    return click.option(flag, is_flag=True, callback=_alone, help=help)


def together(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return several options as one."""

    def add_options(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return add_options


class _Json(click.ParamType[Any]):
    """Parameter that is read as JSON."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return json.loads(value)
        except (ValueError, RecursionError) as error:
            return self.fail(f"This is no JSON: {error}", param, ctx)


JSON = _Json()


def option(
    flag: str, kind: click.ParamType[Any], default: Any, help: str | None = None, **more: Any
) -> Callable[[Function], Function]:
    """Return an option whose help shows its default."""
    return click.option(flag, type=kind, default=default, show_default=True, help=help, **more)


def of_environment(flag: str, **settings: Any) -> Callable[[Function], Function]:
    """Return an option that may come from the environment as well: COMBATLOG_ and its name."""
    name = f"COMBATLOG_{flag.removeprefix('--').upper()}"
    return click.option(flag, envvar=name, show_envvar=True, **settings)


def _connection(flag: str, metavar: str, help: str) -> Callable[[Function], Function]:
    return of_environment(flag, default="", metavar=metavar, panel="Connection", help=help)


DATA = of_environment(
    "--data",
    default=".combatlog",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    panel="Connection",
    help="The folder for combats and keys.",
)
DATABASE = _connection("--database", "URL", "Another database: postgresql://user@host/name.")
SERVER = _connection("--server", "URL", "Ask this server; else the one on the data folder, if any.")
TOKEN = _connection("--token", "TOKEN", "The token to send; else the operator's, from the folder.")
AS_JSON = click.option(
    "--json", "as_json", is_flag=True, callback=_alone, help="Print one JSON document."
)
YES = click.option("--yes", "-y", is_flag=True, help="Do it without asking.")
DRY_RUN = click.option("--dry-run", is_flag=True, help="Show what would change, and do nothing.")
NOTE = click.option("--note", default="", help="Say why; it is kept with the entry.")
OUTPUT = click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file."
)
AT = click.option(
    "--at",
    default="latest",
    metavar="NUMBER",
    callback=lambda ctx, param, at: "" if at == "latest" else at,
    help="Right after the entry of this number; `latest` is now.",
)
ENTRY = click.argument("entry", type=click.IntRange(1))

SHARED = ("data", "database", "server", "token", "as_json")
"""Options that stand last in every help text."""


class _WithExamples:
    """Help text whose indented lines, such as examples, are not joined."""

    help: str | None

    def format_help_text(self, ctx: click.Context, formatter: Any) -> None:
        """Write the help text."""
        from rich.padding import Padding

        for part in cleandoc(self.help or "").split("\n\n"):
            text = part if "\n  " in part else part.replace("\n", " ")
            formatter.write(Padding(styled_text(text, ""), (0, 1, 1, 1)))


class Command(_WithExamples, click.RichCommand):
    """Command whose shared options stand last in its help."""

    def __init__(self, *more: Any, **extra: Any):
        super().__init__(*more, **extra)
        self.panels += [click.RichOptionPanel(name) for name in ("Options", "Connection")]
        self.params.sort(key=lambda param: param.name in SHARED)


class Group(_WithExamples, click.RichGroup):  # type: ignore[misc]  # as RichGroup
    """Group of commands, listed in the order in which they are declared."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)

    def combat_command(self, name: str | None = None, *, required: bool = False) -> Function:
        """Make a command of the group of a function that takes a combat: see `on_combat`."""
        return lambda function: self.command(name)(on_combat(required=required)(function))


def answers(function: Callable[..., Answer]) -> Function:
    """Make a command of a function: print its answer as JSON or for people."""

    @AS_JSON
    @wraps(function)
    def run_and_print(*, as_json: bool, **given: Any) -> int:
        return _print(function(**given), as_json)

    return run_and_print


def on_client(*, creates: bool = False, empty: bool = False) -> Callable[[Function], Function]:
    """Make a command of a function that takes a client.

    `creates`: it may begin an installation. `empty`: it needs none, and asks an empty one.
    """

    def decorate(function: Callable[..., Answer]) -> Function:
        @together(DATA, DATABASE, SERVER, TOKEN, AS_JSON)
        @wraps(function)
        def run_on_client(
            data: Path, database: str, server: str, token: str, as_json: bool, **given: Any
        ) -> int:
            from api.cli.client.connect import connect
            from api.client.places import Place

            with connect(Place(data, database, server, token), creates, empty) as client:
                return _print(function(client, **given), as_json)

        return run_on_client

    return decorate


def on_combat(*, required: bool = False) -> Callable[[Function], Function]:
    """Make a command of a function that takes a combat, the last one where none is named."""

    def decorate(function: Callable[..., Answer]) -> Function:
        @(click.argument("combat") if required else click.argument("combat", default="last"))
        @on_client()
        @wraps(function)
        def run_on_combat(client: Any, combat: str, **given: Any) -> Answer:
            return function(client.combat(combat), **given)

        return run_on_combat

    return decorate


def _print(answer: Answer, as_json: bool) -> int:
    """Print an answer; return the exit code."""
    document, lines, *flawed = answer
    if as_json and document is not None:
        write_json(document)
    else:
        write(lines)
    return int(any(flawed))


def wants_json() -> bool:
    """Return whether the command that runs prints JSON."""
    context = click.get_current_context()
    return context is not None and bool(context.params["as_json"])


def confirm(question: str, yes: bool, shown: Iterable[Any] = ()) -> None:
    """Show what would change, and ask a person before a step that others notice.

    `--yes` answers ahead, `--json` does not. The question goes to stderr, so that stdout stays
    what a program reads. Raises UsageError (exit 2) where nobody can answer, Abort for a no.
    """
    if not wants_json():
        write(shown)
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(f"{question} Nobody can answer here: add --yes to do it.")
    click.confirm(question, abort=True, err=True)


def write_file(path: Path, data: bytes) -> None:
    """Write a file for its owner alone, whole or not at all."""
    from tempfile import mkstemp  # slow to import

    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)
            return
        opened, beside = mkstemp(dir=path.parent, prefix=f"{path.name}.")
        try:
            with os.fdopen(opened, "wb") as file:
                file.write(data)
            Path(beside).replace(path)
        finally:
            Path(beside).unlink(missing_ok=True)
    except OSError as error:
        raise failure(f"{path} cannot be written ({error.strerror}).") from error
