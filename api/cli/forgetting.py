"""`forget`: delete a person's name and words, and list the texts that mention the person."""

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

    What happened stays, and every proof still verifies. Name and words are deleted from the live
    database, its write-ahead log and its free pages. Backups, exports and replicas are out of
    reach: remove those that were made before. PostgreSQL's own write-ahead log and log files go as
    it recycles them. Texts of others that mention the person are listed; `forget` takes such a text
    as well (t17).

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
    click.echo(
        "Backups, exports and replicas that were made before still have it all: remove them."
    )
