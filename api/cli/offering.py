"""`options`: everything that may be done next."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import LAST, command, seated

_SEAT = re.compile(r"s[0-9]+")


@command()
@LAST
@click.option(
    "--as",
    "whom",
    default="",
    metavar="WHO",
    help="As a seat (s1), or only what somebody who fights (cogan) or the referee may do.",
)
@seated()
def options(desk: Desk, as_json: bool, combat: str, whom: str) -> None:
    """What may be done next in a COMBAT: each with its cost, its clause, and the command to send.

    Examples:
      combatlog options last
      combatlog options last --as referee
      combatlog options last --json
    """
    seat = whom if _SEAT.fullmatch(whom) else ""
    found = desk.get(address(desk.combat(combat), "options"), seat=seat).json
    if whom and not seat:
        found["options"] = [o for o in found["options"] if o["command"].get("who") in (whom, None)]
    if as_json:
        print_json(found)
        return
    table(("what", "cost", "left open", "clause", "command"), map(_row, found["options"]))
    if not found["options"]:
        click.echo("Nothing can be done now.")


def _row(offer: Mapping[str, Any]) -> tuple[str, ...]:
    costs = ", ".join(f"{c['points']} {c['says']}" for c in offer["cost"])
    blanks = ", ".join(b["name"] + ("?" if b["optional"] else "") for b in offer["blanks"])
    command = json.dumps(offer["command"], ensure_ascii=False)
    return offer["says"], costs, blanks, offer["clause"], click.style(command, dim=True)
