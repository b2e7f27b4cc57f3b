"""`correct`: the referee's ruling on a past step; what follows is shown first, step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.moving import changes, say_who_must_agree
from api.cli.printing import print_json, table
from api.cli.words import COMBAT, YES, command, confirm, seated

Json = Mapping[str, Any]

_COLOURS = {"changed": "yellow", "dropped": "red", "stopped": "magenta"}


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
@click.option("--preview", is_flag=True, help="Show what would become of every step, no more.")
@YES
@seated()
def correct(desk: Desk, as_json: bool, combat: str, preview: bool, yes: bool, **words: Any) -> None:
    """Correct a past step of a COMBAT: annul it, amend it, or insert another.

    What was played after it is judged again with its recorded dice: kept, changed, dropped, or
    stopped where nobody has said how to go on. The old line stays; `jump` leads back to it.

    Examples:
      combatlog correct last annul --entry 13 --preview
      combatlog correct last amend --step 10 --command '{"type": "pass-all"}' --preview --json
      combatlog correct last annul --step 9 --note "it was not her turn" --yes
      combatlog correct last insert --step 7 --command '{"type": "roll", "who": "ana", "faces": [4]}' --note "the test for footing" --yes --json
    """  # noqa: E501 -- an example is one line
    combat = desk.combat(combat)
    body = _body(desk, combat, words)
    found = desk.post(address(combat, "corrections/preview"), body)
    if preview and as_json:
        print_json(found.json)
        return
    if not as_json:
        _show(found.json)
    if preview:
        click.echo("Nothing was changed.")
        return
    confirm("Adopt it?", yes)
    said = desk.post(address(combat, "corrections"), body, If_Match=found.headers["etag"]).json
    print_json(said) if as_json else click.echo(f"Adopted: entry {said['entries'][0]['number']}.")


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


def _show(found: Json) -> None:
    """Every step with what becomes of it, then how things would stand."""
    table(("step", "entry", "verdict", "what"), _rows(found["steps"]))
    if not found["steps"]:
        click.echo("Nothing follows it.")
    table(("who", "what", "was", "becomes"), changes(found))
    say_who_must_agree(found["receipt"])


def _rows(steps: list[Json]) -> Iterator[tuple[str, ...]]:
    from projections.words import with_rule

    for step in steps:
        verdict = f"{step['verdict']}, {step['reason']}" if step["reason"] else step["verdict"]
        verdict = click.style(verdict, fg=_COLOURS.get(step["verdict"]))
        number = str(step["step"] or "new"), step["number"] or ""
        yield (*number, verdict, "; ".join(step["was"]) or "-")
        if step["verdict"] == "changed":
            yield "", "", "now", "; ".join(step["becomes"]) or "-"
        if step["why"]:
            yield "", "", "", with_rule(step["why"], step["clause"])
