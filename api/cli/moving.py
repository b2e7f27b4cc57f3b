"""`undo`, `redo` and `jump`: what would change is shown, then asked, then done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, Reply, address
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
    asked, body = {"how": "undo", "span": span}, {"span": span}
    _move(desk, as_json, combat, asked, _noted(body, note), **how)


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
    asked, body = {"how": "redo", "span": span}, {"span": span}
    _move(desk, as_json, combat, asked, _noted(body, note), **how)


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
    _move(desk, as_json, combat, {"how": "jump", "to": to}, _noted({"to": to}, note), **how)


def _noted(body: dict[str, Any], note: str) -> dict[str, Any]:
    return {**body, "note": note} if note else body


def _move(
    desk: Desk,
    as_json: bool,
    combat: str,
    asked: Json,
    body: Json,
    *,
    yes: bool,
    dry_run: bool,
    ask: bool,
) -> None:
    """Show what would change, ask a person at a terminal, and move the head from there alone."""
    combat = desk.combat(combat)
    found = desk.get(address(combat, "preview"), **asked)
    if not as_json:
        _show(found.json)
    if dry_run:
        _done(as_json, found, lambda _: "Nothing was changed.")
        return
    confirm("Do it?", yes)
    # The tag of the preview is the head that it was made for: nobody else's step is undone.
    tag = found.headers["etag"]
    where = asked["how"]
    if ask:
        where, body = "commands", {"type": "ask-undo", **asked, **body}
    _done(as_json, desk.post(address(combat, where), body, If_Match=tag), _where)


def _where(moved: Json) -> str:
    event = moved["entries"][0]["event"] if moved["entries"] else {}
    if "question" in event:
        whom = ", ".join(slot["who"] for slot in event["slots"])
        return f"It is asked for, and waits for {whom}; play waits as well."
    return f"The head is at entry {event['to']}." if "to" in event else "The head was moved."


def _done(as_json: bool, reply: Reply, says: Callable[[Json], str]) -> None:
    if as_json:
        print_json(reply.json)
    else:
        click.echo(says(reply.json))


# --- what would change -------------------------------------------------------------------------


def _show(preview: Json) -> None:
    for part, sign, colour in (
        ("falls", "-", "red"),
        ("returns", "+", "green"),
        ("carried", "=", "cyan"),
    ):
        for line in _parts(preview.get(part, ()), sign, colour):
            click.echo(line)
    table(("who", "what", "was", "becomes"), changes(preview))
    for part in ("order", "clock"):
        if preview[part]:
            becomes = ", ".join(preview[part]["becomes"]) or "nothing"
            click.echo(f"{part.capitalize()}: {becomes}")
    say_who_must_agree(preview["receipt"])


def say_who_must_agree(receipt: Json) -> None:
    """Who has to agree to a move and why, or that nobody can, and what a judge would advise."""
    for one in receipt["must"]:
        click.echo(f"Must agree: {one['who']} ({one['why']})")
    if any(cost := receipt["cost"].values()):
        click.echo("Cost: {} decisions, {} dice, {} other people, {} things learned".format(*cost))
    click.echo(receipt["barred"] or receipt["advice"])


def _parts(parts: list[Json], sign: str, colour: str) -> Iterator[str]:
    """The steps that fall away or come back, each with what it did."""
    for part in parts:
        did = "; ".join(part["lines"]) or "nothing that is told"
        yield click.style(f"{sign} {part['number']:>5}  {did}", fg=colour)


def changes(preview: Json) -> Iterator[tuple[str, ...]]:
    """What would stand differently, a row each."""
    for pool in preview["pools"]:
        yield pool["name"], pool["says"], pool["was"], pool["becomes"]
    for condition in preview["conditions"]:
        yield condition["name"], condition["says"], "", condition["how"]
    for fact in preview["facts"]:
        toward = f" {fact['toward']}" if fact["toward"] else ""
        yield fact["name"], fact["says"] + toward, _value(fact["was"]), _value(fact["becomes"])
    for use in preview.get("uses", ()):
        did = f"{use['manoeuvre']}, times in the {use['span']}"
        yield use["name"], did, str(use["was"]), str(use["becomes"])


def _value(value: Any) -> str:
    return "as usual" if value is None else str(value)
