"""The command line. What a command needs is imported when it runs, so that `--version` is quick."""

from __future__ import annotations

import sys
from pathlib import Path

import click

DATA = click.option(
    "--data", envvar="COMBATLOG_DATA", default=".combatlog", show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for combats and keys (COMBATLOG_DATA).",
)  # fmt: skip
DATABASE = click.option(
    "--database", envvar="COMBATLOG_DATABASE", default="", metavar="URL",
    help="Another database, such as postgresql://user@host/name (COMBATLOG_DATABASE).",
)  # fmt: skip


@click.group()
@click.version_option(package_name="combatlog", prog_name="combatlog")
def main() -> None:
    """An event-sourced log of tabletop combat: replay it, undo it, explain it, audit it."""


@main.command()
@click.option(
    "--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(0, 65535),
    help="The port (PORT); 0 takes any that is free.",
)  # fmt: skip
@DATA
@DATABASE
@click.option("--host-name", multiple=True, help="Answer under this name as well.")
@click.option("--access-log", is_flag=True, help="Log every request.")
def serve(
    port: int, data: Path, database: str, host_name: tuple[str, ...], access_log: bool
) -> None:
    """Serve the API and the page on this machine."""
    from api import serving
    from api.logging_setup import set_up_logging

    set_up_logging(access=access_log)
    try:
        serving.serve(serving.Installation(data, database), port, _say, host_name)
    except serving.CannotServe as error:
        raise click.ClickException(str(error)) from error


@main.command()
@DATA
@DATABASE
def migrate(data: Path, database: str) -> None:
    """Bring the database up to date; does nothing where it is so already."""
    from api import serving

    try:
        serving.Installation(data, database).migrate()
    except serving.CannotServe as error:
        raise click.ClickException(str(error)) from error
    _say("The database is up to date.")


def _say(line: str) -> None:
    """Print at once, also into a file or a pipe."""
    click.echo(line)
    sys.stdout.flush()
