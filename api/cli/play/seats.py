"""`seats`: seats at the table, their invitation links, codes to join by, and allowed origins."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import rich_click as click

from api.cli.client.commands import Answer, Group, option
from api.cli.client.output import Column, Json, table
from api.client import Combat

SEAT = click.argument("seat")


@click.group(cls=Group)
def seats() -> None:
    """Seats at the table: list them, open one, renew its token, close it, let others join.

    Examples:
      combatlog seats list last
      combatlog seats renew last s1
    """


@seats.combat_command("list")
def list_seats(combat: Combat) -> Answer:
    """List the seats of a COMBAT.

    Examples:
      combatlog seats list last
      combatlog seats list last --json
    """
    found = combat.get()["seats"]
    return {"items": found}, table(_COLUMNS, found, empty="There is no seat yet.")


_COLUMNS: Mapping[str, Column] = {
    "seat": "seat",
    "person": lambda seat: seat["name"] or seat["person"],
    "role": "role",
    "plays": "combatants",
    "": lambda seat: "" if seat["is_open"] else "closed",
}


@seats.combat_command("open", required=True)
@click.argument("person")
@option("--role", click.Choice(["player", "spectator", "referee"]), "player")
@click.option("--plays", multiple=True, metavar="WHO", help="Whom the player plays.")
def open_seat(combat: Combat, plays: tuple[str, ...], **seat: str) -> Answer:
    """Give a PERSON a seat at the table of a COMBAT; prints the token, once.

    Examples:
      combatlog seats open last "Bert Cole" --plays bert
      combatlog seats open last Sue --role spectator --json
    """
    return _say(combat, "seat-open", combatants=plays, **seat)


@seats.combat_command(required=True)
@SEAT
def renew(combat: Combat, seat: str) -> Answer:
    """Give a SEAT a new token, for a person who lost theirs; the old one opens nothing any more.

    Examples:
      combatlog seats renew last s1
      combatlog seats renew last s1 --json
    """
    return _say(combat, "seat-renew", seat=seat)


@seats.combat_command(required=True)
@SEAT
def close(combat: Combat, seat: str) -> Answer:
    """Close a SEAT; its token opens nothing any more.

    Examples:
      combatlog seats close last s1
      combatlog seats close last s2 --json
    """
    return _say(combat, "seat-close", seat=seat)


@seats.combat_command(required=True)
@option("--role", click.Choice(["player", "spectator"]), "player", "The role of those who join.")
@option("--minutes", click.IntRange(0, 60), 10, "How long the code is good; 0 ends it.")
def code(combat: Combat, role: str, minutes: int) -> Answer:
    """Let others join a COMBAT with a short code; prints the code, once.

    Examples:
      combatlog seats code last --role spectator
      combatlog seats code last --minutes 0 --json
    """
    found = combat.post("door", {"role": role, "minutes": minutes})
    if not (opened := found.get("door")):
        return found, ["Nobody can join with a code now."]
    url = combat.client.url
    where = f", at {_for_others(url)}/join" if url else ""
    return found, [f"{opened['code']} lets a {role} join for {minutes} minutes{where}."]


@seats.combat_command(required=True)
@click.argument("origin", nargs=-1)
@click.option("--none", "nobody", is_flag=True, help="Allow no other site any more.")
def origins(combat: Combat, origin: tuple[str, ...], nobody: bool) -> Answer:
    """Let the pages of other sites call the API for a COMBAT; without an ORIGIN, list them.

    An origin is a scheme and a host, without a path. The ones that you name replace the earlier
    ones.

    Examples:
      combatlog seats origins last https://map.example http://localhost:5173
      combatlog seats origins last --none --json
    """
    found = combat.post("door", {"origins": origin} if origin or nobody else {})["origins"]
    return {"origins": found}, found or ["No other site may call the API for this combat."]


def _for_others(url: str) -> str:
    from api.web.traffic import network

    return network.reachable(url)


def _say(combat: Combat, type: str, **fields: Any) -> Answer:
    said = combat.say(type, **fields)
    return said, _tokens(combat.client.url, said.get("tokens", {}))


def _tokens(url: str, tokens: Json) -> Iterator[str]:
    """Yield new tokens with their links, and on a terminal the code that a phone reads off it."""
    for name, token in tokens.items():
        yield f"{name}: {token}"
        if url:
            from api.web.traffic import network

            link = f"{_for_others(url)}/enter#{token}"
            yield link
            if sys.stdout.isatty():
                yield network.code_for_terminal(link)
        click.echo("It is shown only this once.", err=True)
    if not tokens:
        yield "Done."
