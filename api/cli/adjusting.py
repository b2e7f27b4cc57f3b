"""`adjust`: the referee's own hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import click

from api.cli.desk import Desk, address
from api.cli.printing import print_json
from api.cli.words import COMBAT, command, seated

_DEEDS = ("pool", "condition", "fact", "place", "order")


@command()
@COMBAT
@click.option("--pool", nargs=3, metavar="WHO POOL POINTS", help='Such as: cogan ap "-1 1/2".')
@click.option("--key", default="", help="Which key of the pool, such as a colour.")
@click.option("--condition", nargs=2, metavar="WHO NAME", help="Begin a condition.")
@click.option("--end", is_flag=True, help="End that condition instead.")
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
      combatlog adjust last --place ana ford --reason "the map says so"
      combatlog adjust last --order initiative bert,ana --reason "mixed up" --json
    """
    said = [name for name in _DEEDS if words[name]]
    if len(said) != 1:
        raise click.UsageError("Say exactly one of --" + ", --".join(_DEEDS) + ".")
    combat = desk.combat(combat)
    change = {"what": said[0], **_CHANGES[said[0]](desk, combat, words)}
    found = desk.say(combat, {"type": "adjust", "change": change, "note": reason})
    if as_json:
        print_json(found)
    else:
        click.echo(f"Done: entry {', '.join(e['number'] for e in found['entries'])}.")


Change = Callable[[Desk, str, Mapping[str, Any]], dict[str, Any]]


def _pool(desk: Desk, combat: str, words: Mapping[str, Any]) -> dict[str, Any]:
    who, pool, points = words["pool"]
    raw = _points(points) * _scale(desk, combat, pool)
    if raw.denominator != 1:
        raise click.UsageError(f"{points} cannot be counted in {pool}.")
    return {"subject": who, "pool": pool, "key": words["key"], "delta": int(raw)}


def _points(text: str) -> Fraction:
    """Displayed points: `-1`, `1/2`, `-1 1/2`."""
    sign, rest = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    try:
        return sign * sum(map(Fraction, rest.split()), Fraction())
    except (ValueError, ZeroDivisionError) as error:
        raise click.UsageError(f"{text!r} is no number of points, such as -1 1/2.") from error


def _scale(desk: Desk, combat: str, pool: str) -> int:
    """How many units of the pool one displayed point is."""
    ruleset = desk.get(address(combat)).json["ruleset"]
    pools = desk.get(f"/v1/rulesets/{ruleset}").json["pools"]
    return int(next((each["scale"] for each in pools if each["name"] == pool), 1))


def _condition(_: Desk, __: str, words: Mapping[str, Any]) -> dict[str, Any]:
    who, name = words["condition"]
    return {
        "subject": who, "name": name, "begin": not words["end"], "level": words["level"],
        "toward": words["toward"], "at": words["where"],
    }  # fmt: skip


def _fact(_: Desk, __: str, words: Mapping[str, Any]) -> dict[str, Any]:
    who, name, value = words["fact"]
    plain = int(value) if value.removeprefix("-").isdecimal() else value
    return {"of": who, "name": name, "toward": words["toward"], "value": plain}


def _place(_: Desk, __: str, words: Mapping[str, Any]) -> dict[str, Any]:
    who, place = words["place"]
    return {"subject": who, "place": place}


def _order(_: Desk, __: str, words: Mapping[str, Any]) -> dict[str, Any]:
    scope, names = words["order"]
    return {"scope": scope, "order": [name.strip() for name in names.split(",")]}


_CHANGES: Mapping[str, Change] = {
    "pool": _pool, "condition": _condition, "fact": _fact, "place": _place, "order": _order,
}  # fmt: skip
