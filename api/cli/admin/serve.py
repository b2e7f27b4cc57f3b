"""`serve`: the server, and what it says when it begins."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from api.cli.client.commands import AS_JSON, DATA, DATABASE, Command, of_environment, option
from api.cli.client.number_range import NumberRange
from api.client import failure

if TYPE_CHECKING:
    from api.server.serve import Greeting


_PORTS = click.IntRange(0, 65535)


def _origins(ctx: click.Context, param: click.Parameter, said: tuple[str, ...]) -> Any:
    """Return the origins as browsers send them; refuse anything else."""
    from api.web.traffic.network import checked_origin

    try:
        return tuple(map(checked_origin, said))
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from error


@click.command(cls=Command)
@option(
    "--port", _PORTS, 8000, "The port; 0 takes any that is free.", envvar="PORT", show_envvar=True
)
@DATA
@DATABASE
@click.option("--lan", is_flag=True, help="Let others in this network reach it.")
@click.option("--host-name", "names", multiple=True, help="Answer under this name as well.")
@of_environment(
    "--streams",
    default=100,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How many may look on live at once.",
)
@of_environment(
    "--memory",
    default=512,
    show_default=True,
    type=click.IntRange(16),
    metavar="MB",
    help="Keep open fights in so much memory, shared by all workers; others are read anew.",
)
@of_environment(
    "--proxies",
    default=0,
    show_default=True,
    type=click.IntRange(0, 9),
    metavar="N",
    help="Believe the X-Forwarded-For, -Proto and -Host of so many proxies.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="COMBATLOG_ORIGINS",
    show_envvar=True,
    metavar="ORIGIN",
    callback=_origins,
    help="Let pages of this site call the API, such as https://map.example; `*` allows every page.",
)
@click.option(
    "--workers",
    default=0,
    type=click.IntRange(0, 64),
    metavar="N",
    help="Serve with so many processes of gunicorn; more than one need PostgreSQL.",
)
@of_environment(
    "--drain",
    default=0.0,
    show_default=True,
    type=NumberRange(0, 60),
    metavar="SECONDS",
    help="After SIGTERM, answer so long as not ready, until a proxy leads elsewhere.",
)
@click.option("--access-log", is_flag=True, help="Log every request.")
@AS_JSON
def serve(
    data: Path,
    database: str,
    memory: int,
    workers: int,
    access_log: bool,
    as_json: bool,
    **where: Any,
) -> None:
    """Serve the API and the page until Ctrl-C: on this machine, or with --lan to its network.

    While it runs, all other commands on the same data folder go to it. On a terminal a code is
    shown by which a phone comes in as the operator.

    Examples:
      combatlog serve --port 0
      combatlog serve --port 0 --data there --json
    """
    from api.server import serve as server_serve
    from api.server.log_setup import set_up_logging

    set_up_logging(access=access_log)
    share = memory * 1024 * 1024 // max(workers, 1)
    installation = server_serve.Installation(data, database, share)
    run = partial(_workers(), workers) if workers else server_serve.serve
    _announce(as_json)
    run(installation, server_serve.Where(**where), partial(_greet, as_json))
    if not as_json:
        click.echo("Stopped.")


def _announce(as_json: bool) -> None:
    """Say on a terminal what the first start waits for."""
    if sys.stdout.isatty() and not as_json:
        click.echo("Preparing the samples …")


def _greet(as_json: bool, greeting: Greeting) -> None:
    """Say where to look; the code is for a terminal alone, since a log would keep it."""
    lines = [json.dumps(greeting._asdict())] if as_json else greeting.lines()
    click.echo("\n".join(lines))
    if sys.stdout.isatty() and not as_json:
        click.echo(greeting.code())
    sys.stdout.flush()


def _workers() -> Any:
    try:
        from api.server.workers import serve_with
    except ImportError as error:
        raise failure("--workers needs gunicorn: pip install 'combatlog[server]'") from error
    return serve_with
