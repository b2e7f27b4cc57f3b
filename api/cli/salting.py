"""`commit`, `reveal`, `reveal-keys`, `fresh` and `witness`: what makes dice worth trusting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json
from api.cli.refusing import failed
from api.cli.words import COMBAT, LAST, command, seated

Json = Mapping[str, Any]
WHAT = click.option(
    "--what", default="salt", show_default=True, help="What is bound; `salt` goes into the dice."
)


@command()
@LAST
@WHAT
@click.option("--value", default="", help="The words themselves; else they are drawn here.")
@seated()
def commit(desk: Desk, as_json: bool, combat: str, what: str, value: str) -> None:
    """Bind yourself to words in a COMBAT without showing them: above all, a salt for its dice.

    Only their SHA-256 is sent. Keep the words: `reveal` shows them, when all have committed. Salts
    that are open when a round begins for the first time count from that round on.

    Examples:
      combatlog commit last
      combatlog commit last --value "an owl at noon, 1187" --json
    """
    import secrets

    from domain.table import commitment_of

    value = value or secrets.token_hex(16)
    bound = commitment_of(what, value)
    said = desk.say(desk.combat(combat), {"type": "commit", "what": what, "commitment": bound})
    if as_json:
        print_json({**said, "value": value})
        return
    click.echo(f"Bound to {bound}.")
    click.echo(f"Keep the words, and show them when all are bound: {value}")


@command()
@COMBAT
@click.argument("value")
@WHAT
@seated()
def reveal(desk: Desk, as_json: bool, combat: str, value: str, what: str) -> None:
    """Show the VALUE that you bound yourself to in a COMBAT. It stays shown.

    Examples:
      combatlog reveal last "an owl at noon, 1187"
      combatlog reveal last "an owl at noon, 1187" --json
    """
    combat = desk.combat(combat)
    said = desk.say(combat, {"type": "reveal", "what": what, "value": value})
    if as_json:
        print_json(said)
        return
    click.echo("It is as you bound yourself, and open to all.")
    if what == "salt":
        dice = desk.get(address(combat, "dice")).json
        click.echo(f"{dice['opened']} of {dice['committed']} salts are open for the next round.")


@command("reveal-keys")
@LAST
@click.option("--hidden", is_flag=True, help="Those of hidden dice as well.")
@seated()
def reveal_keys(desk: Desk, as_json: bool, combat: str, hidden: bool) -> None:
    """Show the keys of the dice of a COMBAT that has ended, for everybody to recompute them.

    It is final: nothing is played or taken back after it.

    Examples:
      combatlog reveal-keys last
      combatlog reveal-keys last --hidden --json
    """
    said = desk.say(desk.combat(combat), {"type": "reveal-keys", "hidden": hidden})
    if as_json:
        print_json(said)
        return
    shown = ", ".join(entry["event"]["what"].removeprefix("key ") for entry in said["entries"])
    click.echo(f"Revealed for good: {shown}.")


@command()
@LAST
@click.argument("entry", type=click.IntRange(1), required=False)
@click.option("--say", type=click.Choice(["agree", "refuse", "withdraw"]), help="Answer it.")
@click.option("--who", default="", metavar="PERSON", help="For the referee: for whom he answers.")
@click.option("--note", default="", help="Say why; it is kept with it.")
@seated()
def fresh(
    desk: Desk, as_json: bool, combat: str, entry: int | None, say: str | None, who: str, note: str
) -> None:
    """Ask the table of a COMBAT for fresh dice in place of those undone ENTRY shows, or answer.

    Without leave the same roll shows the same faces after an undo. Silence is no.

    Examples:
      combatlog fresh last 22 --note "the die was cocked"
      combatlog fresh last --say agree --who p1
      combatlog fresh last --say refuse --who p2 --json
    """
    if (entry is None) == (say is None):
        raise failed("Say either which entry, or with --say what you answer.")
    body: dict[str, Any] = {"type": "ask-fresh-dice", "about": entry}
    if say is not None:
        body = {"type": "answer-fresh-dice", "choice": say, "who": who}
    said = desk.say(desk.combat(combat), {**body, "note": note} if note else body)
    print_json(said) if as_json else click.echo(_came(desk, combat, said))


@command()
@COMBAT
@click.argument("entry", type=click.IntRange(1))
@seated()
def witness(desk: Desk, as_json: bool, combat: str, entry: int) -> None:
    """Say that you saw the dice fall, or the card come, that another typed in as ENTRY of a COMBAT.

    Examples:
      combatlog witness last 24
      combatlog witness last 24 --json
    """
    said = desk.say(desk.combat(combat), {"type": "witness", "about": entry})
    print_json(said) if as_json else click.echo(f"You vouch for entry {entry}.")


def _came(desk: Desk, combat: str, said: Json) -> str:
    """What became of it."""
    event = said["entries"][0]["event"]
    if must := event.get("must"):
        return f"It is asked for, and waits for {', '.join(must)}; play goes on."
    if must is not None:
        return "It is agreed: the dice fall afresh."
    ends = {"refuse": "It was refused.", "withdraw": "It was withdrawn."}
    if event["choice"] in ends:
        return ends[event["choice"]]
    waits = desk.get(address(desk.combat(combat), "dice")).json.get("request")
    return "It is noted." if waits else "It is agreed: the dice fall afresh."
