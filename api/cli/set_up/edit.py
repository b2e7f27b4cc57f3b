"""`edit`: the name, side, player or sheet of somebody who is in a combat."""

from __future__ import annotations

from typing import Any

import rich_click as click

from api.cli.client.commands import JSON, NOTE, Answer, Command, on_combat
from api.client import Combat


@click.command(cls=Command)
@on_combat(required=True)
@click.argument("who")
@click.option("--name", help="What they are called from now on.")
@click.option("--side", help="Their side from now on; nothing for none.")
@click.option("--controller", metavar="ID", help="Who plays them from now on: a person, a fighter.")
@click.option("--traits", type=JSON, metavar="JSON", help="Their whole sheet from now on.")
@NOTE
def edit(combat: Combat, who: str, note: str, **parts: Any) -> Answer:
    """Edit WHO of a COMBAT: name, side, player or sheet. What you leave out stays.

    A new sheet moves a pool by as much as it says more or less: what was lost stays lost.

    Examples:
      combatlog edit last kara --name "Kara the Red" --side wolves
      combatlog edit last kara --traits '{"hp": 30, "ac": 16}' --note "typed wrong" --json
    """
    said = {part: value for part, value in parts.items() if value is not None}
    if not said:
        raise click.UsageError("Say what to change: --name, --side, --controller or --traits.")
    done = combat.send({"type": "edit", "who": who, **said, "note": note or None})
    return done, [f"{parts['name'] or who} is edited."]
