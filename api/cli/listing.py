"""`rulesets` and `list`: the games that can be played, and the combats that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk
from api.cli.printing import day, heading, print_json, table
from api.cli.words import command, seated


@command()
@click.argument("key", required=False)
@seated(empty=True)
def rulesets(desk: Desk, as_json: bool, key: str | None) -> None:
    """The games that can be played here; with a KEY one of them, and what it leaves to the table.

    Examples:
      combatlog rulesets
      combatlog rulesets open
      combatlog rulesets --json
    """
    found = desk.get(f"/v1/rulesets/{key}" if key else "/v1/rulesets").json
    if as_json:
        print_json(found)
    elif key:
        _game(found)
    else:
        rows = ([g["key"], g["title"], g["edition"], g["revision"]] for g in found["items"])
        table(("key", "title", "edition", "revision"), rows)


def _game(game: Mapping[str, Any]) -> None:
    """A game: its sequence of play, and its open points with how they are settled."""
    heading(f"{game['title']}, edition {game['edition']}, revision {game['revision']}")
    click.echo(game["sequence"])
    click.echo()
    table(("open point", "default", "or", "clause", "what it settles"), map(_point, game["points"]))


def _point(point: Mapping[str, Any]) -> list[str]:
    others = ", ".join(value for value in point["values"] if value != point["default"])
    return [point["key"], point["default"], others, point["clause"], point["says"]]


@command("list")
@click.argument("search", nargs=-1)
@click.option("--status", type=click.Choice(["open", "ended"]), help="Only these.")
@click.option("--ruleset", help="Only combats under this ruleset.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 500))
@seated()
def combats(
    desk: Desk, as_json: bool, search: tuple[str, ...], status: str, ruleset: str, limit: int
) -> None:
    """The combats here, the newest change first; SEARCH are words of title or members.

    Examples:
      combatlog list
      combatlog list bridge --status ended
      combatlog list --limit 5 --json
    """
    page = desk.get(
        "/v1/combats", q=" ".join(search), status=status, ruleset=ruleset, limit=limit
    ).json
    if as_json:
        print_json(page)
        return
    rows = (
        [c["combat"], c["title"], c["ruleset"], c["status"], day(c["changed_at"]), c["members"]]
        for c in page["items"]
    )
    table(("combat", "title", "ruleset", "status", "changed", "members"), rows)
    if not page["items"]:
        click.echo("No combat fits." if search or status or ruleset else "There is no combat yet.")
    if page["next"]:
        click.echo(f"There are more: --limit {min(500, 2 * limit)} shows them.")
