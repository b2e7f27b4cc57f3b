"""`batch`: a file of commands, sent together."""

from __future__ import annotations

from collections.abc import Iterator

import rich_click as click

from api.cli.client.commands import DRY_RUN, Answer, Command, on_client
from api.cli.client.output import Json
from api.cli.play.dry_run import preview_lines
from api.client import Client


@click.command(cls=Command)
@on_client()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--into", metavar="COMBAT", default="last", show_default=True, help="The combat.")
@click.option("--key", default="", help="The same key goes on where a batch was cut off.")
@DRY_RUN
def batch(client: Client, file: str, into: str, key: str, dry_run: bool) -> Answer:
    """Send a FILE of commands together, one JSON object a line: up to 200 of them all or nothing.

    More are carried out up to the first that is refused. All are said with your own token; `play`
    lets seats take turns.

    Examples:
      combatlog batch lines.jsonl
      combatlog batch lines.jsonl --into last --dry-run
      combatlog batch lines.jsonl --key night-1 --json
    """
    with click.open_file(file, "rb") as opened:
        said = opened.read()
    combat = client.combat(into)
    if dry_run:
        tried = combat.try_batch(said)
        return tried, [*preview_lines(tried["preview"]), "Nothing was changed."]
    found = combat.batch(said, key=key)
    return found, _became(found), bool(found["stopped"])


def _became(found: Json) -> Iterator[str]:
    """Yield how many commands were carried out, and where that stopped."""
    again = " before, under this key" if found["replayed"] else ""
    yield f"Carried out{again}: {found['done']}."
    if stopped := found["stopped"]:
        yield f"Stopped there. {stopped['problem']['detail']}"
