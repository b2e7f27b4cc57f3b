"""`explain`: why a number is what it is, why something cannot be done, and the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import rich_click as click

from api.cli.client.commands import AT, Answer, Group, output_form
from api.cli.client.output import Column, Json, styled_text, table
from api.client import Combat


@click.group(cls=Group)
def explain() -> None:
    """Explain a number, a refusal, or every change of every pool.

    Examples:
      combatlog explain why last AP of ana
      combatlog explain why-not last ana parry
      combatlog explain ledger last
    """


@explain.combat_command(required=True)
@click.argument("what", nargs=-1, required=True)
@AT
def why(combat: Combat, what: tuple[str, ...], at: str) -> Answer:
    """Explain why something in a COMBAT is as it is: the parts that add up to it, with entries.

    WHAT is `AP of Kara`, `place of Kara`, `wound of Kara`; an act (a7), condition (k2) or question
    (q3); or the number of an entry: a posting, a roll, an outcome, an order.

    Examples:
      combatlog explain why last AP of ana
      combatlog explain why last "place of bert" --at 12
      combatlog explain why last 12 --json
    """
    found = combat.get("explain", what=" ".join(what), at=at)
    return found, _explanation_lines(found)


def _explanation_lines(found: Json) -> Iterator[Any]:
    yield styled_text(found["title"], "bold")
    parts = [*found["parts"]]
    if found["adds_up"] and parts:
        parts.append({**dict.fromkeys(parts[0], ""), "points": found["points"], "says": "in all"})
    yield from table(_PARTS, parts)
    for detail in found["details"]:
        entry = f"  (entry {detail['number']})" if detail["number"] else ""
        yield styled_text(f"{detail['name']}: {detail['says']}", "") + styled_text(entry, "dim")
    yield from _window(found["window"])


def _clause(part: Json) -> str:
    from projections.wording.game_words import rule

    basis = "" if part["basis"] in ("", "stated") else f"({part['basis']})"
    return f"{rule(part['clause'], part['clause_title'])} {basis}".strip()


_PARTS: Mapping[str, Column] = {
    "entry": "number",
    "amount": "points",
    "what": "says",
    "because": "because",
    "when": "when",
    "clause": _clause,
}


def _window(window: Json | None) -> Iterator[Any]:
    """Yield the open question, and what has become of everybody's place in it."""
    if window is None:
        return
    from projections.wording.game_words import rule

    clause = rule(window["clause"], window["clause_title"])
    clause = f" [{clause}]" if clause else ""
    yield f"The question: {window['says']} (on {window['on']}){clause}"
    yield from table(_SEATS, window["seats"])


_SEATS: Mapping[str, Column] = {
    "who": lambda seat: seat["name"] + (f" ({seat['about']})" if seat["about"] else ""),
    "rank": lambda seat: "" if seat["state"] == "not asked" else seat["rank"] + 1,
    "state": "state",
    "with": "reply",
    "why": "why",
    "entry": "number",
}


@explain.combat_command(required=True)
@click.argument("who")
@click.argument("what")
@click.option("--answer", is_flag=True, help="It is an answer to what is asked.")
@click.option("--using", metavar="WHAT", help="With what; else each in turn.")
@click.option("--at-whom", "target", metavar="WHO", help="Else everybody in turn.")
@click.option("--as", "seat", metavar="SEAT", help="For the referee: as this seat.")
@AT
def why_not(combat: Combat, answer: bool, **asked: str | None) -> Answer:
    """Explain why WHO could not do WHAT in a COMBAT: the clause, the numbers, the open window.

    It is judged on what you see; nothing is done, and no die falls.

    Examples:
      combatlog explain why-not last ana parry
      combatlog explain why-not last bert strike --at-whom ana --at 12
      combatlog explain why-not last bert pass --answer --json
    """
    found = combat.get("why-not", answer=answer, **asked)
    return found, _refusal_lines(found)


def _refusal_lines(found: Json) -> Iterator[Any]:
    yield styled_text(found["says"], "bold")
    yield from table(_DENIALS, found["denials"])
    if found["deeds"]:
        yield f"To declare instead: {', '.join(found['deeds'])}."
    if found["window"] is None:
        yield f"Nothing is asked; it is the turn of {', '.join(found['turn_of']) or 'nobody'}."
    yield from _window(found["window"])


_DENIALS: Mapping[str, Column] = {
    "with": "using",
    "at": "targets",
    "why": "why",
    "clause": "clause",
    "numbers": lambda denial: [f"{name} {value}" for name, value in denial["numbers"].items()],
    "missing": lambda denial: [each["says"] for each in denial["missing"]],
    "legal": lambda denial: [each["name"] for each in denial["legal"] or ()],
}


@explain.combat_command()
@output_form("--csv", "Print the postings as CSV.")
@AT
def ledger(combat: Combat, csv: bool, at: str) -> Answer:
    """Show every change of every pool of a COMBAT, with its cause and clause, and the sums.

    Examples:
      combatlog explain ledger last
      combatlog explain ledger last --at 12 --csv
      combatlog explain ledger last --json
    """
    if csv:
        return None, [combat.fetch("ledger", media="text/csv", at=at).body]
    statement = combat.get("ledger", at=at)
    accounts = table({"who": "name", "pool": _pool, "in sums": "says"}, statement["accounts"])
    return statement, [*table(_POSTINGS, statement["items"]), "", *accounts]


def _pool(row: Json) -> str:
    return f"{row['key']} {row['pool']}".strip()


_POSTINGS: Mapping[str, Column] = {
    "entry": "number",
    "who": "name",
    "pool": _pool,
    "amount": "points",
    "left": lambda row: row["left"] or "?",
    "because": "because",
    "clause": "clause",
}
