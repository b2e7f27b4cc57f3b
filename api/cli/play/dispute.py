"""`dispute`: contest, answer and rule; the list of disputes, and the evidence in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import rich_click as click

from api.cli.client.commands import DRY_RUN, ENTRY, JSON, NOTE, Answer, Group
from api.cli.client.output import Column, Json, day, styled_text, table
from api.cli.play.dry_run import try_and_do
from api.client import Combat, command

NUMBER = click.argument("number", type=click.IntRange(1))
REMEDY = (
    'A remedy as JSON: {"remedy": "go-back", "to": "12"}; let-stand, amend, compensate, re-roll.'
)


@click.group(cls=Group)
def dispute() -> None:
    """Disputes about what was played: contest it, answer, rule on it.

    A dispute is named by the NUMBER of the entry that contests. Parties to it neither rule nor
    vote, and a ruling takes effect at once.

    Examples:
      combatlog dispute list last
      combatlog dispute contest last 19 --note "he was out of reach"
      combatlog dispute show last 24
    """


@dispute.combat_command("list")
def list_disputes(combat: Combat) -> Answer:
    """List the disputes of a COMBAT.

    Examples:
      combatlog dispute list last
      combatlog dispute list last --json
    """
    found = combat.get("disputes")
    columns: dict[str, Column] = {
        "dispute": "number",
        "contested": _span,
        "clause": "clause",
        "stage": "stage",
        "": lambda case: case["rulings"][-1]["says"] if case["rulings"] else case["claims"],
    }
    return found, table(columns, found["items"], empty="Nothing is contested.")


def _span(case: Json) -> str:
    fact = f"{case['fact']} of " if case["fact"] else ""
    first, last = case["entry"], case["upto"]
    return fact + (str(first) if first == last else f"{first} to {last}")


@dispute.combat_command(required=True)
@NUMBER
def show(combat: Combat, number: int) -> Answer:
    """Show a dispute with its evidence: lines, clauses, dice, postings, earlier rulings.

    Examples:
      combatlog dispute show last 24
      combatlog dispute show last 24 --json
    """
    found = combat.get(f"disputes/{number}")
    tables = (table(columns, found["evidence"][part]) for part, columns in _EVIDENCE.items())
    return found, [*_case(found["case"]), *chain.from_iterable(tables)]


def _case(case: Json) -> Iterator[Any]:
    yield styled_text(f"Dispute {case['number']}: {_span(case)} {case['clause']}".rstrip(), "bold")
    yield f"{case['asker']} contests it: {case['words']}"
    yield f"Parties: {', '.join(case['parties'])}. To rule: {', '.join(case['deciders'])}."
    for said in case["said"]:
        yield f"{said['number']:>6}  {said['who']} {said['choice']}  {said['words']}".rstrip()
    for ruling in case["rulings"]:
        yield f"{ruling['number']:>6}  ruled: {ruling['says']}  {ruling['words']}".rstrip()
    yield f"It is {case['stage']}."


def _table_of(ruling: Json) -> str:
    return str(ruling["number"]) if ruling["here"] else ruling["title"] or "at another table"


def _rule(each: Json) -> str:
    from projections.wording.game_words import rule

    return rule(each["clause"], each["title"])


_EVIDENCE: Mapping[str, Mapping[str, Column]] = {
    "lines": {
        "": lambda line: "*" * line["contested"],
        "entry": "number",
        "what": "text",
        "clause": "clause",
    },
    "clauses": {"clause": _rule, "what stands under it": lambda each: "; ".join(each["says"])},
    "dice": {"entry": "number", "who": "who", "dice": "shows", "proof": "proof"},
    "postings": {name: name for name in ("number", "name", "called", "how", "points", "left")},
    "earlier": {
        "earlier ruling": _table_of,
        "when": lambda ruling: day(ruling["at"]),
        "remedy": "remedy",
        "words": "words",
    },
}
"""The tables of evidence: what each is called in the answer, and its columns."""


# --- what is said ------------------------------------------------------------------------------


@dispute.combat_command(required=True)
@ENTRY
@click.option("--upto", type=click.IntRange(1), help="The last entry of a span.")
@click.option("--fact", default="", help="What was declared there, such as a distance.")
@click.option("--clause", default="", help="The rule in question; by default the entry's own.")
@click.option("--claim", type=JSON, help=REMEDY)
@click.option("--vote", "by", flag_value="vote", help="Let the table vote; needs a claim.")
@click.option("--pause", is_flag=True, help="Play waits for the ruling.")
@click.option("--note", required=True, help="Why; it is kept with it.")
def contest(combat: Combat, **words: Any) -> Answer:
    """Contest an ENTRY of a COMBAT, a span from it on, or a fact that was declared there.

    Examples:
      combatlog dispute contest last 19 --note "he was out of reach"
      combatlog dispute contest last 19 --clause hits --pause --note "so it says" --json
    """
    return _entry_answer(combat.say("contest", **words))


@dispute.combat_command(required=True)
@NUMBER
@click.argument(
    "choice",
    type=click.Choice(["state", "uphold", "dismiss", "count", "appeal", "withdraw", "play-on"]),
)
@click.option("--claim", type=JSON, help="Of an appeal. " + REMEDY)
@click.option("--for", "who", default="", help="As the referee: for which party.")
@click.option("--note", default="", help="The words; needed to state a case, and to appeal.")
def answer(combat: Combat, number: int, **words: Any) -> Answer:
    """Answer in dispute NUMBER: state a case, vote, appeal, withdraw, let play go on.

    Examples:
      combatlog dispute answer last 24 state --for p1 --note "it was two steps away"
      combatlog dispute answer last 24 withdraw --json
    """
    return _entry_answer(combat.say("answer-dispute", dispute=number, **words))


@dispute.combat_command(required=True)
@NUMBER
@click.argument("remedy", type=JSON, default='{"remedy": "let-stand"}', metavar="REMEDY")
@click.option("--clause", default="", help="Under which clause; by default the contested one.")
@NOTE
@DRY_RUN
def rule(combat: Combat, number: int, remedy: Json, dry_run: bool, **words: str) -> Answer:
    """Rule on dispute NUMBER as the referee; the REMEDY, as JSON, takes effect at once.

    Without a REMEDY it stands as it was played. A ruling needs its reason as --note.

    Examples:
      combatlog dispute rule last 24 --note "it was as it was played"
      combatlog dispute rule last 24 '{"remedy": "go-back", "to": "14"}' --dry-run
      combatlog dispute rule last 24 '{"remedy": "go-back", "to": "14"}' --note "too far" --json
    """
    body = command("rule-dispute", dispute=number, remedy=remedy, **words)
    return try_and_do(combat, body, _says, dry_run=dry_run, yes=True)


def _entry_answer(said: Json) -> Answer:
    return said, [_says(said)]


def _says(said: Json) -> str:
    return f"Entered: {said['entries'][0]['number']}."
