"""`open`: a new combat, with a preset for a game that has no rules here."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from api.cli.client.commands import Answer, Command, on_client, option
from api.client import Client


@click.command(cls=Command)
@on_client(creates=True)
@option("--game", click.STRING, "open", "The game; `open` is any game.", metavar="KEY")
@click.option("--title", default="", help="What the combat is called.")
@click.option("--preset", default="", metavar="NAME|FILE", help="A preset of any game.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="A table option.")
def open(client: Client, game: str, title: str, preset: str, settings: tuple[str, ...]) -> Answer:
    """Open a combat, of any game unless you name another.

    A preset gives any game the words, sheet, usual conditions and initiative of yours: the name of
    one that comes with the program (`combatlog preset list`), or a JSON file of your own.

    Examples:
      combatlog open --title "The bridge"
      combatlog open --preset dnd-5e --title "The ford"
      combatlog open --preset mygame.json --set "order=by hand" --json
    """
    said = {"ruleset": game, "title": title, "preset": preset_text(preset)}
    opened = client.opened(**said, settings=dict(map(_setting, settings)))
    return opened, [f"{opened['combat']} is open."]


def _setting(said: str) -> tuple[str, str]:
    key, equals, value = said.partition("=")
    if not equals:
        raise click.UsageError(f"Write a table option as KEY=VALUE, not {said!r}.")
    return key.strip(), value.strip()


def preset_text(said: str) -> str:
    """Return the text of a preset's file; a name as it is."""
    path = Path(said)
    if said and path.is_file():
        return path.read_text("utf-8")
    if said.endswith(".json"):
        raise click.UsageError(f"There is no file {said}.")
    return said
