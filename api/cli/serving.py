"""`serve` and `migrate`: the server, and its tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from api.cli.refusing import failed
from api.cli.words import AS_JSON, DATA, DATABASE, command


@command()
@click.option(
    "--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(0, 65535),
    help="The port (PORT); 0 takes any that is free.",
)  # fmt: skip
@DATA
@DATABASE
@click.option("--host-name", multiple=True, help="Answer under this name as well.")
@click.option(
    "--streams", envvar="COMBATLOG_STREAMS", default=100, show_default=True,
    type=click.IntRange(1, 1000),
    help="How many may look on live at once (COMBATLOG_STREAMS).",
)  # fmt: skip
@click.option("--access-log", is_flag=True, help="Log every request.")
@AS_JSON
def serve(
    port: int, data: Path, database: str, host_name: tuple[str, ...], streams: int,
    access_log: bool, as_json: bool,
) -> None:  # fmt: skip
    """Serve the API and the page on this machine, until Ctrl-C.

    While it runs, all other commands on the same data folder go to it.

    Examples:
      combatlog serve --port 0
      combatlog serve --port 0 --data there --json
    """
    from api import serving
    from api.logging_setup import set_up_logging

    def say(greeting: serving.Greeting) -> None:
        lines = [json.dumps(greeting._asdict())] if as_json else greeting.lines()
        click.echo("\n".join(lines))
        sys.stdout.flush()

    set_up_logging(access=access_log)
    try:
        serving.serve(serving.Installation(data, database), port, say, host_name, streams)
    except serving.CannotServe as error:
        raise failed(str(error)) from error
    if not as_json:
        click.echo("Stopped.")


@command()
@DATA
@DATABASE
@AS_JSON
def migrate(data: Path, database: str, as_json: bool) -> None:
    """Bring the database up to date; does nothing where it is so already.

    Examples:
      combatlog migrate
      combatlog migrate --data there --json
    """
    from api import serving

    try:
        serving.Installation(data, database).migrate()
    except serving.CannotServe as error:
        raise failed(str(error)) from error
    click.echo(json.dumps({"up_to_date": True}) if as_json else "The database is up to date.")
