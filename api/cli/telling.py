"""`log` and `recap`: the story of a combat, line by line or on one page."""

from __future__ import annotations

import click

from api.cli.desk import Desk, address
from api.cli.printing import painter, print_json
from api.cli.words import AT, LAST, command, seated


@command("log")
@LAST
@AT
@click.option("--full", is_flag=True, help="With every posting, question, pass and closing.")
@click.option("--sums", is_flag=True, help="With what is left of a pool, and how that came.")
@seated()
def timeline(desk: Desk, as_json: bool, combat: str, at: str, full: bool, sums: bool) -> None:
    """The story of a COMBAT: acts with the reactions under them, undone ones marked with ~.

    Examples:
      combatlog log last
      combatlog log last --at 12 --full
      combatlog log last --sums
      combatlog log last --json
    """
    combat, at = desk.combat(combat), "" if at == "latest" else at
    said = {"at": at, "full": "true" if full else "", "sums": "true" if sums else ""}
    told = desk.get(address(combat, "timeline"), **said).json
    if as_json:
        print_json(told)
        return
    paint = painter(desk.get(address(combat, "state")).json["members"])
    for line in told["items"]:
        mark, undone = ("~", " (undone)") if line["undone"] else (" ", "")
        text = f"{'  ' * line['depth']}{line['text']}{undone}"
        if line["undone"]:
            text = click.style(text, dim=True)
        elif line["kind"] == "heading":
            text = click.style(text, bold=True)
        else:
            text = paint(text)
        click.echo(f"{mark}{line['number']:>6}  {text}")


@command()
@LAST
@AT
@seated()
def recap(desk: Desk, as_json: bool, combat: str, at: str) -> None:
    """A COMBAT on a page of Markdown, to paste into a chat: who, what, and how it stands.

    Examples:
      combatlog recap last
      combatlog recap last --at 12
      combatlog recap last --json
    """
    at = "" if at == "latest" else at
    combat = desk.combat(combat)
    page = desk.get(address(combat, "recap"), at=at).body.decode()
    if as_json:
        print_json({"combat": combat, "markdown": page})
    else:
        click.echo(page, nl=False)
