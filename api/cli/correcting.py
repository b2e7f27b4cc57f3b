"""`correct`: the referee's ruling on a past step; what follows is shown first, step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.moving import DRY, try_and_do
from api.cli.words import COMBAT, YES, command, seated

Json = Mapping[str, Any]


@command()
@COMBAT
@click.argument("how", type=click.Choice(["annul", "amend", "insert"]))
@click.option("--step", type=click.IntRange(1), help="The step; or --entry.")
@click.option("--entry", metavar="NUMBER", help="An entry of the step, as `log` shows it.")
@click.option("--command", "said", metavar="JSON", help="What stands there instead, or is put in.")
@click.option("--after", is_flag=True, help="Insert it after the step; without this, before it.")
@click.option("--upto", type=click.IntRange(1), help="Adopt what follows up to this step.")
@click.option("--fall", is_flag=True, help="Let dice fall where the correction needs new ones.")
@click.option("--note", default="", help="The ruling in words; needed to adopt it.")
@YES
@DRY
@seated()
def correct(desk: Desk, as_json: bool, combat: str, yes: bool, dry_run: bool, **words: Any) -> None:
    """Correct a past step of a COMBAT: annul it, amend it, or insert another.

    What was played after it is judged again with its recorded dice: kept, changed, dropped, or
    stopped where nobody has said how to go on. The old line stays; `jump` leads back to it.

    Examples:
      combatlog correct last annul --entry 13 --dry-run
      combatlog correct last amend --step 10 --command '{"type": "pass-all"}' --dry-run --json
      combatlog correct last annul --step 9 --note "it was not her turn" --yes
      combatlog correct last insert --step 7 --command '{"type": "roll", "who": "ana", "faces": [4]}' --note "the test for footing" --yes --json
    """  # noqa: E501 -- an example is one line
    combat = desk.combat(combat)
    command = {"type": "correct", **_body(desk, combat, words)}
    try_and_do(desk, as_json, combat, command, _adopted, dry_run=dry_run, yes=yes)


def _adopted(said: Json) -> str:
    return f"Adopted: entry {said['entries'][0]['number']}."


def _body(desk: Desk, combat: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """The correction as it is sent; raises UsageError for words that make none."""
    if (words["step"] is None) == (words["entry"] is None):
        raise click.UsageError("Say which step: --step or --entry.")
    step = words["step"] or _step_of(desk, combat, words["entry"])
    body: dict[str, Any] = {"how": words["how"], "step": step}
    body |= {"where": "after"} if words["after"] else {}
    body |= {"command": _read(words["said"])} if words["said"] else {}
    body |= {"upto": words["upto"]} if words["upto"] else {}
    body |= {"dice": "fall"} if words["fall"] else {}
    return body | ({"note": words["note"]} if words["note"] else {})


def _read(said: str) -> Any:
    try:
        return json.loads(said)
    except ValueError as error:
        raise click.UsageError(f"--command is no JSON: {error}") from error


def _step_of(desk: Desk, combat: str, number: str) -> int:
    """The step of an entry."""
    whole, _, private = number.partition(".")
    if not whole.isdecimal() or int(whole) < 1:
        raise click.UsageError(f"{number!r} is no number of an entry.")
    page = desk.get(
        address(combat, "events"), after=whole if private else int(whole) - 1, limit=100
    ).json
    found = (row["step"] for row in page["items"] if row["number"] == number)
    if (step := next(found, None)) is None:
        raise click.UsageError(f"There is no entry {number}.")
    return int(step)
