"""`what-if`, `what-ifs` and `compare`: what would have been, tried in a combat of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.moving import changes
from api.cli.printing import day, print_json, table
from api.cli.words import AT, COMBAT, LAST, command, seated

Json = Mapping[str, Any]


@command("what-if")
@LAST
@AT
@click.option("--title", default="", help="What is tried, in a few words.")
@seated()
def what_if(desk: Desk, as_json: bool, combat: str, at: str, title: str) -> None:
    """Copy what you see of a COMBAT, up to an entry, into a combat of its own.

    You are its referee. Its dice tell nothing of those to come.

    Examples:
      combatlog what-if last
      combatlog what-if last --at 5 --title "had she run" --json
    """
    body = {"title": title} | ({} if at == "latest" else {"at": at})
    made = desk.post(address(desk.combat(combat), "what-ifs"), body).json
    if as_json:
        print_json(made)
    else:
        origin = f"{made['origin']} after entry {made['origin_entry']}"
        click.echo(f"Combat {made['combat']} goes on from {origin}.")


@command("what-ifs")
@LAST
@seated()
def what_ifs(desk: Desk, as_json: bool, combat: str) -> None:
    """List the what-ifs that you have made of a COMBAT.

    Examples:
      combatlog what-ifs last
      combatlog what-ifs last --json
    """
    found = desk.get(address(desk.combat(combat), "what-ifs")).json
    if as_json:
        print_json(found)
        return
    table(("combat", "from entry", "title", "by", "made"), map(_row, found["items"]))
    if not found["items"]:
        click.echo("There are none.")


def _row(each: Json) -> tuple[str, ...]:
    entry = str(each["origin_entry"])
    return each["combat"], entry, each["title"], each["maker"], day(each["opened_at"])


@command()
@COMBAT
@click.argument("other", required=False, default="")
@AT
@click.option("--with-at", default="", metavar="NUMBER", help="The other moment.")
@seated()
def compare(desk: Desk, as_json: bool, combat: str, other: str, at: str, with_at: str) -> None:
    """What differs between two moments: of a COMBAT, and of it or of OTHER, of the same game.

    Examples:
      combatlog compare last --at 5
      combatlog compare last last --at 3 --with-at 6
      combatlog compare last --at 5 --json
    """
    combat = desk.combat(combat)
    asked = {"at": "" if at == "latest" else at, "with_at": with_at}
    asked["with"] = desk.combat(other) if other else ""
    found = desk.get(address(combat, "compare"), **asked).json
    if as_json:
        print_json(found)
        return
    table(("who", "what", "was", "becomes"), changes(found["changes"]))
