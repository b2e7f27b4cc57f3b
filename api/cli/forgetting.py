"""`forget`: a person's name and words are destroyed, and the texts that mention him are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import COMBAT, YES, command, confirm, seated


@command()
@COMBAT
@click.argument("who", metavar="PERSON")
@YES
@seated()
def forget(desk: Desk, as_json: bool, combat: str, who: str, yes: bool) -> None:
    """Forget a PERSON of a COMBAT (such as p1, see `seat list`): the name, and every word written.

    What happened stays, and every proof still verifies. Their keys are destroyed and all others
    changed, so that old copies of the database tell nothing either; exports and backups that were
    made before do: remove them. While other servers have the same PostgreSQL open it is refused:
    stop all but one first. Texts of others that mention the person are listed; `forget` takes such
    a text as well (t17).

    Examples:
      combatlog forget last p2 --yes
      combatlog forget last p1 --yes --json
    """
    combat = desk.combat(combat)
    confirm(f"Forget {who} for good?", yes)
    asked = {"text" if who.startswith("t") else "person": who}
    found = desk.post(address(combat, "forget"), asked).json
    if as_json:
        print_json(found)
    else:
        _tell(who, found)


def _tell(who: str, found: Mapping[str, Any]) -> None:
    click.echo(f"{who} is forgotten, with {found['words']} texts. What happened stays.")
    if found["mentions"]:
        click.echo("These texts of others mention the person:")
        rows = ([m["number"], m["author"], m["text"]] for m in found["mentions"])
        table(("entry", "by", "text"), rows)
    click.echo("Exports and backups that were made before still have it all: remove them.")
