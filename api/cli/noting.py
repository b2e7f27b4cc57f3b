"""`note` and `marks`: words and bookmarks about entries, which alter nothing."""

from __future__ import annotations

from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import COMBAT, LAST, command, seated


@command()
@COMBAT
@click.argument("words")
@click.option("--about", type=click.IntRange(1), help="The entry that it is about.")
@click.option("--bookmark", is_flag=True, help="Find the entry again by it.")
@seated()
def note(
    desk: Desk, as_json: bool, combat: str, words: str, about: int | None, bookmark: bool
) -> None:
    """Say something about an entry of a COMBAT, or about nothing in particular.

    Examples:
      combatlog note last "that was close"
      combatlog note last "here it turned" --about 5 --bookmark --json
    """
    said: dict[str, Any] = {"type": "note", "note": words, "bookmark": bookmark}
    made = desk.say(desk.combat(combat), said | ({"about": about} if about else {}))
    print_json(made) if as_json else click.echo(f"Noted: entry {made['entries'][0]['number']}.")


@command()
@LAST
@seated()
def marks(desk: Desk, as_json: bool, combat: str) -> None:
    """The notes and bookmarks of a COMBAT, in the order in which they were made.

    Examples:
      combatlog marks last
      combatlog marks last --json
    """
    found = desk.get(address(desk.combat(combat), "marks")).json
    if as_json:
        print_json(found)
        return
    rows = ((m["about"] or "-", "*" if m["bookmark"] else "", m["words"]) for m in found["items"])
    table(("about", "mark", "words"), rows)
    if not found["items"]:
        click.echo("Nothing was noted.")
