"""`adjust`: the referee's own hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from api.cli.desk import Desk
from api.cli.printing import print_json
from api.cli.words import COMBAT, command, seated

_DEEDS = ("pool", "condition", "fact", "place", "order")


@command()
@COMBAT
@click.option("--pool", nargs=3, metavar="WHO POOL POINTS", help='Such as: cogan ap "-1 1/2".')
@click.option("--key", default="", help="Which key of the pool, such as a colour.")
@click.option("--condition", nargs=2, metavar="WHO NAME", help="Begin a condition.")
@click.option("--end", is_flag=True, help="End that condition instead: NAME, or its id such as k3.")
@click.option("--level", default=0, type=click.IntRange(0, 1000), help="Its level.")
@click.option("--where", default="", help="Where on the body, or alike.")
@click.option("--toward", default="", help="Toward whom a condition or a fact is.")
@click.option("--fact", nargs=3, metavar="WHO NAME VALUE", help="Set a fact; yes and no are words.")
@click.option("--place", nargs=2, metavar="WHO PLACE", help="Put somebody somewhere.")
@click.option("--order", nargs=2, metavar="SCOPE NAMES", help="Set who comes when: a,b,c.")
@click.option("--reason", required=True, help="Why; it is kept with the change.")
@seated()
def adjust(desk: Desk, as_json: bool, combat: str, reason: str, **words: Any) -> None:
    """Change something in a COMBAT by the referee's own word: exactly one thing, with its reason.

    POINTS are displayed points, halves and all; they are added to what is left.

    Examples:
      combatlog adjust last --pool ana ap -1 --reason "forgot to pay"
      combatlog adjust last --condition ana hurt --toward bert --reason "a fall"
      combatlog adjust last --condition ana hurt --toward bert --end --reason "she rose"
      combatlog adjust last --place ana ford --reason "the map says so"
      combatlog adjust last --order initiative bert,ana --reason "mixed up" --json
    """
    said = [name for name in _DEEDS if words[name]]
    if len(said) != 1:
        raise click.UsageError("Say exactly one of --" + ", --".join(_DEEDS) + ".")
    combat = desk.combat(combat)
    change = {"what": said[0], **_CHANGES[said[0]](words)}
    found = desk.say(combat, {"type": "adjust", "change": change, "note": reason})
    if as_json:
        print_json(found)
    else:
        click.echo(f"Done: entry {', '.join(e['number'] for e in found['entries'])}.")


Change = Callable[[Mapping[str, Any]], dict[str, Any]]


def _pool(words: Mapping[str, Any]) -> dict[str, Any]:
    who, pool, points = words["pool"]
    return {"subject": who, "pool": pool, "key": words["key"], "delta": points}


def _condition(words: Mapping[str, Any]) -> dict[str, Any]:
    who, name = words["condition"]
    return {
        "subject": who,
        "name": name,
        "begin": not words["end"],
        "level": words["level"],
        "toward": words["toward"],
        "at": words["where"],
    }


def _fact(words: Mapping[str, Any]) -> dict[str, Any]:
    who, name, value = words["fact"]
    plain = int(value) if value.removeprefix("-").isdecimal() else value
    return {"of": who, "name": name, "toward": words["toward"], "value": plain}


def _place(words: Mapping[str, Any]) -> dict[str, Any]:
    who, place = words["place"]
    return {"subject": who, "place": place}


def _order(words: Mapping[str, Any]) -> dict[str, Any]:
    scope, names = words["order"]
    return {"scope": scope, "order": [name.strip() for name in names.split(",")]}


_CHANGES: Mapping[str, Change] = {
    "pool": _pool,
    "condition": _condition,
    "fact": _fact,
    "place": _place,
    "order": _order,
}
