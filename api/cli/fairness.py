"""`dice`: how far the dice of a combat can be trusted, and what was chosen with knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import heading, print_json, table
from api.cli.words import LAST, command, seated


@command("dice")
@LAST
@seated()
def dice(desk: Desk, as_json: bool, combat: str) -> None:
    """How the dice of a COMBAT can be trusted: salts, witnesses, knowledge; keys at the end.

    Once its keys are revealed, --json has every open roll with its label, to be recomputed.

    Examples:
      combatlog dice last
      combatlog dice last --json
    """
    found = desk.get(address(desk.combat(combat), "dice")).json
    if as_json:
        print_json(found)
        return
    heading(found["says"][:1].upper() + found["says"][1:])
    _salts(found)
    if found["request"]:
        click.echo(f"Fresh dice are asked for on entry {found['request']['entry']}.")
    for seen in found["witnessed"]:
        click.echo(f"Entry {seen['entry']} was seen by {', '.join(seen['witnesses'])}.")
    rows = ((k["number"], k["who"], k["how"], ", ".join(k["shown"])) for k in found["chosen"])
    table(("entry", "by", "with knowledge", "shown in"), rows)
    click.echo(_end(found))


def _salts(found: Mapping[str, Any]) -> None:
    rows = ((str(s["since"]), s["says"]) for s in found["standing"] if s["salts"])
    table(("from round", "dice"), rows)
    if found["committed"]:
        opened = f"{found['opened']} of {found['committed']} salts are open"
        click.echo(f"For the next round that begins, {opened}.")


def _end(found: Mapping[str, Any]) -> str:
    if not found["keys"]:
        return "The keys are bound, and not revealed yet."
    domains, rolls = ", ".join(found["keys"]), len(found["rolls"])
    return f"Revealed: the keys of {domains}; {rolls} rolls can be recomputed."
