"""`show`: combats and games, and one combat's state, log, recap and options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import rich_click as click

from api.cli.client.commands import AT, Answer, Group, on_client, option
from api.cli.client.output import Column, Json, day, painter, styled_text, table
from api.cli.read.games import rulesets, sheets
from api.client import Client, Combat

_SEAT = re.compile(r"s[0-9]+")
_MARKS = {"now": "> ", "may go": "(may go) ", "held": "(held) ", "gone": "✓ ", "left": "(left) "}


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def show(context: click.Context) -> int | None:
    """Show combats and games, and what is true, what happened and what is possible in one.

    Alone, it shows where we were in the last combat.

    Examples:
      combatlog show
      combatlog show combats
      combatlog show state last --at 12
      combatlog show log last
    """
    if context.invoked_subcommand is not None:
        return None
    with where_we_were.make_context("where-we-were", [], parent=context) as alone:
        return int(where_we_were.invoke(alone))


@show.combat_command("where-we-were")
def where_we_were(combat: Combat) -> Answer:
    """Show in five lines where we were in a COMBAT, and what to type next.

    Whose go it is; how everybody stands, the worst first; what is open; what happened last; what
    comes next.

    Examples:
      combatlog show where-we-were last
      combatlog show where-we-were last --json
    """
    found = combat.get("state", part="where-we-were")["where_we_were"]
    *lines, last = found["lines"]
    who = found["next"]["who"]
    of_one = f" --as {who[0]}" if len(who) == 1 else ""
    see = f" Type: combatlog show options {combat.id}{of_one}" if found["next"]["command"] else ""
    return found, [*lines, last + see]


@show.command()
@on_client()
@click.argument("search", nargs=-1)
@click.option("--status", type=click.Choice(["open", "ended"]), help="Only these.")
@click.option("--ruleset", help="Only combats under this ruleset.")
@option("--limit", click.IntRange(1, 500), 50)
def combats(client: Client, search: tuple[str, ...], limit: int, **only: Any) -> Answer:
    """List the combats here, the newest change first; SEARCH are words of title or members.

    Examples:
      combatlog show combats
      combatlog show combats bridge --status ended
      combatlog show combats --limit 5 --json
    """
    page = client.get("/v1/combats", q=" ".join(search), limit=limit, **only).json
    narrowed = search or any(only.values())
    empty = "No combat fits." if narrowed else "There is no combat yet."
    more = f"There are more: --limit {min(500, 2 * limit)} shows them."
    return page, [*table(_COMBATS, page["items"], empty), *([more] if page["next"] else [])]


show.add_command(rulesets)
show.add_command(sheets)


_COMBATS: Mapping[str, Column] = {
    **{name: name for name in ("combat", "title", "ruleset", "status")},
    "changed": lambda row: day(row["changed_at"]),
    "members": "members",
}


# --- one combat ----------------------------------------------------------------------------------


@show.combat_command()
@AT
def state(combat: Combat, at: str) -> Answer:
    """Show the state of a COMBAT at any moment: turn order, pools, conditions, the open question.

    Examples:
      combatlog show state last
      combatlog show state last --at 12
      combatlog show state last --at 12 --json
    """
    found = combat.get("state", at=at)
    return found, _state(combat, found)


def _state(combat: Combat, found: Json) -> Iterator[Any]:
    """Yield everything that is true at a moment."""
    yield from _head(combat.get(), found)
    yield from _order(found)
    yield from table(("who", "side", "left", "stands under"), _members(found))
    yield from _ties(found)
    yield from _waiting(found)


def _head(about: Json, found: Json) -> Iterator[Any]:
    from projections.wording.game_words import duration

    where = "it is over" if found["ended"] else _clock(found["turn_order"])
    title = f"{about['title'] or about['combat']}  ({about['ruleset']}, {about['combat']})"
    yield styled_text(title, "bold")
    yield f"After entry {found['number']}: {where}"
    if (seconds := found["turn_order"]["elapsed_seconds"]) is not None:
        yield f"Game time: {duration(seconds)}"


def _clock(order: Json) -> str:
    """The open spans, outermost first; between rounds, the round that is over."""
    if order["path"]:
        return " > ".join(order["path"])
    return (
        f"after {order['round_word']} {order['round']}" if order["round"] else "nothing has begun"
    )


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
    left = _amounts_left(found)
    under = {row["who"]: map(_condition, row["conditions"]) for row in found["conditions"]}
    for each in found["members"]:
        who, gone = each["subject"], "" if each["here"] else " (left)"
        name = paint(each["name"]) + gone + (" (hidden)" if each["hidden"] else "")
        yield name, each["side"], ", ".join(left.get(who, [])), ", ".join(under.get(who, []))


def _amounts_left(found: Json) -> dict[str, list[str]]:
    """Return what everybody has left, by combatant."""
    left: dict[str, list[str]] = {}
    for (who, says, keyed), rows in groupby(found["pools"], key=_kind_of_pool):
        amounts = [f"{row['key']} {row['amount']}".strip() for row in rows]
        words = f"{says} ({', '.join(amounts)})" if keyed else f"{amounts[0]} {says}"
        left.setdefault(who, []).append(words)
    return left


def _kind_of_pool(row: Json) -> tuple[str, str, bool]:
    """Return what rows of one pool have in common: whose it is, its word, whether it has keys."""
    return row["who"], row["says"], bool(row["key"])


def _condition(c: Json) -> str:
    words = c["called"] or f"{c['says']} {c['level'] or ''}".strip()
    toward, source = c["toward"] and f"toward {c['toward_name']}", c["source_name"]
    caused = source and f"caused by {source}"
    more = ", ".join(filter(None, (c["at"], toward, caused, c["until"])))
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
    whom = ", ".join(each["name"] for each in waiting["waits_for"]) or "nobody"
    yield styled_text("Open question: ", "bold") + f"{says} (waits for {whom})"
    for each in waiting["barred"]:
        yield f"  {each['name']} may not: {each['clause']}"


@show.combat_command()
@AT
@click.option("--full", is_flag=True, help="With every posting, question, pass and closing.")
@click.option("--sums", is_flag=True, help="With what is left of a pool, and how that came.")
def log(combat: Combat, at: str, full: bool, sums: bool) -> Answer:
    """Show the story of a COMBAT: acts with the reactions under them, undone ones marked with ~.

    Examples:
      combatlog show log last
      combatlog show log last --at 12 --full
      combatlog show log last --sums
      combatlog show log last --json
    """
    told = combat.get("timeline", at=at, full=full, sums=sums)
    return told, _log(combat, told)


def _log(combat: Combat, told: Json) -> Iterator[Any]:
    paint = painter(combat.get("state", part="members")["members"])
    for line in told["items"]:
        mark = "~" if line["undone"] else " "
        text = f"{mark}{line['number']:>6}  {'  ' * line['depth']}{line['text']}"
        if line["undone"]:
            yield styled_text(f"{text} (undone)", "dim")
        else:
            yield styled_text(text, "bold") if line["kind"] == "heading" else paint(text)


@show.combat_command()
@AT
def recap(combat: Combat, at: str) -> Answer:
    """Show a COMBAT on a page of Markdown, to paste into a chat: who, what, and how it stands.

    Examples:
      combatlog show recap last
      combatlog show recap last --at 12
      combatlog show recap last --json
    """
    page = combat.fetch("timeline", media="text/markdown", at=at).body
    return {"combat": combat.id, "markdown": page.decode()}, [page]


@show.combat_command()
@click.option(
    "--as",
    "who",
    default="",
    metavar="WHO",
    help="As a seat (s1), or only what a combatant (cogan) or the referee may do.",
)
def options(combat: Combat, who: str) -> Answer:
    """Show what may be done next in a COMBAT: each with its cost, clause, and the command to send.

    Examples:
      combatlog show options last
      combatlog show options last --as referee
      combatlog show options last --json
    """
    seat = who if _SEAT.fullmatch(who) else ""
    found = combat.get("options", seat=seat)
    if who and not seat:
        found["options"] = [o for o in found["options"] if o["command"].get("who") in (who, None)]
    return found, table(_OPTIONS, found["options"], empty="Nothing can be done now.")


def _left_open(blank: Mapping[str, Any]) -> str:
    """A blank by its name on the command line; `?` where it may be left out."""
    name = str(blank["pointer"]).removeprefix("/params").strip("/")
    return name + "?" * bool(blank["optional"])


_OPTIONS: Mapping[str, Column] = {
    "what": "says",
    "cost": lambda offer: [f"{c['amount']} {c['says']}" for c in offer["cost"]],
    "left open": lambda offer: [_left_open(blank) for blank in offer["blanks"]],
    "clause": "clause",
    "command": lambda offer: styled_text(json.dumps(offer["command"], ensure_ascii=False), "dim"),
}
