"""`transfer`: a combat as a file, out of one installation and into another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rich_click as click

from api.cli.client.commands import DRY_RUN, OUTPUT, Answer, Group, on_client, write_file
from api.client import Client, Combat, failure

NDJSON = "application/x-ndjson"
HTML = "text/html"
_EXPORT = b'"combatlog-export/'
"""What the first line of every export has in it."""

_ELSEWHERE = {
    True: "It was begun elsewhere and brought its keys: its dice can be proven, and it is read"
    " until you `combatlog transfer go-on` with it.",
    False: "It was begun elsewhere and came without its keys: what its dice showed cannot be"
    " proven here. It is read until you `combatlog transfer go-on` with it.",
}
"""What is said of a combat that was begun elsewhere, by whether it brought its keys."""


@click.group(cls=Group)
def transfer() -> None:
    """Export a combat, import it elsewhere, go on with it there.

    Examples:
      combatlog transfer export last -o fight.ndjson
      combatlog transfer import fight.ndjson --dry-run
    """


@transfer.combat_command()
@OUTPUT
@click.option("--keys", is_flag=True, help="With its keys: its dice can be proven there.")
@click.option("--html", is_flag=True, help="A replay to look at instead, as one HTML file.")
@click.option("--public", is_flag=True, help="With --html: only what everybody may see.")
def export(combat: Combat, output: Path | None, keys: bool, html: bool, public: bool) -> Answer:
    """Export a COMBAT as NDJSON: every entry as it was sealed, hidden ones and words included.

    Keep it among referees. With --keys the dice so far can be proven where it is imported, and
    whoever has the file foresees those that would fall here: move it, then remove it. Where it
    goes on elsewhere, dice get other keys. Tokens of seats are never in it.

    With --html it is a replay that any browser opens from a disk, without this program or a
    network. It holds what you may see, or with --public what everybody may see.

    Examples:
      combatlog transfer export last -o fight.ndjson
      combatlog transfer export last --keys -o moving.ndjson
      combatlog transfer export last --html --public -o fight.html
      combatlog transfer export last --json -o fight.ndjson
    """
    if public and not html:
        raise click.UsageError("--public is for a replay: add --html.")
    if keys and html:
        raise click.UsageError("A replay has no keys in it: leave out --keys or --html.")
    return _replay_file(combat, output, public) if html else _lines(combat, output, keys)


def _lines(combat: Combat, output: Path | None, keys: bool) -> Answer:
    """Export a combat as NDJSON."""
    lines = combat.fetch("export", keys="1" if keys else "").body
    if output is None:
        return None, [lines]
    said, done = _written(combat, output, lines)
    keyed = json.loads(lines.partition(b"\n")[0])["keys"] is not None
    lost = "Without keys: it was begun elsewhere, and some of them stayed there."
    return said | {"keys": keyed}, [done, lost] if keys and not keyed else [done]


def _replay_file(combat: Combat, output: Path | None, public: bool) -> Answer:
    """Export a combat as a replay in one HTML file."""
    at = combat.address("replay.html").removeprefix("/v1")
    page = combat.client.get(at, media=HTML, public=public).body
    if output is None:
        return None, [page]
    said, done = _written(combat, output, page)
    yours = "It holds all that you may see. For others, add --public."
    return said | {"public": public}, [done] if public else [done, yours]


def _written(combat: Combat, output: Path, data: bytes) -> tuple[dict[str, Any], str]:
    """Write a file; return what became of it, for programs and in words."""
    write_file(output, data)
    said = {"combat": combat.id, "file": str(output), "bytes": len(data)}
    return said, f"{combat.id} is in {output}, {len(data)} bytes."


@transfer.command("import")
@on_client(creates=True)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@DRY_RUN
def import_file(client: Client, file: str, dry_run: bool) -> Answer:
    """Import a combat from the FILE of an export, whole or not at all.

    Every line is verified first. A file that was cut short or altered is refused, with the number
    of its first wrong line. Seats have no tokens then: `seats renew` gives them new ones. A combat
    that was begun elsewhere is read until you `transfer go-on` with it.

    Examples:
      combatlog transfer import fight.ndjson --dry-run
      combatlog transfer import fight.ndjson
      combatlog transfer import fight.ndjson --json
    """
    with click.open_file(file, "rb") as opened:
        lines = opened.read()
    if _EXPORT not in lines.partition(b"\n")[0]:
        raise failure(f"{file} is no export of combatlog. `combatlog import` reads other files.")
    path = "/v1/import" + ("?dry-run=1" if dry_run else "")
    taken = client.post(path, lines, media=NDJSON).json
    elsewhere = [] if taken["continues"] else [_ELSEWHERE[taken["keyed"]]]
    done = f"{taken['combat']}: {taken['outcome']}, {taken['entries']} entries."
    return taken, [done, *elsewhere]


@transfer.combat_command("go-on")
def go_on(combat: Combat) -> Answer:
    """Go on with a COMBAT that was begun elsewhere and imported here.

    Its dice get keys of this installation, which everybody can see in the log. What they have
    shown stays, also after an undo.

    Examples:
      combatlog transfer go-on last
      combatlog transfer go-on last --json
    """
    said = combat.say("go-on")
    era = said["entries"][0]["event"]["era"]
    return said, [
        f"It goes on here, with the keys of era {era} for its dice.",
        "Nobody has salted them yet: `combatlog dice commit` a salt each, before a round begins.",
    ]
