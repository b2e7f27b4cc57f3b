"""`note`: notes and bookmarks about entries, which alter nothing."""

from __future__ import annotations

from typing import Any

import rich_click as click

from api.cli.client.commands import Answer, Group
from api.cli.client.output import Column, table
from api.client import Combat


@click.group(cls=Group)
def note() -> None:
    """Notes and bookmarks: talk about a fight that alters nothing in it.

    Examples:
      combatlog note add last "that was close"
      combatlog note list last
    """


@note.combat_command(required=True)
@click.argument("words")
@click.option("--about", type=click.IntRange(1), help="The entry that it is about.")
@click.option("--bookmark", is_flag=True, help="Find the entry again by it.")
def add(combat: Combat, words: str, **about: Any) -> Answer:
    """Add a note about an entry of a COMBAT, or about nothing in particular.

    Examples:
      combatlog note add last "that was close"
      combatlog note add last "here it turned" --about 5 --bookmark --json
    """
    made = combat.say("note", note=words, **about)
    return made, [f"Noted: entry {made['entries'][0]['number']}."]


@note.combat_command("list")
def list_notes(combat: Combat) -> Answer:
    """List the notes and bookmarks of a COMBAT, in the order in which they were made.

    Examples:
      combatlog note list last
      combatlog note list last --json
    """
    found = combat.get("state", part="notes")["notes"]
    columns: dict[str, Column] = {
        "about": lambda mark: mark["about"] or "-",
        "bookmark": lambda mark: "*" * mark["bookmark"],
        "note": "words",
    }
    return found, table(columns, found, empty="Nothing was noted.")
