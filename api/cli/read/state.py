"""State of a combat as lines and a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.cli.client.client import Combat
from api.cli.client.output import Json, painter, styled, table

_MARKS = {"now": "> ", "may go": "(may go) ", "held": "(held) ", "gone": "✓ ", "left": "(left) "}


def state_lines(combat: Combat, found: Json) -> Iterator[Any]:
    """Yield everything that is true at a moment."""
    yield from _head(combat.get(), found)
    yield from _order(found)
    yield from table(("who", "side", "left", "stands under"), _members(found))
    yield from _ties(found)
    yield from _waiting(found)


def _head(about: Json, found: Json) -> Iterator[Any]:
    from projections.words import duration

    path = " > ".join(found["turn_order"]["path"])
    where = "it is over" if found["ended"] else path or "nothing has begun"
    title = f"{about['title'] or about['combat']}  ({about['ruleset']}, {about['combat']})"
    yield styled(title, "bold")
    yield f"After entry {found['number']}: {where}"
    if (seconds := found["turn_order"]["elapsed_seconds"]) is not None:
        yield f"Game time: {duration(seconds)}"


def _order(found: Json) -> Iterator[Any]:
    """Yield who comes when, in the order that counts now."""
    paint = painter(found["members"])
    for order in found["turn_order"]["orders"]:
        if order["running"]:
            rows = (f"{_MARKS.get(row['state'], '')}{row['name']}" for row in order["rows"])
            head = "Order: " if order["fixed"] else "In no fixed order: "
            yield paint(head + ", ".join(rows))


def _members(found: Json) -> Iterator[tuple[Any, ...]]:
    paint = painter(found["members"])
    left = _left(found)
    under = {row["who"]: map(_condition, row["conditions"]) for row in found["conditions"]}
    for each in found["members"]:
        who, gone = each["subject"], "" if each["here"] else " (left)"
        name = paint(each["name"]) + gone + (" (hidden)" if each["hidden"] else "")
        yield name, each["side"], ", ".join(left.get(who, [])), ", ".join(under.get(who, []))


def _left(found: Json) -> dict[str, list[str]]:
    """Return what everybody has left, by combatant."""
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


def _condition(c: Json) -> str:
    words = c["called"] or f"{c['says']} {c['level'] or ''}".strip()
    more = ", ".join(filter(None, (c["at"], c["toward"] and f"toward {c['toward']}", c["until"])))
    return words + (f" ({more})" if more else "")


def _ties(found: Json) -> Iterator[str]:
    for tie in found["ties"]:
        toward = f" {tie['toward_name']}" if tie["toward"] else ""
        value = "" if tie["value"] in ("yes", True) else f": {tie['value']}"
        yield f"{tie['name']}: {tie['says']}{toward}{value}"
    for place in found["places"]:
        yield f"{place['name']} is at {place['place']}"


def _waiting(found: Json) -> Iterator[Any]:
    if (waiting := found["waiting"]) is None:
        return
    says = waiting["says"] or waiting["about"]
    whom = ", ".join(waiting["waits_for"]) or "nobody"
    yield styled("Open question: ", "bold") + f"{says} (waits for {whom})"
    for who, clause in waiting["barred"].items():
        yield f"  {who} may not: {clause}"
