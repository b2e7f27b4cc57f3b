"""`campaign`: fights that belong together, what they come to, and the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import rich_click as click

from api.cli.client.commands import Answer, Group, on_client
from api.cli.client.output import Column, Json, styled_text, table
from api.client import Client, Combat, failure

_TO = click.argument("campaign")
_LINK = "Replay link"
"""Whose seat is a link to look on, and nobody's."""
_FROM_FIGHT = ("ruleset", "mode", "policy", "preset")


@click.group(cls=Group)
def campaign() -> None:
    """Put fights into a campaign, see what they come to, and begin the next one.

    Examples:
      combatlog campaign add last "The Iron Crown"
      combatlog campaign show "The Iron Crown"
    """


@campaign.combat_command(required=True)
@_TO
def add(combat: Combat, campaign: str) -> Answer:
    """Put a COMBAT into a CAMPAIGN; it is in no other from then on.

    Everybody with a seat in any of its fights sees what the campaign comes to.

    Examples:
      combatlog campaign add last "The Iron Crown"
      combatlog campaign add last Greyhawk --json
    """
    found = combat.post("door", {"campaign": campaign})
    return found, [f"It belongs to the campaign {campaign}."]


@campaign.combat_command(required=True)
def remove(combat: Combat) -> Answer:
    """Take a COMBAT out of its campaign; its log stays as it is.

    Examples:
      combatlog campaign remove last
      combatlog campaign remove last --json
    """
    return combat.post("door", {"campaign": ""}), ["It belongs to no campaign."]


@campaign.command("list")
@on_client()
def list_campaigns(client: Client) -> Answer:
    """List the campaigns here.

    Examples:
      combatlog campaign list
      combatlog campaign list --json
    """
    names = client.get("/v1/combats", limit=1).json["campaigns"]
    empty = "There is no campaign yet: `combatlog campaign add last NAME` begins one."
    return {"items": names}, names or [empty]


@campaign.command()
@on_client()
@_TO
def show(client: Client, campaign: str) -> Answer:
    """Show what a CAMPAIGN comes to: its fights, people, fighters and luck.

    Only what everybody at the table saw counts, on the line of play. Luck is exact, over the dice
    of all fights.

    Examples:
      combatlog campaign show "The Iron Crown"
      combatlog campaign show "The Iron Crown" --json
    """
    found = _of(client, campaign)["campaign"]
    return found, _shown(found)


def _of(client: Client, name: str) -> Json:
    page: Json = client.get("/v1/combats", campaign=name).json
    return page


def _shown(found: Json) -> Iterator[Any]:
    """Yield a campaign as people read it."""
    totals = found["totals"]
    yield styled_text(found["name"], "bold")
    yield from table(("fight", "title", "rounds", "minutes", ""), map(_fight, found["fights"]))
    yield from table(_PEOPLE, totals["people"])
    yield from table(("fighter", "player", "did", "took", "fell", "left with"), _fighters(totals))
    for row in totals["luck"]:
        yield f"{row['of']}: {row['says']}"


_PEOPLE: Mapping[str, Column] = {
    "person": "name",
    "fights": "fights",
    "did": "done",
    "took": "taken",
    "minutes": lambda row: _minutes(row["seconds"]),
    "undos": "undos",
    "rulings": "rulings",
    "overrides": "overrides",
}


def _fight(row: Json) -> tuple[Any, ...]:
    note = "" if row["is_counted"] else "not yet counted"
    return row["combat"], row["title"], row["rounds"], _minutes(row["seconds"]), note


def _minutes(seconds: int) -> str:
    return str(round(seconds / 60))


def _fighters(totals: Json) -> Iterator[tuple[Any, ...]]:
    for each in totals["fighters"]:
        left = [f"{pool['amount']} {pool['says']}" for pool in each["pools"]]
        states = ", ".join((*left, *each["conditions"]))
        yield each["name"], each["person"], each["done"], each["taken"], each["fell"], states


@campaign.command("next")
@on_client()
@_TO
@click.option("--title", default="", help="What the fight is called.")
@click.option("--only", multiple=True, metavar="NAME", help="Carry only this character.")
def next_fight(client: Client, campaign: str, title: str, only: tuple[str, ...]) -> Answer:
    """Open the next fight of a CAMPAIGN, with the game, seats and characters of the last one.

    Characters come in as they left their last fight: with the pools and conditions that they had
    left. What the game fills again, or ends, is left behind. New links for the seats are shown only
    now.

    Examples:
      combatlog campaign next "The Iron Crown" --title "The mill"
      combatlog campaign next "The Iron Crown" --only Ana --json
    """
    fights = _of(client, campaign)["campaign"]["fights"]
    if not fights:
        raise failure("The campaign has no fight yet. `combatlog campaign add` puts one in.")
    combat = client.combat(fights[-1]["combat"])
    last, settings = combat.get(), combat.get("state", part="settings")["settings"]
    said = {key: last[key] for key in _FROM_FIGHT if last.get(key)}
    seats = [_seat(seat) for seat in last["seats"] if _is_of_somebody(seat)]
    carry: Any = list(only) or True
    opened = client.opened(
        **said, title=title, seats=seats, campaign=campaign, carry=carry, settings=_chosen(settings)
    )
    return opened, _opened(opened)


def _is_of_somebody(seat: Json) -> bool:
    return bool(seat["is_open"]) and seat["name"] not in ("", _LINK)


def _seat(seat: Json) -> Json:
    return {"person": seat["name"], "role": seat["role"], "combatants": seat["combatants"]}


def _chosen(settings: list[Json]) -> Json:
    """Return the table options that were not left as usual."""
    return {each["key"]: each["value"] for each in settings if not each["is_default"]}


def _opened(opened: Any) -> Iterator[Any]:
    yield f"{opened['combat']} is open."
    yield from table(("seat", "name", "token"), _tokens(opened))
    yield from opened.get("left_out", ())


def _tokens(opened: Any) -> Iterator[tuple[Any, ...]]:
    return ((seat["seat"], seat["name"], seat.get("token", "")) for seat in opened["seats"])
