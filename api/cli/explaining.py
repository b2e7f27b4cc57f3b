"""`explain`, `why-not` and `ledger`: why a number is what it is, why something cannot be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import heading, print_json, table
from api.cli.words import AT, COMBAT, LAST, command, one_of, seated

Json = Mapping[str, Any]


@command()
@COMBAT
@click.argument("what", nargs=-1, required=True)
@AT
@seated()
def explain(desk: Desk, as_json: bool, combat: str, what: tuple[str, ...], at: str) -> None:
    """Why something in a COMBAT is as it is: the parts that add up to it, each with its entry.

    WHAT is `AP of Kara`, `place of Kara`, `wound of Kara`; an act (a7), condition (k2) or question
    (q3); or the number of an entry: a posting, a roll, an outcome, an order.

    Examples:
      combatlog explain last AP of ana
      combatlog explain last "place of bert" --at 12
      combatlog explain last 12 --json
    """
    found = desk.get(
        address(desk.combat(combat), "explain"), what=" ".join(what), at=_moment(at)
    ).json
    if as_json:
        print_json(found)
        return
    heading(found["title"])
    rows = [*map(_part, found["parts"])]
    if found["adds_up"] and rows:
        rows.append(("", found["points"], "in all", "", "", ""))
    table(("entry", "amount", "what", "because", "when", "clause"), rows)
    for detail in found["details"]:
        _line(f"{detail['name']}: {detail['says']}", detail["number"])
    _seats(found["window"])


def _moment(at: str) -> str:
    return "" if at == "latest" else at


def _part(part: Json) -> tuple[str, ...]:
    clause = " ".join(filter(None, (part["clause"], _basis(part["basis"]))))
    return (part["number"], part["points"], part["says"], part["because"], part["when"], clause)


def _basis(basis: str) -> str:
    return "" if basis in ("", "stated") else f"({basis})"


def _line(text: str, number: str) -> None:
    click.echo(text + (click.style(f"  (entry {number})", dim=True) if number else ""))


def _seats(window: Json | None) -> None:
    """The open question, and what has become of everybody's place in it."""
    if window is None:
        return
    clause = f" [{window['clause']}]" if window["clause"] else ""
    click.echo(f"The question: {window['says']} (on {window['on']}){clause}")
    table(("who", "rank", "state", "with", "why", "entry"), map(_seat, window["seats"]))


def _seat(seat: Json) -> tuple[str, ...]:
    toward = f" ({seat['about']})" if seat["about"] else ""
    rank = "" if seat["state"] == "not asked" else str(seat["rank"] + 1)
    return (seat["name"] + toward, rank, seat["state"], seat["reply"], seat["why"], seat["number"])


@command("why-not")
@COMBAT
@click.argument("who")
@click.argument("what")
@click.option("--answer", is_flag=True, help="It is an answer to what is asked.")
@click.option("--using", default=None, metavar="WHAT", help="With what; else each in turn.")
@click.option("--at-whom", "target", default=None, metavar="WHO", help="Else everybody in turn.")
@click.option("--as", "seat", default="", metavar="SEAT", help="For the referee: as this seat.")
@AT
@seated()
def why_not(
    desk: Desk, as_json: bool, combat: str, answer: bool, at: str, **asked: str | None
) -> None:
    """Why WHO could not do WHAT in a COMBAT: the clause, the numbers, and the open window.

    It is judged on what the asker sees; nothing is done, and no die falls.

    Examples:
      combatlog why-not last ana parry
      combatlog why-not last bert strike --at-whom ana --at 12
      combatlog why-not last bert pass --answer --json
    """
    combat = desk.combat(combat)
    found = desk.get(
        address(combat, "why-not"), answer="true" if answer else "", at=_moment(at), **asked
    ).json
    if as_json:
        print_json(found)
        return
    heading(found["says"])
    table(("with", "at", "why", "clause", "numbers"), map(_denial, found["denials"]))
    if found["window"] is None:
        click.echo(
            f"Nothing is asked; it is the turn of {', '.join(found['turn_of']) or 'nobody'}."
        )
    _seats(found["window"])


def _denial(denial: Json) -> tuple[str, ...]:
    numbers = ", ".join(f"{name} {value}" for name, value in denial["numbers"].items())
    return denial["using"], denial["target"], denial["why"], denial["clause"], numbers


@command()
@LAST
@one_of("form", {"--csv": "Print the postings as CSV."})
@AT
@seated()
def ledger(desk: Desk, as_json: bool, combat: str, form: str, at: str) -> None:
    """Every change of every pool of a COMBAT, with its cause and clause, and each pool in sums.

    Examples:
      combatlog ledger last
      combatlog ledger last --at 12 --csv
      combatlog ledger last --json
    """
    combat = desk.combat(combat)
    if form == "csv":
        found = desk.get(address(combat, "ledger.csv"), at=_moment(at)).body
        click.echo(found.decode(), nl=False)
        return
    statement = desk.get(address(combat, "ledger"), at=_moment(at)).json
    if as_json:
        print_json(statement)
        return
    table(POSTED, map(_posting, statement["items"]))
    click.echo()
    table(SUMS, map(_account, statement["accounts"]))


POSTED = ("entry", "who", "pool", "amount", "left", "because", "clause")
SUMS = ("who", "pool", "in sums")


def _posting(row: Json) -> tuple[str, ...]:
    pool = f"{row['key']} {row['pool']}".strip()
    return (
        row["number"],
        row["name"],
        pool,
        row["points"],
        row["left"] or "?",
        row["because"],
        row["clause"],
    )


def _account(total: Json) -> tuple[str, ...]:
    return total["name"], f"{total['key']} {total['pool']}".strip(), total["says"]
