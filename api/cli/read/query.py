"""`query`: questions about a combat, named ones or in SQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rich_click as click

from api.cli.client.commands import AT, Answer, Command, on_client, output_form
from api.cli.client.output import Column, Json, styled_text, table
from api.client import Client


@click.command(cls=Command)
@on_client()
@click.argument("combat", default="last")
@click.option("--named", default="", metavar="NAME", help="A named question; see --list.")
@click.option("--sql", default="", metavar="SELECT", help="One SELECT over the tables.")
@click.option("--who", default="", help="Narrow it to somebody (:who).")
@click.option("--round", default="", metavar="N", help="Narrow it to a round (:round).")
@click.option("--clause", default="", help="Narrow it to a clause (:clause).")
@click.option("--list", "listed", is_flag=True, help="The named questions, and every table.")
@output_form("--csv", "Print the answer as CSV.")
@AT
def query(client: Client, combat: str, listed: bool, csv: bool, **asked: str) -> Answer:
    """Query a COMBAT: who hit whom, damage by round, what was left at each turn's end, and more.

    A question of your own is one SELECT over tables that hold what you see of the combat.

    Examples:
      combatlog query --list
      combatlog query last --named who-hit-whom
      combatlog query last --named left-at-turn-end --who ana --csv
      combatlog query last --sql "SELECT who, sum(total) FROM rolls GROUP BY who" --json
    """
    if listed:
        found = client.get("/v1/queries").json
        return found, _list(found)
    if bool(asked["named"]) == bool(asked["sql"]):
        raise click.UsageError("Query either --named or --sql; --list shows what there is.")
    if csv:
        return None, [client.combat(combat).fetch("query", media="text/csv", **asked).body]
    found = client.combat(combat).get("query", **asked)
    cut = [f"Cut after {len(found['rows'])} rows."] if found["cut"] else []
    return found, [*table(found["columns"], found["rows"], empty="Nothing."), *cut]


def _list(found: Json) -> Iterator[Any]:
    narrowed: dict[str, Column] = {"narrowed by": lambda each: [f"--{n}" for n in each["takes"]]}
    yield from table({"question": "name", "asks": "asks"} | narrowed, found["named"])
    for each in found["tables"]:
        yield ""
        yield styled_text(f"{each['name']}: {each['says']}", "bold")
        yield from table({"column": "name", "means": "says"}, each["columns"])
