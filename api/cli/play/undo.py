"""`undo`: move the head back and forth, and the requests and consent that this takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import rich_click as click

from api.cli.client import commands
from api.cli.client.commands import DRY_RUN, ENTRY, NOTE, YES, Answer, Group
from api.cli.client.output import Json
from api.cli.play.dry_run import outcome_of, try_and_do
from api.client import Combat, command

ASK = click.option("--ask", is_flag=True, help="Ask those concerned, where others are concerned.")
SPANS = click.Choice(["step", "turn", "phase", "round"])
SPAN = commands.option("--span", SPANS, "step", "How far: a step, or to where this began.")


@click.group(cls=Group)
def undo() -> None:
    """Undo, redo and jump; undo requests, who has to agree, and the table's policy.

    Nothing is deleted: what was undone stays in the log, and `undo redo` brings it back.

    Examples:
      combatlog undo step last --dry-run
      combatlog undo status last
    """


_moves = commands.together(NOTE, ASK, YES, DRY_RUN)


@undo.combat_command(required=True)
@SPAN
@_moves
def step(combat: Combat, span: str, **how: Any) -> Answer:
    """Undo the last step of a COMBAT, or everything since a turn, phase or round began.

    Examples:
      combatlog undo step last --dry-run
      combatlog undo step last --yes --note "wrong target"
      combatlog undo step last --span turn --yes --json
      combatlog undo step last --ask --yes
    """
    return _move(combat, {"how": "undo", "span": span}, **how)


@undo.combat_command(required=True)
@SPAN
@_moves
def redo(combat: Combat, span: str, **how: Any) -> Answer:
    """Bring back the step of a COMBAT that was undone last, or all up to a span's start.

    Examples:
      combatlog undo redo last --yes
      combatlog undo redo last --dry-run --json
    """
    return _move(combat, {"how": "redo", "span": span}, **how)


@undo.combat_command(required=True)
@ENTRY
@_moves
def jump(combat: Combat, entry: int, **how: Any) -> Answer:
    """Move the head of a COMBAT to where it was right after an ENTRY, undone or not.

    Examples:
      combatlog undo jump last 12 --dry-run
      combatlog undo jump last 12 --yes
      combatlog undo jump last 12 --yes --json
    """
    return _move(combat, {"how": "jump", "to": entry}, **how)


def _move(combat: Combat, move: Json, *, ask: bool, note: str, **how: bool) -> Answer:
    return try_and_do(
        combat, command("ask-undo" if ask else "rewind", **move, note=note), _move_line, **how
    )


def _move_line(moved: Json) -> str:
    moves = (e["event"] for e in moved["entries"] if e["type"] == "combat.rewound/1")
    move = next(moves, None)
    return f"The head is at entry {move['to']}." if move else _outcome(moved)


def _outcome(said: Json) -> str:
    return outcome_of(said, "the head was moved", "play waits as well")


# --- requests and consent ------------------------------------------------------------------------


@undo.combat_command()
def status(combat: Combat) -> Answer:
    """Show the undo policy of a COMBAT, and the open undo request, if there is one.

    Examples:
      combatlog undo status last
      combatlog undo status last --json
    """
    found = combat.get("state", part="undo")["undo"]
    return found, _status(found)


def _status(found: Json) -> Iterator[str]:
    free = f", {found['allowance']} free for each" if found["allowance"] else ""
    yield f"Undo at this table: {found['policy']}{free}; you have {found['left']} left."
    for who in found["closed_to"]:
        yield f"{who} takes no requests."
    yield _request(found["request"]) if found["request"] else "There is no undo request."


def _request(wish: Json) -> str:
    waits = ", ".join(who for who in wish["must"] if who not in wish["agreed"])
    left = max(0, wish["until"] // 1000 - int(time.time()))
    away = f" The referee answers for {', '.join(wish['away'])}." if wish["away"] else ""
    return (
        f"{wish['asker']} asks to {wish['how']} from entry {wish['was']} to {wish['to']};"
        f" it waits for {waits}, {left} seconds more.{away}"
    )


@undo.combat_command(required=True)
@click.argument("choice", type=click.Choice(["agree", "refuse", "withdraw", "block", "allow"]))
@click.option("--who", default="", metavar="PERSON", help="For the referee: who is away.")
@NOTE
def answer(combat: Combat, **answer: str) -> Answer:
    """Answer the open undo request in a COMBAT, or withdraw your own.

    `block` refuses it and all later ones, until you say `allow`. The referee answers for a person
    who is away.

    Examples:
      combatlog undo answer last agree --who p1
      combatlog undo answer last withdraw
      combatlog undo answer last block
      combatlog undo answer last allow --json
    """
    said = combat.say("answer-undo", **answer)
    return said, [_outcome(said)]


@undo.combat_command(required=True)
@click.argument("policy", type=click.Choice(["referee", "consent", "strict", "free"]))
@click.option(
    "--allowance",
    type=click.IntRange(0, 100),
    default=0,
    help="How often each may undo, unasked, what touched nobody else's decision.",
)
@NOTE
def policy(combat: Combat, policy: str, **settled: Any) -> Answer:
    """Set the undo POLICY of a COMBAT from now on, as the referee.

    Examples:
      combatlog undo policy last consent --allowance 2
      combatlog undo policy last free --json
    """
    said = combat.say("undo-policy", policy=policy, **settled)
    return said, [f"Undo from now on: {policy}."]
