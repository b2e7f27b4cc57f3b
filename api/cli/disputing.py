"""`dispute`: contest, answer and rule; the list of disputes, and the evidence in each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.moving import DRY, try_and_do
from api.cli.printing import day, heading, print_json, table
from api.cli.words import COMBAT, LAST, group, seated

Json = Mapping[str, Any]
NUMBER = click.argument("number", type=click.IntRange(1))
WORDS = click.option("--note", required=True, help="Why; it is kept with it.")
REMEDY = 'A remedy as JSON: {"remedy": "go-back", "to": 12}; let-stand, amend, compensate, re-roll.'


@group()
def dispute() -> None:
    """Disputes about what was played: contest it, answer, rule on it.

    A dispute is named by the NUMBER of the entry that contests. Parties to it neither rule nor
    vote, and a ruling takes effect at once.

    Examples:
      combatlog dispute list last
      combatlog dispute contest last 19 --note "he was out of reach"
      combatlog dispute show last 24
    """


@dispute.command("list")
@LAST
@seated()
def docket(desk: Desk, as_json: bool, combat: str) -> None:
    """Every dispute of a COMBAT.

    Examples:
      combatlog dispute list last
      combatlog dispute list last --json
    """
    found = desk.get(address(desk.combat(combat), "disputes")).json
    if as_json:
        print_json(found)
        return
    rows = (
        [str(c["number"]), _span(c), c["clause"], c["stage"], _outcome(c)] for c in found["items"]
    )
    table(("dispute", "contested", "clause", "stage", ""), rows)
    if not found["items"]:
        click.echo("Nothing is contested.")


def _outcome(case: Json) -> str:
    """Return what was ruled, else what is claimed."""
    return str(case["rulings"][-1]["says"] if case["rulings"] else case["claims"])


def _span(case: Json) -> str:
    fact = f"{case['fact']} of " if case["fact"] else ""
    first, last = case["entry"], case["upto"]
    return fact + (str(first) if first == last else f"{first} to {last}")


@dispute.command()
@COMBAT
@NUMBER
@seated()
def show(desk: Desk, as_json: bool, combat: str, number: int) -> None:
    """A dispute of a COMBAT with its evidence: lines, clauses, dice, postings, earlier rulings.

    Examples:
      combatlog dispute show last 24
      combatlog dispute show last 24 --json
    """
    at = desk.combat(combat)
    found = desk.get(address(at, "evidence"), dispute=number).json
    items = desk.get(address(at, "disputes")).json["items"]
    case = next(one for one in items if one["number"] == number)
    if as_json:
        print_json({"case": case, "evidence": found})
        return
    _tell(case)
    _evidence(found)


def _tell(case: Json) -> None:
    heading(f"Dispute {case['number']}: {_span(case)} {case['clause']}".rstrip())
    click.echo(f"{case['asker']} contests it: {case['words']}")
    click.echo(f"Parties: {', '.join(case['parties'])}. To rule: {', '.join(case['deciders'])}.")
    for said in case["said"]:
        click.echo(f"{said['number']:>6}  {said['who']} {said['choice']}  {said['words']}".rstrip())
    for ruling in case["rulings"]:
        click.echo(f"{ruling['number']:>6}  ruled: {ruling['says']}  {ruling['words']}".rstrip())
    click.echo(f"It is {case['stage']}.")


def _evidence(found: Json) -> None:
    lines = (
        ["*" if one["contested"] else "", one["number"], one["text"], one["clause"]]
        for one in found["lines"]
    )
    table(("", "entry", "what", "clause"), lines)
    table(
        ("clause", "what stands under it"),
        ([one["clause"], "; ".join(one["says"])] for one in found["clauses"]),
    )
    table(
        ("entry", "who", "dice", "proof"),
        ([one["number"], one["who"], one["shows"], one["proof"]] for one in found["dice"]),
    )
    postings = ("number", "name", "called", "how", "points", "left")
    table(postings, ([one[name] for name in postings] for one in found["postings"]))
    table(("earlier ruling", "when", "remedy", "words"), _earlier(found["earlier"]))


def _earlier(found: list[Json]) -> Iterator[list[str]]:
    for one in found:
        where = str(one["number"]) if one["here"] else one["title"] or "at another table"
        yield [where, day(one["at"]), one["remedy"], one["words"]]


# --- what is said ------------------------------------------------------------------------------


@dispute.command()
@COMBAT
@click.argument("entry", type=click.IntRange(1))
@click.option("--upto", type=click.IntRange(1), help="The last entry of a span.")
@click.option("--fact", default="", help="What was declared there, such as a distance.")
@click.option("--clause", default="", help="The rule in question; by default the entry's own.")
@click.option("--claim", default="", metavar="JSON", help=REMEDY)
@click.option("--vote", is_flag=True, help="Let the table vote; needs a claim.")
@click.option("--pause", is_flag=True, help="Play waits for the ruling.")
@WORDS
@seated()
def contest(desk: Desk, as_json: bool, combat: str, claim: str, vote: bool, **words: Any) -> None:
    """Contest an ENTRY of a COMBAT, a span from it on, or a fact that was declared there.

    Examples:
      combatlog dispute contest last 19 --note "he was out of reach"
      combatlog dispute contest last 19 --clause hits --pause --note "so it says" --json
    """
    body = {"type": "contest", **{k: v for k, v in words.items() if v}}
    body |= {"claim": _read(claim)} if claim else {}
    _say(desk, as_json, combat, body | ({"by": "vote"} if vote else {}))


@dispute.command()
@COMBAT
@NUMBER
@click.argument(
    "choice",
    type=click.Choice(["state", "uphold", "dismiss", "count", "appeal", "withdraw", "play-on"]),
)
@click.option("--claim", default="", metavar="JSON", help="Of an appeal. " + REMEDY)
@click.option("--for", "who", default="", help="As the referee: for which party.")
@click.option("--note", default="", help="The words; needed to state a case, and to appeal.")
@seated()
def answer(
    desk: Desk,
    as_json: bool,
    combat: str,
    number: int,
    choice: str,
    claim: str,
    who: str,
    note: str,
) -> None:
    """Answer in dispute NUMBER: state a case, vote, appeal, withdraw, let play go on.

    Examples:
      combatlog dispute answer last 24 state --for p1 --note "it was two steps away"
      combatlog dispute answer last 24 withdraw --json
    """
    body: dict[str, Any] = {"type": "answer-dispute", "dispute": number, "choice": choice}
    body |= {"claim": _read(claim)} if claim else {}
    said = {"who": who, "note": note}
    _say(desk, as_json, combat, body | {k: v for k, v in said.items() if v})


@dispute.command()
@COMBAT
@NUMBER
@click.argument("remedy", default='{"remedy": "let-stand"}', metavar="REMEDY")
@click.option("--clause", default="", help="Under which clause; by default the contested one.")
@click.option("--note", default="", help="The reason; needed to rule.")
@DRY
@seated()
def rule(
    desk: Desk,
    as_json: bool,
    combat: str,
    number: int,
    remedy: str,
    clause: str,
    note: str,
    dry_run: bool,
) -> None:
    """Rule on dispute NUMBER as the referee; the REMEDY, as JSON, takes effect at once.

    Without a REMEDY it stands as it was played.

    Examples:
      combatlog dispute rule last 24 --note "it was as it was played"
      combatlog dispute rule last 24 '{"remedy": "go-back", "to": 14}' --dry-run
      combatlog dispute rule last 24 '{"remedy": "go-back", "to": 14}' --note "out of reach" --json
    """
    said = {"clause": clause, "note": note}
    body = {"type": "rule-dispute", "dispute": number, "remedy": _read(remedy)}
    body |= {k: v for k, v in said.items() if v}
    try_and_do(desk, as_json, desk.combat(combat), body, _says, dry_run=dry_run, yes=True)


def _say(desk: Desk, as_json: bool, combat: str, body: Json) -> None:
    _entered(as_json, desk.say(desk.combat(combat), body))


def _entered(as_json: bool, said: Json) -> None:
    print_json(said) if as_json else click.echo(_says(said))


def _says(said: Json) -> str:
    return f"Entered: {said['entries'][0]['number']}."


def _read(said: str) -> Any:
    try:
        return json.loads(said)
    except ValueError as error:
        raise click.UsageError(f"A remedy is JSON: {error}") from error
