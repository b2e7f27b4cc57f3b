"""`dice`: what makes dice worth trusting: salts, witnesses, re-rolls, revealed keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rich_click as click

from api.cli.client.commands import ENTRY, NOTE, Answer, Group
from api.cli.client.output import Json, styled_text, table
from api.cli.play.dry_run import outcome_of
from api.client import Combat

WHAT = click.option(
    "--what", default="salt", show_default=True, help="What is bound; `salt` goes into the dice."
)


@click.group(cls=Group)
def dice() -> None:
    """Dice that everybody can check: salts, witnesses, re-rolls, keys at the end.

    Examples:
      combatlog dice show last
      combatlog dice commit last
    """


@dice.combat_command()
def show(combat: Combat) -> Answer:
    """Show how the dice of a COMBAT can be trusted, and what was chosen with knowledge.

    Once its keys are revealed, --json has every open roll with its label, to be recomputed.

    Examples:
      combatlog dice show last
      combatlog dice show last --json
    """
    found = combat.get("dice")
    return found, _dice_lines(found)


def _dice_lines(found: Json) -> Iterator[Any]:
    yield styled_text(found["says"][:1].upper() + found["says"][1:], "bold")
    salted = (each for each in found["standing"] if each["salts"])
    yield from table({"from round": "since", "dice": "says"}, salted)
    if found["committed"]:
        yield _open_salts(found)
    if found["request"]:
        yield f"A re-roll is asked for: entry {found['request']['entry']}."
    for seen in found["witnessed"]:
        yield f"Entry {seen['entry']} was seen by {', '.join(seen['witnesses'])}."
    known = {"entry": "number", "by": "who", "with knowledge": "how", "shown in": "shown"}
    yield from table(known, found["chosen"])
    if found["keys"]:
        rolls = len(found["rolls"])
        yield f"Revealed: the keys of {', '.join(found['keys'])}; {rolls} rolls can be recomputed."
    else:
        yield "The keys are bound, and not revealed yet."


def _open_salts(found: Json) -> str:
    return f"{found['opened']} of {found['committed']} salts are open for the next round."


@dice.combat_command()
@WHAT
@click.option("--value", default="", help="The words themselves; else they are drawn here.")
def commit(combat: Combat, what: str, value: str) -> Answer:
    """Bind yourself to words in a COMBAT without showing them: above all, a salt for its dice.

    Only their SHA-256 is sent. Keep the words: `dice reveal` shows them, when all have committed.
    Salts that are open when a round begins for the first time count from that round on.

    Examples:
      combatlog dice commit last
      combatlog dice commit last --value "an owl at noon, 1187" --json
    """
    import secrets

    from domain.table.table import commitment_of

    value = value or secrets.token_hex(16)
    bound = commitment_of(what, value)
    said = combat.say("commit", what=what, commitment=bound)
    keep = f"Keep the words, and show them when all are bound: {value}"
    return {**said, "value": value}, [f"Bound to {bound}.", keep]


@dice.combat_command(required=True)
@click.argument("value")
@WHAT
def reveal(combat: Combat, value: str, what: str) -> Answer:
    """Show the VALUE that you bound yourself to in a COMBAT. It stays shown.

    Examples:
      combatlog dice reveal last "an owl at noon, 1187"
      combatlog dice reveal last "an owl at noon, 1187" --json
    """
    said = combat.say("reveal", what=what, value=value)
    open_now = [_open_salts(combat.get("dice"))] if what == "salt" else []
    return said, ["It is as you bound yourself, and open to all.", *open_now]


@dice.combat_command()
@click.option("--hidden", is_flag=True, help="Those of hidden dice as well.")
def reveal_keys(combat: Combat, hidden: bool) -> Answer:
    """Show the keys of the dice of a COMBAT that has ended, for everybody to recompute them.

    It is final: nothing is played or undone after it.

    Examples:
      combatlog dice reveal-keys last
      combatlog dice reveal-keys last --hidden --json
    """
    said = combat.say("reveal-keys", hidden=hidden)
    shown = ", ".join(entry["event"]["what"].removeprefix("key ") for entry in said["entries"])
    return said, [f"Revealed for good: {shown}."]


@dice.combat_command(required=True)
@ENTRY
@NOTE
def reroll(combat: Combat, entry: int, note: str) -> Answer:
    """Ask the table of a COMBAT for a re-roll in place of the dice that undone ENTRY shows.

    Without consent the same roll shows the same faces after an undo. Silence is no.

    Examples:
      combatlog dice reroll last 22 --note "the die was cocked"
      combatlog dice reroll last 22 --json
    """
    said = combat.say("ask-fresh-dice", about=entry, note=note)
    return said, [_outcome(said)]


@dice.combat_command(required=True)
@click.argument("choice", type=click.Choice(["agree", "refuse", "withdraw"]))
@click.option("--who", default="", metavar="PERSON", help="For the referee: who is away.")
@NOTE
def answer(combat: Combat, **answer: str) -> Answer:
    """Answer the open request for a re-roll in a COMBAT, or withdraw your own.

    Examples:
      combatlog dice answer last agree --who p1
      combatlog dice answer last refuse --who p2 --json
    """
    said = combat.say("answer-fresh-dice", **answer)
    all_agreed = answer["choice"] == "agree" and not combat.get("dice").get("request")
    return said, ["All have agreed: the dice fall afresh." if all_agreed else _outcome(said)]


@dice.combat_command(required=True)
@ENTRY
def witness(combat: Combat, entry: int) -> Answer:
    """Say that you saw the dice fall, or the card come, that another typed in as ENTRY of a COMBAT.

    Examples:
      combatlog dice witness last 24
      combatlog dice witness last 24 --json
    """
    return combat.say("witness", about=entry), [f"You vouch for entry {entry}."]


def _outcome(said: Json) -> str:
    return outcome_of(said, "the dice fall afresh", "play goes on")
