"""`show rulesets` and `show sheets`: the games, their table options, and what sheets may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import rich_click as click

from api.cli.client.commands import Answer, Command, on_client
from api.cli.client.output import Column, Json, styled_text, table
from api.client import Client

FIRST = "combatant"
"""The kind of subject whose sheet is shown first."""

ANY = "…"
"""Any name, in the name of a trait."""


class _Trait(NamedTuple):
    """A trait: its name as a form takes it, and what its schema says."""

    name: str
    schema: Json


@click.command(cls=Command)
@on_client(empty=True)
@click.argument("key", default="")
def rulesets(client: Client, key: str) -> Answer:
    """List the games that can be played here; with a KEY show one, and its table options.

    Examples:
      combatlog show rulesets
      combatlog show rulesets open
      combatlog show rulesets --json
    """
    found = client.get(f"/v1/rulesets/{key}".rstrip("/")).json
    if key:
        return found, _game(found)
    columns = {name: name for name in ("key", "title", "edition", "revision")}
    return found, table(columns, found["items"])


def _game(game: Json) -> Iterator[Any]:
    """Yield a game: its sequence of play, and its table options with their defaults."""
    yield styled_text(
        f"{game['title']}, edition {game['edition']}, revision {game['revision']}", "bold"
    )
    yield game["sequence"]
    yield ""
    yield from table(_POINTS, game["points"])


_POINTS: Mapping[str, Column] = {
    "option": "key",
    "default": "default",
    "or": lambda point: [value for value in point["values"] if value != point["default"]],
    "clause": "clause",
    "what it settles": "says",
}


# --- sheets ------------------------------------------------------------------------------------


@click.command(cls=Command)
@on_client()
@click.argument("key")
def sheets(client: Client, key: str) -> Answer:
    """Show what the sheets of the game KEY may hold: each trait with its values and its meaning.

    `weapons/…` are weapons, each by its own name; what one may say stands in a table below.

    Examples:
      combatlog show sheets open
      combatlog show sheets open --json
    """
    found = client.get(f"/v1/rulesets/{key}").json["sheets"]
    return found, _sheets(found)


def _sheets(found: Mapping[str, Json]) -> Iterator[Any]:
    """Yield each sheet once, with the kinds of subject that have it, and then its parts."""
    kinds: dict[str, list[str]] = {}
    for kind in sorted(found, key=lambda kind: kind != FIRST):
        kinds.setdefault(found[kind]["title"], []).append(kind)
    for title, those in kinds.items():
        schema = found[those[0]]
        parts = {name: part for name, part in schema.get("$defs", {}).items() if "type" in part}
        yield from _sheet(f"{title}, of: {', '.join(those)}", schema)
        for part in parts.values():
            yield from _sheet(part["title"], part)


def _sheet(title: str, schema: Json) -> Iterator[Any]:
    yield styled_text(title, "bold")
    yield schema["description"]
    yield from (f"Moreover: {rule}." for rule in schema.get("x-rules", ()))
    yield from table(_COLUMNS, [each._asdict() for each in _traits(schema, "")])
    yield ""


def _traits(schema: Json, at: str) -> Iterator[_Trait]:
    """Yield the traits of an object, and those of objects that are described where they stand."""
    named = [*schema.get("properties", {}).items()]
    named += [(ANY, part) for part in schema.get("patternProperties", {}).values()]
    if isinstance(rest := schema.get("additionalProperties"), dict):
        named.append((ANY, rest))
    for name, part in named:
        if part.get("type") == "object":
            yield from _traits(part, f"{at}{name}/")
        else:
            yield _Trait(f"{at}{name}", part)


def _takes(row: Json) -> str:
    """What a trait takes: `0 to 6`, `small, large`, `yes or no`, the title of a part."""
    return " or ".join(dict.fromkeys(_values(row["schema"])))


def _values(schema: Json) -> Iterator[str]:
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _values(part)
    if "enum" in schema:
        yield ", ".join(map(str, schema["enum"]))
    elif "minimum" in schema:
        yield f"{schema['minimum']} to {schema['maximum']}"
    elif "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    elif "examples" in schema:
        yield f"such as {schema['examples'][0]}"
    elif schema.get("type"):
        yield _TYPES[schema["type"]]


def _usual(row: Json) -> Any:
    value = row["schema"].get("default")
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


_TYPES = {
    "boolean": "yes or no",
    "string": "a word",
    "integer": "a number",
    "number": "a number",
    "array": "a list",
}
_COLUMNS: Mapping[str, Column] = {
    "trait": "name",
    "takes": _takes,
    "unit": lambda row: row["schema"].get("x-unit"),
    "default": _usual,
    "clause": lambda row: row["schema"].get("x-clause"),
    "meaning": lambda row: row["schema"].get("description"),
}
