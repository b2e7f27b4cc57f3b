"""`check`: ten lines on whether an installation is sound."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from api.cli.client.commands import DATA, DATABASE, Answer, Command, answers
from api.cli.client.output import styled_text, table
from api.client import failure

_COLOURS = {"ok": "green", "warning": "yellow", "failed": "red"}


@click.command(cls=Command)
@DATA
@DATABASE
@answers
def check(data: Path, database: str) -> Answer:
    """Look whether an installation is sound, in ten lines; a server may run meanwhile.

    The exit code is 1 where a check fails. A warning says what could go wrong, such as a database
    that may lose acknowledged steps.

    Examples:
      combatlog check
      combatlog check --json
    """
    from api.client.places import Place
    from api.server.serve import Installation
    from api.server.soundness import checks

    if not Place(data, database).exists:
        raise failure(f"There are no combats in {data}. Say where they are with --data.")
    found = list(checks(Installation(data, database)))
    rows = (
        (styled_text(each.status, _COLOURS[each.status]), each.name, each.says) for each in found
    )
    failed = any(each.status == "failed" for each in found)
    document = {"sound": not failed, "checks": [each._asdict() for each in found]}
    return document, table(("", "check", "found"), rows), failed
