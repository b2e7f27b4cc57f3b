"""`rulesets` and `list`: the games that can be played, and the combats that there are."""

from __future__ import annotations

import click

from api.cli.desk import Desk
from api.cli.printing import day, print_json, table
from api.cli.words import command, seated


@command()
@seated(empty=True)
def rulesets(desk: Desk, as_json: bool) -> None:
    """The games that can be played here.

    Examples:
      combatlog rulesets
      combatlog rulesets --json
    """
    found = desk.get("/v1/rulesets").json
    if as_json:
        print_json(found)
        return
    rows = ([g["key"], g["title"], g["edition"], g["revision"]] for g in found["items"])
    table(("key", "title", "edition", "revision"), rows)


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
    ).json  # fmt: skip
    if as_json:
        print_json(page)
        return
    rows = (
        [
            c["combat"], c["title"], c["ruleset"], c["status"], day(c["changed_at"]), c["members"],
        ]
        for c in page["items"]
    )  # fmt: skip
    table(("combat", "title", "ruleset", "status", "changed", "members"), rows)
    if not page["items"]:
        click.echo("No combat fits." if search or status or ruleset else "There is no combat yet.")
    if page["next"]:
        click.echo(f"There are more: --limit {min(500, 2 * limit)} shows them.")
