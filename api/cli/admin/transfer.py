"""`transfer`: a combat as a file, out of one installation and into another."""

from __future__ import annotations

import json
from pathlib import Path

import rich_click as click

from api.cli.client.client import Client, Combat
from api.cli.client.commands import DRY_RUN, OUTPUT, Answer, Group, on_client, write_file

NDJSON = "application/x-ndjson"
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
def export(combat: Combat, output: Path | None, keys: bool) -> Answer:
    """Export a COMBAT as NDJSON: every entry as it was sealed, hidden ones and words included.

    Keep it among referees. With --keys the dice so far can be proven where it is imported, and
    whoever has the file foresees those that would fall here: move it, then remove it. Where it
    goes on elsewhere, dice get other keys. Tokens of seats are never in it.

    Examples:
      combatlog transfer export last -o fight.ndjson
      combatlog transfer export last --keys -o moving.ndjson
      combatlog transfer export last --json -o fight.ndjson
    """
    lines = combat.fetch("export", keys="1" if keys else "").body
    if output is None:
        return None, [lines]
    write_file(output, lines)
    keyed = json.loads(lines.partition(b"\n")[0])["keys"] is not None
    said = {"combat": combat.id, "file": str(output), "bytes": len(lines), "keys": keyed}
    lost = "Without keys: it was begun elsewhere, and some of them stayed there."
    done = f"{combat.id} is in {output}, {len(lines)} bytes."
    return said, [done, lost] if keys and not keyed else [done]


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
