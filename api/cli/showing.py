"""`show`: everything that is true at a moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import heading, painter, print_json, table
from api.cli.words import AT, LAST, command, seated

Json = Mapping[str, Any]


@command("show")
@LAST
@AT
@seated()
def state(desk: Desk, as_json: bool, combat: str, at: str) -> None:
    """The state of a COMBAT at any moment: turn order, pools, conditions, the open question.

    Examples:
      combatlog show last
      combatlog show last --at 12
      combatlog show last --at 12 --json
    """
    combat = desk.combat(combat)
    found = desk.get(address(combat, "state"), at="" if at == "latest" else at).json
    if as_json:
        print_json(found)
        return
    about = desk.get(address(combat)).json
    _head(about, found)
    _order(found)
    table(("who", "side", "left", "stands under"), _members(found))
    for line in (*_ties(found), *_waiting(found)):
        click.echo(line)


def _head(about: Json, found: Json) -> None:
    from projections.words import duration

    path = " > ".join(found["turn_order"]["path"])
    where = "it is over" if found["ended"] else path or "nothing has begun"
    heading(f"{about['title'] or about['combat']}  ({about['ruleset']}, {about['combat']})")
    click.echo(f"After entry {found['number']}: {where}")
    if (seconds := found["turn_order"]["elapsed_seconds"]) is not None:
        click.echo(f"Game time: {duration(seconds)}")


def _order(found: Json) -> None:
    """Who comes when, in the order that counts now."""
    paint = painter(found["members"])
    for order in found["turn_order"]["orders"]:
        if order["running"]:
            rows = (f"{_MARKS[row['state']]}{row['name']}" for row in order["rows"])
            head = "Order: " if order["fixed"] else "In no fixed order: "
            click.echo(paint(head + ", ".join(rows)))


_MARKS = {
    "now": "> ",
    "next": "",
    "may go": "(may go) ",
    "waits": "",
    "held": "(held) ",
    "gone": "✓ ",
    "left": "(left) ",
}


def _members(found: Json) -> Iterator[tuple[str, ...]]:
    paint = painter(found["members"])
    left, under = _left(found), _under(found["conditions"])
    for each in found["members"]:
        who, gone = each["subject"], "" if each["here"] else " (left)"
        hidden = " (hidden)" if each["hidden"] else ""
        name = paint(each["name"]) + gone + hidden
        yield name, each["side"], ", ".join(left.get(who, [])), ", ".join(under.get(who, []))


def _left(found: Json) -> dict[str, list[str]]:
    """What everybody has left, by who."""
    left: dict[str, list[str]] = {}
    for purse in found["action_points"]:
        left.setdefault(purse["who"], []).extend(
            f"{b['points']} {b['says']}" for b in purse["pools"]
        )
    for mana in found["mana_pools"]:
        keys = ", ".join(f"{b['key']} {b['points']}" for b in mana["keys"] if b["key"])
        words = f"{mana['says']} ({keys})" if keys else f"{mana['total']} {mana['says']}"
        left.setdefault(mana["who"], []).append(words)
    return left


def _under(rows: Iterable[Json]) -> dict[str, list[str]]:
    """What everybody stands under, by who."""
    return {row["who"]: [_condition(c) for c in row["conditions"]] for row in rows}


def _condition(c: Json) -> str:
    words = c["called"] or f"{c['says']} {c['level'] or ''}".strip()
    more = ", ".join(filter(None, (c["at"], c["toward"] and f"toward {c['toward']}", c["until"])))
    return words + (f" ({more})" if more else "")


def _ties(found: Json) -> Iterator[str]:
    for tie in found["ties"]:
        toward = f" {tie['toward_name']}" if tie["toward"] else ""
        yield f"{tie['name']}: {tie['says']}{toward}" + _value(tie["value"])
    for place in found["places"]:
        yield f"{place['name']} is at {place['place']}"


def _value(value: Any) -> str:
    """What a tie says beyond that it is there."""
    return "" if value in ("yes", True) else f": {value}"


def _waiting(found: Json) -> Iterator[str]:
    if (waiting := found["waiting"]) is None:
        return
    says = waiting["says"] or waiting["about"]
    whom = ", ".join(waiting["waits_for"]) or "nobody"
    yield click.style("Open question: ", bold=True) + f"{says} (waits for {whom})"
    for who, clause in waiting["barred"].items():
        yield f"  {who} may not: {clause}"
