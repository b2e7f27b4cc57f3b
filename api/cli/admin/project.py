"""`project`: the projection of campaigns as a process of its own."""

from __future__ import annotations

import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from api.cli.client.commands import DATA, DATABASE, Answer, Command, answers, together
from api.client import failure

if TYPE_CHECKING:
    from api.server.projecting import Projecting

_A_DAY = 24 * 3600.0


@click.command(cls=Command)
@click.option("--once", is_flag=True, help="End as soon as all that is in the log is counted.")
@click.option("--rebuild", is_flag=True, help="Count everything anew, then end.")
@together(DATA, DATABASE, answers)
def project(once: bool, rebuild: bool, data: Path, database: str) -> Answer:
    """Count fights for campaigns, beside the server or without one, until Ctrl-C.

    A server does this as well, but slowly, so that nobody waits who plays. Any number of processes
    may do it: each entry of the log counts once, and whoever is started again goes on where the
    last one stopped. --rebuild comes to the same numbers, from nothing but the log.

    Examples:
      combatlog project --once
      combatlog project --rebuild --json
    """
    from api.client.places import Place
    from api.server.projecting import projecting
    from api.server.serve import Installation

    if not Place(data, database).exists:
        raise failure(f"There are no combats in {data}. Say where they are with --data.")
    with projecting(Installation(data, database)) as found:
        if rebuild:
            found.begin_anew()
        if not (once or rebuild):
            _follow(found)
        counted = found.counted(_A_DAY)
    fights = "1 fight" if counted.fights == 1 else f"{counted.fights} fights"
    return counted._asdict(), [f"{fights} counted."]


def _follow(found: Projecting) -> None:
    """Count what comes, until Ctrl-C."""
    # A shell may have told what it starts in the background to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    click.echo("Counting fights for campaigns until Ctrl-C.", err=True)
    with suppress(KeyboardInterrupt):
        found.projector.run()
    found.projector.stop()
