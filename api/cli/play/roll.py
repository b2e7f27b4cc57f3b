"""`roll`: dice that no rule asks for."""

from __future__ import annotations

import re
from typing import Any

import rich_click as click

from api.cli.client.commands import NOTE, Answer, Command, on_combat
from api.client import Combat

_FACES = r"[0-9]{1,4}([\s,;]+[0-9]{1,4})*"


@click.command(cls=Command)
@on_combat(required=True)
@click.argument("who")
@click.argument("dice", default="")
@click.option("--for", "purpose", default="", help="What it is rolled for.")
@click.option("--faces", default="", help="The faces that fell; else the service rolls.")
@click.option("--total", default="", help="A bare total, where nobody knows the faces.")
@click.option("--target", default="", help="The number to reach.")
@click.option("--outcome", default="", help="What came of it in a word.")
@click.option("--hidden", is_flag=True, help="Only the referee sees it.")
@NOTE
def roll(combat: Combat, faces: str, hidden: bool, **said: Any) -> Answer:
    """Roll DICE for WHO in a COMBAT, of one size or several; kh keeps the highest, kl the lowest.

    Examples:
      combatlog roll last ana 2d6+1d4+3 --for damage
      combatlog roll last ana 2d20kh1+5 --faces "4 17" --target 15 --outcome hit
      combatlog roll last ana --for attack --total 18 --json
    """
    from domain.step.rolling import LOOSE  # slow to import, and the help is to be quick

    if faces and not re.fullmatch(_FACES, faces.strip()):
        raise click.UsageError('Write the faces as numbers, such as --faces "4 17".')
    fell = [int(face) for face in re.findall("[0-9]+", faces)]
    by_purpose = {said["purpose"] or LOOSE: fell} if fell else None
    made = combat.say("roll", faces=by_purpose, hidden=hidden or None, **said)
    rolled = made["entries"][0]["event"]
    return made, [f"Entry {made['entries'][0]['number']}: {rolled['total']}."]
