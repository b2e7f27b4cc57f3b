"""`audit`: a report on a combat, or on a whole campaign, printed or written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from api.cli.client.commands import (
    OUTPUT,
    Answer,
    Command,
    on_client,
    output_form,
    wants_json,
    write_file,
)
from api.client import Client

_MEDIA = {"": "text/markdown", "html": "text/html", "csv": "text/csv"}


@click.command(cls=Command)
@on_client()
@click.argument("combat", default="last")
@click.option("--all", "of_all", is_flag=True, help="All combats but what-ifs; or narrow them.")
@click.option("--search", default="", metavar="WORDS", help="The combats with words in the title.")
@click.option("--campaign", default="", metavar="NAME", help="The combats of this campaign.")
@click.option("--no-rejudge", is_flag=True, help="Do not decide every step again; for players.")
@output_form("--html", "A page with pictures instead of Markdown.")
@output_form("--csv", "A line for each cell of its tables, as CSV.")
@output_form("--postings", "Every change of a pool instead, as CSV.")
@OUTPUT
def audit(
    client: Client,
    combat: str,
    of_all: bool,
    search: str,
    campaign: str,
    no_rejudge: bool,
    output: Path | None,
    **forms: bool,
) -> Answer:
    """Audit a COMBAT, or a campaign: overrides, undos, rulings, luck, and what today's rules say.

    Every step is decided again with its recorded dice; what comes out otherwise is told step by
    step. Dice are held against their exact distribution.

    Examples:
      combatlog audit last
      combatlog audit last --html -o audit.html
      combatlog audit last --csv
      combatlog audit --all --no-rejudge
      combatlog audit --search ford --json
      combatlog audit last --postings -o postings.csv
    """
    form = next((name for name, said in forms.items() if said), "")
    several = of_all or bool(search or campaign)
    if form == "postings" and several:
        raise click.UsageError(
            "Postings are those of one combat: leave out --all and --search, or --campaign."
        )
    path = "/v1/audit" if several else client.combat(combat).address("audit")
    asked: dict[str, Any] = {"rejudge": not no_rejudge, "q": search, "campaign": campaign}
    if wants_json():
        return client.get(path, **asked).json, []
    if form == "postings":
        data = client.combat(combat).fetch("ledger", media="text/csv", undone=True).body
    else:
        data = client.get(path, media=_MEDIA[form], **asked).body
    return None, [_put(data, output)]


def _put(data: bytes, output: Path | None) -> bytes | str:
    """Write to a file if one is named; return what is printed."""
    if output is None:
        return data
    write_file(output, data)
    return f"Written: {output}"
