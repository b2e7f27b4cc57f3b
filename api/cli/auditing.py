"""`audit`: a report on a combat, or on a whole campaign, printed or written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json
from api.cli.words import command, one_of, seated

MEDIA = {"": "text/markdown", "html": "text/html", "csv": "text/csv"}


@command()
@click.argument("combat", default="last")
@click.option("--all", "campaign", is_flag=True, help="All combats but what-ifs; or see --search.")
@click.option("--search", default="", metavar="WORDS", help="The combats with words in the title.")
@click.option("--no-rejudge", is_flag=True, help="Do not decide every step again; for players.")
@one_of(
    "form",
    {
        "--html": "A page with pictures instead of Markdown.",
        "--csv": "A line for each cell of its tables, as CSV.",
        "--postings": "Every change of a pool instead, as CSV.",
    },
)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write it there."
)
@seated()
def audit(
    desk: Desk,
    as_json: bool,
    combat: str,
    campaign: bool,
    search: str,
    no_rejudge: bool,
    form: str,
    output: Path | None,
) -> None:
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
    asked: dict[str, Any] = {"rejudge": "" if no_rejudge else "true"}
    if form == "postings" and (campaign or search):
        raise click.UsageError("Postings are those of one combat: leave out --all and --search.")
    if campaign or search:
        path, asked = "/v1/audit", {**asked, "q": search}
    else:
        path = address(desk.combat(combat), "postings.csv" if form == "postings" else "audit")
    if form == "postings":
        _write(desk.get(path).body, output)
    elif as_json:
        print_json(desk.get(path, **asked).json)
    else:
        _write(desk.page(path, MEDIA[form], **asked), output)


def _write(data: bytes, output: Path | None) -> None:
    """Onto standard output, or into a file that is named then."""
    if output is None:
        click.echo(data.decode(), nl=False)
        return
    output.write_bytes(data)
    click.echo(f"Written: {output}")
