"""`roster`: combatants from a text as people write it, with a report before anybody joins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rich_click as click

from api.cli.client.commands import DRY_RUN, YES, Answer, Command, confirm, on_combat
from api.cli.client.output import Column, Json, table
from api.client import Combat

TEXT = "text/plain"


@click.command(cls=Command)
@on_combat(required=True)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@DRY_RUN
@YES
def roster(combat: Combat, file: str, dry_run: bool, yes: bool) -> Answer:
    """Bring combatants into a COMBAT of any game from a text FILE, one on each line.

    Such as `3 x Goblin HP 7 AC 13`, or a table with the header `name;hp;ac`. What is not
    understood is shown with its line, and nobody joins before you agree.

    Examples:
      combatlog roster last party.txt --dry-run
      combatlog roster last party.txt --yes
      combatlog roster last party.txt --yes --json
    """
    with click.open_file(file, "rb") as opened:
        text = opened.read()
    path = "import?as=roster"
    read = combat.post(f"{path}&dry-run=1" if dry_run else path, text, media=TEXT)
    if dry_run:
        return read, [*_report(read), "Nobody has joined."]
    if not read["joined"]:
        if not read["combatants"]:
            return read, [*_report(read), "There is nobody in this text."], True
        confirm(f"Add these {len(read['combatants'])} as read?", yes, _report(read))
        read = combat.post(f"{path}&despite-remarks=1", text, media=TEXT)
        return read, [f"{len(read['combatants'])} joined: {_names(read)}."]
    return read, [*_remarks(read), f"{len(read['combatants'])} joined: {_names(read)}."]


def _names(read: Json) -> str:
    return ", ".join(each["name"] for each in read["combatants"])


def _remarks(read: Json) -> Iterator[str]:
    for each in read["remarks"]:
        said = " ".join(filter(None, (each["why"], each["taken"], each["instead"])))
        yield f"Line {each['line']}, column {each['column']}: {said}"


def _report(read: Json) -> Iterator[Any]:
    """Yield everything that was remarked on, and a table of everybody who was understood."""
    yield from _remarks(read)
    columns: dict[str, Column] = {
        "line": lambda each: str(each["line"]),
        "name": "name",
        "side": lambda each: each["side"] or "-",
        "sheet": lambda each: _sheet(each["traits"]),
        "conditions": lambda each: ", ".join(one["name"] for one in each["conditions"]) or "-",
        "note": lambda each: each["note"] or "-",
    }
    yield from table(columns, read["combatants"])


def _sheet(traits: Json) -> str:
    """Return a sheet in a line: `hp 30/59, ac 11`."""
    return ", ".join(f"{name} {_value(value)}" for name, value in traits.items()) or "-"


def _value(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    if "current" not in value:
        return _sheet(value)
    more = f" +{value['temporary']} temporary" if "temporary" in value else ""
    return f"{value['current']}/{value.get('most', '-')}{more}"
