"""`seat`: places at the table, and the tokens that open them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json, table
from api.cli.words import COMBAT, LAST, group, seated

SEAT = click.argument("name", metavar="SEAT")


@group()
def seat() -> None:
    """Places at the table of a combat: list them, open one, renew its token, close it.

    Examples:
      combatlog seat list last
      combatlog seat renew last s1
    """


@seat.command("list")
@LAST
@seated()
def listed(desk: Desk, as_json: bool, combat: str) -> None:
    """The seats of a COMBAT.

    Examples:
      combatlog seat list last
      combatlog seat list last --json
    """
    found = desk.get(address(desk.combat(combat))).json["seats"]
    if as_json:
        print_json({"items": found})
        return
    table(("seat", "person", "role", "plays", ""), map(_row, found))
    if not found:
        click.echo("There is no seat yet.")


def _row(seat: Mapping[str, Any]) -> list[str]:
    closed, plays = "" if seat["is_open"] else "closed", ", ".join(seat["combatants"])
    return [seat["seat"], seat["name"] or seat["person"], seat["role"], plays, closed]


@seat.command("open")
@COMBAT
@click.argument("person")
@click.option(
    "--role",
    type=click.Choice(["player", "spectator", "referee"]),
    default="player",
    show_default=True,
)
@click.option("--plays", multiple=True, metavar="WHO", help="Whom the player plays.")
@seated()
def opened(
    desk: Desk, as_json: bool, combat: str, person: str, role: str, plays: tuple[str, ...]
) -> None:
    """Give a PERSON a place at the table of a COMBAT; prints the token, once.

    Examples:
      combatlog seat open last "Bert Cole" --plays bert
      combatlog seat open last Sue --role spectator --json
    """
    command = {"type": "seat-open", "person": person, "role": role, "combatants": list(plays)}
    _say(desk, as_json, combat, command)


@seat.command("renew")
@COMBAT
@SEAT
@seated()
def renewed(desk: Desk, as_json: bool, combat: str, name: str) -> None:
    """Give a SEAT a new token, for one who lost his; the old one opens nothing any more.

    Examples:
      combatlog seat renew last s1
      combatlog seat renew last s1 --json
    """
    _say(desk, as_json, combat, {"type": "seat-renew", "seat": name})


@seat.command("close")
@COMBAT
@SEAT
@seated()
def closed(desk: Desk, as_json: bool, combat: str, name: str) -> None:
    """Close a SEAT; its token opens nothing any more.

    Examples:
      combatlog seat close last s1
      combatlog seat close last s2 --json
    """
    _say(desk, as_json, combat, {"type": "seat-close", "seat": name})


@seat.command("door")
@COMBAT
@click.option(
    "--role",
    type=click.Choice(["player", "spectator"]),
    default="player",
    show_default=True,
    help="As what one comes in.",
)
@click.option(
    "--minutes",
    type=click.IntRange(0, 60),
    default=10,
    show_default=True,
    help="How long the door is open; 0 shuts it.",
)
@seated()
def door(desk: Desk, as_json: bool, combat: str, role: str, minutes: int) -> None:
    """Let people into a COMBAT with a short code; prints the code, once.

    Examples:
      combatlog seat door last --role spectator
      combatlog seat door last --minutes 0 --json
    """
    said = {"role": role, "minutes": minutes}
    found = desk.post(address(desk.combat(combat), "door"), said).json
    if as_json:
        print_json(found)
    elif opened := found.get("door"):
        where = f", at {_for_others(desk.url)}/join" if desk.url else ""
        click.echo(f"{opened['code']} opens the door to a {role} for {minutes} minutes{where}.")
    else:
        click.echo("The door is shut.")


def _for_others(url: str) -> str:
    from api import lan

    return lan.reachable(url)


def _hand_out(url: str, token: str) -> None:
    """The link of a seat, and on a terminal the code that a phone reads off it."""
    from api import lan

    link = f"{_for_others(url)}/enter/{token}"
    click.echo(link)
    if sys.stdout.isatty():
        click.echo(lan.code_for_terminal(link))


def _say(desk: Desk, as_json: bool, combat: str, command: Mapping[str, Any]) -> None:
    said = desk.say(desk.combat(combat), command)
    if as_json:
        print_json(said)
        return
    for name, token in said.get("tokens", {}).items():
        click.echo(f"{name}: {token}")
        if desk.url:
            _hand_out(desk.url, token)
        click.echo("It is shown only this once.", err=True)
    if not said.get("tokens"):
        click.echo("Done.")
