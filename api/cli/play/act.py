"""`act`: something that somebody does, with its rolls and what comes of it."""

from __future__ import annotations

from typing import Any

import rich_click as click

from api.cli.client.commands import NOTE, Answer, Command, on_combat
from api.client import Combat


@click.command(cls=Command)
@on_combat(required=True)
@click.argument("who")
@click.argument("manoeuvre")
@click.argument("targets", nargs=-1)
@click.option("--using", default="", help="What it is done with.")
@click.option("--set", "params", nargs=2, multiple=True, metavar="NAME VALUE", help="What it says.")
@click.option("--roll", "rolls", multiple=True, metavar="LINE", help="A roll, as in the examples.")
@click.option("--result", "results", multiple=True, metavar="LINE", help="What comes of it.")
@NOTE
def act(combat: Combat, params: tuple[tuple[str, str], ...], **said: Any) -> Answer:
    """Let WHO do something in a COMBAT, at TARGETS: fighters, sides, things and the field by id.

    In any game an act may have several rolls and results. They are written as in the examples: a
    roll without faces is made by the service, `= 18` is a bare total.

    Examples:
      combatlog act last kim harpoon whale --roll "attack 2d20kh1+5" --result "whale: hp -7"
      combatlog act last kim drain whale --result "whale: hp -4" --result "kim: hp +2"
      combatlog act last deck tilt --result "kim: is prone for 2 turns" --result "ole: at the bow"
      combatlog act last kim harpoon --roll "attack 1d20+5 (14) against 15: hit" --json
    """
    filled = {name: int(value) if value.isdecimal() else value for name, value in params}
    lists = {name: list(said.pop(name)) for name in ("targets", "rolls", "results")}
    given = {name: values for name, values in lists.items() if values}
    made = combat.say("act", params=filled or None, **given, **said)
    return made, [f"Done: entry {made['entries'][0]['number']}."]
