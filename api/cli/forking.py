"""`fork`, `forks`, `compare` and `promote`: what if, tried apart and taken over by consent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.moving import DRY, NOTE, say_who_must_agree
from api.cli.printing import day, print_json, table
from api.cli.words import AT, COMBAT, LAST, YES, command, confirm, seated

Json = Mapping[str, Any]


@command()
@LAST
@AT
@click.option("--title", default="", help="What is tried, in a few words.")
@click.option("--shared", is_flag=True, help="For the whole table; else for oneself alone.")
@seated()
def fork(desk: Desk, as_json: bool, combat: str, at: str, title: str, shared: bool) -> None:
    """Try out what would be: a fork of a COMBAT, from now on or from any entry.

    Its id stands in place of a combat's in every command that shows or plays. Nothing is copied,
    and its dice tell nothing of those to come.

    Examples:
      combatlog fork last
      combatlog fork last --at 5 --title "had she run" --shared --json
    """
    body: dict[str, Any] = {"title": title, "shared": shared}
    body |= {} if at == "latest" else {"at": at}
    made = desk.post(address(desk.combat(combat), "forks"), body).json
    if as_json:
        print_json(made)
    else:
        click.echo(f"Fork {made['fork']} goes on from entry {made['at']}.")


@command()
@LAST
@seated()
def forks(desk: Desk, as_json: bool, combat: str) -> None:
    """The forks that go on from a COMBAT: your own, and those that the table may look into.

    Examples:
      combatlog forks last
      combatlog forks last --json
    """
    found = desk.get(address(desk.combat(combat), "forks")).json
    if as_json:
        print_json(found)
        return
    table(("fork", "from entry", "title", "by", "made"), map(_row, found["items"]))
    if not found["items"]:
        click.echo("There are none.")


def _row(each: Json) -> tuple[str, ...]:
    shared = " (shared)" if each["shared"] else ""
    by = (each["name"] or each["by"]) + shared
    return each["fork"], each["at"], each["title"], by, day(each["made_at"])


@command()
@COMBAT
@click.argument("other", required=False, default="")
@AT
@click.option("--with-at", default="", metavar="NUMBER", help="The moment on the other side.")
@seated()
def compare(desk: Desk, as_json: bool, combat: str, other: str, at: str, with_at: str) -> None:
    """Two moments side by side: of a COMBAT and of OTHER, a fork of it, or of the same combat.

    Examples:
      combatlog compare last --at 5
      combatlog compare last last --at 3 --with-at 6
      combatlog compare last --at 5 --json
    """
    combat = desk.combat(combat)
    asked = {"at": "" if at == "latest" else at, "with_at": with_at}
    asked["with"] = desk.combat(other) if other else ""
    found = desk.get(address(combat, "compare"), **asked).json
    if as_json:
        print_json(found)
        return
    table(("who", "what", "left", "right", ""), _pairs(found))
    for fact in found["facts"]:
        toward = f" {fact['toward']}" if fact["toward"] else ""
        values = " | ".join(_value(fact[side]) for side in ("was", "becomes"))
        click.echo(f"{fact['name']}: {fact['says']}{toward}: {values}")


def _value(value: Any) -> str:
    return "as usual" if value is None else str(value)


def _pairs(found: Json) -> Iterator[tuple[str, ...]]:
    """Everything on both sides, a row each; what differs is marked."""
    for pair in (found["clock"], found["order"]):
        yield "", *_sides(pair)
    for each in found["members"]:
        for pair in (each["stands"], *each["pools"], each["conditions"]):
            if pair["differs"] or pair["left"] != "-":
                yield each["name"], *_sides(pair)


def _sides(pair: Json) -> tuple[str, ...]:
    mark = click.style("differs", fg="yellow") if pair["differs"] else ""
    return pair["says"], pair["left"], pair["right"], mark


@command()
@click.argument("fork")
@NOTE
@YES
@DRY
@seated()
def promote(desk: Desk, as_json: bool, fork: str, note: str, yes: bool, dry_run: bool) -> None:
    """Take what was played in a FORK into its combat, or ask those who must agree.

    What was said is decided again with the combat's own dice, as far as that goes.

    Examples:
      combatlog promote w-6b1f --dry-run
      combatlog promote w-6b1f --yes --note "so it was meant" --json
    """
    combat = desk.get(address(fork)).json.get("fork_of", fork)
    found = desk.get(address(combat, f"forks/{fork}"))
    if not as_json:
        _show(found.json)
    if dry_run:
        print_json(found.json) if as_json else click.echo("Nothing was changed.")
        return
    confirm("Do it?", yes)
    body, tag = {"note": note} if note else {}, found.headers["etag"]
    said = desk.post(address(combat, f"forks/{fork}/promote"), body, If_Match=tag).json
    print_json(said) if as_json else click.echo(_came(said))


def _show(found: Json) -> None:
    for step in found["steps"]:
        did = "; ".join(step["lines"]) or "nothing that is told"
        click.secho(f"+ {step['number']:>5}  {did}", fg="green")
    for step in found["back"]["falls"]:
        did = "; ".join(step["lines"]) or "nothing that is told"
        click.secho(f"- {step['number']:>5}  {did}", fg="red")
    say_who_must_agree(found["back"]["receipt"])


def _came(said: Json) -> str:
    if any(e["type"].startswith("combat.asked/") for e in said["entries"]):
        return "It is asked for; play waits until all have agreed."
    stopped = f" It stopped: {said['stopped']}." if said.get("stopped") else ""
    return f"The fork was played in the combat.{stopped}"
