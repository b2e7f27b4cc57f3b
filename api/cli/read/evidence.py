"""`evidence`: archives of evidence, their verification, and noted heads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from api.cli.client.commands import OUTPUT, Answer, Group, answers, write_file
from api.cli.client.output import day, styled_text
from api.client import Combat, failure

if TYPE_CHECKING:
    from api.evidence.archive_checks import Report

NOTED = click.option(
    "--noted",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Heads that were noted before, one a line; may be given several times.",
)


@click.group(cls=Group)
def evidence() -> None:
    """Evidence: an archive of a combat, its verification, and heads noted before.

    Examples:
      combatlog evidence bundle last -o fight.zip
      combatlog evidence verify fight.zip
    """


@evidence.combat_command()
@OUTPUT
@click.option("--for", "seat", default="", metavar="SEAT", help="As a seat sees it, or `public`.")
def bundle(combat: Combat, output: Path | None, seat: str) -> Answer:
    """Write the evidence of a COMBAT into one file that anybody can check.

    The referee's has everything in it; one --for somebody has the rest closed, and verifies as
    well. Nobody's words or names are in it, and no program. Its format is described in
    api/pages/guide/archive_format.md. `evidence verify FILE` checks all of it; `node check.js
    FILE` checks seals, proofs and dice without this program.

    Examples:
      combatlog evidence bundle last -o fight.zip
      combatlog evidence bundle last --for public -o public.zip
      combatlog evidence bundle last --json -o fight.zip
    """
    data = combat.fetch("evidence", media="application/zip", **{"for": seat}).body
    output = output or Path(f"{combat.id}.zip")
    write_file(output, data)
    said = {"combat": combat.id, "file": str(output), "bytes": len(data), "for": seat}
    return said, [f"The evidence of {combat.id} is in {output}, {len(data)} bytes."]


@evidence.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@NOTED
@click.option("--signer", default="", metavar="KEY", help="The key that must have signed it.")
@answers
def verify(file: Path, noted: Sequence[Path], signer: str) -> Answer:
    """Verify an archive of evidence: seals, proofs, signature, dice, cards, balances, state.

    FILE is what `evidence bundle` wrote. The exit code is 1 where anything is wrong, and each line
    says where. A log that was made up from its beginning verifies too: only heads --noted before
    tell it from the one that was shown.

    Examples:
      combatlog evidence verify fight.zip
      combatlog evidence verify fight.zip --noted heads.ndjson
      combatlog evidence verify public.zip --json
    """
    from api.evidence.archive_checks import check_archive

    found = check_archive(file.read_bytes(), read_heads(noted), signer)
    return _as_json(found), _report(found), bool(found.flaws)


def _as_json(found: Report) -> Mapping[str, Any]:
    plain = ("closed", "dice", "cards", "signer", "state")
    return {
        "verified": not found.flaws,
        "head": dict(found.head),
        **{name: getattr(found, name) for name in plain},
        "flaws": [{"where": flaw.where, "why": flaw.why} for flaw in found.flaws],
    }


def _report(found: Report) -> Iterator[Any]:
    if found.flaws:
        yield styled_text("NOT VERIFIED", "red")
        yield from (f"  {flaw}" for flaw in found.flaws)
        return
    head = found.head
    closed = f"{head['entries']} entries, {found.closed} of them closed"
    yield styled_text("VERIFIED", "green") + f" {head['combat']}: {closed}"
    yield f"  {found.dice} dice and {found.cards} cards are those of their revealed keys."
    yield from (
        f"  {name!r} has {len(cards)} cards" for name, cards in head.get("decks", []) if cards
    )
    if not found.state:
        yield "  Another release wrote it: the hash of its state was not compared."
    yield f"  head {head['root']}"
    yield f"  signed by {found.signer or 'nobody'}"
    yield "  Compare the head with one noted elsewhere: a log made up whole verifies too."


@evidence.combat_command()
@NOTED
@OUTPUT
def heads(combat: Combat, noted: Sequence[Path], output: Path | None) -> Answer:
    """Note the head of a COMBAT's public feed, and hold it to those that were --noted before.

    Each player may note heads at any time. Where two people were shown two histories, no server
    can show that both their heads are of one log. With -o the head is added to the file, once all
    that stand there already have held.

    Examples:
      combatlog evidence heads last -o heads.ndjson
      combatlog evidence heads last --noted heads.ndjson --json
    """
    before = read_heads([*noted, *([output] if output and output.exists() else [])])
    now = _checked_head(combat, before)
    if output is not None:
        with output.open("a", encoding="utf-8") as file:
            file.write(json.dumps(now) + "\n")
    return {"head": now, "held": len(before)}, [
        f"{now['public']} public entries, head {now['public_root']}",
        f"Signed by the server at {day(now['signed_at'])}.",
        f"It goes on from {len(before)} heads that were noted before.",
    ]


def _checked_head(combat: Combat, noted: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the head that is shown now; raise Failed where a noted one is not its beginning."""
    from api.evidence.checks.flaws import Flaw
    from api.evidence.heads import another, follows, genuine

    now: Mapping[str, Any] = combat.get("evidence")["head"]["head"]
    try:
        genuine(now)
        for each in noted:
            if each["public"] > now["public"]:
                raise another(each["public"])
            later = combat.get("evidence", number=now["public"], since=each["public"])
            follows(each, later["head"])
    except Flaw as flaw:
        raise failure(f"{flaw}.") from flaw
    return now


def read_heads(files: Sequence[Path]) -> list[Mapping[str, Any]]:
    """Return the heads that stand in some files, one a line; raise Failed."""
    try:
        heads = [json.loads(line) for file in files for line in file.read_text().splitlines()]
        if not all(isinstance(head, dict) and "public" in head for head in heads):
            raise ValueError
    except (ValueError, RecursionError) as error:
        raise failure("A file of noted heads has a line that is no head.") from error
    return heads
