"""`undo`, `redo` and `jump`: what would change is shown, then asked, then done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import COMBAT, YES, command, confirm, seated

Json = Mapping[str, Any]

DRY = click.option("--dry-run", is_flag=True, help="Show what would change, and do nothing.")
NOTE = click.option("--note", default="", help="Say why; it is kept with the move.")
ASK = click.option("--ask", is_flag=True, help="Ask those concerned, where others are concerned.")
SPAN = click.option(
    "--span",
    type=click.Choice(["step", "turn", "phase", "round"]),
    default="step",
    show_default=True,
    help="How far: a step, or to where this began.",
)


@command()
@COMBAT
@SPAN
@NOTE
@ASK
@YES
@DRY
@seated()
def undo(desk: Desk, as_json: bool, combat: str, span: str, note: str, **how: bool) -> None:
    """Take back the last step of a COMBAT, or all since a turn, phase or round began.

    Nothing is deleted: what was undone stays in the log, and `redo` brings it back.

    Examples:
      combatlog undo last --dry-run
      combatlog undo last --yes --note "wrong target"
      combatlog undo last --span turn --yes --json
      combatlog undo last --ask --yes
    """
    _move(desk, as_json, combat, {"how": "undo", "span": span}, note, **how)


@command()
@COMBAT
@SPAN
@NOTE
@ASK
@YES
@DRY
@seated()
def redo(desk: Desk, as_json: bool, combat: str, span: str, note: str, **how: bool) -> None:
    """Take the step of a COMBAT that was undone last back into play, or all up to a span's start.

    Examples:
      combatlog redo last --yes
      combatlog redo last --dry-run --json
    """
    _move(desk, as_json, combat, {"how": "redo", "span": span}, note, **how)


@command()
@COMBAT
@click.argument("to", type=click.IntRange(1))
@NOTE
@ASK
@YES
@DRY
@seated()
def jump(desk: Desk, as_json: bool, combat: str, to: int, note: str, **how: bool) -> None:
    """Put the head of a COMBAT to where it was right after entry TO, undone or not.

    Examples:
      combatlog jump last 12 --dry-run
      combatlog jump last 12 --yes
      combatlog jump last 12 --yes --json
    """
    _move(desk, as_json, combat, {"how": "jump", "to": to}, note, **how)


def _move(
    desk: Desk, as_json: bool, combat: str, move: Json, note: str, *, ask: bool, **how: bool
) -> None:
    command = {"type": "ask-undo" if ask else "rewind", **move}
    command |= {"note": note} if note else {}
    try_and_do(desk, as_json, desk.combat(combat), command, _where, **how)


def _where(moved: Json) -> str:
    event = moved["entries"][0]["event"] if moved["entries"] else {}
    if "question" in event:
        whom = ", ".join(slot["who"] for slot in event["slots"])
        return f"It is asked for, and waits for {whom}; play waits as well."
    return f"The head is at entry {event['to']}." if "to" in event else "The head was moved."


def try_and_do(
    desk: Desk,
    as_json: bool,
    combat: str,
    command: Json,
    says: Callable[[Json], str],
    *,
    dry_run: bool,
    yes: bool,
) -> None:
    """Show what a command would do, ask a person at a terminal, and do it from that head alone."""
    commands = address(combat, "commands")
    found = desk.post(f"{commands}?dry-run=1", command)
    if not as_json:
        _show(found.json)
    if dry_run:
        print_json(found.json) if as_json else click.echo("Nothing was changed.")
        return
    confirm("Do it?", yes)
    # Its tag is the head that it was tried at: nobody else's step is undone.
    done = desk.post(commands, command, If_Match=found.headers["etag"]).json
    print_json(done) if as_json else click.echo(says(done))


# --- what would change -------------------------------------------------------------------------


_COLOURS = {"falls": "red", "dropped": "red", "changed": "yellow", "stopped": "magenta"}


def _show(preview: Json) -> None:
    table(("step", "entry", "verdict", "what"), _steps(preview["steps"]))
    table(("who", "what", "was", "becomes"), changes(preview["changes"]))
    if preview["needs_dice"]:
        click.echo("What follows depends on dice that have not fallen.")
    if preview["receipt"]:
        _who_must_agree(preview["receipt"])


def _steps(steps: list[Json]) -> Iterator[tuple[str, ...]]:
    """What becomes of every step, and why."""
    from projections.words import with_rule

    for step in steps:
        verdict = f"{step['verdict']}, {step['reason']}" if step["reason"] else step["verdict"]
        verdict = click.style(verdict, fg=_COLOURS.get(step["verdict"]))
        number = str(step["step"] or "new"), step["number"] or ""
        yield *number, verdict, "; ".join(step["was"] or step["becomes"]) or "-"
        if step["verdict"] == "changed":
            yield "", "", "now", "; ".join(step["becomes"]) or "-"
        if step["why"]:
            yield "", "", "", with_rule(step["why"], step["clause"])


def _who_must_agree(receipt: Json) -> None:
    """Who has to agree to a move and why, or that nobody can, and what a judge would advise."""
    for one in receipt["must"]:
        click.echo(f"Must agree: {one['who']} ({one['why']})")
    if any(cost := receipt["cost"].values()):
        click.echo("Cost: {} decisions, {} dice, {} other people, {} things learned".format(*cost))
    click.echo(receipt["barred"] or receipt["advice"])


def changes(found: list[Json]) -> Iterator[tuple[str, ...]]:
    """What stands differently, a row each."""
    return ((one["name"], one["says"], one["was"], one["becomes"]) for one in found)
