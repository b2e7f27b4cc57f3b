"""The reference: the contract on a page, read off the same document that programs read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from flask import Response

from api.contract import JSON, Call, Route
from api.examples import BY_TYPE, STORIES
from api.openapi import document
from api.pages.sheets import page
from api.routes import all_routes
from domain import commands as c

COMBAT = "c-0123456789abcdef0123"
"""A combat in examples."""

Json = dict[str, Any]


class Line(NamedTuple):
    """Something that is said: its name, where it stands, its type, and what it means."""

    name: str
    place: str
    type: str
    is_needed: bool
    says: str


class Operation(NamedTuple):
    """A method on an address, with all that is promised about it."""

    name: str
    method: str
    path: str
    summary: str
    says: tuple[str, ...]
    lines: tuple[Line, ...]
    answers: tuple[tuple[str, str], ...]
    example: str


class Saying(NamedTuple):
    """A command: what it is, its fields, and an example."""

    type: str
    says: str
    lines: tuple[Line, ...]
    example: str


def get_reference(call: Call) -> Response:
    """Every route and every command, with an example each."""
    return page("reference", call, groups=_groups(), sayings=_sayings(), stories=_stories())


@cache
def _document() -> Json:
    return document(all_routes())


@cache
def _groups() -> tuple[tuple[str, str, tuple[Operation, ...]], ...]:
    """The tags with what they are about, and their operations."""
    return tuple(
        (
            tag["name"],
            tag["description"],
            tuple(_operation(r) for r in all_routes() if r.tag == tag["name"]),
        )
        for tag in _document()["tags"]
    )


def _operation(route: Route) -> Operation:
    path = route.rule.replace("<", "{").replace(">", "}")
    told = _document()["paths"][path][route.method.lower()]
    lines = (_parameter(each) for each in told["parameters"])
    answers = ((status, each["description"]) for status, each in told["responses"].items())
    return Operation(
        route.name,
        route.method,
        path,
        route.summary,
        tuple(told["description"].split("\n\n")),
        tuple(lines),
        tuple(answers),
        _curl(route),
    )


def _parameter(told: Mapping[str, Any]) -> Line:
    return Line(
        told["name"],
        told["in"],
        _type(told["schema"]),
        told["required"],
        told.get("description", ""),
    )


def _curl(route: Route) -> str:
    """How to send the route's example with curl."""
    parts = ["curl"]
    if route.access != "anyone":
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if route.body is not None:
        parts += [f"-H 'Content-Type: {JSON}'", f"-d '{json.dumps(route.example)}'"]
    return " ".join((*parts, f"'$AT{route.example_path(COMBAT)}'".replace("'$AT", "$AT'")))


@cache
def _sayings() -> tuple[Saying, ...]:
    """Every command in the order of the domain."""
    found = (str(each.model_fields["type"].default) for each in (*c.PLAY, *c.TABLE))
    return tuple(_saying(name) for name in found)


def _saying(name: str) -> Saying:
    schemas = _document()["components"]["schemas"]
    told = next((s for s in schemas.values() if _tag(s) == name), None)
    said = told or schemas["NewCombat"]
    needed = said.get("required", ())
    lines = (
        Line(field, "", _type(each), field in needed, each.get("description", ""))
        for field, each in said["properties"].items()
        if field != "type"
    )
    return Saying(name, said.get("description", ""), tuple(lines), json.dumps(BY_TYPE[name]))


def _tag(schema: Mapping[str, Any]) -> str:
    return str(schema.get("properties", {}).get("type", {}).get("const", ""))


def _stories() -> Iterator[tuple[str, tuple[str, ...]]]:
    for story in STORIES:
        yield story[0]["title"], tuple(map(json.dumps, story))


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words: `string`, `integer 1 to 500`, `undo | redo`, a name."""
    if ref := schema.get("$ref"):
        return str(ref).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(map(str, schema.get("enum", [schema.get("const")])))
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(map(_type, either)))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    least, most = schema.get("minimum"), schema.get("maximum")
    limits = f" {least} to {most}" if least is not None and most is not None else ""
    return f"{schema.get('type', 'anything')}{limits}"
