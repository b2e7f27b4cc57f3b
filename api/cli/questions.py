"""`ask`: questions about a combat, named ones or in SQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import AT, LAST, command, one_of, seated

Json = Mapping[str, Any]


@command()
@LAST
@click.option("--named", default="", metavar="NAME", help="A named question; see --list.")
@click.option("--sql", default="", metavar="SELECT", help="One SELECT over the tables.")
@click.option("--who", default="", help="Narrow it to somebody (:who).")
@click.option("--round", default="", metavar="N", help="Narrow it to a round (:round).")
@click.option("--clause", default="", help="Narrow it to a clause (:clause).")
@click.option("--list", "listed", is_flag=True, help="The named questions, and every table.")
@one_of("form", {"--csv": "Print the answer as CSV."})
@AT
@seated()
def ask(
    desk: Desk, as_json: bool, combat: str, listed: bool, form: str, at: str, **asked: str
) -> None:
    """Ask a COMBAT: who hit whom, damage by round, what was left at each turn's end, and more.

    A question of one's own is one SELECT over tables that hold what one sees of the combat.

    Examples:
      combatlog ask --list
      combatlog ask last --named who-hit-whom
      combatlog ask last --named left-at-turn-end --who ana --csv
      combatlog ask last --sql "SELECT who, sum(total) FROM rolls GROUP BY who" --json
    """
    if listed:
        _list(desk, as_json)
        return
    if bool(asked["named"]) == bool(asked["sql"]):
        raise click.UsageError("Ask either --named or --sql; --list shows what there is.")
    combat, asked["at"] = desk.combat(combat), "" if at == "latest" else at
    if form == "csv":
        click.echo(desk.get(address(combat, "ask.csv"), **asked).body.decode(), nl=False)
        return
    found = desk.get(address(combat, "ask"), **asked).json
    if as_json:
        print_json(found)
        return
    table(found["columns"], ([_shown(cell) for cell in row] for row in found["rows"]))
    if not found["rows"]:
        click.echo("Nothing.")
    if found["cut"]:
        click.echo(f"Cut after {len(found['rows'])} rows.")


def _shown(cell: Any) -> str:
    return "" if cell is None else str(cell)


def _list(desk: Desk, as_json: bool) -> None:
    found = desk.get("/v1/questions").json
    if as_json:
        print_json(found)
        return
    table(("question", "asks", "narrowed by"), map(_named, found["named"]))
    for each in found["tables"]:
        click.echo()
        click.secho(f"{each['name']}: {each['says']}", bold=True)
        table(("column", "means"), ((c["name"], c["says"]) for c in each["columns"]))


def _named(question: Json) -> tuple[str, ...]:
    takes = ", ".join(f"--{name}" for name in question["takes"])
    return question["name"], question["asks"], takes
