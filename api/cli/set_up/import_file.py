"""`import`: a file of another program, with a report of what came of each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import urlencode

import rich_click as click

from api.cli.client.commands import DRY_RUN, Answer, Command, on_client
from api.cli.client.output import Json, progress, table
from api.client import Client

TEXT = "text/plain"
SHOWN = ("interpreted", "left out")
AT_ONCE = 1000
"""How many happenings of a fight one request reports."""


@click.command("import", cls=Command)
@on_client(creates=True)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--into", default="", metavar="COMBAT", help="Into this combat; else a new one.")
@click.option("--as", "kind", default="", metavar="FORMAT", help="Say what the file is.")
@click.option("--only", multiple=True, metavar="NAME", help="Only these, or this part of it.")
@click.option("--full", is_flag=True, help="List also what was imported as it stands.")
@DRY_RUN
def import_file(
    client: Client, file: str, into: str, kind: str, only: Sequence[str], full: bool, dry_run: bool
) -> Answer:
    """Import a FILE of another program: who is there, or a fight that was recorded.

    Its format is recognised by what is in it; --as says it. What was interpreted or left out is
    listed, place by place. Who came in before does not come in again.

    Reads actors of Foundry VTT, Improved Initiative, monsters of Open5e and 5e.tools, and CSV; of
    fights: timelines, records and lists of Avrae, combats and chat logs of Foundry VTT, and exports
    of combatlog itself.

    Examples:
      combatlog import party.csv --dry-run
      combatlog import party.csv
      combatlog import party.csv --into last --as csv --full
      combatlog import party.csv --into last --json
    """
    with click.open_file(file, "rb") as opened:
        data = opened.read()
    asked = {"as": kind, "name": _name(file), "only": ";".join(only)}
    asked = {name: value for name, value in asked.items() if value}
    query = urlencode(asked | ({"dry-run": "1"} if dry_run else {"most": str(AT_ONCE)}))
    address = client.combat(into).address("import") if into else "/v1/import"
    found = _in_parts(lambda: client.post(f"{address}?{query}", data, media=TEXT).json)
    return found, _TOLD[found["kind"]](found, full)


def _in_parts(post: Callable[[], Json]) -> Json:
    """Send a file again until nothing of it is left, with a bar on a terminal; return all of it."""
    found = post()
    parts = -(-found.get("rest", 0) // AT_ONCE)
    with progress(range(parts), "Importing") as going:
        for _ in going:
            found = _together(found, post())
    return found


def _together(before: Json, found: Json) -> Json:
    """Return two answers about parts of one file as one."""
    findings = [*before["findings"], *found["findings"]]
    once = {(each["at"], each["how"], each["said"]): each for each in findings}
    counts = {"reported": before["reported"] + found["reported"], "repeated": before["repeated"]}
    return {**found, **counts, "findings": list(once.values())}


def _taken(found: Json, full: bool) -> Iterator[str]:
    """Yield what came of an export of combatlog itself."""
    yield f"{found['combat']}: {found['outcome']}, {found['entries']} entries."


def _roster(found: Json, full: bool) -> Iterator[str]:
    """Yield what came of a plain text; nobody of it joins while something is remarked."""
    names = ", ".join(each["name"] for each in found["combatants"]) or "nobody"
    yield f"{'Joined' if found['joined'] else 'Would join'}: {names}."
    yield from (f"Line {each['line']}: {each['why']}" for each in found["remarks"])
    if any(each["code"] != "no-numbers" for each in found["remarks"]):
        yield "`combatlog roster` shows all of it, and asks whether they join."


def _name(file: str) -> str:
    return "" if file == "-" else PurePath(file).name[-200:]


def _report(found: Json, full: bool) -> Iterator[Any]:
    """Yield what became of the places of the file, and who joined."""
    shown = [each for each in found["findings"] if full or each["how"] in SHOWN]
    columns = {"place": "at", "what came of it": "how", "who": "who", "why": "said"}
    yield from table(columns, shown)
    counts = Counter(each["how"] for each in found["findings"])
    places = ", ".join(f"{counts[how]} {how}" for how in ("imported", *SHOWN))
    yield f"Read as {found['importer']}. Places of the file: {places}."
    if found["known"]:
        yield f"Here already: {', '.join(found['known'])}."
    yield from _outcome(found)


def _outcome(found: Json) -> Iterator[str]:
    names = ", ".join(each["name"] for each in found["joined"]) or "nobody"
    if found["gives"] == "roster":
        yield f"Would join: {names}." if not found["carried_out"] else f"Joined: {names}."
    else:
        became = "became entries" if found["carried_out"] else "would become entries"
        yield f"{found['reported']} happenings {became}; {found['repeated']} were there already."
    if found["carried_out"]:
        yield f"The fight is {found['combat']}."


_TOLD: Mapping[str, Callable[[Json, bool], Iterator[Any]]] = {
    "file": _report,
    "export": _taken,
    "roster": _roster,
}
"""What is told of each kind of answer."""
