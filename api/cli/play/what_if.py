"""`what-if`: what would have been, tried in a combat of its own, and compared."""

from __future__ import annotations

import rich_click as click

from api.cli.client.commands import AT, Answer, Group
from api.cli.client.output import Column, day, table
from api.cli.play.dry_run import change_table
from api.client import Combat


@click.group(cls=Group)
def what_if() -> None:
    """What-ifs: copy a combat up to an entry, play on there, compare the two.

    Examples:
      combatlog what-if start last --at 5
      combatlog what-if list last
    """


@what_if.combat_command()
@AT
@click.option("--title", default="", help="What is tried, in a few words.")
def start(combat: Combat, at: str, title: str) -> Answer:
    """Copy what you see of a COMBAT, up to an entry, into a combat of its own.

    It begins at the end of the step of that entry. You are its referee. Its dice tell nothing of
    those to come.

    Examples:
      combatlog what-if start last
      combatlog what-if start last --at 5 --title "had she run" --json
    """
    made = combat.post("what-ifs", {"title": title} | ({"at": at} if at else {}))
    origin = f"{made['origin']} after entry {made['origin_entry']}"
    return made, [f"Combat {made['combat']} goes on from {origin}."]


@what_if.combat_command("list")
def list_what_ifs(combat: Combat) -> Answer:
    """List the what-ifs that you have made of a COMBAT; for the operator, everybody's.

    Examples:
      combatlog what-if list last
      combatlog what-if list last --json
    """
    found = combat.client.get("/v1/combats", origin=combat.id, limit=500).json
    columns: dict[str, Column] = {
        "combat": "combat",
        "from entry": "origin_entry",
        "title": "title",
        "by": "maker",
        "made": lambda each: day(each["opened_at"]),
    }
    return found, table(columns, found["items"], empty="There are none.")


@what_if.combat_command(required=True)
@click.argument("other", required=False, default="")
@AT
@click.option("--with-at", default="", metavar="NUMBER", help="The other moment.")
def compare(combat: Combat, other: str, **moments: str) -> Answer:
    """Show what differs between two moments: of a COMBAT, and of it or of OTHER, of the same game.

    Examples:
      combatlog what-if compare last --at 5
      combatlog what-if compare last last --at 3 --with-at 6
      combatlog what-if compare last --at 5 --json
    """
    named = combat.client.combat(other).id if other else ""
    found = combat.get("compare", **moments, **{"with": named})
    return found, change_table(found["changes"])
