"""`export` and `import`: a combat as a file."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json
from api.cli.refusing import failed
from api.cli.words import LAST, command, seated

NDJSON = "application/x-ndjson"


@command()
@LAST
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file.")
@click.option("--keys", is_flag=True, help="With its keys: its dice can be proven there.")
@seated()
def export(desk: Desk, as_json: bool, combat: str, output: Path | None, keys: bool) -> None:
    """Write a COMBAT out as NDJSON: every entry as it was sealed, hidden ones and words included.

    Keep it among referees. With --keys the dice so far can be proven where it is imported, and
    whoever has the file foresees those that would fall here: move it, then remove it. Where it
    goes on elsewhere, dice get other keys. Tokens of seats are never in it.

    Examples:
      combatlog export last -o fight.ndjson
      combatlog export last --keys -o moving.ndjson
      combatlog export last --json -o fight.ndjson
    """
    combat = desk.combat(combat)
    lines = desk.get(address(combat, "export"), keys="1" if keys else "").body
    if output is None:
        click.echo(lines, nl=False)
        return
    written(output, lines)
    keyed = json.loads(lines.partition(b"\n")[0])["keys"] is not None
    if as_json:
        print_json({"combat": combat, "file": str(output), "bytes": len(lines), "keys": keyed})
        return
    click.echo(f"{combat} is in {output}, {len(lines)} bytes.")
    if keys and not keyed:
        click.echo("Without keys: it was begun elsewhere, and some of them stayed there.")


def written(path: Path, data: bytes) -> None:
    """Write a file for its owner alone, whole or not at all."""
    if path.exists() and not stat.S_ISREG(path.stat().st_mode):
        path.write_bytes(data)
        return
    beside = path.with_name(path.name + ".new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
        beside.replace(path)
    except OSError as error:
        raise failed(f"{path} cannot be written ({error.strerror}).") from error


@command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--dry-run", is_flag=True, help="Verify it, and store nothing.")
@seated(creates=True)
def take_in(desk: Desk, as_json: bool, file: str, dry_run: bool) -> None:
    """Take a combat in from the FILE of an export, whole or not at all.

    Every line is verified first. A file that was cut short or altered is refused, with the number
    of its first wrong line. Seats have no tokens then: `seat renew` gives them new ones. A combat
    that was begun elsewhere is read until you `go-on` with it.

    Examples:
      combatlog import fight.ndjson --dry-run
      combatlog import fight.ndjson
      combatlog import fight.ndjson --json
    """
    with click.open_file(file, "rb") as opened:
        lines = opened.read()
    path = "/v1/import" + ("?dry-run=1" if dry_run else "")
    taken = desk.post(path, lines, media=NDJSON).json
    if as_json:
        print_json(taken)
        return
    click.echo(f"{taken['combat']}: {taken['outcome']}, {taken['entries']} entries.")
    if not taken["continues"]:
        click.echo(_SAYS[taken["keyed"]])


_SAYS = {
    True: "It was begun elsewhere and brought its keys: its dice can be proven, and it is read"
    " until you `combatlog go-on` with it.",
    False: "It was begun elsewhere and came without its keys: what its dice showed cannot be"
    " proven here. It is read until you `combatlog go-on` with it.",
}
"""What is said of a combat that was begun elsewhere, by whether it brought its keys."""


@command("go-on")
@LAST
@seated()
def go_on(desk: Desk, as_json: bool, combat: str) -> None:
    """Go on with a COMBAT that was begun elsewhere and imported here.

    Its dice get keys of this installation, which everybody can see in the log. What they have
    shown stays, also after an undo.

    Examples:
      combatlog go-on last
      combatlog go-on last --json
    """
    said = desk.say(desk.combat(combat), {"type": "go-on"})
    if as_json:
        print_json(said)
        return
    era = said["entries"][0]["event"]["era"]
    click.echo(f"It goes on here, with the keys of era {era} for its dice.")
    click.echo("Nobody has salted them yet: `combatlog commit` a salt each, before a round begins.")
