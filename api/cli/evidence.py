"""`bundle`, `verify` and `heads`: write evidence, check it, and compare noted heads."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.cli.carrying import written
from api.cli.desk import Desk, address
from api.cli.printing import day, print_json
from api.cli.refusing import failed
from api.cli.words import AS_JSON, LAST, command, seated

if TYPE_CHECKING:
    from api.evidence.archive_checks import Report

NOTED = click.option(
    "--noted",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Heads that were noted before, one a line; may be given several times.",
)


@command()
@LAST
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file.")
@click.option("--for", "eyes", default="", metavar="SEAT", help="As a seat sees it, or `public`.")
@seated()
def bundle(desk: Desk, as_json: bool, combat: str, output: Path | None, eyes: str) -> None:
    """Write the evidence of a COMBAT into one file that anybody can check.

    The referee's has everything in it; one --for somebody has the rest closed, and verifies as
    well. Nobody's words or names are in it, and no program. Its format is described in
    api/pages/guide/archive_format.md. `combatlog verify FILE` checks all of it; `node check.js
    FILE` checks seals, proofs and dice without this program.

    Examples:
      combatlog bundle last -o fight.zip
      combatlog bundle last --for public -o public.zip
      combatlog bundle last --json -o fight.zip
    """
    combat = desk.combat(combat)
    data = desk.get(address(combat, "bundle"), **{"for": eyes}).body
    output = output or Path(f"{combat}.zip")
    written(output, data)
    said = {"combat": combat, "file": str(output), "bytes": len(data), "for": eyes}
    if as_json:
        print_json(said)
    else:
        click.echo(f"The evidence of {combat} is in {output}, {len(data)} bytes.")


@command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@NOTED
@click.option("--signer", default="", metavar="KEY", help="The key that must have signed it.")
@AS_JSON
def verify(file: Path, noted: Sequence[Path], signer: str, as_json: bool) -> None:
    """Verify an archive of evidence: seals, proofs, signature, dice, cards, balances, state.

    FILE is what `combatlog bundle` wrote. The exit code is 1 where anything is wrong, and each line
    says where. A log that was made up from its beginning verifies too: only heads --noted before
    tell it from the one that was shown.

    Examples:
      combatlog verify fight.zip
      combatlog verify fight.zip --noted heads.ndjson
      combatlog verify public.zip --json
    """
    from api.evidence.archive_checks import check_archive
    from api.evidence.second_process import apart

    found = check_archive(file.read_bytes(), read_heads(noted), signer, apart)
    if as_json:
        print_json(_as_json(found))
    else:
        _tell(found)
    if found.flaws:
        sys.exit(1)


def _as_json(found: Report) -> Mapping[str, Any]:
    return {
        "verified": not found.flaws,
        "head": dict(found.head),
        "closed": found.closed,
        "dice": found.dice,
        "cards": found.cards,
        "signer": found.signer,
        "state": found.state,
        "flaws": [{"where": flaw.where, "why": flaw.why} for flaw in found.flaws],
    }


def _tell(found: Report) -> None:
    if found.flaws:
        click.echo(click.style("NOT VERIFIED", fg="red"))
        click.echo("\n".join(f"  {flaw}" for flaw in found.flaws))
        return
    head, decks = found.head, found.head.get("decks", [])
    verified = click.style("VERIFIED", fg="green")
    closed = f"{head['entries']} entries, {found.closed} of them closed"
    click.echo(f"{verified} {head['combat']}: {closed}")
    click.echo(f"  {found.dice} dice and {found.cards} cards are those of their revealed keys.")
    for name, cards in decks:
        if cards:
            click.echo(f"  {name!r} has {len(cards)} cards")
    if not found.state:
        click.echo("  Another release wrote it: the hash of its state was not compared.")
    click.echo(f"  head {head['root']}")
    click.echo(f"  signed by {found.signer or 'nobody'}")
    click.echo("  Compare the head with one noted elsewhere: a log made up whole verifies too.")


@command()
@LAST
@NOTED
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file.")
@seated()
def heads(
    desk: Desk, as_json: bool, combat: str, noted: Sequence[Path], output: Path | None
) -> None:
    """Note the head of a COMBAT's public feed, and hold it to those that were --noted before.

    Each player may note heads at any time. Where two people were shown two histories, no server
    can show that both their heads are of one log. With -o the head is added to the file, once all
    that stand there already have held.

    Examples:
      combatlog heads last -o heads.ndjson
      combatlog heads last --noted heads.ndjson --json
    """
    combat = desk.combat(combat)
    before = read_heads([*noted, *([output] if output and output.exists() else [])])
    now = _shown(desk, combat, before)
    if output is not None:
        with output.open("a", encoding="utf-8") as file:
            file.write(json.dumps(now) + "\n")
    if as_json:
        print_json({"head": now, "held": len(before)})
        return
    click.echo(f"{now['public']} public entries, head {now['public_root']}")
    click.echo(f"Signed by the server at {day(now['signed_at'])}.")
    click.echo(f"It goes on from {len(before)} heads that were noted before.")


def _shown(desk: Desk, combat: str, noted: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The head that is shown now; raises Failed where a noted one is not its beginning."""
    from api.evidence.flaws import Flaw
    from api.evidence.noting import another, follows, genuine

    feed = address(combat, "feed")
    now: Mapping[str, Any] = desk.get(feed).json["head"]["head"]
    try:
        genuine(now)
        for each in noted:
            if each["public"] > now["public"]:
                raise another(each["public"])
            follows(each, desk.get(feed, number=now["public"], since=each["public"]).json["head"])
    except Flaw as flaw:
        raise failed(f"{flaw}.") from flaw
    return now


_NO_HEAD = "A file of noted heads has a line that is no head."


def read_heads(files: Sequence[Path]) -> list[Mapping[str, Any]]:
    """The heads that stand in some files, one a line; raises Failed."""
    try:
        heads = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    except (ValueError, RecursionError) as error:
        raise failed(_NO_HEAD) from error
    if not all(isinstance(head, dict) and "public" in head for head in heads):
        raise failed(_NO_HEAD)
    return heads
