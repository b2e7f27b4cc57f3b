"""`request`, `answer` and `policy`: how a table goes back, and who has to say what about it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json
from api.cli.words import COMBAT, LAST, command, seated

Json = Mapping[str, Any]
_ENDS = {"refuse": "It was refused.", "block": "It was refused.", "withdraw": "It was withdrawn."}


@command()
@LAST
@seated()
def request(desk: Desk, as_json: bool, combat: str) -> None:
    """How the table of a COMBAT goes back, and the open request to do so, if there is one.

    Examples:
      combatlog request last
      combatlog request last --json
    """
    found = desk.get(address(desk.combat(combat), "undo")).json
    if as_json:
        print_json(found)
        return
    free = f", {found['allowance']} free for each" if found["allowance"] else ""
    click.echo(f"Going back at this table: {found['policy']}{free}; you have {found['left']} left.")
    for who in found["closed_to"]:
        click.echo(f"{who} takes no requests.")
    click.echo(_open(found["request"]) if found["request"] else "Nobody asks to go back.")


def _open(wish: Json) -> str:
    waits = ", ".join(who for who in wish["must"] if who not in wish["agreed"])
    left = max(0, wish["until"] // 1000 - int(time.time()))
    away = f" The referee answers for {', '.join(wish['away'])}." if wish["away"] else ""
    return (
        f"{wish['asker']} asks to {wish['how']} from entry {wish['was']} to {wish['to']};"
        f" it waits for {waits}, {left} seconds more.{away}"
    )


@command()
@COMBAT
@click.argument("choice", type=click.Choice(["agree", "refuse", "withdraw", "block", "allow"]))
@click.option("--who", default="", metavar="PERSON", help="For the referee: who is away.")
@click.option("--note", default="", help="Say why; it is kept with the answer.")
@seated()
def answer(desk: Desk, as_json: bool, combat: str, choice: str, who: str, note: str) -> None:
    """Answer the open request to go back in a COMBAT, or withdraw one's own.

    `block` refuses it and all later ones, until one says `allow`. The referee answers for a person
    who is away.

    Examples:
      combatlog answer last agree --who p1
      combatlog answer last withdraw
      combatlog answer last block
      combatlog answer last allow --json
    """
    body = {"type": "answer-undo", "choice": choice, "who": who}
    said = desk.say(desk.combat(combat), {**body, "note": note} if note else body)
    if as_json:
        print_json(said)
        return
    moved = any(e["type"] == "combat.rewound/1" for e in said["entries"])
    done = _ENDS.get(choice, "It is noted.")
    click.echo("All have agreed: the head was moved." if moved else done)


@command()
@COMBAT
@click.argument("how", type=click.Choice(["referee", "consent", "strict", "free"]))
@click.option(
    "--allowance",
    type=click.IntRange(0, 100),
    default=0,
    help="How often each may take back, unasked, what touched nobody else's decision.",
)
@click.option("--note", default="", help="Say why; it is kept with the ruling.")
@seated()
def policy(desk: Desk, as_json: bool, combat: str, how: str, allowance: int, note: str) -> None:
    """Settle HOW the table of a COMBAT goes back from now on; the referee's ruling.

    Examples:
      combatlog policy last consent --allowance 2
      combatlog policy last free --json
    """
    body = {"type": "undo-policy", "policy": how, "allowance": allowance}
    said = desk.say(desk.combat(combat), {**body, "note": note} if note else body)
    print_json(said) if as_json else click.echo(f"Going back from now on: {how}.")
